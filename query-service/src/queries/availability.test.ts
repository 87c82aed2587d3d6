import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { spanFrom } from '@dayline/contracts/clinic/spans';
import { streams } from '@dayline/contracts/events/categories';
import type { TestClinic } from '../testing/clinic.ts';
import { openViewReader } from '../testing/clinic-queries.ts';
import {
  book,
  drAsha,
  frontDesk,
  lakeside,
  mornings,
  openSunrise,
  setSchedule,
  sunrise,
  today,
} from '../testing/sunrise.ts';

let clinic: TestClinic;
let desk: ReturnType<typeof openViewReader>;
const pocId = sunrise.asha;
const tomorrow = addDays(today, 1);

beforeEach(async () => {
  clinic = await openSunrise();
  desk = openViewReader(clinic);
});
afterEach(() => clinic.close());

const blockDay = (date: string) =>
  clinic.append(streams.doctorDay(pocId, date), sunrise.clientId, drAsha, {
    type: 'DayBlocked',
    data: { reason: null },
  });
const blockSlots = (date: string, times: string[]) =>
  clinic.append(streams.doctorDay(pocId, date), sunrise.clientId, drAsha, {
    type: 'SlotsBlocked',
    data: { spans: times.map((time) => spanFrom(time, 30)), reason: null },
  });

describe('the dates on which a doctor can be booked', () => {
  test("go from the clinic's today to 60 days later", async () => {
    const dates = await desk.body('listAvailableDates', { pocId });
    expect(dates).toHaveLength(61);
    expect(dates[0]).toBe(today);
    expect(dates.at(-1)).toBe('2027-01-20');
  });

  test('leave out blocked and full days, and today once its last hour has begun', async () => {
    await blockDay(tomorrow);
    const full = addDays(today, 2);
    for (const time of ['09:00', '09:30', '10:00', '10:30']) {
      await book(clinic, { date: full, time });
      await book(clinic, { date: full, time });
    }
    await clinic.project();
    clinic.clock.set('2026-11-21T05:01:00.000Z');
    const dates = await desk.body('listAvailableDates', { pocId });
    expect(dates[0]).toBe(addDays(today, 3));
  });

  test('are none for a doctor without a schedule for the weekday', async () => {
    await setSchedule(
      clinic,
      sunrise.clientId,
      pocId,
      mornings.filter(({ day }) => day === 'Monday'),
    );
    await clinic.project();
    const dates = await desk.body('listAvailableDates', { pocId });
    expect(dates[0]).toBe('2026-11-23');
    expect(dates).toHaveLength(9);
  });
});

describe('the times of a date', () => {
  test('exclude full, blocked and passed ones', async () => {
    await blockSlots(today, ['10:30']);
    await clinic.project();
    // 9:40 in the morning: 9:00 and 9:30 have passed.
    expect(await desk.body('listAvailableTimes', { pocId, date: today })).toEqual(['10:00']);
    await book(clinic, { date: today, time: '10:00' });
    await book(clinic, { date: today, time: '10:00' });
    await clinic.project();
    expect(await desk.body('listAvailableTimes', { pocId, date: today })).toEqual([]);
  });

  test('are none before today and beyond the horizon', async () => {
    expect(await desk.body('listAvailableTimes', { pocId, date: addDays(today, -1) })).toEqual([]);
    expect(await desk.body('listAvailableTimes', { pocId, date: addDays(today, 61) })).toEqual([]);
    expect(await desk.body('listAvailableTimes', { pocId, date: addDays(today, 60) })).toHaveLength(4);
  });
});

