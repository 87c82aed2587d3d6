import type { EndpointName, RequestOf } from '@dayline/contracts/endpoints/table';
import type { Attempts } from '@dayline/vault/attempts/attempts';
import type { CountedCall } from '../call-deps.ts';
import type { CallContext } from '../handler.ts';

/** Calls of known callers limited per use: looking up phones reveals who is a patient; exports and checks read the log. */
export const countedCalls = (attempts: Attempts): Partial<Record<EndpointName, CountedCall>> => ({
  exportCsv: (call) => proof(attempts, call),
  exportNdjson: (call) => proof(attempts, call),
  exportReportCsv: (call) => proof(attempts, call),
  exportReportNdjson: (call) => proof(attempts, call),
  checkLog: (call) => proof(attempts, call),
  verifyUser: ({ caller, address }) =>
    attempts.take([attempts.key('phonesByAccount', caller?.id ?? ''), attempts.key('phonesFromAddress', address)]),
  lookUpPatients: ({ caller }, request) => {
    // Cast is safe: the request was parsed by the call's schema.
    const { phone } = request as RequestOf<'lookUpPatients'>;
    const id = caller?.id ?? '';
    return attempts.take([attempts.key('phonesByAccount', id), attempts.key('phoneByKey', id, phone)]);
  },
});

const proof = (attempts: Attempts, { caller }: CallContext): Promise<number> =>
  attempts.take([attempts.key('proofsByAccount', caller?.id ?? '')]);
