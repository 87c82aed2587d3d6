import type { Interval } from '@dayline/contracts/clinic/schedule';
import { weekdayOf } from '@dayline/contracts/clinic/schedule';
import type { VisitKind } from '@dayline/contracts/clinic/sessions';
import { streams } from '@dayline/contracts/events/categories';
import { runs } from '@dayline/contracts/testing/trials';
import { eventsIn } from '../../testing/event-file.ts';
import { readAfter } from '../../testing/http-caller.ts';
import { hours, type StartedClinic, sharedClinic } from '../../testing/started-clinic.ts';

/** Sessions: the optional fields of hours in addition to the basic four, on the started product. */

let clinic: StartedClinic;
let people = 0;
beforeAll(async () => {
  clinic = await sharedClinic();
});

/** One slot after another from midnight to midnight, so that today's is open whatever the time is. */
const wholeDay = (places: number, more: Partial<Interval> = {}): Interval => ({
  ...hours('00:00', '24:00', places, 1440),
  ...more,
});

async function registered() {
  people += 1;
  const person = { name: `Person ${people}`, phone: `9198770${String(people).padStart(5, '0')}`, location: 'Pune' };
  const { admin, clientId } = clinic;
  return (await admin.call('saveUser', { ...person, email: 'p@x.example', clientId })).reply();
}
const newPatient = async (): Promise<string> => (await registered()).userId;

const bookAs = (userId: string, pocId: string, date: string, visit?: VisitKind) =>
  clinic.admin.call('createAppointment', {
    ...{ userId, pocId, date, time: '00:00', type: 'Direct Consultation', paymentStatus: 'Paid' },
    ...(visit && { visit }),
    clientId: clinic.clientId,
  });

test('a quota’s last place goes to one of those who ask at once, and the refusal says which list is full', async () => {
  const pocId = await clinic.newDoctor(wholeDay(100, { quota: { first: 1, again: 1 } }));
  const date = clinic.inDays(3);
  const patients = await Promise.all(Array.from({ length: runs(8, 50) }, newPatient));
  const answers = await Promise.all(patients.map((userId) => bookAs(userId, pocId, date)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 200).map((answer) => answer.failure());
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['session.list-full']));
  expect(refused[0]).toMatchObject({
    message: 'The first-visit quota of this session is full.',
    details: { list: 'first', freeTimes: expect.arrayContaining([{ date: clinic.inDays(4), time: '00:00', left: 1 }]) },
  });
  const known = await bookAs(await newPatient(), pocId, date, 'again');
  const { position } = known.reply();
  const [time] = (await clinic.auditor.call('listTimesWithAvailability', { pocId, date }, readAfter(position))).reply();
  expect(time).toMatchObject({
    free: 0,
    minutes: 1440,
    lists: { first: { left: 0, of: 1 }, again: { left: 0, of: 1 } },
  });
});

test('somebody who visited the doctor is of the other list, by the views', async () => {
  const pocId = await clinic.newDoctor(wholeDay(10, { quota: { first: 1, again: 1 } }));
  const { admin, auditor } = clinic;
  const { userId, position: registeredAt } = await registered();
  const today = clinic.inDays(0);
  const first = await auditor.call('getVisitBefore', { pocId, userId }, readAfter(registeredAt));
  expect(first.reply()).toEqual({ visit: 'first', lastVisit: null });
  const { appointmentId } = (await bookAs(userId, pocId, today)).reply();
  const mark = { appointmentId, status: 'Availed' } as const;
  const { position } = (await admin.call('updateAppointmentStatusAsAdmin', mark)).reply();
  const before = await auditor.call('getVisitBefore', { pocId, userId }, readAfter(position));
  expect(before.reply()).toEqual({ visit: 'again', lastVisit: today });
  const next = clinic.inDays(1);
  expect((await bookAs(userId, pocId, next)).status).toBe(200);
  const events = await eventsIn(clinic.product.dataDir, streams.doctorDay(pocId, next));
  expect(events.find(({ type }) => type === 'AppointmentBooked')?.data).toMatchObject({ visit: 'again' });
  const stranger = await clinic.stranger.call('getVisitBefore', { pocId, userId });
  expect(stranger.failure().code).toBe('access.foreign');
});

