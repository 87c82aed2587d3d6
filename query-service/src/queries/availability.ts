import { refuse } from '@dayline/contracts/errors';
import { slotId } from '@dayline/contracts/ids';
import { availabilityOf, availabilityOfSlot, openSlots } from '@dayline/contracts/slots';
import { freePlaces, openDays, slotsOn } from '../desk/doctor-days.ts';
import type { Queries } from './answer.ts';

/** A doctor's dates and times, including blocked and full ones (specification, section 7, "Availability"). */
export const availabilityQueries: Queries<
  'listDatesWithAvailability' | 'listTimesWithAvailability' | 'listBlockedSlots'
> = {
  async listDatesWithAvailability({ pocId }, reading) {
    const doctor = reading.directory.doctor(pocId);
    if (!doctor) return refuse('access.foreign');
    const days = await openDays(reading, doctor);
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

  async listTimesWithAvailability({ pocId, date }, reading) {
    const doctor = reading.directory.doctor(pocId);
    if (!doctor) return refuse('access.foreign');
    const slots = await slotsOn(reading, doctor, date);
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
  async listBlockedSlots({ pocId }, reading) {
    const doctor = reading.directory.doctor(pocId);
    if (!doctor) return refuse('access.foreign');
    const days = await openDays(reading, doctor);
    return {
      body: days.flatMap(({ date, slots }) =>
        openSlots(slots)
          .filter((slot) => slot.blocked)
          .map(({ time, reason }) => ({
            schedule_date: date,
            start_time: time,
            Active_Status: 'blocked' as const,
            reason,
            slot_id: slotId(pocId, date, time),
          })),
      ),
    };
  },
};
