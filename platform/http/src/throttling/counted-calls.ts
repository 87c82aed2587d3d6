import type { EndpointName } from '@dayline/contracts/endpoints/table';
import type { Attempts } from '@dayline/vault/attempts/attempts';
import type { CallContext } from '../handler.ts';

/** Signed-in calls limited per use: looking up phones reveals, number by number, who is a patient. */
export const countedCalls = (
  attempts: Attempts,
): Partial<Record<EndpointName, (call: CallContext) => Promise<number>>> => ({
  verifyUser: ({ identity, address }) =>
    attempts.take([
      attempts.key('phonesByAccount', identity?.accountId ?? ''),
      attempts.key('phonesFromAddress', address),
    ]),
});
