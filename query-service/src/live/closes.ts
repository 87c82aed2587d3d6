import { addDays, type ClinicTime } from '@dayline/contracts/clinic/clinic-time';
import { closeOf, openOf } from '@dayline/contracts/clinic/sessions';
import { daySlots, emptyDayBook, type Slot, spanOf } from '@dayline/contracts/clinic/slots';
import { doctorDayKey } from '@dayline/contracts/ids';
import type { DoctorRow } from '@dayline/contracts/views/directory';
import type { DayDesk } from '../desk/desk.ts';
import { settingOf } from '../desk/doctor-days.ts';
import type { Snapshot } from '../desk/snapshot.ts';

export interface ChangedDay {
  readonly pocId: string;
  readonly date: string;
}

/**
 * How many days before their date bookings for a doctor's sessions may open or close; for hours of one date: on that
 * date, or the day before.
 */
const daysBefore = ({ schedule }: DoctorRow): Set<number> => {
  const intervals = schedule?.weeks.flatMap(({ week }) => week).flatMap(({ timeIntervals }) => timeIntervals) ?? [];
  const days = intervals.flatMap(({ bookFrom, bookUntil, firstUntil, endsNextDay }) =>
    [bookFrom, bookUntil, firstUntil].flatMap((at) =>
      at ? [at.daysBefore, ...(endsNextDay ? [at.daysBefore + 1] : [])] : [],
    ),
  );
  return new Set([0, 1, ...days]);
};

/** The days of a client on which bookings for a session have opened or closed since a moment of the clinic's today. */
export async function openedOrClosedSince(
  { clientId, ...snapshot }: Snapshot<DayDesk>,
  before: ClinicTime,
): Promise<ChangedDay[]> {
  const now = snapshot.clinicOf(clientId);
  const days = snapshot.directory
    .doctorsOf(clientId)
    .flatMap((doctor) =>
      [...daysBefore(doctor)].map((daysAhead) => ({ pocId: doctor.key, date: addDays(now.date, daysAhead) })),
    );
  const books = await snapshot.desk.rows(
    'doctorDays',
    days.map(({ pocId, date }) => doctorDayKey(pocId, date)),
  );
  const hasChanged = (date: string, slot: Slot): boolean => {
    const close = { ...slot, end: spanOf(slot).to };
    return [openOf(date, slot.session), closeOf(date, close), closeOf(date, close, 'first')].some(
      (at) => at?.date === now.date && before.time < at.time && at.time <= now.time,
    );
  };
  return days.filter(({ pocId, date }) => {
    const book = books.get(doctorDayKey(pocId, date)) ?? emptyDayBook;
    return daySlots(book, settingOf(snapshot, { clientId, pocId, date })).some((slot) => hasChanged(date, slot));
  });
}
