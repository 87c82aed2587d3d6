import { type ClinicNow, hasPassed } from './clinic-time.ts';
import type { SkippedTimes } from './clock-changes.ts';
import { currentSlots, type HoursSetting, type RecordedHours } from './day/plan.ts';
import { minutesOf, type PlanSlot, slotOfVisit, visitSlotOf } from './schedule.ts';
import {
  closeOf,
  type FreeQuotas,
  freeQuota,
  isFor,
  openOf,
  type Session,
  type VisitKind,
  type VisitSort,
} from './sessions.ts';
import { isSame, overlaps, type Span, spanFrom, wholeDay, without } from './spans.ts';

/**
 * A doctor's day as folded from its stream: plan, blocks and visits as spans of time, without the details of
 * appointments. The decider's state and the view's row share it, so both give the same answers.
 */
export interface DayBook extends RecordedHours {
  readonly dayBlock: { readonly reason: string | null } | null;
  /** Spans that were unblocked on a blocked day, by time; they don't touch. */
  readonly opened: readonly Span[];
  /** Blocks in addition to the whole day's, by time; they don't overlap. */
  readonly blocks: readonly Block[];
  /** Visits that take up capacity (every status but Cancelled), by time. */
  readonly visits: readonly Visits[];
  /** Held places, also those that have lapsed without an event, in the order of their events; absent before the first. */
  readonly holds?: readonly Hold[];
  /** About how many minutes the doctor is late; null or absent: not. */
  readonly lateBy?: number | null;
}

/** A place that is held for a booking to come. */
export interface Hold extends Span {
  /** The id of the appointment once it is booked. */
  readonly appointmentId: string;
  /** When it lapses, whether or not the log says so (ISO 8601, UTC). */
  readonly until: string;
}

export interface Block extends Span {
  readonly reason: string | null;
}

/** The number of visits with exactly this start and span, and how many of them are first visits or follow-ups. */
export interface Visits extends Span, Partial<Readonly<Record<VisitKind, number>>> {
  readonly count: number;
}

export const emptyDayBook: DayBook = { plan: null, hours: null, dayBlock: null, opened: [], blocks: [], visits: [] };

/** Whether a hold counts at an instant (ms since the epoch, UTC). */
export const isLive = ({ until }: Pick<Hold, 'until'>, instant: number): boolean => instant < Date.parse(until);

const liveHolds = ({ holds = [] }: Pick<DayBook, 'holds'>, { instant }: Pick<ClinicNow, 'instant'>): readonly Hold[] =>
  holds.filter((hold) => isLive(hold, instant));

/** All that takes up capacity: the visits, and the holds that have not lapsed as visits of neither kind. */
export function takenPlaces(book: Pick<DayBook, 'visits' | 'holds'>, clinic: Pick<ClinicNow, 'instant'>) {
  const live = liveHolds(book, clinic);
  return live.length === 0
    ? book.visits
    : [...book.visits, ...live.map(({ from, to }): Visits => ({ from, to, count: 1 }))];
}

/** The data besides its own events that a day's slots depend on. */
export interface DaySetting extends HoursSetting {
  /** The date's wall times that the clinic's clocks skip. */
  readonly skipped: readonly SkippedTimes[];
  readonly clinic: ClinicNow;
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
  /** The holds that begin here and have not lapsed, and when the first of them lapses; absent if there are none. */
  readonly held?: { readonly count: number; readonly until: string };
  /** The highest number of visits and holds at one instant of such a visit. */
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
  const existing = spans.get(slot);
  if (existing) return existing;
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
  const taken = takenIn(takenPlaces(book, clinic), span);
  const held = heldAt(book, slot, clinic);
  const left = whole ? Math.max(0, slot.capacity - taken) : 0;
  const { passed, bookingsClosed, notYetOpen } = whenClosed(slot, { date, clinic, visit });
  const offered = !isOnRequest(slot) && isFor(slot.session, patientClass);
  const isOpen = offered && !(block || passed || bookingsClosed || notYetOpen) && date <= lastBookable;
  const listed = freeQuota(freeQuotas(book, slot, { slots, date, clinic, lists }), visit);
  return {
    booked: visitsAt(book.visits, slot, slots).reduce((sum, { count }) => sum + count, 0),
    visitMinutes: (whole ?? slot).minutes,
    ...(held && { held }),
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

function heldAt(book: DayBook, { time }: PlanSlot, clinic: ClinicNow): PlacesLeft['held'] {
  const ends = liveHolds(book, clinic).flatMap(({ from, until }) => (from === time ? [until] : []));
  const [until] = ends.sort();
  return until === undefined ? undefined : { count: ends.length, until };
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

/** The remaining quotas of a slot's session, by the visits and holds that take up capacity in its slots. */
export function freeQuotas(
  book: DayBook,
  { session }: Pick<PlanSlot, 'session'>,
  { slots, date, clinic, lists = new Map() }: Pick<DaySetting, 'date' | 'clinic'> & Omit<DayRequest, 'blocked'>,
): FreeQuotas {
  if (!session?.quota) return unlimited;
  const before = lists.get(session);
  if (before) return before;
  const { first = Infinity, again = Infinity, total = Infinity, sameDay = 0 } = session.quota;
  const own = slots.filter((slot) => slot.session === session);
  const counted = own.flatMap((slot) => visitsAt(takenPlaces(book, clinic), slot, slots));
  const sum = (of: (visits: Visits) => number): number => counted.reduce((total, entry) => total + of(entry), 0);
  const takenCount = sum(({ count }) => count);
  const places = Math.min(
    total,
    own.reduce((sum, { capacity }) => sum + capacity, 0),
  );
  const ahead = places - sameDay - takenCount;
  const quotasLeft = {
    ahead: date > clinic.date ? Math.max(0, ahead) : Infinity,
    total: Math.max(0, total - takenCount),
    first: Math.max(0, first - sum((entry) => entry.first ?? 0)),
    again: Math.max(0, again - sum((entry) => entry.again ?? 0)),
  };
  lists.set(session, quotasLeft);
  return quotasLeft;
}

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
  const toSlot = (slot: PlanSlot, closed: boolean): Slot => ({
    ...slot,
    ...placesLeft(book, slot, setting, day),
    closed,
  });
  const oldSlots = keptVisits(book, slots).map(({ from, to, count }) =>
    toSlot({ ...placeOfSpan({ from, to }), capacity: count, session: null }, true),
  );
  const open = slots.map((slot) => toSlot(slot, false));
  if (oldSlots.length === 0) return open;
  return [...open, ...oldSlots].sort((a, b) => (a.time === b.time ? a.minutes - b.minutes : a.time < b.time ? -1 : 1));
}

/** The number of slots that `daySlots` returns: present slots, and past ones that have visits. */
export function slotCount(book: DayBook, setting: DaySetting): number {
  const slots = currentSlots(book, setting);
  return slots.length + keptVisits(book, slots).length;
}

/** Whether appointments in a slot's session must be asked for: it takes no bookings. */
export const isOnRequest = ({ session }: Pick<PlanSlot, 'session'>): boolean => session?.onRequest !== undefined;
