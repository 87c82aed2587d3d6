import { openBranches } from '@dayline/contracts/client-settings';
import {
  type Calendar,
  type HospitalDay,
  type HospitalDays,
  hospitalDayOn,
  hospitalDaysOn,
  liftedDay,
  type Occasion,
  withDay,
} from '@dayline/contracts/clinic/calendar';
import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { lastBlockableDate, lastBookableDate } from '@dayline/contracts/clinic/horizon';
import { hoursOn, inOrder } from '@dayline/contracts/clinic/schedule';
import { joined } from '@dayline/contracts/clinic/spans';
import { type Schedule, weekOn, weeksFrom, withoutWeek, withWeek } from '@dayline/contracts/clinic/weeks';
import { occasionOf } from '@dayline/contracts/endpoints/calendar';
import type { RequestOf } from '@dayline/contracts/endpoints/table';
import { refuse } from '@dayline/contracts/errors';
import type { DoctorRow } from '@dayline/contracts/views/directory';
import { countsKey } from '@dayline/projector/projections/desk/counts';
import type { Snapshot } from '../desk/snapshot.ts';
import type { Queries } from '../queries/answer.ts';
import { previewHours, type Trial } from './hours-preview.ts';

/** The present and upcoming weekly hours and hospital days, and the effects of changes. */
export const hoursQueries: Queries<
  'listWeeks' | 'listHospitalDays' | 'listClosures' | 'previewSchedule' | 'previewHospitalDay'
> = {
  async listWeeks({ pocId }, { directory, clinicOf }) {
    const doctor = directory.doctor(pocId);
    if (!doctor) return refuse('access.foreign');
    const { schedule, clientId } = doctor;
    const weeks = weeksFrom(schedule, clinicOf(clientId).date);
    return {
      body: {
        revision: schedule?.revision ?? -1,
        weeks: weeks.map(({ from, name, week }) => ({ from, name, week: inOrder(week) })),
        places: {
          departments: directory.departmentsOf(clientId).map(({ key, name }) => ({ departmentId: key, name })),
          branches: [...openBranches(directory.client(clientId) ?? { branches: [] })],
        },
      },
    };
  },

  async listHospitalDays({ clientId }, snapshot) {
    const calendar = snapshot.directory.calendar(clientId);
    const days = [];
    for (const day of calendar?.days ?? []) {
      const { on, open, ...fields } = day;
      const occasion =
        'date' in on
          ? { date: on.date, weekday: null, weeks: [] }
          : { date: null, weekday: on.weekday, weeks: [...on.weeks] };
      days.push({ ...fields, ...occasion, open: [...open], booked: await bookedOn(snapshot, day) });
    }
    days.sort((a, b) => (a.from < b.from ? -1 : Number(a.from > b.from)));
    const branches = [...(snapshot.directory.client(clientId)?.branches ?? [])];
    return { body: { revision: calendar?.revision ?? -1, branches, days } };
  },

  async listClosures({ pocId }, snapshot) {
    const doctor = snapshot.directory.doctor(pocId);
    if (!doctor) return refuse('access.foreign');
    const calendar = snapshot.directory.calendar(doctor.clientId);
    const body = datesAhead(snapshot).flatMap((date) =>
      daysOfDoctor(calendar, date, doctor).map(({ name, open, branchId }) => ({
        ...{ date, name, open: [...open] },
        ...(branchId !== null && { branchId }),
      })),
    );
    return { body };
  },

  async previewSchedule({ pocId, from, week }, snapshot) {
    const doctor = snapshot.directory.doctor(pocId);
    if (!doctor) return refuse('access.foreign');
    const { schedule } = doctor;
    const dates = datesAhead(snapshot);
    const first = from ?? dates[0] ?? '';
    const revision = (schedule?.revision ?? -1) + 1;
    const changedWeek = week
      ? withWeek(schedule, { week, from: first, name: null, revision })
      : withoutWeek(schedule, first, revision);
    const calendar = snapshot.directory.calendar(doctor.clientId);
    const trials = dates.map((date) => ({
      doctor,
      date,
      hours: hoursInForce(doctor, date, { schedule: changedWeek, calendar }),
    }));
    return { body: await previewHours(snapshot, trials) };
  },

  async previewHospitalDay({ clientId, ...change }, snapshot) {
    const calendar = snapshot.directory.calendar(clientId);
    const dates = datesAhead(snapshot);
    const changedCalendar = changedBy(calendar, change, dates[0] ?? '');
    if (!changedCalendar) return refuse('calendar.no-date');
    const doctors = snapshot.directory.doctorsOf(clientId);
    const trials = dates.flatMap((date) =>
      doctors.flatMap((doctor) => {
        const { schedule } = doctor;
        const [before, after] = [calendar, changedCalendar].map((of) =>
          hoursInForce(doctor, date, { schedule, calendar: of }),
        );
        return before && after && !areSameDays(before, after) ? [{ doctor, date, hours: after }] : [];
      }),
    );
    return { body: await previewHours(snapshot, trials) };
  },
};