test('a cancelled visit takes its place back only if its list has one', async () => {
  const pocId = await clinic.newDoctor(wholeDay(10, { quota: { first: 1 } }));
  const date = clinic.inDays(2);
  const { appointmentId } = (await bookAs(await newPatient(), pocId, date)).reply();
  const { admin } = clinic;
  const cancel = { appointmentId, status: 'Cancelled' } as const;
  const { eventId } = (await admin.call('updateAppointmentStatusAsAdmin', cancel)).reply();
  expect((await bookAs(await newPatient(), pocId, date)).status).toBe(200);
  const undo = { appointmentId, status: 'Confirmed', undo: eventId ?? '' } as const;
  expect((await admin.call('updateAppointmentStatusAsAdmin', undo)).failure().code).toBe('session.list-full');
});

// Dates that stay closed, open or not open yet if the clinic's day changes during a test.
test('a session that closed says so, and another date of it is open', async () => {
  const pocId = await clinic.newDoctor(wholeDay(5, { bookUntil: { daysBefore: 5, time: '00:00' } }));
  const closed = await bookAs(await newPatient(), pocId, clinic.inDays(5));
  expect([closed.status, closed.failure().code]).toEqual([409, 'session.closed']);
  expect((await bookAs(await newPatient(), pocId, clinic.inDays(7))).status).toBe(200);
  const dates = (await clinic.admin.call('listAvailableDates', { pocId })).reply();
  expect(dates).toContain(clinic.inDays(7));
  expect(dates.filter((date) => date <= clinic.inDays(5))).toEqual([]);
});

test('a session that has not opened says when it does, and an earlier date of it is open', async () => {
  const pocId = await clinic.newDoctor(wholeDay(5, { bookFrom: { daysBefore: 5, time: '00:00' } }));
  const [open, early] = [clinic.inDays(5), clinic.inDays(8)];
  const opens = { date: clinic.inDays(3), time: '00:00' };
  const refused = await bookAs(await newPatient(), pocId, early);
  expect([refused.status, refused.failure().code]).toEqual([409, 'session.not-open']);
  expect((await bookAs(await newPatient(), pocId, open)).status).toBe(200);
  const { admin } = clinic;
  const days = (await admin.call('listDatesWithAvailability', { pocId })).reply();
  const dayOf = (date: string) => days.find((day) => day.Schedule_Date === date);
  expect(dayOf(open)).toMatchObject({ free: 4 });
  expect(dayOf(open)).not.toHaveProperty('opens');
  expect(dayOf(early)).toMatchObject({ free: 0, opens });
  const [slot] = (await admin.call('listTimesWithAvailability', { pocId, date: early })).reply();
  expect(slot).toMatchObject({ free: 0, opens });
});

test('hours on request are offered to nobody, and say how to ask; the others of the day are', async () => {
  const onRequest = 'Call the ward: 0484 270 1234';
  const asked = { ...hours('00:00', '12:00', 2, 720), onRequest };
  const pocId = await clinic.newDoctor(asked, hours('12:00', '24:00', 2, 720));
  const { admin } = clinic;
  const date = clinic.inDays(3);
  const refused = (await bookAs(await newPatient(), pocId, date)).failure();
  expect(refused).toMatchObject({ code: 'session.on-request', details: { onRequest } });
  const times = (await admin.call('listTimesWithAvailability', { pocId, date })).reply();
  expect(times).toMatchObject([
    { appointment_time: '00:00', free: 0, session: { onRequest } },
    { appointment_time: '12:00', free: 2 },
  ]);
  expect((await admin.call('listAvailableTimes', { pocId, date })).reply()).toEqual(['12:00']);
  const dayOf = async (pocId: string) => {
    const days = (await admin.call('listDatesWithAvailability', { pocId })).reply();
    return days.find((day) => day.Schedule_Date === date);
  };
  const day = await dayOf(pocId);
  expect(day).toMatchObject({ free: 2 });
  expect(day).not.toHaveProperty('onRequest');
  expect(await dayOf(await clinic.newDoctor(asked))).toMatchObject({ free: 0, onRequest: true });
});

test('first visits close before the others', async () => {
  const pocId = await clinic.newDoctor(wholeDay(2, { firstUntil: { daysBefore: 5, time: '00:00' } }));
  const { admin } = clinic;
  const date = clinic.inDays(3);
  expect(await bookAs(await newPatient(), pocId, date).then((answer) => answer.failure())).toMatchObject({
    code: 'session.closed',
    message: 'Bookings of first visits have closed.',
  });
  const timesOf = async (visit: VisitKind) =>
    (await admin.call('listTimesWithAvailability', { pocId, date, visit })).reply();
  const closes = { date: clinic.inDays(-2), time: '00:00' };
  expect(await timesOf('first')).toMatchObject([{ free: 0, closes, asksVisit: true }]);
  expect(await timesOf('again')).toMatchObject([{ free: 2, asksVisit: true }]);
  expect((await bookAs(await newPatient(), pocId, date, 'again')).status).toBe(200);
});

