import type { Interval } from '@dayline/contracts/clinic/schedule';

const minutesInDay = 1440;
export const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
export const timeAt = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const minutes = function* (from: number, to: number) {
  for (let minute = from; minute < to; minute += 1) yield minute;
};

export interface SlowSlot {
  readonly time: string;
  readonly from: number;
  readonly to: number;
  readonly capacity: number;
  /** The requested hours that it belongs to. */
  readonly interval: Interval;
}

export type Kind = 'first' | 'again';

/** The clinic's clock as seen from one day. */
export interface Clock {
  /** HH:mm on the day; empty before it, and 99:99 after it. */
  readonly now: string;
  readonly isAhead: boolean;
  /** Whether bookings of a slot have closed, or not opened yet. */
  readonly isShut: (slot: SlowSlot) => boolean;
}

/** The expected list entry of a slot. */
export interface ListedSlot {
  readonly time: string;
  readonly booked: number;
  readonly blocked: boolean;
  readonly free: number;
}

interface ListedSpan {
  readonly from: string;
  readonly to: string;
}

/** Minutes of the day. */
interface Span {
  readonly from: number;
  readonly to: number;
}
const overlap = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to;

interface Visit extends Span {
  readonly patient: string;
  readonly kind: Kind | null;
  /** Of its slot at the time of booking. */
  readonly capacity: number;
  /** Sequence numbers of the events. */
  readonly bookedAt: number;
  leftAt: number;
  holds: boolean;
}

/** Whether hours have only one slot, which is open for bookings until its end. */
const isAlone = ({ startTime, endTime, slotDuration }: Interval): boolean =>
  minuteOf(startTime) + 2 * slotDuration > minuteOf(endTime);

/** The whole slots of hours, by time. @param exists whether the clinic's clocks show a time on the date */
export function slowSlots(intervals: readonly Interval[], exists: (time: string) => boolean): SlowSlot[] {
  const slots: SlowSlot[] = [];
  for (const interval of intervals) {
    const { startTime, endTime, slotDuration, appointmentsPerSlot: capacity } = interval;
    for (let from = minuteOf(startTime); from + slotDuration <= minuteOf(endTime); from += slotDuration) {
      if (exists(timeAt(from))) slots.push({ time: timeAt(from), from, to: from + slotDuration, capacity, interval });
    }
  }
  return slots.sort((a, b) => a.from - b.from);
}

/**
 * A doctor's day kept minute by minute, from requests and their acceptance; it shares no code with the product. Slow
 * and plain, as the reference for decisions and lists.
 */
export class SlowDay {
  readonly #visits = new Map<string, Visit>();
  #changes = 0;
  readonly #isBlocked = Array.from({ length: minutesInDay }, () => false);
  readonly #slots: () => readonly SlowSlot[];

  /** @param slots the current slots by time, recomputed on each call */
  constructor(slots: () => readonly SlowSlot[]) {
    this.#slots = slots;
  }