describe('dates and times with their availability', () => {
  test('say available, partial and blocked, with the places that are free', async () => {
    await blockDay(tomorrow);
    await blockSlots(addDays(today, 2), ['09:00']);
    await clinic.project();
    const dates = await desk.body('listDatesWithAvailability', { pocId });
    expect(dates.slice(0, 4)).toEqual([
      { Schedule_Date: today, active_status: 'available', free: 4 },
      { Schedule_Date: tomorrow, active_status: 'blocked', free: 0 },
      { Schedule_Date: addDays(today, 2), active_status: 'partial', free: 6 },
      { Schedule_Date: addDays(today, 3), active_status: 'available', free: 8 },
    ]);
    expect(await desk.body('listTimesWithAvailability', { pocId, date: addDays(today, 2) })).toEqual([
      { appointment_time: '09:00', active_status: 'blocked', free: 0, capacity: 2 },
      { appointment_time: '09:30', active_status: 'available', free: 2, capacity: 2 },
      { appointment_time: '10:00', active_status: 'available', free: 2, capacity: 2 },
      { appointment_time: '10:30', active_status: 'available', free: 2, capacity: 2 },
    ]);
  });
});

test('a held place is taken until it lapses by the clock alone, and the time says until when', async () => {
  const until = '2026-11-21T04:14:30.000Z';
  const hold = (own: string) =>
    clinic.append(streams.doctorDay(pocId, tomorrow), sunrise.clientId, frontDesk, {
      type: 'PlaceHeld',
      data: { appointmentId: `${pocId}_20261122_${own}`, time: '10:00', minutes: 30, until },
    });
  await hold('01J00000000000000000000H01');
  await hold('01J00000000000000000000H02');
  await clinic.project();
  const times = () => desk.body('listTimesWithAvailability', { pocId, date: tomorrow });
  const [, , held] = await times();
  expect(held).toMatchObject({ appointment_time: '10:00', free: 0, heldUntil: '09:45' });
  expect(await desk.body('listAvailableTimes', { pocId, date: tomorrow })).not.toContain('10:00');
  const day = { clientId: sunrise.clientId, pocId, from: tomorrow, to: tomorrow };
  const { appointmentDetails } = await desk.body('listSlotsOfDoctor', day);
  expect(appointmentDetails[2]).toMatchObject({ noOfAppointments: 0, free: 0, places: 2, heldUntil: '09:45' });
  clinic.clock.set(until);
  expect((await times())[2]).toEqual({ appointment_time: '10:00', active_status: 'available', free: 2, capacity: 2 });
  expect(await desk.body('listAvailableTimes', { pocId, date: tomorrow })).toContain('10:00');
});

test('hours over a midnight are one session on both dates', async () => {
  const night = {
    startTime: '23:00',
    endTime: '01:00',
    appointmentsPerSlot: 2,
    slotDuration: 60,
    endsNextDay: true as const,
  };
  const week = mornings.map(({ day }) => ({ day, timeIntervals: [night] }));
  await setSchedule(clinic, sunrise.clientId, pocId, week);
  await clinic.project();
  const [after, evening] = await desk.body('listTimesWithAvailability', { pocId, date: tomorrow });
  expect(after).toMatchObject({ appointment_time: '00:00', minutes: 60, sessionIndex: 0 });
  expect(after?.night).toEqual({ date: today, from: '23:00', to: '01:00' });
  expect(evening).toMatchObject({ appointment_time: '23:00', sessionIndex: 1, night: { date: tomorrow } });
});

test('places that open on the date are a list ahead of it: of as many as are left over, and none without them', async () => {
  const listsOf = async (sameDay: number) => {
    const hours = { startTime: '09:00', endTime: '11:00', appointmentsPerSlot: 2, slotDuration: 30 };
    const week = mornings.map(({ day }) => ({ day, timeIntervals: [{ ...hours, quota: { sameDay } }] }));
    await setSchedule(clinic, sunrise.clientId, pocId, week);
    await clinic.project();
    const dates = await desk.body('listDatesWithAvailability', { pocId });
    const times = await desk.body('listTimesWithAvailability', { pocId, date: tomorrow });
    return [dates[1]?.free, times[0]?.lists?.ahead];
  };
  expect([await listsOf(5), await listsOf(50), await listsOf(0)]).toEqual([
    [3, { left: 3, of: 3 }],
    [0, { left: 0, of: 0 }],
    [8, undefined],
  ]);
});

