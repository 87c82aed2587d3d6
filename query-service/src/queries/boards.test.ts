import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { streams } from '@dayline/contracts/events/categories';
import type { TestClinic } from '../testing/clinic.ts';
import { openViewReader } from '../testing/clinic-queries.ts';
import { testId } from '../testing/ids.ts';
import {
  addPatient,
  book,
  drAsha,
  frontDesk,
  identity,
  lakeside,
  mark,
  mornings,
  openSunrise,
  sunrise,
  today,
  undo,
} from '../testing/sunrise.ts';

let clinic: TestClinic;
let desk: ReturnType<typeof openViewReader>;
const { clientId, asha, vikram } = sunrise;

beforeEach(async () => {
  clinic = await openSunrise();
  desk = openViewReader(clinic);
});
afterEach(() => clinic.close());

describe("today's boards", () => {
  test('of a client with a long day are streamed, and as of now they are the same', async () => {
    for (let at = 0; at < 520; at += 1) await book(clinic, { time: at % 2 === 0 ? '09:30' : '09:00' });
    await clinic.project();
    const cards: unknown[] = [];
    const { pieces } = await desk.reply('listTodaysAppointmentsOfClient', { clientId });
    for await (const piece of pieces ?? []) cards.push(...piece);
    expect(cards).toHaveLength(520);
    expect((await desk.body('getBoardAsOf', {}, identity('auditor', clientId))).cards).toEqual(cards);
  });

  test("show the clinic's today by time, with who made the status", async () => {
    const late = await book(clinic, { time: '10:30' });
    await book(clinic, { time: '09:00', pocId: vikram, patientId: sunrise.meera });
    await book(clinic, { date: addDays(today, 1) });
    await book(clinic, { clientId: lakeside.clientId, pocId: lakeside.leela, patientId: lakeside.canary });
    await mark(clinic, late, 'Availed');
    await clinic.project();
    const board = await desk.body('listTodaysAppointmentsOfClient', { clientId });
    expect(
      board.map((card) => [card.AppointmentTime, card.PatientName, card.POC_Name, card.Status, card.Is_Active]),
    ).toEqual([
      ['09:00', 'Meera Nair', 'Dr. Vikram Rao', 'Confirmed', 1],
      ['10:30', 'Rohan Kulkarni', 'Dr. Asha Menon', 'Availed', 0],
    ]);
    expect(board[1]).toMatchObject({ StatusBy: 'Dr. Asha Menon', StatusAt: '2026-11-21T04:10:00.000Z' });
    const own = await desk.body('listTodaysAppointmentsOfDoctor', { pocId: asha });
    expect(own.map((card) => card.AppointmentId)).toEqual([late.appointmentId]);
  });

  test('turn over at midnight of the clinic, not of UTC', async () => {
    await book(clinic);
    await clinic.project();
    clinic.clock.set('2026-11-21T18:29:00.000Z');
    expect(await desk.body('listTodaysAppointmentsOfClient', { clientId })).toHaveLength(1);
    clinic.clock.set('2026-11-21T18:31:00.000Z');
    expect(await desk.body('listTodaysAppointmentsOfClient', { clientId })).toEqual([]);
  });
});

describe('counts', () => {
  test('follow a booking, a mark, its undo and a cancellation', async () => {
    const counts = async () => [
      (await desk.body('countAppointmentsOfClient', { clientId, status: 'Confirmed' })).count,
      (await desk.body('countAppointmentsOfClient', { clientId, status: 'Cancelled' })).count,
      (await desk.body('countAppointmentsOfDoctor', { pocId: asha, status: 'Availed' })).count,
    ];
    expect(await counts()).toEqual([0, 0, 0]);
    const first = await book(clinic);
    const second = await book(clinic, { time: '09:00' });
    const marked = await mark(clinic, first, 'Availed');
    await mark(clinic, second, 'Cancelled', frontDesk);
    await clinic.project();
    expect(await counts()).toEqual([0, 1, 1]);
    await undo(clinic, first, marked, 'Availed');
    await clinic.project();
    expect(await counts()).toEqual([1, 1, 0]);
  });

  test('of departments and doctors', async () => {
    expect(await desk.body('countDepartmentsAndDoctors', { clientId })).toEqual({
      totalDepartments: 1,
      totalDoctors: 2,
    });
  });
});

