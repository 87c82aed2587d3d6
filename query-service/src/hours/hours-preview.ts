import type { HospitalDays } from '@dayline/contracts/clinic/calendar';
import { currentSlots } from '@dayline/contracts/clinic/day/plan';
import { type PlanSlot, slotOfVisit } from '@dayline/contracts/clinic/schedule';
import { type DayBook, type DaySetting, emptyDayBook, spanOf, whenClosed } from '@dayline/contracts/clinic/slots';
import { overlaps, without } from '@dayline/contracts/clinic/spans';
import { type HoursPreview, previewSizeLimit } from '@dayline/contracts/endpoints/hours-preview';
import { doctorDayKey } from '@dayline/contracts/ids';
import type { AppointmentRow } from '@dayline/contracts/views';
import type { DoctorRow } from '@dayline/contracts/views/directory';
import { settingOf } from '../desk/doctor-days.ts';
import type { Snapshot } from '../desk/snapshot.ts';
import { pagesOf } from '../paging/pages-of.ts';
import { ChangedTimes, placesWithout } from './changed-times.ts';

/** A doctor's date with its proposed hours. */
export interface Trial {
  readonly doctor: DoctorRow;
  readonly date: string;
  readonly hours: Pick<DaySetting, 'schedule'> & HospitalDays;
}

interface ChangedDay {
  readonly doctor: DoctorRow;
  readonly date: string;
  readonly book: DayBook;
  readonly isBookable: boolean;
  readonly before: readonly PlanSlot[];
  readonly after: readonly PlanSlot[];
}

const keysAtOnce = 200;

/** The effects of a change of hours on these dates, which are sorted. Dates whose hours stay the same are skipped. */
export async function previewHours(snapshot: Snapshot, trials: readonly Trial[]): Promise<HoursPreview> {
  const days = await changedDays(snapshot, trials);
  const [removedSlots, addedSlots] = [new ChangedTimes(), new ChangedTimes()];
  const blocks: HoursPreview['blocks']['first'] = [];
  for (const { doctor, date, book, before, after, isBookable } of days) {
    if (isBookable) {
      const clinic = snapshot.clinicOf(doctor.clientId);
      const isAhead = (slot: PlanSlot) => {
        const { passed, bookingsClosed } = whenClosed(slot, { date, clinic });
        return !(passed || bookingsClosed);
      };
      removedSlots.add(date, placesWithout(before, after).filter(isAhead));
      addedSlots.add(date, placesWithout(after, before).filter(isAhead));
    }
    const outside = without(book.blocks, after.map(spanOf)).filter((block) =>
      before.some((slot) => overlaps(spanOf(slot), block)),
    );
    blocks.push(...outside.map((block) => ({ ...block, date, pocId: doctor.key, pocName: doctor.name })));
  }
  return {
    ...(await visitsOutside(snapshot, days)),
    blocks: { count: blocks.length, first: blocks.slice(0, previewSizeLimit) },
    removedSlots: removedSlots.summary(),
    addedSlots: addedSlots.summary(),
  };
}

async function changedDays(snapshot: Snapshot, trials: readonly Trial[]): Promise<ChangedDay[]> {
  const days: ChangedDay[] = [];
  for (let from = 0; from < trials.length; from += keysAtOnce) {
    const part = trials.slice(from, from + keysAtOnce);
    const keyOf = ({ doctor, date }: Trial) => doctorDayKey(doctor.key, date);
    const books = await snapshot.desk.rows('doctorDays', part.map(keyOf));
    for (const trial of part) {
      const { doctor, date, hours } = trial;
      const now = settingOf(snapshot, { clientId: doctor.clientId, pocId: doctor.key, date });
      const { schedule: _, hospitalDay: __, elsewhere: ___, ...setting } = now;
      const book = books.get(keyOf(trial)) ?? emptyDayBook;
      const [before, after] = [currentSlots(book, now), currentSlots(book, { ...setting, ...hours })];
      const isSame = placesWithout(before, after).length === 0 && placesWithout(after, before).length === 0;
      if (isSame && book.visits.every(({ from }) => whereOf(before, from) === whereOf(after, from))) continue;
      days.push({ doctor, date, book, before, after, isBookable: date <= setting.lastBookable });
    }
  }
  return days;
}

/** The place of a time's session, unless it is the doctor's own; equal texts are equal places. */
function whereOf(slots: readonly PlanSlot[], time: string): string {
  const { departmentId, branchId, room } = slots.find((slot) => slot.time === time)?.session ?? {};
  return [departmentId, branchId, room].join(' ');
}

/** The visits that a change affects: all are counted, the first are listed. */
class AffectedVisits {
  count = 0;
  readonly first: HoursPreview['visits']['first'] = [];
  readonly dates = new Set<string>();
  add(row: AppointmentRow, doctor: DoctorRow): void {
    this.count += 1;
    this.dates.add(row.date);
    if (this.first.length < previewSizeLimit) this.first.push(visitOf(row, doctor));
  }
}

/**
 * The confirmed visits of the days: their number, those outside the new hours, and those whose session moves elsewhere,
 * by date and time.
 */
async function visitsOutside(
  snapshot: Snapshot,
  days: readonly ChangedDay[],
): Promise<Pick<HoursPreview, 'booked' | 'visits' | 'elsewhere'>> {
  const byKey = new Map(days.map((day) => [doctorDayKey(day.doctor.key, day.date), day]));
  const doctors = new Set(days.map(({ doctor }) => doctor.key));
  const dates = new Set(days.flatMap(({ date, book }) => (book.visits.length > 0 ? [date] : [])));
  let bookedCount = 0;
  const [outside, elsewhere] = [new AffectedVisits(), new AffectedVisits()];
  for (const date of dates) {
    const [pocId] = doctors;
    const scope = doctors.size === 1 && pocId !== undefined ? { pocId } : { clientId: snapshot.clientId };
    const where = { ...scope, date, status: 'Confirmed' };
    const read = (part: { limit?: number; after?: string }) =>
      snapshot.desk.page({ view: 'appointments', where, order: [{ field: 'time' }], ...part });
    for await (const rows of pagesOf(read)) {
      for (const row of rows) {
        const day = byKey.get(doctorDayKey(row.pocId, date));
        if (!day) continue;
        bookedCount += 1;
        if (!isInside(row, day)) outside.add(row, day.doctor);
        else if (whereOf(day.before, row.time) !== whereOf(day.after, row.time)) elsewhere.add(row, day.doctor);
      }
    }
  }
  const summaryOf = ({ count, first, dates: days }: AffectedVisits) => ({ count, dates: [...days].sort(), first });
  return {
    booked: bookedCount,
    visits: summaryOf(outside),
    ...(elsewhere.count > 0 && { elsewhere: summaryOf(elsewhere) }),
  };
}

const isInside = (visit: AppointmentRow, { after }: ChangedDay): boolean => slotOfVisit(after, visit) !== undefined;

const visitOf = (row: AppointmentRow, doctor: DoctorRow) => ({
  appointmentId: row.key,
  pocId: doctor.key,
  pocName: doctor.name,
  date: row.date,
  time: row.time,
  userId: row.patientId,
  patientName: row.patientName,
  patientPhone: row.patientPhone,
});
