import { streams } from '@dayline/contracts/events/categories';
import type { TestClinic } from '../testing/clinic.ts';
import { openViewReader } from '../testing/clinic-queries.ts';
import { book, drAsha, frontDesk, identity, lakeside, mark, openSunrise, sunrise, undo } from '../testing/sunrise.ts';

const { clientId, asha, rohan, meera } = sunrise;
const auditor = identity('auditor', clientId);
const lakesideAuditor = identity('auditor', lakeside.clientId);
let clinic: TestClinic;
let desk: ReturnType<typeof openViewReader>;
let booked: Awaited<ReturnType<typeof book>>;

const account = streams.account(frontDesk.id);
const listed = async (more: Parameters<typeof ask>[0] = {}) => (await ask(more)).body.entries;
const ask = (more: Partial<Parameters<typeof desk.reply<'listActivity'>>[1]> = {}) =>
  desk.reply('listActivity', { clientId, ...more }, auditor);
const sentences = async (more: Parameters<typeof ask>[0] = {}) =>
  (await listed(more)).map(({ actor, sentence }) => `${actor.name} ${sentence}`);

beforeAll(async () => {
  clinic = await openSunrise();
  desk = openViewReader(clinic);
  clinic.clock.set('2026-11-21T05:00:00.000Z');
  booked = await book(clinic);
  clinic.clock.set('2026-11-21T05:00:10.000Z');
  const otherBooking = await book(clinic, { patientId: meera, date: '2026-11-24', time: '09:30', payment: 'Paid' });
  clinic.clock.set('2026-11-21T05:01:00.000Z');
  const marked = await mark(clinic, booked, 'Availed');
  clinic.clock.set('2026-11-21T05:01:05.000Z');
  await undo(clinic, booked, marked, 'Availed');
  clinic.clock.set('2026-11-21T05:02:00.000Z');
  await clinic.append(account, clientId, frontDesk, {
    type: 'CommandRefused',
    data: {
      call: 'updateAppointmentStatusAsAdmin',
      subject: { appointmentId: otherBooking.appointmentId, status: 'Availed' },
      code: 'appointment.too-early',
    },
  });
  const nobody = { kind: 'system', id: 'sign-in', name: 'Sign-in' } as const;
  await clinic.append(account, clientId, nobody, { type: 'SignInRefused', data: { code: 'sign-in.refused' } });
  await clinic.append(streams.unknownAccount, '', nobody, { type: 'SignInRefused', data: { code: 'sign-in.refused' } });
  // The last second of the clinic's day, on another date in UTC, and the first of the next day.
  clinic.clock.set('2026-11-21T18:29:59.999Z');
  await clinic.append(account, clientId, frontDesk, { type: 'SignedOut', data: {} });
  clinic.clock.set('2026-11-21T18:30:00.000Z');
  await clinic.append(account, clientId, frontDesk, {
    type: 'HistoryRead',
    data: { subject: { appointmentId: booked.appointmentId, patientId: rohan } },
  });
  await clinic.project();
});
afterAll(() => clinic.close());

test('an answer narrowed to a patient says who that is', async () => {
  expect((await ask({ patientId: meera })).body.patient).toMatchObject({ id: meera, name: expect.any(String) });
  expect((await ask()).body.patient).toBeNull();
});

test('tells newest first who did what on whom, with the day where it is another one', async () => {
  expect(await sentences({ from: '2026-11-21', pageSize: 13 })).toEqual([
    'Front Desk 1 read the history of Rohan Kulkarni, Nov 21, 10:00 AM, Dr. Asha Menon.',
    'Front Desk 1 signed out.',
    'Somebody tried to sign in as Front Desk 1.',
    'Front Desk 1 asked to change the status of Meera Nair, Nov 24, 9:30 AM, Dr. Asha Menon.',
    'Dr. Asha Menon undid a status change: Rohan Kulkarni, 10:00 AM, Dr. Asha Menon is Confirmed.',
    'Dr. Asha Menon marked Rohan Kulkarni, 10:00 AM, Dr. Asha Menon Visited.',
    'Front Desk 1 recorded the payment of Meera Nair, Nov 24, 9:30 AM, Dr. Asha Menon: Paid.',
    'Front Desk 1 booked Meera Nair, Nov 24, 9:30 AM, Dr. Asha Menon.',
    'Dayline took over the weekly hours for Nov 24 of Dr. Asha Menon.',
    'Front Desk 1 recorded the payment of Rohan Kulkarni, 10:00 AM, Dr. Asha Menon: Pay later.',
    'Front Desk 1 booked Rohan Kulkarni, 10:00 AM, Dr. Asha Menon.',
    'Dayline took over the weekly hours for Nov 21 of Dr. Asha Menon.',
    expect.stringContaining('Dayline registered'),
  ]);
});

