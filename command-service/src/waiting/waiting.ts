import { refuse } from '@dayline/contracts/errors';
import type { WaitingEvent } from '@dayline/contracts/events/contact/waiting';
import type { Recorded } from '@dayline/contracts/events/definition';
import { unreachable } from '@dayline/contracts/unreachable';
import { foldWaiting, type Joining, type Offer, type WaitingEntry } from '@dayline/contracts/views/waiting-fold';
import type { Decider, Decision } from '../command-handler/decider.ts';

type DataOf<Type extends WaitingEvent['type']> = Extract<WaitingEvent, { type: Type }>['data'];

/** An offer by the hold of its place. */
interface OfHold {
  readonly appointmentId: string;
}

export type WaitingCommand =
  | ({ readonly kind: 'join' } & Joining)
  /** Its place is held. */
  | ({ readonly kind: 'offer'; readonly reason: string | null } & OfHold &
      Pick<DataOf<'PlaceOffered'>, 'time' | 'until'>)
  /** Its place is booked. */
  | ({ readonly kind: 'accept' } & OfHold)
  | ({ readonly kind: 'decline'; readonly because: DataOf<'OfferDeclined'>['because'] } & OfHold)
  | ({ readonly kind: 'lapse'; readonly because: DataOf<'OfferLapsed'>['because'] } & OfHold)
  | { readonly kind: 'leave'; readonly because: DataOf<'WaitingListLeft'>['because'] };

/** @public */
export interface WaitingState extends WaitingEntry {
  /** The times of the places offered so far, by their holds. */
  readonly placeTimes: ReadonlyMap<string, string>;
  /** The holds of the offers that the patient declined. */
  readonly declined: ReadonlySet<string>;
}

/** An entry of the waiting list: a patient who has at most one offered place at a time. */
export const waiting: Decider<WaitingState | null, WaitingCommand, WaitingEvent> = {
  initial: null,
  fold: (entry, events) => events.reduce(foldOne, entry),
  decide(entry, command) {
    if (command.kind === 'join') {
      const { kind: _, ...data } = command;
      return entry ? [] : [{ type: 'WaitingListJoined', data }];
    }
    return entry ? change(entry, command) : refuse('waiting.unknown');
  },
};

function foldOne(before: WaitingState | null, event: Recorded<WaitingEvent>): WaitingState | null {
  const entry = foldWaiting(before, event);
  if (!entry) return null;
  const { type, data } = event;
  const placeTimes = new Map(before?.placeTimes);
  if (type === 'PlaceOffered') placeTimes.set(data.appointmentId, data.time);
  const declined = new Set(before?.declined);
  if (type === 'OfferDeclined' && data.because === 'declined') declined.add(data.appointmentId);
  return { ...entry, placeTimes, declined };
}

function change(
  { patientId, state, offer, placeTimes }: WaitingState,
  command: Exclude<WaitingCommand, { kind: 'join' }>,
): Decision<WaitingEvent> {
  if (command.kind === 'leave') {
    if (state === 'booked') return refuse('waiting.unknown');
    return state === 'left' ? [] : [{ type: 'WaitingListLeft', data: { patientId, because: command.because } }];
  }
  const { appointmentId } = command;
  const isOffered = offer?.appointmentId === appointmentId;
  if (command.kind === 'accept' && state === 'booked' && isOffered) return [];
  if (state !== 'waiting') return refuse('waiting.unknown');
  if (command.kind === 'offer') {
    if (isOffered) return [];
    if (offer) return refuse('waiting.offered');
    // An offer that has ended is not made again.
    if (placeTimes.has(appointmentId)) return refuse('offer.ended');
    const { time, until, reason } = command;
    return [{ type: 'PlaceOffered', data: { patientId, appointmentId, time, until, reason } }];
  }
  if (command.kind === 'accept') {
    // The booking proves it, also where the offer has ended meanwhile; what is offered instead is free again.
    const time = placeTimes.get(appointmentId);
    if (time === undefined) return refuse('offer.ended');
    const instead = offer && !isOffered ? [lapsed(patientId, offer, 'ended')] : [];
    return [...instead, { type: 'OfferAccepted', data: { patientId, appointmentId, time } }];
  }
  if (!offer || !isOffered) return command.kind === 'lapse' ? [] : refuse('offer.ended');
  const data = { patientId, appointmentId, time: offer.time };
  switch (command.kind) {
    case 'decline':
      return [{ type: 'OfferDeclined', data: { ...data, because: command.because } }];
    case 'lapse':
      return [lapsed(patientId, offer, command.because)];
    default:
      return unreachable(command);
  }
}

const lapsed = (
  patientId: string,
  { appointmentId, time }: Offer,
  because: DataOf<'OfferLapsed'>['because'],
): WaitingEvent => ({ type: 'OfferLapsed', data: { patientId, appointmentId, time, because } });
