import { addDays } from '@dayline/contracts/clinic-time';
import { lastBookableDate } from '@dayline/contracts/horizon';
import { doctorDayKey } from '@dayline/contracts/ids';
import { daySlots, emptyDayBook, type Slot, slotCount } from '@dayline/contracts/slots';
import type { DoctorRow } from '@dayline/contracts/views';
import type { Reading } from './reading.ts';

export interface DayOfSlots {
  readonly date: string;
  readonly slots: readonly Slot[];
}

/** A day whose slots are computed on first use. */
export interface DayToCome {
  readonly date: string;
  /** Number of slots; at least 1. */
  readonly count: number;
  slots(): readonly Slot[];
}

/** A doctor's dates with slots from the clinic's today to the horizon, with or without events. */
export async function daysToCome(reading: Reading, doctor: DoctorRow): Promise<DayToCome[]> {
  const { schedule } = doctor;
  const now = reading.clinicOf(doctor.clientId);
  const last = lastBookableDate(now.date, reading.horizonDays);
  const { rows } = await reading.desk.page({
    view: 'doctorDays',
    where: { pocId: doctor.key },
    range: { field: 'date', from: now.date, to: last },
    order: [{ field: 'date' }],
  });
  const books = new Map(rows.map((row) => [row.date, row]));
  /** Days without events have their weekday's template: it is computed once. */
  const ofWeekdays: number[] = [];
  const ofTemplate = (date: string, weekday: number): number => {
    const known = ofWeekdays[weekday] ?? slotCount(schedule, emptyDayBook, date);
    ofWeekdays[weekday] = known;
    return known;
  };
  const days: DayToCome[] = [];
  for (let date = now.date, ahead = 0; date <= last; date = addDays(date, 1), ahead += 1) {
    const book = books.get(date);
    const count = book ? slotCount(schedule, book, date) : ofTemplate(date, ahead % 7);
    if (count > 0) days.push({ date, count, slots: () => daySlots(schedule, book ?? emptyDayBook, date, now) });
  }
  return days;
}

/** The same with all their slots. */
export async function openDays(reading: Reading, doctor: DoctorRow): Promise<DayOfSlots[]> {
  return (await daysToCome(reading, doctor)).map(({ date, slots }) => ({ date, slots: slots() }));
}

/** The slots of one date, past or future. */
export async function slotsOn(reading: Reading, doctor: DoctorRow, date: string): Promise<readonly Slot[]> {
  const book = await reading.desk.row('doctorDays', doctorDayKey(doctor.key, date));
  return daySlots(doctor.schedule, book ?? emptyDayBook, date, reading.clinicOf(doctor.clientId));
}

/** Whether a date is within the booking horizon. */
export function isOpenForBooking(reading: Reading, clientId: string, date: string): boolean {
  const today = reading.clinicOf(clientId).date;
  return date >= today && date <= lastBookableDate(today, reading.horizonDays);
}

export const freePlaces = (slots: readonly Slot[]): number => slots.reduce((sum, slot) => sum + slot.free, 0);
