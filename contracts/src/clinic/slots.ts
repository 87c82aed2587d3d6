import { type HospitalDays, slotsWithin } from './calendar.ts';
import { type ClinicNow, hasPassed } from './clinic-time.ts';
import { isSkipped, type SkippedTimes } from './clock-changes.ts';
import {
  hoursOn,
  type Interval,
  minutesOf,
  type PlanSlot,
  type RecordedPlan,
  slotOfVisit,
  slotsOf,
  slotsOfPlan,
  visitSlotOf,
} from './schedule.ts';
import {
  closeOf,
  type FreeQuotas,
  freeQuota,
  isFor,
  isSameSession,
  openOf,
  type Session,
  type VisitKind,
  type VisitSort,
} from './sessions.ts';
import { inTimeOrder, isSame, overlaps, type Span, spanFrom, wholeDay, without } from './spans.ts';
import type { CurrentSchedule } from './weeks.ts';

/**
 * A doctor's day as folded from its stream: plan, blocks and visits as spans of time, without the details of
 * appointments. The decider's state and the view's row share it, so both give the same answers.
 */
export interface DayBook {
  /** The latest planned slots, with the revisions of the weekly hours and the hospital day that they came from. */
  readonly plan: (Revisions & RecordedPlan) | null;
  /** Hours of this date that replace the weekly hours. */
  readonly hours: { readonly intervals: readonly Interval[]; readonly reason: string | null } | null;
  readonly dayBlock: { readonly reason: string | null } | null;
  /** Spans that were unblocked on a blocked day, by time; they don't touch. */
  readonly opened: readonly Span[];
  /** Blocks in addition to the whole day's, by time; they don't overlap. */
  readonly blocks: readonly Block[];
  /** Visits that take up capacity (every status but Cancelled), by time. */
  readonly visits: readonly Visits[];
}

/** The revisions of the weekly hours and the hospital day that apply on a date. */
export interface Revisions {
  /** -1 without weekly hours. */
  readonly weekRevision: number;
  /** Null without a hospital day. */
  readonly calendarRevision: number | null;
}

export interface Block extends Span {
  readonly reason: string | null;
}

/** The number of visits with exactly this start and span, and how many of them are first visits or follow-ups. */
export interface Visits extends Span, Partial<Readonly<Record<VisitKind, number>>> {
  readonly count: number;
}

export const emptyDayBook: DayBook = { plan: null, hours: null, dayBlock: null, opened: [], blocks: [], visits: [] };

/** The data besides its own events that a day's slots depend on. */
export interface DaySetting extends HospitalDays {
  /** The clinic day, yyyy-mm-dd. */
  readonly date: string;
  /** The weekly hours that apply on the date. */
  readonly schedule: CurrentSchedule | null;
  /** The date's wall times that the clinic's clocks skip. */
  readonly skipped: readonly SkippedTimes[];
  readonly clinic: ClinicNow;
  /** The doctor takes no new appointments on the date: it has no slots, and its visits are kept. */
  readonly hasLeft: boolean;
  /** The last date that can be booked. */
  readonly lastBookable: string;
  /** The kind of visit for which capacity is computed; null if unknown, absent for either kind. */
  readonly visit?: VisitKind | null;
  /** The class of patients for which it is computed; absent: none. */
  readonly patientClass?: string | undefined;
}

/** A slot's remaining capacity. */
export interface PlacesLeft {
  /** The visits with exactly this start and span, or over adjoining slots too. */
  readonly booked: number;
  /** The length of a visit that begins here. */
  readonly visitMinutes: number;
  /** The highest number of visits at one instant of such a visit. */
  readonly taken: number;
  /** The capacity that is free during the whole visit. */
  readonly left: number;
  readonly blocked: boolean;
  readonly reason: string | null;
  readonly passed: boolean;
  /** Bookings for the session have closed, although the slot has not passed. */
  readonly bookingsClosed: boolean;
  /** Bookings for the session have not opened yet. */
  readonly notYetOpen: boolean;
  /** Its session takes bookings of the patient's class; it isn't on request. */
  readonly offered: boolean;
  /** The remaining quota of its session, shared by all of its slots; Infinity without a quota. */
  readonly listed: number;
  /** The capacity that can be booked now. */
  readonly free: number;
}

