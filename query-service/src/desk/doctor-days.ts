import { addDays } from '@dayline/contracts/clinic-time';
import { lastBookableDate } from '@dayline/contracts/horizon';
import { doctorDayKey } from '@dayline/contracts/ids';
import { daySlots, emptyDayBook, type Slot } from '@dayline/contracts/slots';
import type { DoctorRow } from '@dayline/contracts/views';
import type { Reading } from './reading.ts';

export interface DayOfSlots {
  readonly date: string;
  readonly slots: readonly Slot[];
}

/** A doctor's dates from the clinic's today to the horizon that have slots at all, with or without events. */
export async function openDays(reading: Reading, doctor: DoctorRow): Promise<DayOfSlots[]> {
  const now = reading.clinicOf(doctor.clientId);
  const last = lastBookableDate(now.date, reading.horizonDays);
  const { rows } = await reading.desk.page({
    view: 'doctorDays',
    where: { pocId: doctor.key },
    range: { field: 'date', from: now.date, to: last },
  });
  const books = new Map(rows.map((row) => [row.date, row]));
  const days: DayOfSlots[] = [];
  for (let date = now.date; date <= last; date = addDays(date, 1)) {
    const slots = daySlots(doctor.schedule, books.get(date) ?? emptyDayBook, date, now);
    if (slots.length > 0) days.push({ date, slots });
  }
  return days;
}

/** The slots of one date, whenever it is. */
export async function slotsOn(reading: Reading, doctor: DoctorRow, date: string): Promise<readonly Slot[]> {
  const book = await reading.desk.row('doctorDays', doctorDayKey(doctor.key, date));
  return daySlots(doctor.schedule, book ?? emptyDayBook, date, reading.clinicOf(doctor.clientId));
}

/** Whether a date is within the days that can be booked. */
export function isOpenForBooking(reading: Reading, clientId: string, date: string): boolean {
  const today = reading.clinicOf(clientId).date;
  return date >= today && date <= lastBookableDate(today, reading.horizonDays);
}

export const freePlaces = (slots: readonly Slot[]): number => slots.reduce((sum, slot) => sum + slot.free, 0);
