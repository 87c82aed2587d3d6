import { addDays, type ClinicTime } from '@dayline/contracts/clinic/clinic-time';
import type { SlotGroup } from '@dayline/contracts/endpoints/appointments/appointments';
import { closingOf } from '../../shared/appointments/closing.ts';
import { fillOf } from '../../shared/appointments/fill.ts';
import type { LoadBar } from '../../shared/appointments/load-bars.tsx';

/** "Slot cards: 6 per page" (section 9). */
export const cardsPerPage = 6;
/** Number of days in the strip above the cards. */
export const stripDays = 7;

export type SlotState = 'open' | 'full' | 'blocked' | 'passed' | 'early' | 'closed' | 'onRequest' | 'onlyFor';

/** Identifies a slot of a doctor: after a change of hours, two of different length may start at the same time. */
export const slotKey = ({ date, time, minutes }: Pick<SlotGroup, 'date' | 'time' | 'minutes'>): string =>
  `${date} ${time} ${minutes}`;

/** A slot's status: passed or closed takes precedence over the others. */
export function stateOf(slot: SlotGroup, now: ClinicTime): SlotState {
  const closing = closingOf(slot, now);
  if (closing !== 'open') return closing;
  if (slot.active_status === 'blocked') return 'blocked';
  if (slot.session?.onRequest !== undefined) return 'onRequest';
  if (slot.session?.onlyFor !== undefined) return 'onlyFor';
  return slot.free > 0 ? 'open' : 'full';
}

/** The page with the next slot: today's passed ones come before it. */
export const pageOfNext = (slots: readonly SlotGroup[], now: ClinicTime): number =>
  Math.floor(slots.filter((slot) => stateOf(slot, now) === 'passed').length / cardsPerPage) + 1;

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
/** `Nov 21`: the form in which the server's search matches a day of any year, in any language. */
export const searchedDay = (date: string): string => day.format(Date.parse(`${date}T00:00:00Z`));

export interface StripDay {
  date: string;
  slots: readonly SlotGroup[];
  booked: number;
  places: number;
  free: number;
  state: 'none' | 'blocked' | 'open';
}

/** The seven days starting at a date, including days without slots. */
export function stripOf(slots: readonly SlotGroup[], from: string, now: ClinicTime): StripDay[] {
  return Array.from({ length: stripDays }, (_, step) => {
    const date = addDays(from, step);
    const ofDay = slots.filter((slot) => slot.date === date);
    const sum = (measure: (slot: SlotGroup) => number) => ofDay.reduce((total, slot) => total + measure(slot), 0);
    const blocked = ofDay.length > 0 && ofDay.every((slot) => slot.active_status === 'blocked');
    return {
      date,
      slots: ofDay,
      booked: sum((slot) => slot.noOfAppointments),
      places: sum((slot) => slot.places),
      free: sum((slot) => (stateOf(slot, now) === 'open' ? slot.free : 0)),
      state: ofDay.length === 0 ? 'none' : blocked ? 'blocked' : 'open',
    };
  });
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** The common time range of a strip's days, in minutes; a bar is `bin` minutes. */
export interface StripAxis {
  start: number;
  end: number;
  bin: number;
}

/** Maximum number of bars per day: thinner ones can't be distinguished. */
const maxBars = 28;

/** Full hours around all slots; one bar per slot time if there are few enough, otherwise one per hour. */
export function axisOf(slots: readonly SlotGroup[]): StripAxis {
  const times = slots.map(({ time }) => minutesOf(time));
  if (times.length === 0) return { start: 8 * 60, end: 18 * 60, bin: 60 };
  const start = Math.floor(Math.min(...times) / 60) * 60;
  const end = (Math.floor(Math.max(...times) / 60) + 1) * 60;
  const grid = [60, 30, 20, 15].find((width) => times.every((time) => time % width === 0)) ?? 60;
  return { start, end, bin: (end - start) / grid <= maxBars ? grid : 60 };
}

/** A day's slots as bars by time; `shown` are the slots on the current page of cards, `open` the one beside them. */
export function barsOf(
  slots: readonly SlotGroup[],
  { start, end, bin }: StripAxis,
  now: ClinicTime,
  { shown, open }: { shown: ReadonlySet<string>; open: string | undefined },
): LoadBar[] {
  const bins = new Map<number, SlotGroup[]>();
  for (const slot of slots) {
    const at = Math.floor((minutesOf(slot.time) - start) / bin);
    bins.set(at, [...(bins.get(at) ?? []), slot]);
  }
  const span = (end - start) / bin;
  return [...bins].map(([at, slotsOfBin]) => {
    const booked = slotsOfBin.reduce((sum, slot) => sum + slot.noOfAppointments, 0);
    const places = slotsOfBin.reduce((sum, slot) => sum + slot.places, 0);
    const states = new Set(slotsOfBin.map((slot) => stateOf(slot, now)));
    const only = states.size === 1 ? [...states][0] : undefined;
    return {
      key: String(at),
      from: at / span,
      to: (at + 1) / span,
      share: places === 0 ? 0 : booked / places,
      look: only === 'blocked' || only === 'passed' ? only : fillOf(booked, places),
      here: slotsOfBin.some((slot) => slotKey(slot) === open),
      onPage: slotsOfBin.some((slot) => shown.has(slotKey(slot))),
    };
  });
}
