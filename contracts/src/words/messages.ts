import type { DropReason } from '../events/contact/messages.ts';
import type { MessageKind } from '../patients/messages.ts';

/** What a message to a patient is about. */
const messageWords: Readonly<Record<MessageKind, string>> = {
  booked: 'booking',
  moved: 'new time',
  cancelled: 'cancellation',
  dayBefore: 'reminder the day before',
  hoursBefore: 'reminder two hours before',
  offered: 'free place',
  next: 'soon your turn',
};
const dropWords: Readonly<Record<DropReason, string>> = {
  cancelled: 'the visit was cancelled',
  changed: 'the visit was changed',
  marked: 'the visit was marked',
  past: 'the visit has begun',
  late: 'its time has passed',
  erased: 'the patient was erased',
  declined: 'the patient wants no messages',
  noAddress: 'the patient has no email address',
  switchedOff: 'these messages are turned off',
  restored: 'the log was set back after it was due',
  stopped: 'it was stopped',
  offerEnded: 'the offer has ended',
  called: 'the patient was called',
  notNext: 'the patient is no longer among the next',
};

/** An event of a later release may name others. */
export const messageOf = (kind: string): string => messageWords[kind as MessageKind] ?? kind;
export const droppedBecause = (because: string): string => dropWords[because as DropReason] ?? because;
