import { callersOf, type Endpoint, takesKey } from '@dayline/contracts/endpoints/definition';
import type { ErrorCode } from '@dayline/contracts/errors';

/** The refusals of a call: its own, and those of every call of its kind. */
export function refusalsOf(endpoint: Endpoint): readonly ErrorCode[] {
  const { access, kind, method, refusals, claims, needsProof } = endpoint;
  const always: ErrorCode[] = [
    'request.invalid',
    'request.malformed',
    'request.foreign-origin',
    'request.throttled',
    'service.fault',
  ];
  const postCodes: ErrorCode[] =
    method === 'POST' ? ['request.timeout', 'request.too-large', 'request.media-type'] : [];
  const sessionCodes: ErrorCode[] = access === 'public' ? [] : ['session.missing', 'access.role'];
  const partnerCodes: ErrorCode[] = callersOf(access).partners.some((scope) => scope !== 'board:read')
    ? ['api-key.invalid', 'request.two-credentials']
    : [];
  const proofCodes: ErrorCode[] = needsProof ? ['proof.needed'] : [];
  const claimCodes: ErrorCode[] = claims.length > 0 ? ['access.foreign'] : [];
  const keyCodes: ErrorCode[] = takesKey(endpoint) ? ['key.reused'] : [];
  const ofQuery: ErrorCode[] = kind === 'query' ? ['search.too-slow', 'read.busy', 'views.building'] : [];
  const all = [
    ...refusals,
    ...sessionCodes,
    ...partnerCodes,
    ...claimCodes,
    ...proofCodes,
    ...keyCodes,
    ...always,
    ...postCodes,
    ...ofQuery,
  ];
  return [...new Set<ErrorCode>([...all, 'service.unavailable', 'log.damaged'])];
}
