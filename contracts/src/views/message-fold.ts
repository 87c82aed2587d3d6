import type { MessageEvent } from '../events/contact/messages.ts';
import type { Recorded } from '../events/definition.ts';
import type { MessageKind } from '../patients/messages.ts';
import { unreachable } from '../unreachable.ts';
import type { ViewRow } from './row.ts';

/** A message of a visit after its events so far. */
export interface PlannedMessage {
  readonly messageId: number;
  readonly kind: MessageKind;
  readonly appointmentId: string;
  readonly patientId: string;
  /** When it was to be sent at first, UTC, ISO 8601. */
  readonly plannedFor: string;
  /** When it is to be sent, UTC, ISO 8601: later than at first once an attempt failed. */
  readonly dueAt: string;
  readonly startsAt: string;
  readonly causedBy: string;
  /** `started` without an end: it may have been sent. */
  readonly state: 'planned' | 'started' | 'sent' | 'failed' | 'dropped';
  readonly attempts: number;
  readonly because: string | null;
}

/** A message to a patient. Key: `{visitId}:{messageId}`. */
export interface MessageRow extends ViewRow, PlannedMessage {
  readonly clientId: string;
  /** The first appointment of the visit. */
  readonly visitId: string;
  /** The day of the appointment that it is about, yyyy-mm-dd. */
  readonly date: string;
  /** When the mail server accepted it, UTC, ISO 8601; absent: it has not. */
  readonly sentAt?: string;
}

/** Folds one event into its message; null if it can't follow. Pure; the decider and the view share it. */
export function foldMessage(before: PlannedMessage | null, event: Recorded<MessageEvent>): PlannedMessage | null {
  const { type, data } = event;
  switch (type) {
    case 'MessagePlanned': {
      const { channel: _, ...planned } = data;
      return { ...planned, plannedFor: data.dueAt, state: 'planned', attempts: 0, because: null };
    }
    case 'MessageSendStarted':
      return before && { ...before, state: 'started', attempts: data.attempt };
    case 'MessageSent':
      return before && { ...before, state: 'sent' };
    case 'MessageFailed':
      if (data.retryAt === null) return before && { ...before, state: 'failed' };
      return before && { ...before, state: 'planned', dueAt: data.retryAt };
    case 'MessageDropped':
      return before && { ...before, state: 'dropped', because: data.because };
    default:
      return unreachable(type);
  }
}