test('says the outcome, the reason of a refusal, and what undid what', async () => {
  const entries = await listed({ from: '2026-11-21', pageSize: 6 });
  const [, , signIn, refused, undone, marked] = entries;
  expect(signIn).toMatchObject({ outcome: 'refused', note: 'Invalid email or password.' });
  const note = 'An appointment cannot be marked before its day.';
  expect(refused).toMatchObject({ outcome: 'refused', note, channel: 'web' });
  expect(undone).toMatchObject({ undoes: marked?.eventId, outcome: 'done' });
  expect(marked?.outcome).toBe('undone');
  expect(marked?.undoneBy).toEqual({ eventId: undone?.eventId, recordedAt: '2026-11-21T05:01:05.000Z' });
});

test.each([
  [{ actorId: drAsha.id }, 2],
  [{ patientId: rohan }, 6],
  [{ patientId: rohan, action: 'booking' as const }, 1],
  [{ pocId: asha, from: '2026-11-21', to: '2026-11-21', outcome: 'done' as const }, 9],
  [{ action: 'signIn' as const }, 2],
  [{ outcome: 'refused' as const }, 2],
  [{ outcome: 'undone' as const }, 1],
  [{ notable: true as const }, 3],
  [{ from: '2026-11-22' }, 1],
  [{ pocId: lakeside.leela }, 0],
  [{ patientId: lakeside.canary }, 0],
])('narrowed by %j it has %i entries', async (filter, count) => {
  expect(await listed({ ...filter, pageSize: 200 })).toHaveLength(count);
});

test('a day is the clinic’s, to its last millisecond', async () => {
  const counts = await desk.body('countActivity', { clientId, date: '2026-11-21' }, auditor);
  expect(counts).toEqual({
    all: (await listed({ from: '2026-11-21', to: '2026-11-21', pageSize: 200 })).length,
    notable: 3,
    signIns: 2,
    reads: 0,
  });
  expect(await desk.body('countActivity', { clientId, date: '2026-11-22' }, auditor)).toMatchObject({
    all: 1,
    reads: 1,
  });
});

test('pages follow one another without a gap while entries come on top', async () => {
  const whole = await listed({ pageSize: 200 });
  const first = await ask({ pageSize: 5 });
  await clinic.append(account, clientId, frontDesk, { type: 'SignedIn', data: { role: 'admin' } });
  await clinic.project();
  const second = await ask({ pageSize: 5, cursor: first.next ?? '' });
  expect([...first.body.entries, ...second.body.entries]).toEqual(whole.slice(0, 10));
  expect(await desk.ask('listActivity', { clientId, cursor: 'made-up' }, auditor)).toEqual({
    refused: 'request.invalid',
  });
});

test('tells of one client only, and of no sign-in that belongs to none', async () => {
  const names = (await sentences({ pageSize: 200 })).join('\n');
  expect(names).not.toContain('Lakeside');
  const others = await desk.body('listActivity', { clientId: lakeside.clientId, pageSize: 200 }, lakesideAuditor);
  expect(others.entries.map(({ sentence }) => sentence)).toEqual([
    'registered Lakeside Canary.',
    expect.stringMatching(/^set the weekly schedule of Dr\. Leela Iyer: Monday, 9:00 AM to 11:00 AM; .*; 4 more\.$/),
    'added Dr. Leela Iyer.',
    'opened the department Dental.',
    'set up Lakeside Clinic.',
  ]);
});

test('the activity of one patient is a history that was read', async () => {
  desk.historiesRead.length = 0;
  await listed({ patientId: meera });
  await listed({ pocId: asha });
  expect(desk.historiesRead).toEqual([{ patientId: meera }]);
});

test('the actors are those of the client', async () => {
  expect(await desk.body('listActivityActors', { clientId }, auditor)).toEqual(
    expect.arrayContaining([frontDesk, drAsha]),
  );
  expect(await desk.body('listActivityActors', { clientId: lakeside.clientId }, auditor)).toHaveLength(1);
});

describe('cause and effect', () => {
  const relationsOf = async (eventId: string, who = auditor) =>
    (await desk.body('getActivityCauses', { clientId, eventId }, who)).map(
      ({ relation, entry }) => `${relation}: ${entry.actor.name} ${entry.sentence}`,
    );
  const entryWith = async (words: string) =>
    (await listed({ pageSize: 200 })).find(({ sentence }) => sentence.includes(words));

  test('a booking leads to all of its command, and the system’s part is shown as the system’s', async () => {
    const booking = await entryWith('booked Rohan');
    expect(await relationsOf(booking?.eventId ?? '')).toEqual([
      'sameCommand: Dayline took over the weekly hours for Nov 21 of Dr. Asha Menon.',
      'sameCommand: Front Desk 1 recorded the payment of Rohan Kulkarni, 10:00 AM, Dr. Asha Menon: Pay later.',
    ]);
  });

  test('an undo and what it undid lead to each other', async () => {
    const marked = await entryWith('marked Rohan');
    const undone = await entryWith('undid a status change');
    expect((await relationsOf(marked?.eventId ?? '')).at(-1)).toMatch(
      /^undoneBy: Dr\. Asha Menon undid a status change/,
    );
    expect((await relationsOf(undone?.eventId ?? ''))[0]).toMatch(/^undoes: Dr\. Asha Menon marked Rohan/);
  });

  test('another client’s entry has neither, as one that doesn’t exist', async () => {
    const [otherEntry] = (await desk.body('listActivity', { clientId: lakeside.clientId }, lakesideAuditor)).entries;
    expect(await relationsOf(otherEntry?.eventId ?? '')).toEqual([]);
    expect(await relationsOf('nothing')).toEqual([]);
  });
});

