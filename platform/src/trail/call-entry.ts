import type { CallContext } from '../http/handler.ts';
import type { TrailEntry } from './trail.ts';

/** What an entry of the trail takes over from the call that it tells of. */
export const entryOf = (
  call: CallContext,
): Pick<TrailEntry, 'commandId' | 'commandDigest' | 'correlationId' | 'causationId' | 'traceparent'> => ({
  commandId: call.commandId,
  commandDigest: call.commandDigest,
  correlationId: call.correlationId,
  causationId: call.requestId,
  traceparent: call.traceparent,
});
