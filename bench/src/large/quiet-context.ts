import type { SignedInContext } from '@dayline/http/handler';

/** A context that the lists receive with a request, and don't read. */
export const noContext: SignedInContext = {
  identity: {
    accountId: '',
    role: 'admin',
    name: '',
    clientId: '',
    clientName: '',
    zone: '',
    hasBranches: false,
    pocId: null,
    pocName: null,
  },
  actor: { kind: 'admin', id: '', name: '' },
  clientId: '',
  requestId: '',
  channel: 'web',
  causationId: '',
  correlationId: '',
  traceparent: null,
  commandId: '',
  commandDigest: '',
  now: 0,
  sessionHash: '',
  address: '',
  cookie: undefined,
};
