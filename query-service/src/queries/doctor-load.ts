import { addDays, daysBetween } from '@dayline/contracts/clinic/clinic-time';
import { availabilityOf, openSlots } from '@dayline/contracts/clinic/day/availability';
import { lastBookableDate } from '@dayline/contracts/clinic/horizon';
import { daySlots, emptyDayBook, type Slot } from '@dayline/contracts/clinic/slots';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { doctorDayKey } from '@dayline/contracts/ids';
import type { DoctorRow } from '@dayline/contracts/views/directory';
import { type SlotsByDoctor, settingOf } from '../desk/doctor-days.ts';
import type { Snapshot } from '../desk/snapshot.ts';
import { hourOf, picturedHours } from './day-picture.ts';

type Doctor = ResponseOf<'listDoctorsOfClient'>[number];

/** A doctor's bookings and capacity today. */
export function todayOf(doctor: DoctorRow, slots: readonly Slot[]): Doctor['today'] {
  const byHour = picturedHours(bookedByHour(slots), slots);
  const sum = (field: 'booked' | 'places') => byHour.reduce((total, hour) => total + hour[field], 0);
  return {
    state: stateOf(doctor, slots),
    capacity: sum('places'),
    booked: sum('booked'),
    byHour,
    blockedHours: blockedHours(slots),
  };
}

function bookedByHour(slots: readonly Slot[]): Record<string, number> {
  const byHour: Record<string, number> = {};
  for (const { time, booked } of slots) byHour[hourOf(time)] = (byHour[hourOf(time)] ?? 0) + booked;
  return byHour;
}

function stateOf({ schedule }: DoctorRow, slots: readonly Slot[]): Doctor['today']['state'] {
  if (openSlots(slots).length > 0) return availabilityOf(slots) === 'blocked' ? 'blocked' : 'open';
  return schedule ? 'off' : 'unscheduled';
}

/** The hours in which all slots are blocked. */
function blockedHours(slots: readonly Slot[]): string[] {
  const open = openSlots(slots);
  const bookable = new Set(open.filter(({ blocked }) => !blocked).map(({ time }) => hourOf(time)));
  return [...new Set(open.map(({ time }) => hourOf(time)))].filter((hour) => !bookable.has(hour));
}

/** A bookable time of a doctor. */
type FreeTime = NonNullable<Doctor['nextFree']>;

/**
 * Each doctor's next `most` bookable times, of today or `from` a later date on; fewer if the horizon has fewer. Most
 * have one today or tomorrow, so each read covers twice the days of the previous one.
 */
export async function nextFreeOf(
  snapshot: Snapshot,
  doctors: readonly DoctorRow[],
  {
    todaysSlots,
    most,
    from = '',
  }: { readonly todaysSlots: SlotsByDoctor; readonly most: number; readonly from?: string | undefined },
): Promise<ReadonlyMap<string, readonly FreeTime[]>> {
  const { desk, clinicOf, horizonDays } = snapshot;
  const found = new Map<string, FreeTime[]>();
  const add = (pocId: string, date: string, slots: readonly Slot[]) => {
    const before = found.get(pocId) ?? [];
    const free = slots.filter(isFree).slice(0, most - before.length);
    found.set(pocId, [...before, ...free.map(({ time }) => ({ date, time }))]);
  };
  const lacksSome = ({ key }: DoctorRow) => (found.get(key)?.length ?? 0) < most;
  for (const { key, clientId } of doctors) {
    const { date } = clinicOf(clientId);
    if (date >= from) add(key, date, todaysSlots.get(key) ?? []);
  }
  const [first] = doctors;
  const later = first && from !== '' ? daysBetween(clinicOf(first.clientId).date, from) : 1;
  for (let daysAhead = Math.max(1, later), days = 1; daysAhead <= horizonDays; daysAhead += days, days *= 2) {
    const requestedDoctors = doctors.filter(lacksSome).map((doctor) => ({
      doctor,
      dates: datesFrom(clinicOf(doctor.clientId).date, { ahead: daysAhead, days, horizonDays }),
    }));
    if (requestedDoctors.length === 0) break;
    const books = await desk.rows(
      'doctorDays',
      requestedDoctors.flatMap(({ doctor, dates }) => dates.map((date) => doctorDayKey(doctor.key, date))),
    );
    for (const { doctor, dates } of requestedDoctors) {
      const { key: pocId, clientId } = doctor;
      for (const date of dates) {
        if (!lacksSome(doctor)) break;
        const book = books.get(doctorDayKey(pocId, date)) ?? emptyDayBook;
        add(pocId, date, daySlots(book, settingOf(snapshot, { clientId, pocId, date })));
      }
    }
  }
  return found;
}

const isFree = ({ free }: Slot): boolean => free > 0;

interface Stretch {
  readonly ahead: number;
  readonly days: number;
  readonly horizonDays: number;
}
function datesFrom(today: string, { ahead, days, horizonDays }: Stretch): string[] {
  const last = lastBookableDate(today, horizonDays);
  return Array.from({ length: days }, (_, step) => addDays(today, ahead + step)).filter((date) => date <= last);
}
