import type { EndpointName } from '@dayline/contracts/endpoints/table';
import type { CallContext } from '../http/handler.ts';
import type { Attempts } from './attempts.ts';

/** Calls of those signed in whose every use counts: looking phones up would tell, number by number, who is a patient. */
export const countedCalls = (
  attempts: Attempts,
): Partial<Record<EndpointName, (call: CallContext) => Promise<number>>> => ({
  verifyUser: ({ identity, address }) =>
    attempts.take([
      attempts.key('phonesByAccount', identity?.accountId ?? ''),
      attempts.key('phonesFromAddress', address),
    ]),
});
