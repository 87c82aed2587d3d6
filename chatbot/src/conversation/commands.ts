import type { RequestInputOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import type { ErrorCode } from '@dayline/contracts/errors';
import type { Message } from './message.ts';
import type { ChatState } from './state.ts';

/** The calls of the partner API that a conversation makes. */
export type PartnerCall =
  | 'lookUpPatients'
  | 'listPartnerSlots'
  | 'listPartnerAppointments'
  | 'savePartnerPatient'
  | 'createHold'
  | 'releaseHold'
  | 'bookPartnerAppointment'
  | 'movePartnerAppointment'
  | 'cancelPartnerAppointment';

export interface Command<Name extends PartnerCall = PartnerCall> {
  readonly name: Name;
  readonly request: RequestInputOf<Name>;
  /** A query waits until it shows the command of this position. */
  readonly readAfter: string | null;
}
/** A refusal by a rule of the desk. */
export interface Refused {
  readonly refused: ErrorCode;
}
export type Answer<Name extends PartnerCall = PartnerCall> = ResponseOf<Name> | Refused;

/** A pure computation that yields commands, and continues with their answers. */
export type Conversation<Result> = Generator<Command, Result, Answer>;

export function* ask<Name extends PartnerCall>(
  name: Name,
  request: RequestInputOf<Name>,
  readAfter: string | null = null,
): Conversation<Answer<Name>> {
  // Cast is safe: whoever runs the conversation answers with the call's own response.
  return (yield { name, request, readAfter } as Command) as Answer<Name>;
}

export const isRefused = (answer: object): answer is Refused => 'refused' in answer;

/** What a conversation comes to. */
export interface Reply {
  readonly state: ChatState;
  readonly message: Message;
  /** Why the desk takes over. */
  readonly handsOver?: 'asked' | 'misunderstood';
}
