import type { Span } from '../clinic/spans.ts';
import type { WaitingEvent } from '../events/contact/waiting.ts';
import type { Recorded } from '../events/definition.ts';
import { doctorDayOf, type Position } from '../ids.ts';
import { unreachable } from '../unreachable.ts';
import type { PlannedMessage } from './message-fold.ts';
import type { ViewRow } from './row.ts';

/** A place that is held for a patient until an instant (ISO 8601, UTC). */
export interface Offer {
  readonly appointmentId: string;
  readonly time: string;
  readonly until: string;
  /** The desk's word why, if it gave the place out of turn. */
  readonly reason: string | null;
  readonly by: string;
}

/** Who waits, and for what. */
export interface Joining {
  readonly patientId: string;
  /** Null: any doctor of the department. Exactly one of `pocId` and `departmentId` is null. */
  readonly pocId: string | null;
  readonly departmentId: string | null;
  readonly from: string;
  readonly to: string;
  readonly times: Span | null;
  readonly note: string | null;
}

/** An entry of the waiting list after its events so far. */
export interface WaitingEntry extends Joining {
  readonly clientId: string;
  readonly joinedAt: string;
  /** The position of its first event: the order of the list. */
  readonly joined: Position;
  readonly by: string;
  readonly state: 'waiting' | 'booked' | 'left';
  /** Null while no place is offered. Of a booked entry the accepted one. */
  readonly offer: Offer | null;
  /** The places that the patient has declined, or had time to answer: they are not offered again (`placeKey`). */
  readonly offered: readonly string[];
}

/** The email about an offered place. */
export interface OfferEmail extends PlannedMessage {
  /** ISO 8601, UTC. */
  readonly changedAt: string;
}

/** The entry's row. Key: its id. */
export interface WaitingRow extends ViewRow, WaitingEntry {
  /** The last one; absent: none was planned. */
  readonly email?: OfferEmail;
}

/** A doctor's time on a date. */
export const placeKey = (appointmentId: string, time: string): string => {
  const { pocId, date } = doctorDayOf(appointmentId);
  return `${pocId} ${date} ${time}`;
};

/** Folds one event into its entry; null if it can't follow. Pure; the decider and the view share it. */
export function foldWaiting(before: WaitingEntry | null, event: Recorded<WaitingEvent>): WaitingEntry | null {
  const { type, data, metadata } = event;
  switch (type) {
    case 'WaitingListJoined':
      return {
        ...data,
        ...{ clientId: metadata.clientId, by: metadata.actor.name },
        ...{ joinedAt: metadata.recordedAt, joined: event.position },
        ...{ state: 'waiting', offer: null, offered: [] },
      };
    case 'PlaceOffered': {
      const { appointmentId, time, until, reason } = data;
      const offer = { appointmentId, time, until, reason, by: metadata.actor.name };
      return before && { ...before, offer, offered: [...before.offered, placeKey(appointmentId, time)] };
    }
    case 'OfferAccepted':
      return before && { ...before, state: 'booked' };
    case 'OfferDeclined':
      return before && withoutOffer(before, data.because === 'declined');
    case 'OfferLapsed':
      return before && withoutOffer(before, data.because === 'unanswered');
    case 'WaitingListLeft':
      return before && { ...before, state: 'left', offer: null };
    default:
      return unreachable(type);
  }
}

/** @param isAnswered or its time is over: else the place may be offered again, once it is free */
function withoutOffer(entry: WaitingEntry, isAnswered: boolean): WaitingEntry {
  const { offer, offered } = entry;
  const last = offer && placeKey(offer.appointmentId, offer.time);
  return { ...entry, offer: null, offered: isAnswered ? offered : offered.filter((place) => place !== last) };
}

/** Whether a place suits an entry: its doctor, date and time. */
export function suits(
  { pocId, departmentId, from, to, times }: Pick<WaitingEntry, 'pocId' | 'departmentId' | 'from' | 'to' | 'times'>,
  place: { readonly pocId: string; readonly departmentId: string; readonly date: string; readonly time?: string },
): boolean {
  const isDoctor = pocId === null ? departmentId === place.departmentId : pocId === place.pocId;
  if (!isDoctor || place.date < from || place.date > to) return false;
  const { time } = place;
  return time === undefined || times === null || (times.from <= time && time < times.to);
}
