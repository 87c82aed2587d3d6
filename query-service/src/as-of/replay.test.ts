import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { latestPosition } from '@dayline/contracts/endpoints/audit/as-of';
import { streams } from '@dayline/contracts/events/categories';
import { personOf } from '@dayline/http/caller';
import { activityOf } from '../activity/activity.ts';
import type { TestClinic } from '../testing/clinic.ts';
import { openViewReader } from '../testing/clinic-queries.ts';
import {
  addDoctor,
  book,
  frontDesk,
  identity,
  lakeside,
  mark,
  openSunrise,
  setSchedule,
  sunrise,
  today,
  undo,
} from '../testing/sunrise.ts';
import { openTurns, replayQueue } from '../turns/turns.ts';
import { marksOf } from './marks.ts';

const { clientId, asha, vikram, cardiology, rohan } = sunrise;
const auditor = identity('auditor', clientId);
const doctorToCome = '01J00000000000000000000024';

let clinic: TestClinic;
let desk: ReturnType<typeof openViewReader>;
/** The board's patients and statuses, as taken live after each step. */
const taken: { readonly at: string; readonly board: unknown }[] = [];
const minuteOf = (minute: number): string =>
  new Date(Date.parse('2026-11-21T05:00:00.000Z') + minute * 60_000).toISOString();

const liveBoard = async () => {
  await clinic.project();
  return desk.body('listTodaysAppointmentsOfClient', { clientId }, auditor);
};
const boardAt = async (minute: number, more: { readonly pocId?: string } = {}) =>
  desk.body('getBoardAsOf', { at: minuteOf(minute), ...more }, auditor);

const failed = (): never => {
  throw new Error('No upcoming appointments.');
};

beforeAll(async () => {
  clinic = await openSunrise();
  desk = openViewReader(clinic);
  const step = async (act: () => Promise<unknown>) => {
    clinic.clock.set(minuteOf(taken.length));
    await act();
    taken.push({ at: minuteOf(taken.length), board: await liveBoard() });
  };
  let booked: Awaited<ReturnType<typeof book>> | undefined;
  let marked = '';
  const bookedEvent = () => booked ?? failed();
  await step(async () => {
    booked = await book(clinic);
  });
  await step(async () => {
    marked = await mark(clinic, bookedEvent(), 'Not_Availed');
  });
  await step(() => undo(clinic, bookedEvent(), marked, 'Not_Availed'));
  await step(() => mark(clinic, bookedEvent(), 'Availed'));
  // What changed afterwards: names, hours, another doctor, an erased patient.
  clinic.clock.set(minuteOf(10));
  const revised = { qualification: null, location: null, experienceYears: null, contactNumber: null };
  await clinic.append(streams.doctor(asha), clientId, frontDesk, {
    type: 'DoctorProfileRevised',
    data: { name: 'Dr. Asha Menon-Rao', ...revised },
  });
  await setSchedule(clinic, clientId, vikram, [
    {
      day: 'Saturday',
      timeIntervals: [{ startTime: '15:00', endTime: '16:00', appointmentsPerSlot: 1, slotDuration: 30 }],
    },
  ]);
  await clinic.append(streams.department(cardiology), clientId, frontDesk, {
    type: 'DepartmentRenamed',
    data: { name: 'Heart' },
  });
  await addDoctor(clinic, clientId, cardiology, doctorToCome, 'Dr. Newly Added');
  await book(clinic, { clientId: lakeside.clientId, pocId: lakeside.leela, patientId: lakeside.canary });
  await clinic.append(streams.account(frontDesk.id), clientId, frontDesk, {
    type: 'SignedIn',
    data: { role: 'admin' },
  });
  await clinic.project();
});
afterAll(() => clinic.close());

