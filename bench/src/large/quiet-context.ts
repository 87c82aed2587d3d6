import { personOf } from '@dayline/http/caller';
import type { SignedInContext } from '@dayline/http/handler';

const nobody = {
  accountId: '',
  role: 'admin',
  name: '',
  clientId: '',
  clientName: '',
  zone: '',
  hasBranches: false,
  pocId: null,
  pocName: null,
} as const;

/** A context that the lists receive with a request, but don't read. */
export const noContext: SignedInContext = {
  caller: personOf({ identity: nobody, tokenHash: '' }),
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
  address: '',
  cookie: undefined,
};
