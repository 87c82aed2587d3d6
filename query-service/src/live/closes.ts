import { addDays, type ClinicTime } from '@dayline/contracts/clinic/clinic-time';
import { closeOf } from '@dayline/contracts/clinic/sessions';
import { daySlots, emptyDayBook, type Slot, spanOf } from '@dayline/contracts/clinic/slots';
import { doctorDayKey } from '@dayline/contracts/ids';
import type { DoctorRow } from '@dayline/contracts/views';
import type { DayDesk } from '../desk/desk.ts';
import { settingOf } from '../desk/doctor-days.ts';
import type { Snapshot } from '../desk/snapshot.ts';

export interface ClosedDay {
  readonly pocId: string;
  readonly date: string;
}

/**
 * How many days before their date a doctor's sessions may close; for hours of one date: on that date, or the day
 * before.
 */
const daysBefore = ({ schedule }: DoctorRow): Set<number> => {
  const intervals = schedule?.weeks.flatMap(({ week }) => week).flatMap(({ timeIntervals }) => timeIntervals) ?? [];
  return new Set([0, 1, ...intervals.flatMap(({ bookUntil }) => bookUntil?.daysBefore ?? [])]);
};

/** The days of a client on which a session has closed since a moment of the clinic's today. */
export async function closedSince(
  { clientId, ...snapshot }: Snapshot<DayDesk>,
  before: ClinicTime,
): Promise<ClosedDay[]> {
  const now = snapshot.clinicOf(clientId);
  const days = snapshot.directory
    .doctorsOf(clientId)
    .flatMap((doctor) =>
      [...daysBefore(doctor)].map((ahead) => ({ pocId: doctor.key, date: addDays(now.date, ahead) })),
    );
  const books = await snapshot.desk.rows(
    'doctorDays',
    days.map(({ pocId, date }) => doctorDayKey(pocId, date)),
  );
  const hasClosed = (date: string, slot: Slot): boolean => {
    const close = closeOf(date, { ...slot, end: spanOf(slot).to });
    return close?.date === now.date && before.time < close.time && close.time <= now.time;
  };
  return days.filter(({ pocId, date }) => {
    const book = books.get(doctorDayKey(pocId, date)) ?? emptyDayBook;
    return daySlots(book, settingOf(snapshot, { clientId, pocId, date })).some((slot) => hasClosed(date, slot));
  });
}
