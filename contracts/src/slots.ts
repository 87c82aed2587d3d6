import { type ClinicNow, hasPassed } from './clinic-time.ts';
import { type PlanSlot, plannedSlots, type Week } from './schedule.ts';

/**
 * A doctor's day as folded from its stream, without the appointments' details: plan, blocks, bookings per time. Part of
 * both the decider's state and the view's row, so that both answer alike.
 */
export interface DayBook {
  /** The latest planned slots, with the revision of the weekly template they came from. */
  readonly plan: { readonly slots: readonly PlanSlot[]; readonly scheduleRevision: number } | null;
  readonly dayBlock: { readonly reason: string | null } | null;
  /** Times unblocked individually on a blocked day. */
  readonly opened: readonly string[];
  /** Single blocks, by time. */
  readonly blocks: Readonly<Record<string, { readonly reason: string | null }>>;
  /** Bookings that hold a place (every status but Cancelled), by time. */
  readonly booked: Readonly<Record<string, number>>;
}

export const emptyDayBook: DayBook = { plan: null, dayBlock: null, opened: [], blocks: {}, booked: {} };

/** The current weekly template with the revision of its stream; null if the doctor has none. */
export interface CurrentSchedule {
  readonly week: Week;
  readonly revision: number;
}

export interface Slot {
  readonly time: string;
  readonly capacity: number;
  readonly booked: number;
  readonly blocked: boolean;
  readonly reason: string | null;
  readonly passed: boolean;
  /** The template no longer has this slot; its bookings are kept and no new ones are accepted. */
  readonly closed: boolean;
  /** Places that can be booked now. */
  readonly free: number;
}

export const isBlocked = (book: DayBook, time: string): boolean =>
  book.blocks[time] !== undefined || (book.dayBlock !== null && !book.opened.includes(time));

/** The slots to decide by: the template's if newer than the day's plan, else the plan's. */
export function currentSlots(
  schedule: CurrentSchedule | null,
  book: DayBook,
  date: string,
): { slots: readonly PlanSlot[]; scheduleRevision: number; isNewPlan: boolean } {
  if (book.plan && (!schedule || book.plan.scheduleRevision >= schedule.revision)) {
    return { ...book.plan, isNewPlan: false };
  }
  if (!schedule) return { slots: [], scheduleRevision: -1, isNewPlan: false };
  return { slots: plannedSlots(schedule.week, date), scheduleRevision: schedule.revision, isNewPlan: true };
}

/** Every slot of a day, sorted by time. Pure; shared by the decider, the queries and "as of" reads. */
export function daySlots(schedule: CurrentSchedule | null, book: DayBook, date: string, now: ClinicNow): Slot[] {
  const planned = currentSlots(schedule, book, date).slots;
  const plannedTimes = new Set(planned.map((slot) => slot.time));
  const honoured = Object.entries(book.booked)
    .filter(([time, count]) => count > 0 && !plannedTimes.has(time))
    .map(([time, count]) => ({ time, capacity: count }));
  return [...planned, ...honoured]
    .map(({ time, capacity }) => {
      const booked = book.booked[time] ?? 0;
      const closed = !plannedTimes.has(time);
      const blocked = isBlocked(book, time);
      const passed = hasPassed(date, time, now);
      return {
        time,
        capacity,
        booked,
        blocked,
        reason: blocked ? (book.blocks[time]?.reason ?? book.dayBlock?.reason ?? null) : null,
        passed,
        closed,
        free: closed || blocked || passed ? 0 : Math.max(0, capacity - booked),
      };
    })
    .sort((a, b) => (a.time < b.time ? -1 : 1));
}

/** Number of slots that `daySlots` returns: planned ones, and no longer planned ones with bookings. */
export function slotCount(schedule: CurrentSchedule | null, book: DayBook, date: string): number {
  const planned = currentSlots(schedule, book, date).slots;
  const plannedTimes = new Set(planned.map((slot) => slot.time));
  const honoured = Object.entries(book.booked).filter(([time, count]) => count > 0 && !plannedTimes.has(time));
  return planned.length + honoured.length;
}

export type AvailabilityWord = 'available' | 'partial' | 'blocked';

/** Slots of the weekly template; a closed slot can't be booked, blocked or unblocked. */
export const openSlots = (slots: readonly Slot[]): readonly Slot[] => slots.filter((slot) => !slot.closed);

/** The availability of one slot. */
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
