import { type Refusal, refuse } from '@dayline/contracts/errors';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import { lastBookableDate } from '@dayline/contracts/horizon';
import { currentSlots, isBlocked } from '@dayline/contracts/slots';
import { unreachable } from '@dayline/contracts/unreachable';
import type { Decision } from '../command-handler/decider.ts';
import { type DoctorDayContext, newPlan } from './places.ts';
import type { BookedEvent, DoctorDayState } from './state.ts';

export interface BlockDay {
  readonly kind: 'blockDay';
  readonly reason: string | null;
}
export interface BlockSlots {
  readonly kind: 'blockSlots';
  /** HH:mm; at least one. */
  readonly times: readonly string[];
  readonly reason: string | null;
}
export interface UnblockDay {
  readonly kind: 'unblockDay';
}
export interface UnblockSlots {
  readonly kind: 'unblockSlots';
  readonly times: readonly string[];
}
export type BlockCommand = BlockDay | BlockSlots | UnblockDay | UnblockSlots;

/** "Blocking a slot that has bookings is allowed: the bookings stay." Appends nothing for what is already blocked. */
export function decideBlock(
  state: DoctorDayState,
  command: BlockCommand,
  context: DoctorDayContext,
): Decision<DoctorDayEvent> {
  const { book } = state;
  switch (command.kind) {
    case 'blockDay': {
      const why = whyNotBlockable(context);
      if (why) return why;
      if (book.dayBlock && book.opened.length === 0 && book.dayBlock.reason === command.reason) return [];
      return [...newPlan(book, context), { type: 'DayBlocked', data: { reason: command.reason } }];
    }
    case 'blockSlots': {
      const why = whyNotBlockable(context);
      if (why) return why;
      const known = new Set(currentSlots(context.schedule, book, context.date).slots.map((slot) => slot.time));
      if (command.times.some((time) => !known.has(time))) return refuse('slot.unknown');
      const times = sorted(command.times).filter((time) => !isBlocked(book, time));
      if (times.length === 0) return [];
      return [...newPlan(book, context), { type: 'SlotsBlocked', data: { times, reason: command.reason } }];
    }
    case 'unblockDay':
      return book.dayBlock || Object.keys(book.blocks).length > 0 ? [{ type: 'DayUnblocked', data: {} }] : [];
    case 'unblockSlots': {
      const times = sorted(command.times).filter((time) => isBlocked(book, time));
      return times.length === 0 ? [] : [{ type: 'SlotsUnblocked', data: { times } }];
    }
    default:
      return unreachable(command);
  }
}

function whyNotBlockable({ date, clinic, horizonDays }: DoctorDayContext): Refusal | null {
  if (date < clinic.date) return refuse('slot.passed');
  return date > lastBookableDate(clinic.date, horizonDays) ? refuse('slot.beyond-horizon') : null;
}

const sorted = (times: readonly string[]): string[] => [...new Set(times)].sort();

/** The bookings in blocked places, for the reply; `times` null means the whole day. */
export function bookingsIn(state: DoctorDayState, times: readonly string[] | null): BookedEvent['data'][] {
  return [...state.appointments.values()]
    .filter(({ status }) => status === 'Confirmed')
    .map(({ booked }) => booked.data)
    .filter(({ time }) => times === null || times.includes(time))
    .sort((a, b) => (a.time < b.time ? -1 : 1));
}
