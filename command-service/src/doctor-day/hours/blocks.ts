import { blockedPlaces } from '@dayline/contracts/clinic/day/availability';
import { currentSlots } from '@dayline/contracts/clinic/day/plan';
import { lastBlockableDate } from '@dayline/contracts/clinic/horizon';
import { blockedSpans, spanOf } from '@dayline/contracts/clinic/slots';
import { joined, overlaps, type Span, spanFrom, wholeDay, without } from '@dayline/contracts/clinic/spans';
import { type Refusal, refuse } from '@dayline/contracts/errors';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import { unreachable } from '@dayline/contracts/unreachable';
import type { Decision } from '../../command-handler/decider.ts';
import { type DoctorDayContext, hoursChanged, plannedDay } from '../places.ts';
import { type Appointment, type DoctorDayState, spanOfVisit } from '../state.ts';

export interface BlockDay {
  readonly kind: 'blockDay';
  readonly reason: string | null;
}
export interface BlockSlots {
  readonly kind: 'blockSlots';
  /** The slots' starts, HH:mm; at least one. */
  readonly times: readonly string[];
  readonly reason: string | null;
}
export interface UnblockDay {
  readonly kind: 'unblockDay';
  /** Stays blocked; absent: nothing. */
  readonly except?: readonly Span[];
}
export interface UnblockSlots {
  readonly kind: 'unblockSlots';
  /** The starts of the day's blocked entries, HH:mm. */
  readonly times: readonly string[];
}
export type BlockCommand = BlockDay | BlockSlots | UnblockDay | UnblockSlots;

/** "Blocking a slot that has bookings is allowed: the bookings stay." Spans that are already blocked append nothing. */
export function decideBlock(
  state: DoctorDayState,
  command: BlockCommand,
  context: DoctorDayContext,
): Decision<DoctorDayEvent> {
  const { book } = state;
  switch (command.kind) {
    case 'blockDay': {
      const why = refusalOfBlock(state, context);
      if (why) return why;
      if (book.dayBlock && book.opened.length === 0 && book.dayBlock.reason === command.reason) return [];
      return [...plannedDay(book, context), { type: 'DayBlocked', data: { reason: command.reason } }];
    }
    case 'blockSlots': {
      const why = refusalOfBlock(state, context);
      if (why) return why;
      const requested = spansAt(state, command.times, context);
      if (requested.length < new Set(command.times).size) return refuse('slot.unknown');
      const spans = without(joined(requested), blockedSpans(book));
      if (spans.length === 0) return [];
      return [...plannedDay(book, context), { type: 'SlotsBlocked', data: { spans, reason: command.reason } }];
    }
    case 'unblockDay':
      return unblockDay(state, command);
    case 'unblockSlots':
      return unblock(state, command.times, context);
    default:
      return unreachable(command);
  }
}

function unblockDay({ book }: DoctorDayState, { except = [] }: UnblockDay): DoctorDayEvent[] {
  if (!book.dayBlock && book.blocks.length === 0) return [];
  const blocked = blockedSpans(book);
  const spans = without([wholeDay], except);
  if (without(blocked, spans).length === 0) return [{ type: 'DayUnblocked', data: {} }];
  const isAnyBlocked = blocked.some((block) => spans.some((span) => overlaps(span, block)));
  return isAnyBlocked ? [{ type: 'SlotsUnblocked', data: { spans } }] : [];
}

function unblock(
  { book }: DoctorDayState,
  times: readonly string[],
  context: DoctorDayContext,
): Decision<DoctorDayEvent> {
  const places = blockedPlaces(book, context).filter(({ from }) => times.includes(from));
  if (places.some(({ isDay }) => isDay)) return [{ type: 'DayUnblocked', data: {} }];
  // A time inside a block that is listed under another start: the page shows outdated hours.
  const isStale = (time: string) => !places.some(({ from }) => from === time) && isBlockedAt(time);
  const blocked = blockedSpans(book);
  const isBlockedAt = (time: string) => blocked.some((block) => overlaps(block, spanFrom(time, 1)));
  if (times.some(isStale)) return hoursChanged;
  return places.length === 0 ? [] : [{ type: 'SlotsUnblocked', data: { spans: joined(places) } }];
}

export function refusalOfBlock({ book }: DoctorDayState, context: DoctorDayContext): Refusal | null {
  const { date, clinic, lastBookable } = context;
  if (date < clinic.date) return refuse('slot.passed');
  if (date > lastBlockableDate(clinic.date, lastBookable)) return refuse('day.beyond-horizon');
  return currentSlots(book, context).length === 0 ? refuse('day.without-hours') : null;
}

/** The spans of the present slots that start at the times. */
export const spansAt = ({ book }: DoctorDayState, times: readonly string[], context: DoctorDayContext): Span[] =>
  currentSlots(book, context)
    .filter(({ time }) => times.includes(time))
    .map(spanOf);

/** The confirmed visits in blocked spans, for the reply. */
export const visitsIn = (state: DoctorDayState, spans: readonly Span[]): Appointment[] =>
  [...state.appointments.values()]
    .filter(({ status }) => status === 'Confirmed')
    .filter((visit) => spans.some((span) => overlaps(span, spanOfVisit(visit))))
    .sort((a, b) => (a.time < b.time ? -1 : 1));
