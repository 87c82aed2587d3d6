import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { streams } from '@dayline/contracts/events/categories';
import { appointmentId, doctorDayOf } from '@dayline/contracts/ids';
import type { TestClinic } from '../testing/clinic.ts';
import { openViewReader } from '../testing/clinic-queries.ts';
import { testId } from '../testing/ids.ts';
import {
  addPatient,
  book,
  drAsha,
  frontDesk,
  identity,
  mark,
  openSunrise,
  sunrise,
  today,
} from '../testing/sunrise.ts';

let clinic: TestClinic;
let desk: ReturnType<typeof openViewReader>;
const { clientId, asha, vikram, rohan, meera } = sunrise;
const asDoctor = identity('doctor', clientId, asha);

beforeEach(async () => {
  clinic = await openSunrise();
  desk = openViewReader(clinic);
});
afterEach(() => clinic.close());

const overview = (past?: number) =>
  desk.body('getPatientOverview', { userId: rohan, ...(past !== undefined && { past }) });
const setFee = (fee: number) =>
  clinic.append(streams.doctor(asha), clientId, drAsha, { type: 'ConsultationFeeSet', data: { fee } });
const timesOf = (visits: readonly { readonly date: string; readonly time: string }[]) =>
  visits.map(({ date, time }) => `${date} ${time}`);

test('a patient’s visits with all doctors: what comes, the next first, and what was, the newest first', async () => {
  const on = (days: number) => addDays(today, days);
  await setFee(50_000);
  await book(clinic, { date: on(3), pocId: vikram, payment: 'Paid' });
  await book(clinic, { date: today, time: '10:30' });
  await book(clinic, { date: on(-1) });
  await mark(clinic, await book(clinic, { date: on(-9) }), 'Availed');
  await mark(clinic, await book(clinic, { date: on(-20) }), 'Not_Availed');
  await mark(clinic, await book(clinic, { date: on(-365), pocId: vikram }), 'Not_Availed');
  await mark(clinic, await book(clinic, { date: on(5) }), 'Cancelled');
  // Today's appointment has a status already, so it is no longer upcoming.
  await mark(clinic, await book(clinic, { date: today, time: '09:00', pocId: vikram }), 'Availed');
  await book(clinic, { patientId: meera });
  await clinic.project();

  const { upcoming, past, ...rest } = await overview();
  expect(rest).toMatchObject({ userId: rohan, name: 'Rohan Kulkarni', erased: false, today, isCut: false });
  expect([upcoming.total, timesOf(upcoming.visits)]).toEqual([2, [`${today} 10:30`, `${on(3)} 10:00`]]);
  expect(upcoming.visits[1]).toMatchObject({
    pocId: vikram,
    pocName: 'Dr. Vikram Rao',
    money: { amount: null },
    payment: 'Paid',
  });
  expect(timesOf(past.visits)).toEqual(
    [`${on(5)} 10:00`, `${today} 09:00`, `${on(-1)} 10:00`, `${on(-9)} 10:00`].concat([
      `${on(-20)} 10:00`,
      `${on(-365)} 10:00`,
    ]),
  );
  expect(past).toMatchObject({ total: 6, visited: 2, notVisited: 2, cancelled: 1, since: on(-365) });
  // The one a year ago is older than 12 months.
  expect(rest.noShows).toBe(1);
  // Owed: today's two, yesterday's and the visited one. Two are at a doctor without a fee or paid.
  expect(timesOf(rest.unpaid.visits)).toEqual([
    `${on(-9)} 10:00`,
    `${on(-1)} 10:00`,
    `${today} 09:00`,
    `${today} 10:30`,
  ]);
  expect(rest.unpaid).toMatchObject({ total: 4, fees: '1500.00', withoutFee: 1 });

  const few = await overview(2);
  expect([few.past.visits.length, few.past.total]).toEqual([2, 6]);
});

test('a doctor sees own visits and no others, in every figure', async () => {
  await book(clinic, { pocId: vikram });
  await mark(clinic, await book(clinic, { date: addDays(today, -2) }), 'Not_Availed');
  await mark(clinic, await book(clinic, { date: addDays(today, -3), pocId: vikram }), 'Not_Availed');
  await clinic.project();
  const seen = await desk.body('getPatientOverview', { userId: rohan }, asDoctor);
  expect(seen).toMatchObject({ upcoming: { total: 0, visits: [] }, past: { total: 1, notVisited: 1 }, noShows: 1 });
  expect(seen.unpaid.total).toBe(0);
  expect(JSON.stringify(seen)).not.toContain(vikram);
});

test('the family: the others on the phone with what comes next, to a doctor the own patients alone', async () => {
  const [anil, ishita] = [testId(35), testId(36)];
  await addPatient(clinic, clientId, anil, 'Anil Nair', '919876543211');
  await addPatient(clinic, clientId, ishita, 'Ishita Nair', '919876543211');
  await mark(clinic, await book(clinic, { patientId: anil, date: addDays(today, -4) }), 'Availed');
  await book(clinic, { patientId: anil, date: addDays(today, 2) });
  await book(clinic, { patientId: anil, date: addDays(today, 1) });
  await book(clinic, { patientId: ishita, pocId: vikram, time: '09:30' });
  await book(clinic, { patientId: meera });
  await clinic.project();
  const { people } = await desk.body('getPatientFamily', { userId: meera });
  expect(people.map(({ userId, next, lastVisit }) => [userId, next?.date, lastVisit])).toEqual([
    [anil, addDays(today, 1), addDays(today, -4)],
    [ishita, today, null],
  ]);
  const seen = await desk.body('getPatientFamily', { userId: meera }, asDoctor);
  expect(seen.people.map(({ userId }) => userId)).toEqual([anil]);
  expect((await desk.body('getPatientFamily', { userId: rohan })).people).toEqual([]);
});

