import { newUlid } from '@dayline/runtime/ids/ulid';
import { readAfter, type SignedIn } from '../../testing/http-caller.ts';
import { hours, type StartedClinic, sharedClinic } from '../../testing/started-clinic.ts';

/** The page of a patient: who may read it, and how much of it. */

let clinic: StartedClinic;
/**
 * A family: the first goes to Dr. Asha Menon and to a colleague, the second to the colleague, the third to no doctor.
 */
let ids: { ofBoth: string; ofColleague: string; unbooked: string; foreign: string; nobody: string };
let colleague: string;
let position: string;

beforeAll(async () => {
  clinic = await sharedClinic();
  const { admin, stranger, clientId, inDays } = clinic;
  colleague = await clinic.newDoctor(hours('09:00', '12:00'));
  const asha = clinic.doctor.user.pocId ?? '';
  const family = { phone: '919000000091', email: 'p@x.example', location: 'Pune' };
  const save = async (by: SignedIn, name: string) =>
    (await by.call('saveUser', { ...family, name, clientId: by.user.clientId })).reply().userId;
  const [ofBoth, ofColleague, unbooked] = [
    await save(admin, 'Meera Pagecanary'),
    await save(admin, 'Anil Pagecanary'),
    await save(admin, 'Ishita Pagecanary'),
  ];
  const foreign = await save(stranger, 'Zephyra Pagecanary');
  ids = { ofBoth, ofColleague, unbooked, foreign, nobody: newUlid({ now: Date.now }) };
  const book = async (userId: string, pocId: string, days: number, time: string) => {
    const place = { userId, pocId, date: inDays(days), time, clientId };
    const more = { type: 'Direct Consultation', paymentStatus: 'Pay_later' } as const;
    return (await admin.call('createAppointment', { ...place, ...more })).reply().position ?? '';
  };
  await book(ofBoth, asha, 40, '09:00');
  await book(ofBoth, colleague, 41, '09:00');
  position = await book(ofColleague, colleague, 42, '10:00');
});
const overview = (by: SignedIn, userId: string) => by.call('getPatientOverview', { userId }, readAfter(position));
const family = (by: SignedIn, userId: string) => by.call('getPatientFamily', { userId }, readAfter(position));

test('who may read whose page: the whole of it, own visits, or nothing at all', async () => {
  const { admin, auditor, doctor, stranger } = clinic;
  const readers = { admin, auditor, doctor, stranger };
  /** How many upcoming visits each sees, or the refusal. */
  const seen: Record<string, Record<string, number | string>> = {};
  for (const [who, reader] of Object.entries(readers)) {
    seen[who] = {};
    for (const [whose, userId] of Object.entries(ids)) {
      const answers = [await overview(reader, userId), await family(reader, userId)] as const;
      const [{ status }, others] = answers;
      expect(others.status).toBe(status);
      if (status === 200) {
        seen[who][whose] = answers[0].reply().upcoming.total;
        continue;
      }
      seen[who][whose] = `${status} ${answers[0].failure().code}`;
      for (const answer of answers) expect(JSON.stringify(answer.failure())).not.toMatch(/Pagecanary|919000000091/);
    }
  }
  const foreign = '403 access.foreign';
  const ofClient = { ofBoth: 2, ofColleague: 1, unbooked: 0, foreign, nobody: foreign };
  expect(seen).toEqual({
    admin: ofClient,
    auditor: ofClient,
    doctor: { ofBoth: 1, ofColleague: foreign, unbooked: foreign, foreign, nobody: foreign },
    stranger: { ofBoth: foreign, ofColleague: foreign, unbooked: foreign, foreign: 0, nobody: foreign },
  });
});

test('who may read which slip: those of the client, a doctor own ones; any other is named to nobody', async () => {
  const { admin, auditor, doctor, stranger } = clinic;
  const visits = (await overview(admin, ids.ofBoth)).reply().upcoming.visits;
  const [own, otherId] = visits.map(({ appointmentId }) => appointmentId);
  const seen = await Promise.all(
    [admin, auditor, doctor, stranger].flatMap((reader) =>
      [own, otherId].map(async (appointmentId = '') => {
        const answer = await reader.call('getSlip', { appointmentId });
        if (answer.status === 200) return answer.reply().patientName;
        expect(JSON.stringify(answer.failure())).not.toMatch(/Pagecanary|919000000091/);
        return `${answer.status} ${answer.failure().code}`;
      }),
    ),
  );
  const [name, foreign] = ['Meera Pagecanary', '403 access.foreign'];
  expect(seen).toEqual([name, name, name, name, name, foreign, foreign, foreign]);
  const missing = await admin.call('getSlip', { appointmentId: `${own?.slice(0, 36)}${newUlid({ now: Date.now })}` });
  expect([missing.status, missing.failure().code]).toEqual([404, 'appointment.unknown']);
});

