import { blockedSpans } from '@dayline/contracts/clinic/slots';
import { overlaps, type Span, wholeDay, without } from '@dayline/contracts/clinic/spans';
import { refuse } from '@dayline/contracts/errors';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import type { Decision } from '../../command-handler/decider.ts';
import { type DoctorDayContext, plannedDay } from '../places.ts';
import type { DoctorDayState } from '../state.ts';
import { refusalOfBlock, visitsIn } from './blocks.ts';

/** Blocks what isn't blocked yet, unless somebody is booked who is in no row of the leave. */
export interface BlockForLeave {
  readonly kind: 'blockForLeave';
  readonly leaveId: string;
  /** Null: the whole day. */
  readonly hours: Span | null;
  readonly reason: string | null;
  /** The appointments in the rows of the leave. */
  readonly appointmentIds: ReadonlySet<string>;
}

/** Opens what the leave has blocked; other blocks stay. */
export interface OpenAfterLeave {
  readonly kind: 'openAfterLeave';
  readonly leaveId: string;
}

export type LeaveDayCommand = BlockForLeave | OpenAfterLeave;

export const decideLeaveDay = (
  state: DoctorDayState,
  command: LeaveDayCommand,
  context: DoctorDayContext,
): Decision<DoctorDayEvent> =>
  command.kind === 'blockForLeave' ? block(state, command, context) : open(state, command);

/** The confirmed appointments in the hours of a leave that none of its rows names. */
export const otherBookingsOf = (state: DoctorDayState, hours: Span | null, appointmentIds: ReadonlySet<string>) =>
  visitsIn(state, [hours ?? wholeDay]).filter(({ booked }) => !appointmentIds.has(booked.data.appointmentId));

function block(
  state: DoctorDayState,
  { leaveId, hours, reason, appointmentIds }: BlockForLeave,
  context: DoctorDayContext,
): Decision<DoctorDayEvent> {
  const { book, leaves } = state;
  if (leaves.has(leaveId)) return [];
  const beside = otherBookingsOf(state, hours, appointmentIds);
  if (beside.length > 0) {
    const bookings = beside.map(({ booked, time }) => ({
      ...{ appointmentId: booked.data.appointmentId, date: context.date, time },
    }));
    return refuse('leave.changed', { details: { bookings } });
  }
  // A day that has passed or has no hours needs no block.
  if (refusalOfBlock(state, context)) return [];
  const blocked = blockedSpans(book);
  const plan = plannedDay(book, context);
  if (hours === null && blocked.length === 0) return [...plan, { type: 'DayBlocked', data: { reason, leaveId } }];
  // What another leave has blocked it blocks too: that one may end first.
  const spans = without([hours ?? wholeDay], without(blocked, spansOf(leaves)));
  return spans.length === 0 ? [] : [...plan, { type: 'SlotsBlocked', data: { spans, reason, leaveId } }];
}

const spansOf = (leaves: DoctorDayState['leaves']): Span[] =>
  [...leaves.values()].flatMap((spans) => spans ?? [wholeDay]);

/** What another leave has blocked too stays blocked. Without spans, the event only says that this leave is over. */
function open({ book, leaves }: DoctorDayState, { leaveId }: OpenAfterLeave): Decision<DoctorDayEvent> {
  const own = leaves.get(leaveId);
  if (own === undefined) return [];
  const others = spansOf(new Map([...leaves].filter(([id]) => id !== leaveId)));
  const spans = without(own ?? [wholeDay], others);
  const blocked = blockedSpans(book);
  if (book.dayBlock && without(blocked, spans).length === 0) return [{ type: 'DayUnblocked', data: { leaveId } }];
  const isStillBlocked = blocked.some((block) => spans.some((span) => overlaps(span, block)));
  return isStillBlocked || others.length > 0 ? [{ type: 'SlotsUnblocked', data: { spans, leaveId } }] : [];
}