test('the board at each moment is the one that was shown then', async () => {
  // The doctor's name has changed since: the board shows the earlier one.
  for (const { at, board } of taken) {
    const { cards, asOf } = await desk.body('getBoardAsOf', { at }, auditor);
    expect(cards).toEqual(board);
    expect(asOf).toMatchObject({ instant: at, date: '2026-11-21', zone: 'Asia/Kolkata' });
    // The position gives the same result.
    const { instant, ...same } = (await desk.body('getBoardAsOf', { position: asOf.position }, auditor)).asOf;
    expect({ instant, ...same }).toEqual(asOf);
  }
  expect((await boardAt(11)).cards).toMatchObject([{ POC_Name: 'Dr. Asha Menon-Rao' }]);
  expect((await desk.body('getBoardAsOf', { at: '2020-01-01T00:00:00.000Z' }, auditor)).cards).toEqual([]);
});

describe.each([
  { instant: '1900-01-01T00:00:00Z', before: '1899-12-31T23:59:59Z', date: '1800-01-01', dateBefore: '1799-12-31' },
  { instant: '7999-12-31T23:59:59Z', before: '8000-01-01T00:00:00Z', date: '8999-12-31', dateBefore: '9000-01-01' },
])('at the ends of the years that can be asked for ($instant, $date)', ({ instant, before, date, dateBefore }) => {
  const month = instant.slice(0, 7);
  test.each([
    ['getBoardAsOf', { at: instant }, { at: before }],
    ['getDashboardAsOf', { at: instant }, { at: before }],
    ['getAvailabilityAsOf', { pocId: asha, date }, { pocId: asha, date: dateBefore }],
    ['listAppointmentsAsOf', { at: instant, date }, { date: dateBefore }],
    ['listReplayMarks', { date, around: instant }, { date: dateBefore }],
    ['getReport', { at: instant, month }, { month: before.slice(0, 7) }],
    ['countActivity', { clientId, date }, { clientId, date: dateBefore }],
    ['listActivity', { clientId, from: date, to: date }, { clientId, to: dateBefore }],
  ] as const)('%s answers, and refuses one beyond', async (name, within, beyond) => {
    expect(await desk.ask(name, within, auditor)).toHaveProperty('body');
    await expect(desk.ask(name, beyond, auditor)).rejects.toThrow(/year from 1[89]00 to [78]999/);
  });
});

test('hours, names and doctors are those of then', async () => {
  const slotsAt = async (minute: number) =>
    (await desk.body('getAvailabilityAsOf', { at: minuteOf(minute), pocId: vikram }, auditor)).slots;
  expect((await slotsAt(5)).map(({ time }) => time)).toEqual(['09:00', '09:30', '10:00', '10:30']);
  expect((await slotsAt(11)).map(({ time }) => time)).toEqual(['15:00', '15:30']);
  const details = (minute: number) =>
    desk.body('listAppointmentsAsOf', { at: minuteOf(minute), date: '2026-11-21' }, auditor);
  expect((await details(5)).appointments).toMatchObject([{ POCName: 'Dr. Asha Menon', Specialization: 'Cardiology' }]);
  expect((await details(11)).appointments).toMatchObject([{ POCName: 'Dr. Asha Menon-Rao' }]);
  const countsAt = async (minute: number) =>
    (await desk.body('getDashboardAsOf', { at: minuteOf(minute) }, auditor)).counts;
  expect(await countsAt(1)).toMatchObject({ doctors: 2, byStatus: { Confirmed: 0, Not_Availed: 1 } });
  expect(await countsAt(3)).toMatchObject({ doctors: 2, byStatus: { Availed: 1, Not_Availed: 0 } });
  expect(await countsAt(11)).toMatchObject({ doctors: 3, departments: 1 });
  // The doctor was added later.
  const request = { at: minuteOf(5), pocId: doctorToCome };
  expect(await desk.ask('getBoardAsOf', request, auditor)).toMatchObject({ refused: 'doctor.unknown' });
});