describe("the dashboard's picture", () => {
  test('shows bookings against places by hour, who is on duty, and what comes next', async () => {
    await book(clinic, { time: '09:00' });
    await book(clinic, { time: '10:00' });
    await book(clinic, { time: '10:30', pocId: vikram, patientId: sunrise.meera });
    const cancelled = await book(clinic, { time: '10:30' });
    await mark(clinic, cancelled, 'Cancelled');
    await clinic.append(streams.doctorDay(vikram, today), clientId, drAsha, {
      type: 'DayBlocked',
      data: { reason: null },
    });
    await clinic.project();
    const picture = await desk.body('getDayPictureOfClient', { clientId });
    expect(picture).toMatchObject({
      today,
      now: '09:40',
      todayBooked: 3,
      todayToCome: 3,
      todayCancelled: 1,
      doctorsOnDuty: 1,
      doctorsBlocked: 1,
      byHour: [
        { hour: '09', booked: 1, places: 4 },
        { hour: '10', booked: 2, places: 5 },
      ],
      placesToday: 9,
    });
    // At 09:40 the 09:00 appointment is late.
    expect(picture.todayLate).toBe(1);
    const own = await desk.body('getDayPictureOfDoctor', { pocId: asha });
    expect(own).toMatchObject({ todayBooked: 2, placesToday: 8, doctorsOnDuty: 1 });
    expect(own).toMatchObject({ todayLate: 1 });
    const set = (lateAfterMinutes: number) =>
      clinic.append(streams.client(clientId), clientId, drAsha, { type: 'LateAfterSet', data: { lateAfterMinutes } });
    for (const [minutes, late] of [
      [40, 0],
      [39, 1],
    ] as const) {
      await set(minutes);
      await clinic.project();
      expect((await desk.body('getDayPictureOfClient', { clientId })).todayLate).toBe(late);
    }
  });

  test('shows the visits of the last 30 days, today the last', async () => {
    const visited = await book(clinic, { date: addDays(today, -29) });
    const missed = await book(clinic);
    const tooLongAgo = await book(clinic, { date: addDays(today, -30) });
    await mark(clinic, visited, 'Availed');
    await mark(clinic, missed, 'Not_Availed');
    await mark(clinic, tooLongAgo, 'Availed');
    await clinic.project();
    const { lastDays } = await desk.body('getDayPictureOfClient', { clientId });
    expect(lastDays).toHaveLength(30);
    expect(lastDays[0]).toEqual({ date: addDays(today, -29), visited: 1, notVisited: 0 });
    expect(lastDays.at(-1)).toEqual({ date: today, visited: 0, notVisited: 1 });
    expect(lastDays.reduce((sum, day) => sum + day.visited, 0)).toBe(1);
  });
});

