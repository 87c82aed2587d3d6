import { type HospitalDays, slotsWithin } from './calendar.ts';
import { type ClinicNow, hasPassed } from './clinic-time.ts';
import { isSkipped, type SkippedTimes } from './clock-changes.ts';
import {
  hoursOn,
  type Interval,
  minutesOf,
  type PlanSlot,
  type RecordedPlan,
  slotsOf,
  slotsOfPlan,
} from './schedule.ts';
import { closeOf, isSameSession, type ListsLeft, leftIn, type Session, type VisitKind } from './sessions.ts';
import { inTimeOrder, isSame, overlaps, type Span, spanFrom, wholeDay, without } from './spans.ts';
import type { CurrentSchedule } from './weeks.ts';

/**
 * A doctor's day as folded from its stream, without the appointments' details: plan, blocks and visits as spans of time.
 * Part of both the decider's state and the view's row, so that both answer alike.
 */
export interface DayBook {
  /** The latest planned slots, with the revisions of the week and of the hospital's day that they came from. */
  readonly plan: (Revisions & RecordedPlan) | null;
  /** Hours of this date instead of those of the week. */
  readonly hours: { readonly intervals: readonly Interval[]; readonly reason: string | null } | null;
  readonly dayBlock: { readonly reason: string | null } | null;
  /** Freed on a blocked day, by time; they don't touch. */
  readonly opened: readonly Span[];
  /** Blocks besides the day's, by time; they don't overlap. */
  readonly blocks: readonly Block[];
  /** Visits that hold a place (every status but Cancelled), by time. */
  readonly visits: readonly Visits[];
}

/** Of the week and of the hospital's day in force on a date. */
export interface Revisions {
  /** -1 if no week is in force. */
  readonly weekRevision: number;
  /** Null if it is no hospital's day. */
  readonly calendarRevision: number | null;
}

export interface Block extends Span {
  readonly reason: string | null;
}

/** How many visits have exactly this start and span, and how many of them were booked as first or further visits. */
export interface Visits extends Span, Partial<Readonly<Record<VisitKind, number>>> {
  readonly count: number;
}

export const emptyDayBook: DayBook = { plan: null, hours: null, dayBlock: null, opened: [], blocks: [], visits: [] };

/** What a day's slots depend on besides its own events. */
export interface DaySetting extends HospitalDays {
  /** The clinic day, yyyy-mm-dd. */
  readonly date: string;
  /** The week in force on the date. */
  readonly schedule: CurrentSchedule | null;
  /** The date's wall times that the clinic's clocks skip. */
  readonly skipped: readonly SkippedTimes[];
  readonly clinic: ClinicNow;
  /** The last date that can be booked. */
  readonly lastBookable: string;
  /** The kind of visit for which places are asked; null if it isn't known, and absent for either. */
  readonly visit?: VisitKind | null;
}

/** What is left of a slot's places. */
export interface PlacesLeft {
  /** Visits of exactly this start and span. */
  readonly booked: number;
  /** The most visits that stand in the span at one instant. */
  readonly taken: number;
  /** Places that no visit holds at any instant of the span. */
  readonly left: number;
  readonly blocked: boolean;
  readonly reason: string | null;
  readonly passed: boolean;
  /** The session takes no more bookings, although the slot hasn't passed. */
  readonly bookingsClosed: boolean;
  /** What the lists of its session leave, which all its slots share; Infinity if it has none. */
  readonly listed: number;
  /** Places that can be booked now. */
  readonly free: number;
}

export interface Slot extends PlanSlot, PlacesLeft {
  /** The template no longer has this slot; its visits are kept and no new ones are accepted. */
  readonly closed: boolean;
}

/** Slots don't change, and each is asked for by every booking and every page of its day. */
const spans = new WeakMap<Pick<PlanSlot, 'time' | 'minutes'>, Span>();

export function spanOf(slot: Pick<PlanSlot, 'time' | 'minutes'>): Span {
  const known = spans.get(slot);
  if (known) return known;
  const span = spanFrom(slot.time, slot.minutes);
  spans.set(slot, span);
  return span;
}

/** Every blocked minute of a day; the whole day's reason stands before that of a block within it. */
export function blockedSpans({ dayBlock, opened, blocks }: DayBook): Block[] {
  if (!dayBlock) return [...blocks];
  const day = without([{ ...wholeDay, reason: dayBlock.reason }], opened);
  return dayBlock.reason === null ? [...blocks, ...day] : [...day, ...blocks];
}

/** The most visits that stand in a span at one instant: their number only grows where one begins. */
export function takenIn(visits: readonly Visits[], span: Span): number {
  const within = visits.filter((visit) => overlaps(visit, span));
  const instants = [span.from, ...within.map(({ from }) => from).filter((from) => from > span.from)];
  const standing = (instant: string): number =>
    within.reduce((sum, { from, to, count }) => (from <= instant && instant < to ? sum + count : sum), 0);
  return Math.max(...instants.map(standing));
}

/**
 * The one place that says whether a slot has a free place: for decisions, lists, live messages and "as of".
 * @param day the date's slots; `blocked` and `lists` are kept for a caller that asks about many of them
 */