test('a full date says that it can be overbooked as the live one does, until the limit was set to none', async () => {
  const own = await openSunrise();
  const reader = openViewReader(own);
  const date = addDays(today, 1);
  own.clock.set(minuteOf(0));
  for (const time of ['09:00', '09:30', '10:00', '10:30']) {
    await book(own, { date, time });
    await book(own, { date, time });
  }
  own.clock.set(minuteOf(5));
  await own.append(streams.client(clientId), clientId, frontDesk, {
    type: 'OverbookingLimitSet',
    data: { overbookPerSlot: 0 },
  });
  own.clock.set(minuteOf(10));
  await own.project();
  const live = await reader.body('listDatesWithAvailability', { pocId: asha }, auditor);
  const datesAt = async (minute: number) =>
    (await reader.body('getAvailabilityAsOf', { at: minuteOf(minute), pocId: asha }, auditor)).dates;
  const full = { Schedule_Date: date, active_status: 'available', free: 0 };
  expect(live.find((day) => day.Schedule_Date === date)).toEqual(full);
  expect(await datesAt(10)).toEqual(live);
  expect((await datesAt(4)).find((day) => day.Schedule_Date === date)).toEqual({ ...full, overbook: true });
  await own.close();
});

test('the entries around the moment are the changes before and after it', async () => {
  const { around, asOf } = await boardAt(1, { pocId: asha });
  expect(around.map(({ type, position }) => [type, position <= asOf.position])).toEqual([
    ['SlotsPlanned', true],
    ['AppointmentBooked', true],
    ['AppointmentPaymentRecorded', true],
    ['AppointmentMarkedNotVisited', true],
    ['AppointmentMarkUndone', false],
    ['AppointmentMarkedVisited', false],
    ['DoctorProfileRevised', false],
  ]);
});

test('the marks of a day are what changed the boards of the client or of a doctor', async () => {
  const { marks, earlier, later, date } = await desk.body('listReplayMarks', {}, auditor);
  expect({ earlier, later, date }).toEqual({ earlier: false, later: false, date: '2026-11-21' });
  // An instant of another day has no effect if the day's marks all fit.
  const around = '2020-01-01T00:00:00.000Z';
  expect(await desk.body('listReplayMarks', { date, around }, auditor)).toEqual(
    await desk.body('listReplayMarks', {}, auditor),
  );
  const types = marks.map(({ type }) => type);
  expect(types).toContain('DepartmentRenamed');
  expect(types).not.toContain('SignedIn');
  expect(marks.map(({ position }) => position)).toEqual(marks.map(({ position }) => position).sort());
  const ashaMarks = await desk.body('listReplayMarks', { date, pocId: asha }, auditor);
  expect(ashaMarks.marks.find(({ type }) => type === 'AppointmentMarkedNotVisited')).toMatchObject({
    recordedAt: minuteOf(1),
    outcome: 'undone',
  });
  expect(ashaMarks.marks.map(({ type }) => type)).not.toContain('DepartmentRenamed');
  expect((await desk.body('listReplayMarks', { date: '2026-11-19' }, auditor)).marks).toEqual([]);
});

test('of a day with more marks than fit: the first, or those around an instant, and that there are more', async () => {
  const deps = { activity: activityOf(clinic.activity, clinic.sealedLog, clinic), clientId, pocId: asha };
  const pauseBetween = async () => undefined;
  const read = (around: string | undefined, most: number) =>
    marksOf(deps, { date: '2026-11-21', zone: 'Asia/Kolkata', around, most, pauseBetween });
  const all = (await read(undefined, 100)).marks;
  expect(all.length).toBeGreaterThan(6);
  const known = (marks: typeof all) => marks.map(({ position }) => all.findIndex((mark) => mark.position === position));
  const first = await read(undefined, 4);
  expect([known(first.marks), first.earlier, first.later]).toEqual([[0, 1, 2, 3], false, true]);
  // Each mark of minutes 1 to 3 has its own instant.
  const inside = await read(minuteOf(2), 2);
  const undone = all.findIndex(({ recordedAt }) => recordedAt === minuteOf(2));
  expect([known(inside.marks), inside.earlier, inside.later]).toEqual([[undone, undone + 1], true, true]);
  expect((await read(minuteOf(2), all.length)).marks).toEqual(all);
  const last = await read('2026-11-21T18:29:59.999Z', 4);
  expect([known(last.marks), last.earlier, last.later]).toEqual([
    [4, 3, 2, 1].map((fromEnd) => all.length - fromEnd),
    true,
    false,
  ]);
});