test('hours for a class of patients are offered to them alone, and a booking of another is refused', async () => {
  const pocId = await clinic.newDoctor(wholeDay(2, { onlyFor: ['Seniors'] }));
  const { admin, clientId } = clinic;
  const date = clinic.inDays(3);
  expect((await admin.call('getFeeRules', { pocId })).reply().patientClasses).toEqual(['Seniors']);
  const timesFor = async (patientClass?: string) =>
    (await admin.call('listTimesWithAvailability', { pocId, date, ...(patientClass && { patientClass }) })).reply();
  expect(await timesFor()).toMatchObject([{ free: 0, notForPatient: true, session: { onlyFor: ['Seniors'] } }]);
  expect(await timesFor('Seniors')).toMatchObject([{ free: 2 }]);
  expect((await admin.call('listAvailableTimes', { pocId, date })).reply()).toEqual([]);
  const refused = await bookAs(await newPatient(), pocId, date);
  expect([refused.status, refused.failure()]).toMatchObject([
    409,
    { code: 'session.only-for', details: { onlyFor: ['Seniors'] } },
  ]);
  const booking = { pocId, date, time: '00:00', type: 'Direct Consultation', paymentStatus: 'Paid', clientId } as const;
  const userId = await newPatient();
  const senior = await admin.call('createAppointment', { ...booking, userId, patientClass: 'Seniors' });
  const { position } = senior.reply();
  const details = await admin.call('listAppointmentDetailsOfDoctor', { pocId }, readAfter(position));
  expect(details.reply()).toMatchObject([{ patientClass: 'Seniors' }]);
});

test('a first visit takes two slots in every list, and a patient class its own number', async () => {
  const slotsPerVisit = { first: 2, classes: [{ patientClass: 'Procedure', slots: 3 }] };
  const pocId = await clinic.newDoctor({ ...hours('08:00', '10:00', 1, 30), slotsPerVisit });
  const { admin, clientId } = clinic;
  const date = clinic.inDays(3);
  expect((await admin.call('getFeeRules', { pocId })).reply().patientClasses).toEqual(['Procedure']);
  const asked = { pocId, date, type: 'Direct Consultation', paymentStatus: 'Paid', clientId } as const;
  const freeOf = async (of: { visit?: 'first' | 'again'; patientClass?: string }, position: string | null) => {
    const times = await admin.call('listTimesWithAvailability', { pocId, date, ...of }, readAfter(position));
    const days = await admin.call('listDatesWithAvailability', { pocId, ...of }, readAfter(position));
    return [
      ...times.reply().map(({ free, visitMinutes = 30 }) => [free, visitMinutes]),
      days.reply().find((day) => day.Schedule_Date === date)?.free,
    ];
  };
  const [none, all] = [[0, 30] as const, [1, 30] as const];
  expect(await freeOf({}, null)).toEqual([all, all, all, all, 4]);
  // Without a stated kind: the patient is here for the first time.
  const first = await admin.call('createAppointment', { ...asked, userId: await newPatient(), time: '08:30' });
  const { position } = first.reply();
  expect(await freeOf({ visit: 'again' }, position)).toEqual([all, none, none, all, 2]);
  expect(await freeOf({ visit: 'first' }, position)).toEqual([[0, 60], [0, 60], [0, 60], none, 0]);
  const other = { ...asked, userId: await newPatient(), time: '09:30' } as const;
  const short = (await admin.call('createAppointment', other)).failure();
  expect(short).toMatchObject({ code: 'slot.full', message: expect.stringContaining('takes 2 slots') });
  const procedure = (await admin.call('createAppointment', { ...other, patientClass: 'Procedure' })).failure();
  expect(procedure).toMatchObject({ code: 'slot.full' });
  const again = await admin.call('createAppointment', { ...other, visit: 'again' });
  const after = readAfter(again.reply().position);
  const slots = (await admin.call('listSlotsOfDoctor', { clientId, pocId, from: date, to: date }, after)).reply();
  expect(slots.appointmentDetails.map((slot) => [slot.noOfAppointments, slot.free, slot.closed])).toEqual([
    ...[[0, 1, false]],
    ...[[1, 0, false]],
    ...[[0, 0, false]],
    ...[[1, 0, false]],
  ]);
  // A block of its second slot concerns it.
  const { appointmentId } = first.reply();
  const blocked = (await admin.call('blockSlots', { pocId, date, timings: ['09:00'], reason: null })).reply();
  expect(blocked.appointments).toMatchObject([{ appointmentId, time: '08:30' }]);
  const toCall = (await admin.call('listCalls', { clientId, pocId }, readAfter(blocked.position))).reply();
  expect(toCall).toMatchObject([{ why: 'blocked', AppointmentId: appointmentId }]);
});

