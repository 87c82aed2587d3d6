import { addDays } from '@dayline/contracts/clinic/clinic-time';
import type { Week } from '@dayline/contracts/clinic/schedule';
import type { ClientCalendarEvent } from '@dayline/contracts/events/calendar';
import { streams } from '@dayline/contracts/events/categories';
import type { TestClinic } from '../testing/clinic.ts';
import { openViewReader } from '../testing/clinic-queries.ts';
import { testId } from '../testing/ids.ts';
import { book, drAsha, frontDesk, identity, mornings, openSunrise, sunrise } from '../testing/sunrise.ts';

/** "Past dates never change, whatever is set today: the boards of a year, 'as of' each month, before and after." */

const { clientId, asha: pocId } = sunrise;
const months = Array.from({ length: 12 }, (_, index) => {
  const month = 12 + index;
  return `${2026 + Math.floor((month - 1) / 12)}-${String(((month - 1) % 12) + 1).padStart(2, '0')}-10`;
});
const morningOf = (date: string): string => `${date}T03:00:00.000Z`;
const weekAt = (hour: number): Week =>
  mornings.map(({ day, timeIntervals }) => ({
    day,
    timeIntervals: timeIntervals.map((interval) => ({
      ...interval,
      startTime: `${String(hour).padStart(2, '0')}:00`,
      endTime: `${String(hour + 2).padStart(2, '0')}:00`,
    })),
  }));

let clinic: TestClinic;
let desk: ReturnType<typeof openViewReader>;
beforeEach(async () => {
  clinic = await openSunrise();
  desk = openViewReader(clinic);
});
afterEach(() => clinic.close());

const onCalendar = (event: ClientCalendarEvent) =>
  clinic.append(streams.clientCalendar(clientId), clientId, frontDesk, event);
const setWeek = (week: Week, from: string) =>
  clinic.append(streams.doctorSchedule(pocId), clientId, drAsha, {
    type: 'WeeklyScheduleSet',
    data: { week, from, name: null },
  });
const close = (
  id: number,
  from: string,
  more: Partial<Extract<ClientCalendarEvent, { type: 'HospitalDaySet' }>['data']>,
) =>
  onCalendar({
    type: 'HospitalDaySet',
    data: { dayId: testId(id), on: { date: from }, from, to: null, name: 'Closed', branchId: null, open: [], ...more },
  });

/** What the year's screens show: each month as of its day, and the times of each past date as they are listed now. */
async function readYear(until: string) {
  const who = identity('auditor', clientId);
  const answers = [];
  for (const date of months.filter((month) => month <= until)) {
    const moment = { at: morningOf(date), pocId };
    const { cards } = await desk.body('getBoardAsOf', moment, who);
    const { dates } = await desk.body('getAvailabilityAsOf', moment, who);
    const times = [];
    for (let past = addDays(date, -9); past < until; past = addDays(past, 3)) {
      if (past >= addDays(date, 20)) break;
      const slots = await desk.body('listTimesWithAvailability', { pocId, date: past });
      times.push([past, slots.map((slot) => slot.appointment_time)]);
    }
    answers.push({ date, cards, dates, times });
  }
  return answers;
}

test('the boards of a year stay as they were, and the times of its dates', async () => {
  for (const [index, date] of months.entries()) {
    clinic.clock.set(morningOf(date));
    await setWeek(weekAt(6 + index), date);
    await setWeek(weekAt(20), addDays(date, 25));
    await close(300 + index, date, { on: { weekday: 'Sunday', weeks: [2, 'last'] } });
    await close(400 + index, addDays(date, 4), { open: [{ from: '08:00', to: '10:00' }] });
    await book(clinic, { date, time: `${String(6 + index).padStart(2, '0')}:30` });
  }
  const today = '2027-11-20';
  clinic.clock.set(morningOf(today));
  await clinic.project();
  const before = await readYear(today);
  expect(before.map(({ cards }) => cards.length)).toEqual(months.map(() => 1));
  expect(new Set(before.flatMap(({ times }) => times.map(([, listed]) => String(listed)))).size).toBeGreaterThan(12);

  await setWeek(weekAt(10), today);
  await close(500, today, { on: { weekday: 'Monday', weeks: [] } });
  await close(501, addDays(today, 3), {});
  for (const id of [...months.keys()].flatMap((index) => [300 + index, 400 + index])) {
    await onCalendar({ type: 'HospitalDayLifted', data: { dayId: testId(id), from: today, name: 'Closed' } });
  }
  await clinic.append(streams.doctorSchedule(pocId), clientId, drAsha, {
    type: 'ScheduleChangeWithdrawn',
    data: { from: addDays(months[11] ?? '', 25) },
  });
  await clinic.project();
  expect(await readYear(today)).toEqual(before);
});
