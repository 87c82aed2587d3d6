import { refuse } from '@dayline/contracts/errors';
import { availabilityOf } from '@dayline/contracts/slots';
import { freePlaces, openDays, slotsOn } from '../desk/doctor-days.ts';
import type { Slice } from './answer.ts';

/** A doctor's dates and times, blocked and full ones too (specification, section 7, "Availability"). */
export const availabilitySlice: Slice<'listDatesWithAvailability' | 'listTimesWithAvailability'> = {
  async listDatesWithAvailability({ pocId }, reading) {
    const doctor = reading.directory.doctor(pocId);
    if (!doctor) return refuse('access.foreign');
    const days = await openDays(reading, doctor);
    return {
      body: days.map(({ date, slots }) => ({
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
      body: slots.map(({ time, blocked, free, capacity }) => ({
        appointment_time: time,
        active_status: blocked ? 'blocked' : 'available',
        free,
        capacity,
      })),
    };
  },
};
