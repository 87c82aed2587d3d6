import type { Session } from '../sessions.ts';
import {
  type Block,
  blockedSpans,
  type DayBook,
  type DaySetting,
  isOnRequest,
  placesLeft,
  type Slot,
  spanOf,
} from '../slots.ts';
import { inTimeOrder, spanFrom, wholeDay, without } from '../spans.ts';
import { currentSlots } from './plan.ts';

/** A blocked slot, or a part of a block that no present slot covers. Unblocking it frees its span. */
export interface BlockedPlace extends Block {
  /** A blocked day without slots: unblocking it frees the day. */
  readonly isDay: boolean;
}

/** The blocked entries of a day, by time; no two have the same start. */
export function blockedPlaces(book: DayBook, setting: DaySetting): BlockedPlace[] {
  const slots = currentSlots(book, setting);
  if (book.dayBlock && slots.length === 0) return [{ ...wholeDay, reason: book.dayBlock.reason, isDay: true }];
  const day = { slots, blocked: blockedSpans(book), lists: new Map() };
  const slotRows = slots.flatMap((slot) => {
    const { blocked, reason } = placesLeft(book, slot, setting, day);
    return blocked ? [{ ...spanOf(slot), reason, isDay: false }] : [];
  });
  const beside = without(book.blocks, slots.map(spanOf)).map((block) => ({ ...block, isDay: false }));
  return [...slotRows, ...beside].sort(inTimeOrder);
}

export type AvailabilityWord = 'available' | 'partial' | 'blocked';

/** The capacity that can be booked in all slots of a day, limited by the quotas of their sessions. */
export function freePlaces(slots: readonly Slot[]): number {
  const free = new Map<Session | null, number>();
  const startedSessions: { readonly session: Session | null; readonly to: string; readonly places: number }[] = [];
  for (const slot of slots) {
    const { session, time, minutes, visitMinutes } = slot;
    // Places of a long visit that begins before are not counted again.
    const before = startedSessions.filter((earlier) => earlier.session === session && earlier.to > time);
    const places = Math.max(
      0,
      before.reduce((rest, earlier) => rest - earlier.places, slot.free),
    );
    if (visitMinutes > minutes) startedSessions.push({ session, to: spanFrom(time, visitMinutes).to, places });
    const sum = (free.get(session) ?? 0) + places;
    free.set(session, Math.min(sum, session ? slot.listed : Infinity));
  }
  return [...free.values()].reduce((sum, places) => sum + places, 0);
}

/** Slots of the weekly template; a closed slot can't be booked, blocked or unblocked. */
export const openSlots = (slots: readonly Slot[]): readonly Slot[] => slots.filter((slot) => !slot.closed);

/** The capacity of a slot that is or could have been used: a slot that can't be booked has none beyond its visits. */
export const placesOf = (slot: Slot): number =>
  slot.blocked || isOnRequest(slot) ? slot.booked : slot.booked + slot.left + (slot.held?.count ?? 0);

/**
 * Whether a slot without free capacity can be overbooked. `taken` counts all visits in its span; the decision knows
 * which of them are overbooked, and may still refuse.
 */
export const canOverbook = (slot: Slot, limit: number): boolean => {
  const { blocked, passed, notYetOpen, offered, free, taken, capacity } = slot;
  const isOpen = offered && !(blocked || passed || notYetOpen);
  return limit > 0 && isOpen && free === 0 && taken < capacity + limit;
};

export const availabilityOfSlot = ({ blocked }: Pick<Slot, 'blocked'>) => (blocked ? 'blocked' : 'available');

/**
 * The availability of a day: blocked if all its slots are, partial if some are, else available. Closed slots are
 * ignored.
 */
export function availabilityOf(slots: readonly Slot[]): AvailabilityWord {
  const open = openSlots(slots);
  const words = new Set(open.map(availabilityOfSlot));
  if (words.size > 1) return 'partial';
  return words.has('blocked') ? 'blocked' : 'available';
}
