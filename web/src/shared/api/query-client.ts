import { QueryClient } from '@tanstack/react-query';
import { isAway, waitBeforeRetry } from './patience.ts';

/** A lost connection and a server that is away are tried again; a refusal is an answer. */
export const mayTryAgain = (failures: number, error: Error): boolean => failures < 2 && isAway(error);

export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        // Without a network a call fails, and the page says so; nothing waits unseen and is sent much later.
        networkMode: 'always',
        staleTime: 30_000,
        gcTime: 5 * 60_000,
        retry: mayTryAgain,
        retryDelay: waitBeforeRetry,
        // What is shown recovers by itself, however long a server was away.
        refetchInterval: ({ state: { error, errorUpdateCount } }) =>
          isAway(error) ? waitBeforeRetry(errorUpdateCount + 2, error) : false,
        // Live messages say what changed; a tab that comes back resumes from its position.
        refetchOnWindowFocus: false,
      },
      // A command's retry carries the same key, so that it can't be done twice.
      mutations: { networkMode: 'always', retry: mayTryAgain, retryDelay: waitBeforeRetry },
    },
  });
