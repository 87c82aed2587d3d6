import { addDays } from '@dayline/contracts/clinic-time';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { lastBookableDate } from '@dayline/contracts/horizon';
import { doctorDayKey } from '@dayline/contracts/ids';
import { availabilityOf, daySlots, emptyDayBook, openSlots, type Slot } from '@dayline/contracts/slots';
import type { DoctorRow } from '@dayline/contracts/views';
import { countsKey } from '@dayline/projector/projections/desk/counts';
import type { Reading } from '../desk/reading.ts';
import { noCounts } from './counts.ts';
import { picturedHours } from './day-picture.ts';

type Doctor = ResponseOf<'listDoctorsOfClient'>[number];

export const noToday: Doctor['today'] = {
  state: 'unscheduled',
  capacity: 0,
  booked: 0,
  byHour: [],
  blockedHours: [],
};

/** Days read at once per doctor in search of a free place: most doctors have one within a week. */
const daysAtOnce = 7;

/** Today's bookings and places, by doctor. */
export async function todayOf(
  { desk, clinicOf }: Reading,
  doctors: readonly DoctorRow[],
): Promise<ReadonlyMap<string, Doctor['today']>> {
  const countsOf = ({ key, clientId }: DoctorRow) => countsKey.ofDoctorDay(key, clinicOf(clientId).date);
  const dayOf = ({ key, clientId }: DoctorRow) => doctorDayKey(key, clinicOf(clientId).date);
  const [counts, books] = await Promise.all([
    desk.rows('counts', doctors.map(countsOf)),
    desk.rows('doctorDays', doctors.map(dayOf)),
  ]);
  return new Map(
    doctors.map((doctor) => {
      const now = clinicOf(doctor.clientId);
      const slots = daySlots(doctor.schedule, books.get(dayOf(doctor)) ?? emptyDayBook, now.date, now);
      const byHour = picturedHours((counts.get(countsOf(doctor)) ?? noCounts).byHour, slots);
      const sum = (of: 'booked' | 'places') => byHour.reduce((total, hour) => total + hour[of], 0);
      const capacity = sum('places');
      const booked = sum('booked');
      return [
        doctor.key,
        { state: stateOf(doctor, slots), capacity, booked, byHour, blockedHours: blockedHours(slots) },
      ];
    }),
  );
}

function stateOf({ schedule }: DoctorRow, slots: readonly Slot[]): Doctor['today']['state'] {
  if (openSlots(slots).length > 0) return availabilityOf(slots) === 'blocked' ? 'blocked' : 'open';
  return schedule ? 'off' : 'unscheduled';
}

/** The hours whose places are all blocked. */
function blockedHours(slots: readonly Slot[]): string[] {
  const hourOf = ({ time }: Slot): string => time.slice(0, 2);
  const standing = openSlots(slots);
  const bookable = new Set(standing.filter(({ blocked }) => !blocked).map(hourOf));
  return [...new Set(standing.map(hourOf))].filter((hour) => !bookable.has(hour));
}

/** Each doctor's next bookable place; doctors without one up to the horizon are left out. */
export async function nextFreeOf(
  { desk, clinicOf, horizonDays }: Reading,
  doctors: readonly DoctorRow[],
): Promise<ReadonlyMap<string, NonNullable<Doctor['nextFree']>>> {
  const found = new Map<string, NonNullable<Doctor['nextFree']>>();
  for (let ahead = 0; ahead <= horizonDays && found.size < doctors.length; ahead += daysAtOnce) {
    const asked = doctors
      .filter(({ key, schedule }) => schedule && !found.has(key))
      .map((doctor) => ({ doctor, dates: datesFrom(clinicOf(doctor.clientId).date, ahead, horizonDays) }));
    if (asked.length === 0) break;
    const books = await desk.rows(
      'doctorDays',
      asked.flatMap(({ doctor, dates }) => dates.map((date) => doctorDayKey(doctor.key, date))),
    );
    for (const { doctor, dates } of asked) {
      const now = clinicOf(doctor.clientId);
      for (const date of dates) {
        const book = books.get(doctorDayKey(doctor.key, date)) ?? emptyDayBook;
        const slot = daySlots(doctor.schedule, book, date, now).find(({ free }) => free > 0);
        if (!slot) continue;
        found.set(doctor.key, { date, time: slot.time });
        break;
      }
    }
  }
  return found;
}

function datesFrom(today: string, ahead: number, horizonDays: number): string[] {
  const last = lastBookableDate(today, horizonDays);
  return Array.from({ length: daysAtOnce }, (_, step) => addDays(today, ahead + step)).filter((date) => date <= last);
}