export function placesLeft(
  book: DayBook,
  slot: PlanSlot,
  { date, clinic, lastBookable, visit }: PlacesSetting,
  { slots, blocked = blockedSpans(book), lists = new Map() }: AskedDay,
): PlacesLeft {
  const span = spanOf(slot);
  const block = blocked.find((each) => overlaps(each, span));
  const taken = takenIn(book.visits, span);
  const left = Math.max(0, slot.capacity - taken);
  const { passed, bookingsClosed } = whenClosed(slot, { date, clinic });
  const isOpen = !(block || passed || bookingsClosed) && date <= lastBookable;
  const listed = leftIn(listsLeft(book, slot, { slots, date, clinic, lists }), visit);
  return {
    booked: book.visits.find((visits) => isSame(visits, span))?.count ?? 0,
    taken,
    left,
    blocked: block !== undefined,
    reason: block?.reason ?? null,
    passed,
    bookingsClosed,
    listed,
    free: isOpen ? Math.min(left, listed) : 0,
  };
}

type PlacesSetting = Pick<DaySetting, 'date' | 'clinic' | 'lastBookable' | 'visit'>;

interface AskedDay {
  readonly slots: readonly PlanSlot[];
  readonly blocked?: readonly Block[];
  readonly lists?: Map<Session, ListsLeft>;
}

/** A slot passes when its start does; the only one of a session is open until its end. Bookings may close before. */
export function whenClosed(
  slot: PlanSlot,
  { date, clinic }: Pick<DaySetting, 'date' | 'clinic'>,
): Pick<PlacesLeft, 'passed' | 'bookingsClosed'> {
  const { session, time } = slot;
  const end = spanOf(slot).to;
  const passed = hasPassed(date, session?.only ? end : time, clinic);
  const close = closeOf(date, { time, end, session });
  const isOver = close !== null && hasPassed(close.date, close.time, clinic);
  return { passed, bookingsClosed: isOver && !passed };
}

const unlimited: ListsLeft = { ahead: Infinity, first: Infinity, again: Infinity };

/** What a slot's session has left in its lists, by the visits that hold places in its slots. */
export function listsLeft(
  { visits }: DayBook,
  { session }: Pick<PlanSlot, 'session'>,
  { slots, date, clinic, lists = new Map() }: Pick<DaySetting, 'date' | 'clinic'> & Omit<AskedDay, 'blocked'>,
): ListsLeft {
  if (!session?.quota) return unlimited;
  const before = lists.get(session);
  if (before) return before;
  const { first = Infinity, again = Infinity, sameDay = 0 } = session.quota;
  const own = slots.filter((slot) => slot.session === session);
  const counted = own.flatMap((slot) => visits.find((each) => isSame(each, spanOf(slot))) ?? []);
  const sum = (of: (visits: Visits) => number): number => counted.reduce((total, each) => total + of(each), 0);
  const ahead = own.reduce((total, { capacity }) => total + capacity, 0) - sameDay - sum(({ count }) => count);
  const left = {
    ahead: date > clinic.date ? Math.max(0, ahead) : Infinity,
    first: Math.max(0, first - sum((each) => each.first ?? 0)),
    again: Math.max(0, again - sum((each) => each.again ?? 0)),
  };
  lists.set(session, left);
  return left;
}

/** The slots of a date, without those at times that the clocks skip. */
export function currentSlots(
  book: DayBook,
  { date, skipped, ...hours }: HoursSetting & Pick<DaySetting, 'skipped'>,
): readonly PlanSlot[] {
  const { slots } = currentPlan(book, { date, ...hours });
  return skipped.length === 0 ? slots : slots.filter(({ time }) => !isSkipped(skipped, date, time));
}

type HoursSetting = Pick<DaySetting, 'date' | 'schedule' | keyof HospitalDays>;

/**
 * Which hours hold on a date: the doctor's of that date, else those of the week in force, cut by the hospital's day; with
 * times that the clocks may skip. Also whether the day's plan has other slots, so that the day has yet to take them over.
 */
export function currentPlan(
  { plan, hours }: DayBook,
  setting: HoursSetting,
): Revisions & { readonly slots: readonly PlanSlot[]; readonly isNew: boolean } {
  const revisions = revisionsOf(setting);
  if (hours) return { slots: slotsOf(hours.intervals), ...revisions, isNew: false };
  const planned = plan ? slotsOfPlan(plan) : [];
  // One revision doesn't say which branches' days it was.
  const isSameHours =
    plan?.weekRevision === revisions.weekRevision && plan.calendarRevision === revisions.calendarRevision;
  if (isSameHours && !setting.elsewhere) return { slots: planned, ...revisions, isNew: false };
  const { date, schedule } = setting;
  const slots = schedule ? slotsWithin(hoursOn(schedule.week, date), setting) : [];
  return { slots, ...revisions, isNew: !areSame(slots, planned) };
}