test('another client’s auditor sees nothing of it', async () => {
  const otherAuditor = identity('auditor', lakeside.clientId);
  for (const minute of [1, 3, 11]) {
    const moment = { at: minuteOf(minute) };
    expect(JSON.stringify(await desk.body('getBoardAsOf', moment, otherAuditor))).not.toContain('Rohan');
    expect((await desk.body('getDashboardAsOf', moment, otherAuditor)).counts.doctors).toBe(1);
    // The claim is refused first; without it there would still be no such doctor.
    const foreign = { ...moment, pocId: asha };
    expect(await desk.ask('getBoardAsOf', foreign, otherAuditor)).toMatchObject({ refused: 'doctor.unknown' });
    expect(await desk.ask('getAvailabilityAsOf', foreign, otherAuditor)).toMatchObject({ refused: 'doctor.unknown' });
  }
  const { marks } = await desk.body('listReplayMarks', {}, otherAuditor);
  expect(marks.filter(({ type }) => type === 'AppointmentMarkedVisited')).toEqual([]);
});

test('an opening is recorded with the day that was read, the moment and the doctor', async () => {
  desk.historiesRead.length = 0;
  await boardAt(1);
  await boardAt(2);
  await boardAt(1, { pocId: asha });
  await desk.body('getDashboardAsOf', { at: minuteOf(3) }, auditor);
  await desk.body('listAppointmentsAsOf', { at: minuteOf(3), date: '2026-11-18' }, auditor);
  const asOf = (minute: number) => new Date(minuteOf(minute)).toISOString();
  expect(desk.historiesRead).toEqual([
    { date: '2026-11-21', asOf: asOf(1) },
    { date: '2026-11-21', asOf: asOf(2) },
    { date: '2026-11-21', asOf: asOf(1), pocId: asha },
    { date: '2026-11-21', asOf: asOf(3) },
    { date: '2026-11-18', asOf: asOf(3) },
  ]);
  const subjects = [
    { date: '2026-11-21' },
    { date: '2026-11-21', pocId: vikram },
    { date: '2026-11-18', asOf: '2026-11-25T10:32:00.000Z' },
    { list: 'appointments', date: '2026-11-18', search: 'yes' },
    { list: 'patients' },
    { list: 'check' },
    { patientId: vikram },
  ];
  for (const subject of subjects) {
    await clinic.append(streams.account(auditor.accountId), clientId, frontDesk, {
      type: 'HistoryRead',
      data: { subject },
    });
  }
  await clinic.project();
  const { entries } = await desk.body('listActivity', { clientId, action: 'read' }, auditor);
  expect(entries.map(({ sentence }) => sentence).sort()).toEqual([
    'checked the log.',
    'listed the appointments, Nov 18, found by name.',
    'listed the patients.',
    expect.stringMatching(/^read the history of /),
    'replayed the board of Dr. Vikram Rao, Nov 21.',
    'replayed the boards of Nov 18 as of Nov 25, 4:02 PM.',
    'replayed the boards of Nov 21.',
  ]);
});