test('each entry has the patient’s name of then, and a correction of the name says both', async () => {
  await clinic.append(streams.patient(meera), clientId, frontDesk, {
    type: 'PatientDetailsCorrected',
    data: { name: 'Meera Rao', email: 'patient@example.org', location: 'Pune' },
  });
  await book(clinic, { patientId: meera, date: '2026-11-24', time: '10:00' });
  await clinic.append(streams.patient(meera), clientId, frontDesk, {
    type: 'PatientDetailsCorrected',
    data: { name: 'Meera Rao', email: 'patient@example.org', location: 'Delhi' },
  });
  await clinic.project();
  const words = await sentences({ patientId: meera, pageSize: 200 });
  expect(words.filter((sentence) => /correct|booked|registered/.test(sentence))).toEqual([
    'Front Desk 1 corrected the details of Meera Rao.',
    'Front Desk 1 booked Meera Rao, Nov 24, 10:00 AM, Dr. Asha Menon.',
    'Front Desk 1 corrected the name of Meera Nair to Meera Rao.',
    'Front Desk 1 booked Meera Nair, Nov 24, 9:30 AM, Dr. Asha Menon.',
    'Dayline registered Meera Nair.',
  ]);
});

test('an erased patient’s entries stand without the person', async () => {
  await clinic.append(streams.patient(rohan), clientId, frontDesk, { type: 'PatientErased', data: {} });
  await clinic.project();
  const [erased, ...before] = await sentences({ patientId: rohan, pageSize: 200 });
  expect(erased).toBe('Front Desk 1 erased a patient.');
  expect(before).toHaveLength(6);
  expect(before.join('\n')).not.toContain('Rohan');
  expect(before).toContain('Front Desk 1 booked an erased patient, 10:00 AM, Dr. Asha Menon.');
});

test('is up to date right after the first event of a quiet spell, and says how far it is where it stays behind', async () => {
  const level = (await ask()).body;
  expect(level).toMatchObject({ isLevel: true, zone: 'Asia/Kolkata' });
  const upTo = new Date(clinic.clock.now()).toISOString();
  clinic.clock.set('2026-11-22T05:00:00.000Z');
  await clinic.append(account, clientId, frontDesk, { type: 'SignedIn', data: { role: 'admin' } });
  expect((await ask()).body).toMatchObject({ isLevel: true, upTo });
  clinic.clock.set('2026-11-22T05:00:10.001Z');
  expect((await ask()).body).toMatchObject({ isLevel: false, upTo });
  // Requests that need only the activity are refused; "after an upgrade" is said only while there is none.
  const marks = (reader: typeof desk) => reader.ask('listReplayMarks', {}, auditor);
  expect(await marks(desk)).toMatchObject({ refused: 'views.behind' });
  const unbuilt = openViewReader({ ...clinic, activity: { ...clinic.activity, checkpoint: async () => null } });
  expect(await marks(unbuilt)).toMatchObject({ refused: 'views.building' });
  await clinic.project();
  expect((await ask()).body).toMatchObject({ isLevel: true, upTo: '2026-11-22T05:00:00.000Z' });
});

test('of a stranger’s many attempts it says that they are counted, and then how many there were', async () => {
  const nobody = { kind: 'system', id: 'sign-in', name: 'Sign-in' } as const;
  const until = '2026-11-23T05:10:00.000Z';
  const code = 'sign-in.refused';
  clinic.clock.set('2026-11-23T05:00:00.000Z');
  await clinic.append(account, clientId, nobody, { type: 'SignInRefused', data: { code, until } });
  await clinic.append(account, clientId, nobody, { type: 'SignInRefused', data: { code, count: 37, until } });
  await clinic.append(account, clientId, nobody, { type: 'SignInRefused', data: { code, count: 1, until } });
  await clinic.append(account, clientId, nobody, { type: 'PasswordResetRequested', data: { count: 12, until } });
  await clinic.project();
  expect(await sentences({ from: '2026-11-23', pageSize: 4 })).toEqual([
    'Somebody asked for a new password for Front Desk 1 12 more times until 10:40 AM.',
    'Somebody tried to sign in as Front Desk 1 once more until 10:40 AM.',
    'Somebody tried to sign in as Front Desk 1 37 more times until 10:40 AM.',
    'Somebody tried to sign in as Front Desk 1; further attempts until 10:40 AM are counted.',
  ]);
});
