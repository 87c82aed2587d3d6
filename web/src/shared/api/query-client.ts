import { QueryClient } from '@tanstack/react-query';
import { isAway, waitBeforeRetry } from './patience.ts';

/** A lost connection and an unavailable server are retried; a refusal is final. */
export const mayTryAgain = (failures: number, error: Error): boolean => failures < 2 && isAway(error);

export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // Without a network a call fails visibly, instead of being queued and sent much later.
        networkMode: 'always',
        staleTime: 30_000,
        gcTime: 5 * 60_000,
        retry: mayTryAgain,
        retryDelay: waitBeforeRetry,
        // Shown queries recover by themselves, however long a server was away.
        refetchInterval: ({ state: { error, errorUpdateCount } }) =>
          isAway(error) ? waitBeforeRetry(errorUpdateCount + 2, error) : false,
        // Live messages report changes; a tab that comes back resumes from its position.
        refetchOnWindowFocus: false,
      },
      // A command's own call repeats it.
      mutations: { networkMode: 'always', retry: false },
    },
  });