describe('directories and identity', () => {
  test("offer a doctor under the departments of today's and later sessions, not of those that are over", async () => {
    const [over, present, later] = [testId(13), testId(14), testId(15)];
    const weeks = [
      ['2026-01-01', over],
      [today, present],
      [addDays(today, 9), later],
    ] as const;
    for (const [from, departmentId] of weeks) {
      const week = mornings.map(({ day, timeIntervals }) => ({
        day,
        timeIntervals: timeIntervals.map((interval) => ({ ...interval, departmentId })),
      }));
      const data = { week, from, name: null };
      await clinic.append(streams.doctorSchedule(asha), clientId, drAsha, { type: 'WeeklyScheduleSet', data });
    }
    await clinic.project();
    const offered = async (departmentId: string) =>
      (await desk.body('listDoctorsOfDepartment', { clientId, departmentId })).length;
    expect([await offered(over), await offered(present), await offered(later)]).toEqual([0, 1, 1]);
  });

  test('list departments, their doctors, and all doctors by department and name', async () => {
    expect(await desk.body('listDepartments', { clientId })).toEqual([
      { departmentId: sunrise.cardiology, Value_name: 'Cardiology' },
    ]);
    const doctors = await desk.body('listDoctorsOfDepartment', { clientId, departmentId: sunrise.cardiology });
    expect(doctors.map((doctor) => doctor.POC_Name)).toEqual(['Dr. Asha Menon', 'Dr. Vikram Rao']);
    const found = await desk.reply('listDoctorsOfClient', { clientId, search: 'vik' });
    expect(found.body).toMatchObject([
      { pocName: 'Dr. Vikram Rao', departmentName: 'Cardiology', departmentDoctors: 1 },
    ]);
    // A page has one of the department's two doctors.
    const first = await desk.reply('listDoctorsOfClient', { clientId, page: 1, pageSize: 1 });
    expect(first.body).toMatchObject([{ pocName: 'Dr. Asha Menon', departmentDoctors: 2 }]);
    expect(await desk.body('getClientOfDoctor', { pocId: asha })).toEqual([
      { Client_ID: clientId, POC_Name: 'Dr. Asha Menon' },
    ]);
    expect((await desk.body('listClients', {})).map((client) => client.Client_Name)).toEqual([
      'Lakeside Clinic',
      'Sunrise Multispeciality Hospital',
    ]);
  });

  test('know a patient by phone, at their own client only', async () => {
    expect(await desk.body('verifyUser', { phone: '919876543211', clientId })).toEqual({
      exists: true,
      userId: sunrise.meera,
      name: 'Meera Nair',
      email: 'patient@example.org',
      location: 'Pune',
      others: [],
    });
    const same = await desk.body('verifyUser', { phone: '919876543210', clientId: lakeside.clientId });
    expect(same.userId).toBe(lakeside.canary);
    expect(await desk.body('verifyUser', { phone: '919876543211', clientId: lakeside.clientId })).toMatchObject({
      exists: false,
      userId: null,
    });
  });

  test('know the others of a phone too, in the order of their registration', async () => {
    const kabir = testId(77);
    await addPatient(clinic, clientId, kabir, 'Kabir Nair', '919876543211');
    await clinic.project();
    const family = await desk.body('verifyUser', { phone: '919876543211', clientId });
    expect(family).toMatchObject({ userId: sunrise.meera, name: 'Meera Nair' });
    expect(family.others).toEqual([
      { userId: kabir, name: 'Kabir Nair', email: 'patient@example.org', location: 'Pune' },
    ]);
  });

  test('say who is signed in, by the names that the views have', async () => {
    const { user } = await desk.body('validateSession', {}, identity('doctor', clientId, asha));
    expect(user).toMatchObject({
      clientName: 'Sunrise Multispeciality Hospital',
      zone: 'Asia/Kolkata',
      hasBranches: true,
      pocName: 'Dr. Asha Menon',
    });
  });
});

describe('X-Position', () => {
  test('is the checkpoint read before the rows, and the names beside them are no older', async () => {
    const before = await desk.reply('listDepartments', { clientId });
    await clinic.append(streams.department(sunrise.cardiology), clientId, frontDesk, {
      type: 'DepartmentRenamed',
      data: { name: 'Heart' },
    });
    await clinic.project();
    const after = await desk.reply('listDepartments', { clientId });
    expect(after.position).toBe((await clinic.views.checkpoint())?.position);
    expect(`${after.position}` > `${before.position}`).toBe(true);
    expect(after.body[0]?.Value_name).toBe('Heart');
  });
});
