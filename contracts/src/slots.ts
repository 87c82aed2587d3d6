import { type ClinicNow, hasPassed } from './clinic-time.ts';
import { type PlanSlot, plannedSlots, type Week } from './schedule.ts';

/**
 * A doctor's day as its stream tells it, without the appointments' own lives: what was planned, what is blocked, how
 * many are booked. The decider's state and the view's row both hold one, so that both answer alike.
 */
export interface DayBook {
  /** The slots decided by last, with the revision of the weekly template that they came from. */
  readonly plan: { readonly slots: readonly PlanSlot[]; readonly scheduleRevision: number } | null;
  readonly dayBlock: { readonly reason: string | null } | null;
  /** Times freed one by one on a blocked day. */
  readonly opened: readonly string[];
  /** Single blocks, by time. */
  readonly blocks: Readonly<Record<string, { readonly reason: string | null }>>;
  /** Bookings that hold a place (every status but Cancelled), by time. */
  readonly booked: Readonly<Record<string, number>>;
}

export const emptyDayBook: DayBook = { plan: null, dayBlock: null, opened: [], blocks: {}, booked: {} };

/** The weekly template as it stands, with the revision of its stream; null where the doctor has none yet. */
export interface StandingSchedule {
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
  /** The template no longer has this place; its bookings are honoured and nobody else can book it. */
  readonly closed: boolean;
  /** Places that can be booked now. */
  readonly free: number;
}

export const isBlocked = (book: DayBook, time: string): boolean =>
  book.blocks[time] !== undefined || (book.dayBlock !== null && !book.opened.includes(time));

/** The slots to decide by: the template's where it is newer than the day's plan, else the plan's. */
export function standingSlots(
  schedule: StandingSchedule | null,
  book: DayBook,
  date: string,
): { slots: readonly PlanSlot[]; scheduleRevision: number; isNewPlan: boolean } {
  if (book.plan && (!schedule || book.plan.scheduleRevision >= schedule.revision)) {
    return { ...book.plan, isNewPlan: false };
  }
  if (!schedule) return { slots: [], scheduleRevision: -1, isNewPlan: false };
  return { slots: plannedSlots(schedule.week, date), scheduleRevision: schedule.revision, isNewPlan: true };
}

/** Every slot of a day, sorted by time: one pure function for the decider, the queries and the past alike. */
export function daySlots(schedule: StandingSchedule | null, book: DayBook, date: string, now: ClinicNow): Slot[] {
  const planned = standingSlots(schedule, book, date).slots;
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

/** How many slots `daySlots` gives: the planned ones, and honoured places that are not planned any more. */
export function slotCount(schedule: StandingSchedule | null, book: DayBook, date: string): number {
  const planned = standingSlots(schedule, book, date).slots;
  const plannedTimes = new Set(planned.map((slot) => slot.time));
  const honoured = Object.entries(book.booked).filter(([time, count]) => count > 0 && !plannedTimes.has(time));
  return planned.length + honoured.length;
}

export type AvailabilityWord = 'available' | 'partial' | 'blocked';

/** The places that the weekly template has; a closed one can be neither booked nor blocked nor freed. */
export const openSlots = (slots: readonly Slot[]): readonly Slot[] => slots.filter((slot) => !slot.closed);

/** The word for one slot alone, whoever shows it. */
export const availabilityOfSlot = ({ blocked }: Pick<Slot, 'blocked'>) => (blocked ? 'blocked' : 'available');

/**
 * The word for a day: blocked when all its slots are, partial when some are, else available. Closed places have no
 * say.
 */
export function availabilityOf(slots: readonly Slot[]): AvailabilityWord {
  const open = openSlots(slots);
  const words = new Set(open.map(availabilityOfSlot));
  if (words.size > 1) return 'partial';
  return words.has('blocked') ? 'blocked' : 'available';
}
