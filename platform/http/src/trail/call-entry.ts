import type { Caller } from '../caller.ts';
import type { CallContext } from '../handler.ts';
import type { TrailEntry } from './entry.ts';

/** Fields of a trail entry about what a person or a partner did, taken from the call. A key's trail is like an account's. */
export const entryBy = ({ id: accountId, actor, clientId }: Caller, call: CallContext) => ({
  ...entryOf(call),
  accountId,
  actor,
  clientId,
});

/** Fields of a trail entry taken from the call it describes. */
export const entryOf = (
  call: CallContext,
): Pick<TrailEntry, 'channel' | 'commandId' | 'commandDigest' | 'correlationId' | 'causationId' | 'traceparent'> => ({
  channel: call.channel,
  commandId: call.commandId,
  commandDigest: call.commandDigest,
  correlationId: call.correlationId,
  causationId: call.causationId,
  traceparent: call.traceparent,
});
