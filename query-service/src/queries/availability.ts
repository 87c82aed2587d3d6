import { lastBlockableDate, lastBookableDate } from '@dayline/contracts/clinic/horizon';
import { availabilityOf, availabilityOfSlot, blockedPlaces, openSlots } from '@dayline/contracts/clinic/slots';
import { refuse } from '@dayline/contracts/errors';
import { slotId } from '@dayline/contracts/ids';
import type { DoctorRow } from '@dayline/contracts/views';
import type { DayDesk } from '../desk/desk.ts';
import { booksTo, freePlaces, openDays, settingOf, slotsOn } from '../desk/doctor-days.ts';
import type { Snapshot } from '../desk/snapshot.ts';
import type { Queries } from './answer.ts';

/** A doctor's dates and times, including blocked and full ones (specification, section 7, "Availability"). */
export const availabilityQueries: Queries<
  'listDatesWithAvailability' | 'listTimesWithAvailability' | 'listBlockedSlots' | 'listDayHours',
  DayDesk
> = {
  async listDatesWithAvailability({ pocId, to }, snapshot) {
    const doctor = snapshot.directory.doctor(pocId);
    if (!doctor) return refuse('access.foreign');
    const last = lastBlockable(snapshot, doctor);
    const days = await openDays(snapshot, doctor, to !== undefined && to > last ? last : to);
    // A date with only closed slots is not offered.
    const offered = days.filter(({ slots }) => openSlots(slots).length > 0);
    return {
      body: offered.map(({ date, slots }) => ({
        Schedule_Date: date,
        active_status: availabilityOf(slots),
        free: freePlaces(slots),
      })),
    };
  },

  async listTimesWithAvailability({ pocId, date }, snapshot) {
    const doctor = snapshot.directory.doctor(pocId);
    if (!doctor) return refuse('access.foreign');
    const slots = await slotsOn(snapshot, doctor, date);
    return {
      body: openSlots(slots).map((slot) => ({
        appointment_time: slot.time,
        active_status: availabilityOfSlot(slot),
        free: slot.free,
        capacity: slot.capacity,
      })),
    };
  },

  /** A fully blocked day lists each of its slots, also those of hours that were added later. */
  async listBlockedSlots({ pocId }, snapshot) {
    const doctor = snapshot.directory.doctor(pocId);
    if (!doctor) return refuse('access.foreign');
    const books = await booksTo(snapshot, doctor, lastBlockable(snapshot, doctor));
    return {
      body: books.flatMap((book) =>
        blockedPlaces(book, settingOf(snapshot, book)).map(({ from, to, reason }) => ({
          schedule_date: book.date,
          start_time: from,
          end_time: to,
          Active_Status: 'blocked' as const,
          reason,
          slot_id: slotId(pocId, book.date, from),
        })),
      ),
    };
  },

  async listDayHours({ pocId }, snapshot) {
    const doctor = snapshot.directory.doctor(pocId);
    if (!doctor) return refuse('access.foreign');
    const books = await booksTo(snapshot, doctor, lastBlockable(snapshot, doctor));
    return {
      body: books.flatMap(({ date, hours }) =>
        hours ? [{ date, intervals: [...hours.intervals], reason: hours.reason }] : [],
      ),
    };
  },
};

function lastBlockable({ clinicOf, horizonDays }: Snapshot<DayDesk>, { clientId }: DoctorRow): string {
  const today = clinicOf(clientId).date;
  return lastBlockableDate(today, lastBookableDate(today, horizonDays));
}