export interface Slot extends PlanSlot, PlacesLeft {
  /** The weekly hours no longer have this slot: its visits are kept, and no new ones are accepted. */
  readonly closed: boolean;
}

/** Slots never change, and every booking and page of a day asks for them. */
const spans = new WeakMap<Pick<PlanSlot, 'time' | 'minutes'>, Span>();

export function spanOf(slot: Pick<PlanSlot, 'time' | 'minutes'>): Span {
  const known = spans.get(slot);
  if (known) return known;
  const span = spanFrom(slot.time, slot.minutes);
  spans.set(slot, span);
  return span;
}

/** All blocked minutes of a day. The reason of the whole day precedes that of a block within it. */
export function blockedSpans({ dayBlock, opened, blocks }: DayBook): Block[] {
  if (!dayBlock) return [...blocks];
  const day = without([{ ...wholeDay, reason: dayBlock.reason }], opened);
  return dayBlock.reason === null ? [...blocks, ...day] : [...day, ...blocks];
}

/** The visits that begin at a slot and stand in it, or in adjoining ones too. */
const visitsAt = (visits: readonly Visits[], slot: PlanSlot, slots: readonly PlanSlot[]): readonly Visits[] =>
  visits.filter(
    (visit) =>
      visit.from === slot.time && (isSame(visit, spanOf(slot)) || slotOfVisit(slots, placeOfSpan(visit)) === slot),
  );

/** The start and length of a span. */
export const placeOfSpan = ({ from, to }: Span) => ({ time: from, minutes: minutesOf(to) - minutesOf(from) });

/** The highest number of visits at one instant of a span: the number only rises where a visit begins. */
export function takenIn(visits: readonly Visits[], span: Span): number {
  const within = visits.filter((visit) => overlaps(visit, span));
  const instants = [span.from, ...within.map(({ from }) => from).filter((from) => from > span.from)];
  const countAt = (instant: string): number =>
    within.reduce((sum, { from, to, count }) => (from <= instant && instant < to ? sum + count : sum), 0);
  return Math.max(...instants.map(countAt));
}

/**
 * The only place that decides whether a slot has free capacity: for decisions, lists, live messages and "as of".
 * @param day the date's slots; `blocked` and `lists` are cached for callers that check many slots
 */
export function placesLeft(
  book: DayBook,
  slot: PlanSlot,
  { date, clinic, lastBookable, visit, patientClass }: PlacesSetting,
  { slots, blocked = blockedSpans(book), lists = new Map() }: DayRequest,
): PlacesLeft {
  const whole = visitSlotOf(slot, slots, { visit, patientClass });
  const span = spanOf(whole ?? slot);
  const block = blocked.find((block) => overlaps(block, span));
  const taken = takenIn(book.visits, span);
  const left = whole ? Math.max(0, slot.capacity - taken) : 0;
  const { passed, bookingsClosed, notYetOpen } = whenClosed(slot, { date, clinic, visit });
  const offered = !isOnRequest(slot) && isFor(slot.session, patientClass);
  const isOpen = offered && !(block || passed || bookingsClosed || notYetOpen) && date <= lastBookable;
  const listed = freeQuota(freeQuotas(book, slot, { slots, date, clinic, lists }), visit);
  return {
    booked: visitsAt(book.visits, slot, slots).reduce((sum, { count }) => sum + count, 0),
    visitMinutes: (whole ?? slot).minutes,
    taken,
    left,
    blocked: block !== undefined,
    reason: block?.reason ?? null,
    passed,
    bookingsClosed,
    notYetOpen,
    offered,
    listed,
    free: isOpen ? Math.min(left, listed) : 0,
  };
}

type PlacesSetting = Pick<DaySetting, 'date' | 'clinic' | 'lastBookable' | 'visit' | 'patientClass'>;

interface DayRequest {
  readonly slots: readonly PlanSlot[];
  readonly blocked?: readonly Block[];
  readonly lists?: Map<Session, FreeQuotas>;
}