  #slotAt = (time: string): SlowSlot | undefined => this.#slots().find((slot) => slot.time === time);
  #booked = (minute: number): number =>
    [...this.#visits.values()].filter(({ from, to, holds }) => holds && from <= minute && minute < to).length;
  #isClosed = ({ from, to }: SlowSlot): boolean => [...minutes(from, to)].some((minute) => this.#isBlocked[minute]);
  #taken = ({ from, to }: Span): number => Math.max(...[...minutes(from, to)].map(this.#booked));

  times = (): string[] => this.#slots().map(({ time }) => time);

  /** Each current slot. */
  list({ now, isAhead, isShut }: Clock): ListedSlot[] {
    return this.#slots().map((slot) => {
      const { time, from, to, capacity, interval } = slot;
      const isClosed = isShut(slot) || (isAlone(interval) ? timeAt(to) : time) <= now;
      const blocked = this.#isClosed(slot);
      const visits = [...this.#visits.values()];
      return {
        time,
        booked: visits.filter((visit) => visit.holds && visit.from === from && visit.to === to).length,
        blocked,
        free:
          blocked || isClosed ? 0 : Math.min(Math.max(0, capacity - this.#taken(slot)), this.#listed(slot, isAhead)),
      };
    });
  }

  /** The capacity that a slot's quotas leave for visits of both kinds, or of one; null: visits outside every quota. */
  #listed({ interval }: SlowSlot, isAhead: boolean, kind?: Kind | null): number {
    const { first, again, total = Infinity, sameDay = 0 } = interval.quota ?? {};
    if (!interval.quota) return Infinity;
    const slots = this.#slots().filter((slot) => slot.interval === interval);
    const counted = [...this.#visits.values()].filter(
      ({ from, to, holds }) => holds && slots.some((slot) => slot.from === from && slot.to === to),
    );
    const places = Math.min(
      slots.reduce((sum, { capacity }) => sum + capacity, 0),
      total,
    );
    const freeOfKind = (kind: Kind, most: number | undefined) =>
      most === undefined ? Infinity : most - counted.filter((visit) => visit.kind === kind).length;
    const ahead = isAhead ? places - sameDay - counted.length : Infinity;
    const freeByKind = {
      first: Math.max(0, freeOfKind('first', first)),
      again: Math.max(0, freeOfKind('again', again)),
    };
    const listed =
      kind === undefined ? freeByKind.first + freeByKind.again : kind === null ? Infinity : freeByKind[kind];
    return Math.max(0, Math.min(ahead, listed, total - counted.length));
  }

  /** The capacity that can be booked in all slots: those of one interval limited by its quotas. */
  freePlaces(clock: Clock): number {
    const free = new Map<Interval, number>();
    const slots = this.list(clock);
    for (const [index, slot] of this.#slots().entries()) {
      const sum = (free.get(slot.interval) ?? 0) + (slots[index]?.free ?? 0);
      free.set(slot.interval, Math.min(sum, this.#listed(slot, clock.isAhead)));
    }
    return [...free.values()].reduce((sum, places) => sum + places, 0);
  }

  /**
   * Whether the visit's old place is still free: by the current slots or, if nobody has booked since, by the previous
   * ones.
   */
  canReturn(id: string, isAhead = false): boolean {
    const visit = this.#visits.get(id);
    if (!visit || this.#isIn(visit, visit.patient)) return false;
    const isOwn = (slot: SlowSlot) => slot.from === visit.from && slot.to === visit.to;
    const slots = this.#slots().filter((slot) => overlap(slot, visit));
    const isFull = (slot: SlowSlot) =>
      this.#taken(slot) >= slot.capacity || (isOwn(slot) && this.#listed(slot, isAhead, visit.kind) <= 0);
    if (slots.length > 0 && !slots.some(isFull)) return true;
    const listed = slots.flatMap(({ interval }) => (interval.quota ? [interval] : []));
    const shared = [visit, ...this.#slots().filter(({ interval }) => listed.includes(interval))];
    const isNew = (otherVisit: Visit) => otherVisit.holds && otherVisit.bookedAt > visit.leftAt;
    if (slots.length > 0 && [...this.#visits.values()].some((v) => isNew(v) && shared.some((at) => overlap(at, v)))) {
      return false;
    }
    return this.#taken(visit) < visit.capacity;
  }

  #isIn = (span: Span, patient: string): boolean =>
    [...this.#visits.values()].some((visit) => visit.patient === patient && visit.holds && overlap(visit, span));

  /** Whether the patient has a visit in a minute of the slot at `time`. */
  hasAt(time: string, patient: string): boolean {
    const slot = this.#slotAt(time);
    return slot !== undefined && this.#isIn(slot, patient);
  }

  /** The most visits in any one minute of the slot at `time`, and its capacity. */
  maxAt(time: string): { readonly taken: number; readonly capacity: number } {
    const slot = this.#slotAt(time);
    return slot ? { taken: this.#taken(slot), capacity: slot.capacity } : { taken: 0, capacity: 0 };
  }

  book(id: string, time: string, patient: string, kind: Kind | null = null): void {
    const slot = this.#slotAt(time);
    if (!slot) return;
    const { from, to, capacity } = slot;
    this.#changes += 1;
    this.#visits.set(id, { patient, from, to, kind, capacity, bookedAt: this.#changes, leftAt: 0, holds: true });
  }

  holds(id: string, holds: boolean): void {
    const visit = this.#visits.get(id);
    if (!visit) return;
    this.#changes += 1;
    if (!holds) visit.leftAt = this.#changes;
    visit.holds = holds;
  }

  blockDay(): void {
    this.#isBlocked.fill(true);
  }

  unblockDay(): void {
    this.#isBlocked.fill(false);
  }

  block(times: readonly string[]): void {
    for (const { time, from, to } of this.#slots()) if (times.includes(time)) this.#isBlocked.fill(true, from, to);
  }

  free(span: ListedSpan | undefined): void {
    if (span) this.#isBlocked.fill(false, minuteOf(span.from), minuteOf(span.to));
  }

  /** Whether a minute of the span is blocked. */
  isBlocked(span: ListedSpan | undefined): boolean {
    if (!span) return false;
    return [...minutes(minuteOf(span.from), minuteOf(span.to))].some((minute) => this.#isBlocked[minute]);
  }

  /** The visits that occupy a place. */
  held = (): number => [...this.#visits.values()].filter(({ holds }) => holds).length;
}