/** Of several branches' days, the latest. */
function revisionsOf({ schedule, hospitalDay, elsewhere }: Omit<HoursSetting, 'date'>): Revisions {
  const days = [hospitalDay, ...(elsewhere?.values() ?? [])].flatMap((day) => (day ? [day.revision] : []));
  return {
    weekRevision: schedule?.revision ?? -1,
    calendarRevision: days.length === 0 ? null : Math.max(...days),
  };
}

/** Whether a day was planned by a later week, or hospital's day, than the given ones, which then were read too early. */
export function isBehind({ plan }: DayBook, setting: Omit<HoursSetting, 'date'>): boolean {
  const { weekRevision, calendarRevision } = revisionsOf(setting);
  return (
    plan !== null && (weekRevision < plan.weekRevision || (calendarRevision ?? -1) < (plan.calendarRevision ?? -1))
  );
}

const areSame = (slots: readonly PlanSlot[], others: readonly PlanSlot[]): boolean =>
  slots.length === others.length && slots.every((slot, index) => isSameSlot(slot, others[index]));

const isSameSlot = (slot: PlanSlot, other: PlanSlot | undefined): boolean =>
  slot.time === other?.time &&
  slot.minutes === other.minutes &&
  slot.capacity === other.capacity &&
  isSameSession(slot.session, other.session);

/** Visits outside the present slots, which the doctor's hours no longer have. */
function keptVisits({ visits }: DayBook, slots: readonly PlanSlot[]): readonly Visits[] {
  if (visits.length === 0) return visits;
  const spans = new Map(slots.map((slot) => [slot.time, spanOf(slot)]));
  return visits.filter((visit) => spans.get(visit.from)?.to !== visit.to);
}

/** Every slot of a day, sorted by time. Pure; shared by the decider, the queries and "as of" reads. */
export function daySlots(book: DayBook, setting: DaySetting): Slot[] {
  const slots = currentSlots(book, setting);
  const day = { slots, blocked: blockedSpans(book), lists: new Map() };
  const shown = (slot: PlanSlot, closed: boolean): Slot => ({
    ...slot,
    ...placesLeft(book, slot, setting, day),
    closed,
  });
  const kept = keptVisits(book, slots).map(({ from, to, count }) =>
    shown({ time: from, minutes: minutesOf(to) - minutesOf(from), capacity: count, session: null }, true),
  );
  const open = slots.map((slot) => shown(slot, false));
  if (kept.length === 0) return open;
  return [...open, ...kept].sort((a, b) => (a.time === b.time ? a.minutes - b.minutes : a.time < b.time ? -1 : 1));
}

/** Number of slots that `daySlots` returns: present ones, and those of the past hours that have visits. */
export function slotCount(book: DayBook, setting: DaySetting): number {
  const slots = currentSlots(book, setting);
  return slots.length + keptVisits(book, slots).length;
}

/** A slot that is blocked, or a part of a block that no present slot covers. Unblocking it frees its span. */
export interface BlockedPlace extends Block {
  /** A blocked day without slots: unblocking it frees the day. */
  readonly isDay: boolean;
}

/** The blocked times of a day, in order; each has a different start. */
export function blockedPlaces(book: DayBook, setting: DaySetting): BlockedPlace[] {
  const slots = currentSlots(book, setting);
  if (book.dayBlock && slots.length === 0) return [{ ...wholeDay, reason: book.dayBlock.reason, isDay: true }];
  const day = { slots, blocked: blockedSpans(book), lists: new Map() };
  const ofSlots = slots.flatMap((slot) => {
    const { blocked, reason } = placesLeft(book, slot, setting, day);
    return blocked ? [{ ...spanOf(slot), reason, isDay: false }] : [];
  });
  const beside = without(book.blocks, slots.map(spanOf)).map((block) => ({ ...block, isDay: false }));
  return [...ofSlots, ...beside].sort(inTimeOrder);
}

export type AvailabilityWord = 'available' | 'partial' | 'blocked';

/** Places that can be booked in all of a day's slots: those of one session not beyond what its lists leave. */
export function freePlaces(slots: readonly Slot[]): number {
  const free = new Map<Session | null, number>();
  for (const slot of slots) {
    const before = free.get(slot.session) ?? 0;
    free.set(slot.session, Math.min(before + slot.free, slot.session ? slot.listed : Infinity));
  }
  return [...free.values()].reduce((sum, places) => sum + places, 0);
}

/** Slots of the weekly template; a closed slot can't be booked, blocked or unblocked. */
export const openSlots = (slots: readonly Slot[]): readonly Slot[] => slots.filter((slot) => !slot.closed);

/** Places of a slot that are or could have been taken: a blocked slot has none beyond its visits. */
export const placesOf = ({ booked, left, blocked }: Slot): number => (blocked ? booked : booked + left);

/**
 * Whether a slot that nobody can be booked in as usual can take somebody beyond its places. `taken` counts all that
 * hold a place in its span, so that the decision, which knows the overbooked ones, may still refuse.
 */
export const canOverbook = ({ blocked, passed, free, taken, capacity }: Slot, limit: number): boolean =>
  limit > 0 && !(blocked || passed) && free === 0 && taken < capacity + limit;

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
