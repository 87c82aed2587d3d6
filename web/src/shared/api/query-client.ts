import { type Query, QueryClient } from '@tanstack/react-query';
import { onForgetShown } from '../session/forget-shown.ts';
import { freshForMs } from './hooks.ts';
import { isAway, waitBeforeRetry } from './patience.ts';

/** A lost connection and an unavailable server are retried; a refusal is final. */
export const mayTryAgain = (failures: number, error: Error): boolean => failures < 2 && isAway(error);

/** Refetches at an interval; after a failure because a server is unavailable, at the retry interval. */
export const withRecovery =
  (interval: number | false) =>
  ({ state: { error, errorUpdateCount } }: Pick<Query, 'state'>): number | false =>
    isAway(error) ? waitBeforeRetry(errorUpdateCount + 2, error) : interval;

/** A query client that is cleared when another person signs in. */
export function makeQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // Without a network a call fails visibly, instead of being queued and sent much later.
        networkMode: 'always',
        staleTime: freshForMs,
        gcTime: 5 * 60_000,
        retry: mayTryAgain,
        retryDelay: waitBeforeRetry,
        // Shown queries recover by themselves, however long a server was unavailable.
        refetchInterval: withRecovery(false),
        // Live messages report changes; a tab that comes back resumes from its position.
        refetchOnWindowFocus: false,
      },
      // The command's own call repeats it.
      mutations: { networkMode: 'always', retry: false },
    },
  });
  onForgetShown('arriving', () => client.clear());
  return client;
}
