import type { EndpointName } from '@dayline/contracts/endpoints/table';
import type { Attempts } from '@dayline/vault/attempts/attempts';
import type { CountedCall } from '../call-deps.ts';
import type { CallContext } from '../handler.ts';

/** Signed-in calls limited per use: looking up phones reveals who is a patient; exports and checks read the log. */
export const countedCalls = (attempts: Attempts): Partial<Record<EndpointName, CountedCall>> => ({
  exportCsv: (call) => proof(attempts, call),
  exportNdjson: (call) => proof(attempts, call),
  exportReportCsv: (call) => proof(attempts, call),
  exportReportNdjson: (call) => proof(attempts, call),
  checkLog: (call) => proof(attempts, call),
  verifyUser: ({ identity, address }) =>
    attempts.take([
      attempts.key('phonesByAccount', identity?.accountId ?? ''),
      attempts.key('phonesFromAddress', address),
    ]),
});

const proof = (attempts: Attempts, { identity }: CallContext): Promise<number> =>
  attempts.take([attempts.key('proofsByAccount', identity?.accountId ?? '')]);
