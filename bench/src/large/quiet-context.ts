import type { CallContext } from '@dayline/platform/http/handler';

/** What the lists are handed beside their request, and don't look at. */
export const noContext: CallContext = {
  identity: null,
  requestId: '',
  correlationId: '',
  traceparent: null,
  commandId: '',
  commandDigest: '',
  now: 0,
  sessionHash: null,
  address: '',
  cookie: undefined,
};