test('an erased patient’s board still stands, without the person, even while the key is still there', async () => {
  // An event that changes no row: the erased person's later row says nothing of which events did.
  clinic.clock.set(minuteOf(15));
  await clinic.append(streams.patient(rohan), clientId, frontDesk, { type: 'PatientRemovalStarted', data: {} });
  const [{ at } = failed()] = await liveBoard();
  clinic.clock.set(minuteOf(20));
  await clinic.append(streams.patient(rohan), clientId, frontDesk, { type: 'PatientErased', data: {} });
  await clinic.project();
  expect((await boardAt(15)).cards).toMatchObject([{ at }]);
  const { cards } = await boardAt(1);
  expect(cards).toMatchObject([{ Status: 'Not_Availed', PatientName: null }]);
  const { appointments } = await desk.body('listAppointmentsAsOf', { at: minuteOf(1) }, auditor);
  expect(appointments).toMatchObject([{ UserName: null, UserContact: null, UserLocation: null }]);
});

const callerOf = (clientId: string, accountId: string, signal?: AbortSignal) =>
  ({
    caller: personOf({ identity: { ...auditor, accountId, clientId }, tokenHash: '' }),
    ...(signal && { signal }),
  }) as const;

test("one client's auditor can't take the replays of another's, and an account has its bound", async () => {
  const { inTurn } = replayQueue();
  let finish: (() => void) | undefined;
  const order: string[] = [];
  const first = inTurn(
    callerOf('a', 'eager'),
    () =>
      new Promise<void>((resolve) => {
        finish = resolve;
      }),
  );
  const mine = Array.from({ length: 7 }, (_, index) =>
    inTurn(callerOf('a', 'eager'), async () => {
      order.push(`a${index}`);
      if (index === 3) throw new Error('a fault of one');
    }),
  );
  const tooMany = await inTurn(callerOf('a', 'eager'), async () => order.push('too many'));
  expect(tooMany).toMatchObject({ refused: 'replay.busy', retryAfter: 1 });
  const theirs = inTurn(callerOf('b', 'other'), async () => order.push('b'));
  expect(order).toEqual([]);
  finish?.();
  await Promise.all([first, theirs]);
  expect(order.indexOf('b')).toBeLessThanOrEqual(1);
  const ended = await Promise.allSettled(mine);
  expect(ended.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([3]);
  expect(order.filter((name) => name !== 'b')).toEqual(Array.from({ length: 7 }, (_, index) => `a${index}`));
  expect(await inTurn(callerOf('a', 'eager'), async () => 'free again')).toBe('free again');
});

test('a replay that nobody waits for is not begun, and one under way ends at its next step', async () => {
  const { inTurn } = replayQueue();
  const [waits, runs] = [new AbortController(), new AbortController()];
  const steps: string[] = [];
  const underWay = inTurn(callerOf('a', 'one', runs.signal), async () => {
    const pauseBetween = openTurns(runs.signal);
    await pauseBetween();
    steps.push('first');
    runs.abort(new Error('gone'));
    await pauseBetween();
    steps.push('second');
  });
  const waiting = inTurn(callerOf('a', 'one', waits.signal), async () => steps.push('never'));
  waits.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  await expect(underWay).rejects.toThrow('gone');
  expect(steps).toEqual(['first']);
});

test('a position that the log does not have is refused, and names its field', async () => {
  const { position } = (await boardAt(1)).asOf;
  // A position of all nines means everything known.
  expect((await desk.body('getBoardAsOf', { position: latestPosition }, auditor)).asOf.position > position).toBe(true);
  for (const unknown of ['9999999999999998', '00000000000000001852-00000000000000001852']) {
    const refused = (field: string) => ({ refused: 'request.invalid', details: { fields: [{ field }] } });
    const requests = { month: '2026-11', position: unknown };
    expect(await desk.ask('getBoardAsOf', { position: unknown }, auditor)).toMatchObject(refused('position'));
    expect(await desk.ask('getReport', requests, auditor)).toMatchObject(refused('position'));
    expect(await desk.ask('exportReportCsv', requests, auditor)).toMatchObject(refused('position'));
    const later = { month: '2026-11', position, with: unknown };
    expect(await desk.ask('getReport', later, auditor)).toMatchObject(refused('with'));
  }
});