describe('a session of another department and branch', () => {
  const ofClient = async () => {
    const { admin, clientId, departmentId } = clinic;
    const departments = (await admin.call('listDepartments', { clientId })).reply();
    const otherDepartment = departments.find((department) => department.departmentId !== departmentId);
    const [branch] = (await admin.call('listHospitalDays', { clientId })).reply().branches;
    return { otherDepartment: { id: otherDepartment?.departmentId ?? '', name: otherDepartment?.Value_name }, branch };
  };

  test('is offered there, and card, details and slots say where it is', async () => {
    const { admin, clientId, departmentId } = clinic;
    const { otherDepartment, branch } = await ofClient();
    const there = { name: 'Special', departmentId: otherDepartment.id, branchId: branch?.id ?? 0, room: 'Room 12' };
    const pocId = await clinic.newDoctor(
      hours('07:00', '08:00'),
      wholeDay(3, { startTime: '08:00', slotDuration: 960, ...there }),
    );
    const offered = (
      await admin.call('listDoctorsOfDepartment', { clientId, departmentId: otherDepartment.id })
    ).reply();
    expect(offered.map(({ POC_ID }) => POC_ID)).toContain(pocId);
    const date = clinic.inDays(1);
    const times = async (department?: string) =>
      (
        await admin.call('listAvailableTimes', { pocId, date, ...(department && { departmentId: department }) })
      ).reply();
    expect([await times(), await times(otherDepartment.id), await times(departmentId)]).toEqual([
      ['07:00', '07:30', '08:00'],
      ['08:00'],
      ['07:00', '07:30'],
    ]);
    const session = { name: 'Special', department: otherDepartment.name, branch: branch?.name, room: 'Room 12' };
    const listed = (await admin.call('listTimesWithAvailability', { pocId, date })).reply();
    expect(listed.map((time) => time.session)).toEqual([undefined, undefined, session]);
    const appointmentId = await clinic.book(pocId, date, '08:00', 'Sita Rao');
    const details = (await admin.call('listAppointmentDetailsOfDoctor', { pocId })).reply();
    expect(details).toMatchObject([{ AppointmentId: appointmentId, BranchName: branch?.name, session }]);
    const groups = (await admin.call('listSlotsOfDoctor', { clientId, pocId, from: date, to: date })).reply();
    expect(groups.appointmentDetails.at(-1)).toMatchObject({ time: '08:00', session });
  });

  test('may be offered in further departments at the same hour; a place is taken for all of them', async () => {
    const { admin, clientId, departmentId } = clinic;
    const { otherDepartment } = await ofClient();
    const both = wholeDay(1, { alsoIn: [otherDepartment.id, otherDepartment.id] });
    const pocId = await clinic.newDoctor(both);
    const date = clinic.inDays(2);
    const doctors = await admin.call('listDoctorsOfDepartment', { clientId, departmentId: otherDepartment.id });
    expect(doctors.reply().map(({ POC_ID }) => POC_ID)).toContain(pocId);
    const timesIn = async (department: string, position: string | null = null) => {
      const place = { pocId, date, departmentId: department };
      return (await admin.call('listAvailableTimes', place, readAfter(position))).reply();
    };
    expect([await timesIn(departmentId), await timesIn(otherDepartment.id)]).toEqual([['00:00'], ['00:00']]);
    const { position } = (await bookAs(await newPatient(), pocId, date)).reply();
    expect([await timesIn(departmentId, position), await timesIn(otherDepartment.id, position)]).toEqual([[], []]);
    const foreign = { ...both, alsoIn: ['01J00000000000000000000000'] };
    const schedule = [{ pocId, day: weekdayOf(date), timeIntervals: [foreign] }];
    const refused = (await admin.call('updateSchedule', { schedule })).failure();
    const fields = [{ field: `${weekdayOf(date)}.0.alsoIn`, message: 'This department does not exist.' }];
    expect(refused).toMatchObject({ code: 'schedule.invalid', details: { fields } });
  });

  test('is chosen by the doctor, who sees the names of the own client alone', async () => {
    const { doctor, stranger } = clinic;
    const pocId = doctor.user.pocId ?? '';
    const { otherDepartment, branch } = await ofClient();
    const { places } = (await doctor.call('listWeeks', { pocId })).reply();
    expect(places?.departments).toContainEqual({ departmentId: otherDepartment.id, name: otherDepartment.name });
    expect(places?.branches).toContainEqual(branch);
    const foreign = (await stranger.call('listDepartments', { clientId: stranger.user.clientId })).reply()[0];
    expect(JSON.stringify(places)).not.toContain(foreign?.departmentId);
    const from = clinic.inDays(200);
    const there = { departmentId: otherDepartment.id, branchId: branch?.id ?? 0 };
    const timeIntervals = [{ ...hours('09:00', '10:00'), ...there }];
    const schedule = [{ pocId, day: weekdayOf(from), timeIntervals }];
    expect((await doctor.call('updateSchedule', { schedule, from })).status).toBe(200);
    expect((await doctor.call('withdrawWeek', { pocId, from })).status).toBe(200);
    const others = await clinic.newDoctor(hours('09:00', '10:00'));
    for (const caller of [doctor, stranger])
      expect((await caller.call('listWeeks', { pocId: others })).failure().code).toBe('access.foreign');
  });

  test('of another client is refused by its field, and named to nobody', async () => {
    const { admin, stranger } = clinic;
    const pocId = await clinic.newDoctor(hours('09:00', '10:00'));
    const foreign = (await stranger.call('listDepartments', { clientId: stranger.user.clientId })).reply()[0];
    const date = clinic.inDays(4);
    for (const [field, sentence] of [
      ['departmentId', { departmentId: foreign?.departmentId ?? '' }],
      ['departmentId', { departmentId: '01J00000000000000000000000' }],
      ['alsoIn', { alsoIn: [foreign?.departmentId ?? ''] as string[] }],
      ['branchId', { branchId: 999 }],
    ] as const) {
      const interval = { ...hours('09:00', '10:00'), ...sentence };
      const schedule = [{ pocId, day: weekdayOf(date), timeIntervals: [interval] }];
      const week = (await admin.call('updateSchedule', { schedule })).failure();
      expect(week).toMatchObject({ code: 'schedule.invalid' });
      expect(week.details?.fields).toMatchObject([{ field: `${weekdayOf(date)}.0.${field}` }]);
      const day = (await admin.call('setDayHours', { pocId, date, intervals: [interval] })).failure();
      expect(day.details?.fields).toMatchObject([{ field: `intervals.0.${field}` }]);
      expect(JSON.stringify([week, day])).not.toContain(foreign?.Value_name);
    }
  });
});

test.each<[string, Record<string, unknown>]>([
  ['weeks that don’t exist', { weeks: [6] }],
  ['no weeks', { weeks: [] }],
  ['a name of 16 kB', { name: 'x'.repeat(16_000) }],
  ['a close a year before', { bookUntil: { daysBefore: 366, time: '10:00' } }],
  ['a quota below nothing', { quota: { first: -1 } }],
  ['every week as a pattern', { every: { weeks: 1, from: '2026-11-27' } }],
  ['a field that isn’t one', { fee: 100 }],
])('%s: a sentence, and nothing is written', async (_, sentence) => {
  const pocId = await clinic.newDoctor(hours('09:00', '10:00'));
  const before = (await eventsIn(clinic.product.dataDir, streams.doctorSchedule(pocId))).length;
  // Cast is safe: a request that a page can't make.
  const interval = { ...hours('10:00', '11:00'), ...sentence } as Interval;
  const answer = await clinic.admin.call('updateSchedule', {
    schedule: [{ pocId, day: 'Monday', timeIntervals: [interval] }],
  });
  expect([answer.status, answer.failure().code]).toEqual([400, 'request.invalid']);
  expect((await eventsIn(clinic.product.dataDir, streams.doctorSchedule(pocId))).length).toBe(before);
});