test('a doctor’s answer has nothing of a colleague’s, and no family beyond own patients', async () => {
  const answers = [await overview(clinic.doctor, ids.ofBoth), await family(clinic.doctor, ids.ofBoth)];
  for (const answer of answers) expect(JSON.stringify(answer.reply())).not.toContain(colleague);
  expect((await family(clinic.doctor, ids.ofBoth)).reply().people).toEqual([]);
  const people = (await family(clinic.admin, ids.ofBoth)).reply().people;
  expect(people.map(({ userId, next }) => [userId, next?.pocId])).toEqual([
    [ids.ofColleague, colleague],
    [ids.unbooked, undefined],
  ]);
});

test('a search finds the client’s people, a doctor’s own ones, and nobody of another client', async () => {
  const { admin, auditor, doctor, stranger, clientId } = clinic;
  const found = async (by: SignedIn, search: string, of = by.user.clientId) => {
    const answer = await by.call('searchPatients', { clientId: of, search }, readAfter(position));
    return answer.status === 200 ? answer.reply().people.map(({ userId }) => userId) : answer.failure().code;
  };
  const { ofBoth, ofColleague, unbooked, foreign } = ids;
  for (const by of [admin, auditor]) {
    expect(await found(by, 'pagecanry')).toEqual([ofColleague, unbooked, ofBoth]);
    expect(await found(by, '+91 90000 00091')).toEqual([ofColleague, unbooked, ofBoth]);
  }
  expect([await found(doctor, 'pagecanary'), await found(doctor, 'anil pagecanary')]).toEqual([[ofBoth], []]);
  expect([await found(stranger, 'pagecanary'), await found(stranger, '9000000091')]).toEqual([[foreign], [foreign]]);
  expect(await found(stranger, 'pagecanary', clientId)).toBe('access.foreign');
});

test('a search of any text is answered, and of more than 200 characters in words', async () => {
  const { admin, clientId } = clinic;
  for (const search of ['', '\ud800', '☃😀👩‍⚕️', 'محمد', 'y'.repeat(200)]) {
    expect((await admin.call('searchPatients', { clientId, search })).reply().people).toEqual([]);
  }
  // Whom they find depends on the demo's names.
  for (const search of ['ज्योति', 'கார்', 'രമേ', 'సుధీర్', 'NEAR("']) {
    expect((await admin.call('searchPatients', { clientId, search })).status).toBe(200);
  }
  const long = (await admin.call('searchPatients', { clientId, search: 'x'.repeat(15_000) })).failure();
  const message = 'A search has at most 200 characters.';
  expect(long).toMatchObject({ code: 'request.invalid', details: { fields: [{ field: 'search', message }] } });
  const tooLarge = (await admin.call('searchPatients', { clientId, search: 'x'.repeat(17_000) })).failure();
  expect(tooLarge).toMatchObject({ code: 'request.too-large', message: 'The request is too large.' });
});

test('nobody without a session, and nothing but an id', async () => {
  expect((await clinic.nobody.call('getPatientOverview', { userId: ids.ofBoth })).status).toBe(401);
  const answer = await clinic.admin.call('getPatientOverview', { userId: 'Meera' });
  expect(answer.failure()).toMatchObject({ code: 'request.invalid' });
});

test('the same patient at the same time is refused with the visit that is there; Idempotency-Keys stay theirs', async () => {
  const { admin, clientId, inDays } = clinic;
  const place = { userId: ids.unbooked, pocId: colleague, date: inDays(50), time: '11:00', clientId };
  const request = { ...place, type: 'Direct Consultation', paymentStatus: 'Paid' } as const;
  const key = { 'Idempotency-Key': 'booked-once-already' };
  const first = await admin.call('createAppointment', request, key);
  const { appointmentId } = first.reply();
  const again = await admin.call('createAppointment', request);
  expect([again.status, again.failure()]).toMatchObject([
    409,
    {
      code: 'patient.already-booked',
      message: 'This patient already has an appointment at this time.',
      details: { visit: { appointmentId, pocId: colleague, date: place.date, time: '11:00' } },
    },
  ]);
  expect((await admin.call('createAppointment', request, key)).reply()).toEqual(first.reply());

  // Once cancelled, the slot is free for the others again; then the first visit can't be restored along with the
  // second.
  const cancelled = await admin.call('updateAppointmentStatusAsAdmin', { appointmentId, status: 'Cancelled' });
  const second = (await admin.call('createAppointment', request)).reply();
  const undo = cancelled.reply().eventId ?? '';
  const undone = await admin.call('updateAppointmentStatusAsAdmin', { appointmentId, status: 'Confirmed', undo });
  const corrected = await admin.call('correctAppointmentStatus', { appointmentId, status: 'Confirmed', reason: 'x' });
  for (const refused of [undone, corrected]) {
    expect([refused.status, refused.failure()]).toMatchObject([
      409,
      { code: 'patient.already-booked', details: { visit: { appointmentId: second.appointmentId } } },
    ]);
  }
});