test('an erased person is nobody: no name, no family, no visits', async () => {
  await addPatient(clinic, clientId, testId(35), 'Anil Kulkarni', '919876543210');
  await book(clinic);
  await clinic.append(streams.patient(rohan), clientId, frontDesk, { type: 'PatientErased', data: {} });
  await clinic.project();
  expect(await overview()).toMatchObject({
    ...{ name: null, phone: null, email: null, location: null, erased: true },
    ...{ upcoming: { total: 0 }, past: { total: 0, since: null }, unpaid: { total: 0 } },
  });
  expect((await desk.body('getPatientFamily', { userId: rohan })).people).toEqual([]);
});

test('what tells people of one name apart, with today’s age', async () => {
  const kavya = testId(37);
  const identity = { uhid: '240017', sex: 'female', bornOn: '1981-11-21', ageText: null };
  const further = { guardianRelation: 'husband', guardianName: 'Ravi Nair', phoneNote: 'son' };
  const contact = { clientId, name: 'Kavya Nair', phone: '919876543211', email: null, location: null };
  const data = { ...contact, ...identity, ...further };
  await clinic.append(streams.patient(kavya), clientId, frontDesk, { type: 'PatientRegistered', data });
  await clinic.project();
  const shown = { uhid: '240017', sex: 'female', age: { count: 45, unit: 'years' } };
  const { body } = await desk.reply('getPatientOverview', { userId: kavya });
  expect(body).toMatchObject({ ...further, bornOn: '1981-11-21', identity: shown, email: null });
  expect(body).not.toHaveProperty('emailOptional');
  const { people } = await desk.body('getPatientFamily', { userId: meera });
  expect(people).toMatchObject([{ userId: kavya, identity: shown }]);
  expect(await overview()).not.toHaveProperty('identity');
});

test('a visit says where it was before, without what an undo took back, who is there, and where it is being moved', async () => {
  const visit = await book(clinic, { date: today, time: '10:30' });
  const day = (pocId: string, date: string) => streams.doctorDay(pocId, date);
  const [first, second] = [visit.appointmentId, appointmentId(vikram, addDays(today, 2), testId(801))];
  const away = (from: string, to: string, undoneEventId: string | null = null) => {
    const { pocId, date } = doctorDayOf(from);
    const change = { ...visit.change, appointmentId: from, statusBefore: 'Confirmed', statusAfter: 'Moved' } as const;
    return clinic.append(day(pocId, date), clientId, frontDesk, {
      type: 'AppointmentMovedAway',
      data: { ...change, moveId: testId(900), to, visitId: first, undoneEventId },
    });
  };
  const comes = (id: string) => {
    const { pocId, date } = doctorDayOf(id);
    const change = {
      ...visit.change,
      appointmentId: id,
      time: '09:30',
      statusBefore: null,
      statusAfter: 'Confirmed',
    } as const;
    return clinic.append(day(pocId, date), clientId, frontDesk, {
      type: 'AppointmentBooked',
      data: { ...change, branchId: 0 },
    });
  };
  await away(first, second);
  await comes(second);
  await clinic.project();
  const { upcoming } = await overview();
  expect(upcoming.visits).toMatchObject([
    {
      appointmentId: second,
      moves: [{ date: today, time: '10:30', pocName: 'Dr. Asha Menon', movedBy: frontDesk.name }],
    },
  ]);
  const { pocId, date } = doctorDayOf(second);
  await clinic.append(day(pocId, date), clientId, frontDesk, {
    type: 'AppointmentMoveStarted',
    data: {
      ...{ moveId: testId(901), appointmentId: second, patientId: rohan, to: first, toTime: '11:00' },
      ...{ reason: null, undoneEventId: null },
    },
  });
  await clinic.project();
  expect((await overview()).upcoming.visits[0]?.movingTo).toMatchObject({ pocId: asha, date: today, time: '11:00' });
});

test('who is there is reported by token and time, and found by the token', async () => {
  const visit = await book(clinic, { date: today, time: '10:30' });
  await book(clinic, { date: today, time: '09:00', patientId: meera });
  const arrived = { appointmentId: visit.appointmentId, patientId: rohan, token: 12, arrivedAt: '09:35' };
  await clinic.append(visit.stream, clientId, frontDesk, { type: 'PatientArrived', data: arrived });
  await clinic.project();
  expect((await overview()).upcoming.visits[0]?.presence).toMatchObject({ token: 12, call: null });
  const found = (search: string, as = identity('admin', clientId)) =>
    desk.body('searchPatients', { clientId, search }, as).then(({ people }) => people);
  expect(await found('12')).toMatchObject([
    { name: 'Rohan Kulkarni', token: { number: 12, pocName: 'Dr. Asha Menon' } },
  ]);
  expect(await found('12', identity('doctor', clientId, vikram))).toEqual([]);
  expect((await found('rohan'))[0]?.token?.number).toBe(12);
  // Ten minutes past, Meera is late; Rohan is there.
  clinic.clock.set('2026-11-21T06:00:00.000Z');
  expect((await desk.body('getDayPictureOfClient', { clientId })).todayLate).toBe(1);
  await mark(clinic, visit, 'Availed');
  await clinic.project();
  expect(await found('12')).toEqual([]);
});
