import type { QueryName } from '@dayline/contracts/endpoints/table';
import type { QueryClient } from '@tanstack/react-query';

const ofDoctor: readonly QueryName[] = [
  'listDatesWithAvailability',
  'listTimesWithAvailability',
  'listBlockedSlots',
  'listDayHours',
];

/**
 * Refetches what a command of this page has changed, in case the socket is down; the response waits for the command's
 * position.
 */
export function refreshDoctor(client: QueryClient, pocId: string): void {
  for (const name of ofDoctor) {
    void client.invalidateQueries({
      predicate: ({ queryKey: [call, request] }) =>
        call === name &&
        typeof request === 'object' &&
        request !== null &&
        'pocId' in request &&
        request.pocId === pocId,
    });
  }
}
