import { addDays, clinicNow, instantOf } from '@dayline/contracts/clinic/clinic-time';
import { isReminder, type MessageKind } from '@dayline/contracts/patients/messages';
import { afterQuiet } from '@dayline/contracts/patients/quiet-hours';

/** Instants and lengths of time are ms; instants since the epoch, UTC. */
const minute = 60_000;
const hour = 60 * minute;

/** How long news of a change, and offers, wait, so that a slip corrected within it reaches nobody. */
export const graceMs = 3 * minute;
/** How late a message may be sent, for example after an outage. */
const maxLate = hour;
/** A reminder within this time after a change would follow its news at once. */
const apartFromNews = hour;
/** News of a visit that begins less than this after the quiet hours are not held by them. */
const neededBefore = 2 * hour;
const answerMs = 10 * minute;
/** For the turn in the queue: longer than an arrival or a call can be undone, and no longer than it is of use. */
const [turnGraceMs, maxLateForTurn] = [minute / 2, 10 * minute];

/** The start of a visit, or of an offered place, and its clinic's zone. */
export interface VisitTime {
  readonly startsAt: number;
  readonly zone: string;
  /** Until when it is offered; absent for a visit. */
  readonly offeredUntil?: number;
}

/** Whether enough time is left to answer an offer. */
export function canBeAnswered(instant: number, { offeredUntil = 0 }: VisitTime): boolean {
  return instant + answerMs <= offeredUntil;
}

/** When a message may go out at the earliest, at an instant or after it. */
export function allowedFrom(kind: MessageKind, instant: number, { startsAt, zone }: VisitTime): number {
  // A patient in the queue is at the clinic.
  if (kind === 'hoursBefore' || kind === 'next') return instant;
  const allowed = afterQuiet(instant, zone);
  // The quiet hours count for nothing in the time that an offer lasts (`offeredUntil`).
  if (kind === 'offered') return allowed;
  return allowed > instant && allowed + neededBefore > startsAt ? instant : allowed;
}

/** @param changedAt the instant of the change that is the news, or that the reminder follows from */
export function dueAt(kind: MessageKind, changedAt: number, visit: VisitTime): number {
  const { startsAt, zone } = visit;
  if (kind === 'next') return changedAt + turnGraceMs;
  if (kind === 'hoursBefore') return startsAt - 2 * hour;
  if (kind === 'dayBefore') {
    return instantOf({ date: addDays(clinicNow(startsAt, zone).date, -1), time: '18:00' }, zone);
  }
  return allowedFrom(kind, changedAt + graceMs, visit);
}

/**
 * Whether a message is still worth planning: not past, not after the visit's start, no reminder right after news, no
 * offer that is about to end.
 */
export function isPlannable(kind: MessageKind, due: number, changedAt: number, now: number, visit: VisitTime): boolean {
  // The queue often runs late.
  if (kind === 'next') return now <= due + maxLateForTurn;
  if (due >= visit.startsAt) return false;
  if (kind === 'offered') return canBeAnswered(Math.max(due, now), visit);
  return isReminder(kind) ? due > Math.max(now, changedAt + graceMs + apartFromNews) : now <= changedAt + maxLate;
}

/** Whether it is too late to send a message, which no quiet hours have held. */
export function isLate(kind: MessageKind, plannedFor: number, now: number, visit: VisitTime): boolean {
  if (kind === 'next') return now > plannedFor + maxLateForTurn;
  const last = plannedFor + maxLate;
  const allowed = allowedFrom(kind, last, visit);
  return now > (allowed > last ? allowed + maxLate : last);
}

/** When a failed message is tried again; null: no more. */
export function retryAt(attempt: number, now: number): number | null {
  const waits = [1, 5, 15, 30];
  const wait = waits[attempt - 1];
  return wait === undefined ? null : now + wait * minute;
}