describe("the slots of a doctor, '/api/appointments'", () => {
  const request = { clientId: sunrise.clientId, pocId };

  test('are every slot from today to the horizon, booked or not', async () => {
    await book(clinic, { time: '10:00' });
    await clinic.project();
    const { clientName, pocName, appointmentDetails } = await desk.body('listSlotsOfDoctor', request);
    expect({ clientName, pocName }).toEqual({
      clientName: 'Sunrise Multispeciality Hospital',
      pocName: 'Dr. Asha Menon',
    });
    expect(appointmentDetails).toHaveLength(61 * 4);
    expect(appointmentDetails[2]).toEqual({
      day: 'Saturday',
      date: today,
      time: '10:00',
      minutes: 30,
      noOfAppointments: 1,
      totalSlots: 2,
      active_status: 'available',
      free: 1,
      places: 2,
      closed: false,
    });
  });

  test('say which are blocked, offer none of their places, and keep what is booked', async () => {
    await book(clinic, { date: tomorrow, time: '09:30' });
    await blockDay(tomorrow);
    await clinic.project();
    const dayRequest = { ...request, from: tomorrow, to: tomorrow };
    const { appointmentDetails } = await desk.body('listSlotsOfDoctor', dayRequest);
    expect(appointmentDetails.map((slot) => slot.date)).toEqual(Array(4).fill(tomorrow));
    expect(appointmentDetails[1]).toMatchObject({
      time: '09:30',
      noOfAppointments: 1,
      totalSlots: 2,
      active_status: 'blocked',
      free: 0,
    });
  });

  test('are narrowed to days from and to, both included', async () => {
    const days = async (range: { from?: string; to?: string }) => {
      const { appointmentDetails } = await desk.body('listSlotsOfDoctor', { ...request, ...range });
      return appointmentDetails.length / 4;
    };
    expect(await days({ from: addDays(today, 2), to: addDays(today, 8) })).toBe(7);
    expect(await days({ from: addDays(today, 58) })).toBe(3);
    expect(await days({ to: tomorrow })).toBe(2);
  });

  test.each([
    ['the day, whatever its case', 'SUNDAY', 9 * 4],
    ['the date as it travels', '2026-11-2', 9 * 4],
    ['the date as it is shown', 'nov 21', 4],
    ['the date as pasted', 'nov\u00a0 21', 4],
    ['the time', '09:30', 61],
    ['the time as it is shown', '9:30 am', 61],
    ['the date with the day first', '21 Nov', 4],
    ['an hour alone', '9 am', 2 * 61],
  ])('are found by %s', async (_what, search, found) => {
    const { appointmentDetails } = await desk.body('listSlotsOfDoctor', { ...request, search });
    expect(appointmentDetails).toHaveLength(found);
  });

  test('come by pages with a total', async () => {
    const first = await desk.reply('listSlotsOfDoctor', { ...request, page: 1, pageSize: 6 });
    expect(first.total).toBe(244);
    const second = await desk.reply('listSlotsOfDoctor', { ...request, cursor: first.next ?? '', pageSize: 6 });
    expect(second.body.appointmentDetails[0]).toMatchObject({ date: tomorrow, time: '10:00' });
    const last = await desk.reply('listSlotsOfDoctor', { ...request, page: -1, pageSize: 6 });
    expect(last.body.appointmentDetails).toHaveLength(244 % 6);
    expect(last.next).toBeNull();
    expect(await desk.reply('listSlotsOfDoctor', { ...request, page: 1_000_000, pageSize: 6 })).toEqual(last);
  });

  test('are on the pages what the whole list has, whatever the page size', async () => {
    await book(clinic, { time: '10:00' });
    await clinic.project();
    const { appointmentDetails: whole } = await desk.body('listSlotsOfDoctor', request);
    for (const pageSize of [3, 7]) {
      const pages = Array.from({ length: Math.ceil(whole.length / pageSize) }, (_, index) =>
        desk.body('listSlotsOfDoctor', { ...request, page: index + 1, pageSize }),
      );
      expect((await Promise.all(pages)).flatMap((page) => page.appointmentDetails)).toEqual(whole);
    }
  });

  test("of another client's doctor are refused", async () => {
    expect(await desk.ask('listSlotsOfDoctor', { clientId: sunrise.clientId, pocId: lakeside.leela })).toMatchObject({
      refused: 'access.foreign',
    });
  });
});
