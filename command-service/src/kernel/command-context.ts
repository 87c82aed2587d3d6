import type { Actor } from '@dayline/contracts/events/metadata';
import { actorOf, type SignedInContext } from '@dayline/platform/http/handler';

/** Who wants it, under which id and when: what a command's events are stamped with. */
export interface CommandContext {
  /** The same each time one intent is sent; the folded state remembers it. */
  readonly commandId: string;
  /** Hash of the command's body: another body under the same id is refused. */
  readonly commandDigest: string;
  readonly correlationId: string;
  readonly causationId: string;
  readonly actor: Actor;
  readonly clientId: string;
  readonly traceparent: string | null;
  /** ms since the epoch, UTC, when it was asked for: what rules of time go by. */
  readonly now: number;
}

export const commandContextOf = (call: SignedInContext): CommandContext => ({
  commandId: call.commandId,
  commandDigest: call.commandDigest,
  correlationId: call.correlationId,
  causationId: call.requestId,
  actor: actorOf(call.identity),
  clientId: call.identity.clientId,
  traceparent: call.traceparent,
  now: call.now,
});
