import { addDays, minutesBefore } from '@dayline/contracts/clinic/clinic-time';
import { availabilityOf, placesOf } from '@dayline/contracts/clinic/day/availability';
import { queueRuleOf } from '@dayline/contracts/clinic/queue';
import type { Slot } from '@dayline/contracts/clinic/slots';
import type { DayPicture } from '@dayline/contracts/endpoints/appointments/boards';
import { refuse } from '@dayline/contracts/errors';
import type { DoctorRow } from '@dayline/contracts/views/directory';
import { countsKey } from '@dayline/projector/projections/desk/counts';
import { picturedDays } from '../desk/cards.ts';
import type { DayDesk } from '../desk/desk.ts';
import { todaysSlotsOf } from '../desk/doctor-days.ts';
import type { Snapshot } from '../desk/snapshot.ts';
import type { Queries } from './answer.ts';
import { noCounts } from './counts.ts';

/** The hour of a time, such as '09'. */
export const hourOf = (time: string): string => time.slice(0, 2);
const hourName = (hour: number): string => String(hour).padStart(2, '0');

/** Bookings and capacity by hour, from the first to the last hour that has either; pure. */
export function picturedHours(
  bookedByHour: Readonly<Record<string, number>>,
  slots: readonly Slot[],
): DayPicture['byHour'] {
  const places = new Map<string, number>();
  for (const slot of slots) {
    const hour = hourOf(slot.time);
    places.set(hour, (places.get(hour) ?? 0) + placesOf(slot));
  }
  const hours = [...places, ...Object.entries(bookedByHour)]
    .filter(([, count]) => count > 0)
    .map(([hour]) => Number(hour));
  if (hours.length === 0) return [];
  const first = Math.min(...hours);
  return Array.from({ length: Math.max(...hours) - first + 1 }, (_, step) => {
    const hour = hourName(first + step);
    const count = bookedByHour[hour] ?? 0;
    return { hour, booked: count, places: Math.max(places.get(hour) ?? 0, count) };
  });
}

/**
 * The figures of a dashboard from rows of counts, schedules and days; among appointments only the late ones are
 * counted.
 */
async function pictureOf(
  snapshot: Snapshot<DayDesk>,
  clientId: string,
  doctors: readonly DoctorRow[],
  keyOfDay: (date: string) => string,
  scope: { readonly clientId: string } | { readonly pocId: string },
): Promise<DayPicture> {
  const { desk } = snapshot;
  const { date: today, time: now } = snapshot.clinicOf(clientId);
  const dates = Array.from({ length: picturedDays }, (_, ago) => addDays(today, ago + 1 - picturedDays));
  const { lateAfterMinutes } = queueRuleOf(snapshot.directory.client(clientId));
  const lateTo = minutesBefore({ date: today, time: now }, lateAfterMinutes + 1);
  const [counts, slotsByDoctor, todayLate] = await Promise.all([
    desk.rows('counts', dates.map(keyOfDay)),
    todaysSlotsOf(snapshot, doctors),
    lateTo.date < today
      ? 0
      : desk
          .page({
            view: 'appointments',
            where: { ...scope, date: today, status: 'Confirmed' },
            range: { field: 'time', to: lateTo.time },
            order: [{ field: 'time' }],
          })
          // "Late means Confirmed, not arrived, 10 minutes past its time" (the desk's day, 2), or as the client sets it.
          .then(({ rows }) => rows.filter(({ presence }) => !presence).length),
  ]);
  const days = [...slotsByDoctor.values()].filter((slots) => slots.length > 0);
  const blockedDays = days.filter((slots) => availabilityOf(slots) === 'blocked').length;
  const { byStatus, byHour } = counts.get(keyOfDay(today)) ?? noCounts;
  const hours = picturedHours(byHour, days.flat());
  return {
    today,
    now,
    todayBooked: byStatus.Confirmed + byStatus.Availed + byStatus.Not_Availed,
    todayToCome: byStatus.Confirmed,
    todayLate,
    lateAfterMinutes,
    todayCancelled: byStatus.Cancelled,
    placesToday: hours.reduce((sum, hour) => sum + hour.places, 0),
    doctorsOnDuty: days.length - blockedDays,
    doctorsBlocked: blockedDays,
    byHour: hours,
    lastDays: dates.map((date) => {
      const ofDay = (counts.get(keyOfDay(date)) ?? noCounts).byStatus;
      return { date, visited: ofDay.Availed, notVisited: ofDay.Not_Availed };
    }),
  };
}

export const dayPictureQueries: Queries<'getDayPictureOfClient' | 'getDayPictureOfDoctor', DayDesk> = {
  async getDayPictureOfClient({ clientId }, snapshot) {
    const doctors = snapshot.directory.doctorsOf(clientId);
    const keyOfDay = (date: string) => countsKey.ofClientDay(clientId, date);
    return { body: await pictureOf(snapshot, clientId, doctors, keyOfDay, { clientId }) };
  },

  async getDayPictureOfDoctor({ pocId }, snapshot) {
    const doctor = snapshot.directory.doctor(pocId);
    if (!doctor) return refuse('access.foreign');
    const keyOfDay = (date: string) => countsKey.ofDoctorDay(pocId, date);
    return { body: await pictureOf(snapshot, doctor.clientId, [doctor], keyOfDay, { pocId }) };
  },
};
