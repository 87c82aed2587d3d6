import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import type { CallContext, Reply } from '@dayline/platform/http/handler';
import { type CommandContext, commandContextOf } from '../kernel/command-context.ts';
import type { Changed } from './availability.ts';

/** Runs a command for whoever is signed in; every call but the public ones has somebody behind it. */
export async function signedIn<Body>(
  call: CallContext,
  handle: (by: CommandContext) => Promise<Reply<Body> | Refusal>,
): Promise<Reply<Body> | Refusal> {
  const { identity } = call;
  return identity ? handle(commandContextOf({ ...call, identity })) : refuse('session.missing');
}

/** What a command that changes one thing answers: its sentence, and where it stands in the log. */
export interface PlainReply {
  readonly success: true;
  readonly message: string;
  readonly position: string | null;
}

export function plainReply(changed: Changed | Refusal, message: string): Reply<PlainReply> | Refusal {
  if (isRefusal(changed)) return changed;
  const { position } = changed;
  return { body: { success: true, message, position }, position };
}