/** The hospital day at the doctor's own branch, then those at other branches of sessions that apply on the date. */
function daysOfDoctor(calendar: Calendar | null, date: string, { branchId: own, schedule }: DoctorRow): HospitalDay[] {
  const hours = hoursOn(weekOn(schedule, date)?.week ?? [], date);
  const branchIds = [own, ...hours.flatMap(({ branchId }) => branchId ?? [])];
  return [...new Set(branchIds.flatMap((id) => hospitalDayOn(calendar, date, id) ?? []))];
}

/** The weekly hours and the hospital days that apply to a doctor on a date, by other hours or another calendar. */
function hoursInForce(
  { branchId }: DoctorRow,
  date: string,
  { schedule, calendar }: { readonly schedule: Schedule | null; readonly calendar: Calendar | null },
): Trial['hours'] {
  const week = weekOn(schedule, date);
  return { schedule: week, ...hospitalDaysOn(calendar, date, { branchId, week: week?.week ?? null }) };
}

const areSameDays = (a: HospitalDays, b: HospitalDays): boolean =>
  a.hospitalDay === b.hospitalDay &&
  [...(a.elsewhere ?? [])].every(([branchId, day]) => b.elsewhere?.get(branchId) === day);

/** From the clinic's today to a date, by default the last that can be blocked. */
function datesAhead({ clinicOf, clientId, horizonDays }: Snapshot, to?: string): string[] {
  const { date: today } = clinicOf(clientId);
  const last = to ?? lastBlockableDate(today, lastBookableDate(today, horizonDays));
  const dates: string[] = [];
  for (let date = today; date <= last; date = addDays(date, 1)) dates.push(date);
  return dates;
}

type Change = Omit<RequestOf<'previewHospitalDay'>, 'clientId'>;

/** The calendar with another day, or without the day to remove; null if no date is chosen. */
function changedBy(calendar: Calendar | null, change: Change, today: string): Calendar | null {
  const revision = (calendar?.revision ?? -1) + 1;
  const { lift } = change;
  if (lift !== undefined) return liftedDay(calendar, { dayId: lift, from: today, revision });
  const occasion = occasionOf(change);
  return occasion && withDay(calendar, dayOf(occasion, change, { today, revision }));
}

function dayOf(
  occasion: Occasion,
  { from, to, branchId = null, open = [], bookUntil }: Change,
  { today, revision }: { readonly today: string; readonly revision: number },
): HospitalDay {
  const dates =
    'date' in occasion ? { from: occasion.date, to: occasion.date } : { from: from ?? today, to: to ?? null };
  const emptyDay = { dayId: '', name: '', by: '', liftedFrom: null };
  const closing = bookUntil === undefined ? {} : { bookUntil };
  return { ...emptyDay, on: occasion, ...dates, branchId, open: joined(open), ...closing, revision };
}

/** The confirmed visits on a day's dates, from today on; for a branch's day, those at the branch. */
async function bookedOn(snapshot: Snapshot, day: HospitalDay): Promise<number> {
  const { clientId, clinicOf, desk, horizonDays } = snapshot;
  const { date: today } = clinicOf(clientId);
  const alone: Calendar = { revision: 0, days: [day] };
  const { branchId } = day;
  const bookable = datesAhead(snapshot, lastBookableDate(today, horizonDays));
  const dates = bookable.filter((date) => hospitalDayOn(alone, date, branchId ?? 0) !== null);
  if (dates.length === 0) return 0;
  if (branchId !== null) {
    const where = { clientId, status: 'Confirmed', branchId };
    return desk.count({ view: 'appointments', where, among: { field: 'date', values: dates } });
  }
  const keys = dates.map((date) => countsKey.ofClientDay(clientId, date));
  const rows = await desk.rows('counts', keys);
  return [...rows.values()].reduce((sum, { byStatus }) => sum + byStatus.Confirmed, 0);
}