/**
 * A slot has passed once it has begun; the only slot of a session stays open until its end. Bookings may close earlier,
 * and open late.
 */
export function whenClosed(
  slot: PlanSlot,
  { date, clinic, visit }: Pick<DaySetting, 'date' | 'clinic'> & Pick<VisitSort, 'visit'>,
): Pick<PlacesLeft, 'passed' | 'bookingsClosed' | 'notYetOpen'> {
  const { session, time } = slot;
  const end = spanOf(slot).to;
  const passed = hasPassed(date, session?.only ? end : time, clinic);
  const close = closeOf(date, { time, end, session }, visit);
  const isOver = close !== null && hasPassed(close.date, close.time, clinic);
  const open = openOf(date, session);
  const isOpen = open === null || hasPassed(open.date, open.time, clinic);
  return { passed, bookingsClosed: isOver && !passed, notYetOpen: !(isOpen || isOver || passed) };
}

const unlimited: FreeQuotas = { ahead: Infinity, total: Infinity, first: Infinity, again: Infinity };

/** The remaining quotas of a slot's session, by the visits that take up capacity in its slots. */
export function freeQuotas(
  { visits }: DayBook,
  { session }: Pick<PlanSlot, 'session'>,
  { slots, date, clinic, lists = new Map() }: Pick<DaySetting, 'date' | 'clinic'> & Omit<DayRequest, 'blocked'>,
): FreeQuotas {
  if (!session?.quota) return unlimited;
  const before = lists.get(session);
  if (before) return before;
  const { first = Infinity, again = Infinity, total = Infinity, sameDay = 0 } = session.quota;
  const own = slots.filter((slot) => slot.session === session);
  const counted = own.flatMap((slot) => visitsAt(visits, slot, slots));
  const sum = (of: (visits: Visits) => number): number => counted.reduce((total, entry) => total + of(entry), 0);
  const taken = sum(({ count }) => count);
  const places = Math.min(
    total,
    own.reduce((sum, { capacity }) => sum + capacity, 0),
  );
  const ahead = places - sameDay - taken;
  const left = {
    ahead: date > clinic.date ? Math.max(0, ahead) : Infinity,
    total: Math.max(0, total - taken),
    first: Math.max(0, first - sum((entry) => entry.first ?? 0)),
    again: Math.max(0, again - sum((entry) => entry.again ?? 0)),
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

type HoursSetting = Pick<DaySetting, 'date' | 'schedule' | keyof HospitalDays> & Partial<Pick<DaySetting, 'hasLeft'>>;

/**
 * The hours that apply on a date: the doctor's hours of that date, or the weekly hours, cut by the hospital day; with
 * the times that the clocks may skip. Also whether the day's recorded plan has other slots and must be replaced.
 */
export function currentPlan(
  { plan, hours }: DayBook,
  setting: HoursSetting,
): Revisions & { readonly slots: readonly PlanSlot[]; readonly isNew: boolean } {
  const revisions = revisionsOf(setting);
  if (setting.hasLeft) return { slots: [], ...revisions, isNew: false };
  if (hours) return { slots: slotsOf(hours.intervals), ...revisions, isNew: false };
  const planned = plan ? slotsOfPlan(plan) : [];
  // One revision does not identify the days of several branches.
  const isSameHours =
    plan?.weekRevision === revisions.weekRevision && plan.calendarRevision === revisions.calendarRevision;
  if (isSameHours && !setting.elsewhere) return { slots: planned, ...revisions, isNew: false };
  const { date, schedule } = setting;
  const slots = schedule ? slotsWithin(hoursOn(schedule.week, date), setting) : [];
  return { slots, ...revisions, isNew: !areSame(slots, planned) };
}

/** The latest revision of several branches' days. */
function revisionsOf({ schedule, hospitalDay, elsewhere }: Omit<HoursSetting, 'date'>): Revisions {
  const days = [hospitalDay, ...(elsewhere?.values() ?? [])].flatMap((day) => (day ? [day.revision] : []));
  return {
    weekRevision: schedule?.revision ?? -1,
    calendarRevision: days.length === 0 ? null : Math.max(...days),
  };
}

/**
 * Whether a day was planned by later weekly hours, or a later hospital day, than the given ones, which were then read
 * too early.
 */
export function isBehind({ plan }: DayBook, setting: Omit<HoursSetting, 'date'>): boolean {
  const { weekRevision, calendarRevision } = revisionsOf(setting);
  return (
    plan !== null && (weekRevision < plan.weekRevision || (calendarRevision ?? -1) < (plan.calendarRevision ?? -1))
  );
}

const areSame = (slots: readonly PlanSlot[], others: readonly PlanSlot[]): boolean =>
  slots.length === others.length && slots.every((slot, index) => isSameSlot(slot, others[index]));

const isSameSlot = (slot: PlanSlot, otherSlot: PlanSlot | undefined): boolean =>
  slot.time === otherSlot?.time &&
  slot.minutes === otherSlot.minutes &&
  slot.capacity === otherSlot.capacity &&
  isSameSession(slot.session, otherSlot.session);

/** Visits outside the present slots, because the doctor's hours have changed. */
function keptVisits({ visits }: DayBook, slots: readonly PlanSlot[]): readonly Visits[] {
  if (visits.length === 0) return visits;
  const spans = new Map(slots.map((slot) => [slot.time, spanOf(slot)]));
  return visits.filter((visit) => spans.get(visit.from)?.to !== visit.to && !slotOfVisit(slots, placeOfSpan(visit)));
}

/** All slots of a day, sorted by time. Pure; shared by the decider, the queries and "as of" reads. */
export function daySlots(book: DayBook, setting: DaySetting): Slot[] {
  const slots = currentSlots(book, setting);
  const day = { slots, blocked: blockedSpans(book), lists: new Map() };
  const shown = (slot: PlanSlot, closed: boolean): Slot => ({
    ...slot,
    ...placesLeft(book, slot, setting, day),
    closed,
  });
  const kept = keptVisits(book, slots).map(({ from, to, count }) =>
    shown({ ...placeOfSpan({ from, to }), capacity: count, session: null }, true),
  );
  const open = slots.map((slot) => shown(slot, false));
  if (kept.length === 0) return open;
  return [...open, ...kept].sort((a, b) => (a.time === b.time ? a.minutes - b.minutes : a.time < b.time ? -1 : 1));
}

/** The number of slots that `daySlots` returns: present slots, and past ones that have visits. */
export function slotCount(book: DayBook, setting: DaySetting): number {
  const slots = currentSlots(book, setting);
  return slots.length + keptVisits(book, slots).length;
}

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
  const begun: { readonly session: Session | null; readonly to: string; readonly places: number }[] = [];
  for (const slot of slots) {
    const { session, time, minutes, visitMinutes } = slot;
    // Places of a long visit that begins before are not counted again.
    const before = begun.filter((earlier) => earlier.session === session && earlier.to > time);
    const places = Math.max(
      0,
      before.reduce((left, earlier) => left - earlier.places, slot.free),
    );
    if (visitMinutes > minutes) begun.push({ session, to: spanFrom(time, visitMinutes).to, places });
    const sum = (free.get(session) ?? 0) + places;
    free.set(session, Math.min(sum, session ? slot.listed : Infinity));
  }
  return [...free.values()].reduce((sum, places) => sum + places, 0);
}

/** Slots of the weekly template; a closed slot can't be booked, blocked or unblocked. */
export const openSlots = (slots: readonly Slot[]): readonly Slot[] => slots.filter((slot) => !slot.closed);

/** Whether appointments in a slot's session must be asked for: it takes no bookings. */
export const isOnRequest = ({ session }: Pick<PlanSlot, 'session'>): boolean => session?.onRequest !== undefined;

/** The capacity of a slot that is or could have been used: a slot that can't be booked has none beyond its visits. */
export const placesOf = (slot: Slot): number =>
  slot.blocked || isOnRequest(slot) ? slot.booked : slot.booked + slot.left;

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
