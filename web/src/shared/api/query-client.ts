import { QueryClient } from '@tanstack/react-query';
import { CallError, NetworkFailure } from './call-error.ts';

/** A lost connection and a fault are tried again; a refusal is an answer. */
export const mayTryAgain = (failures: number, error: Error): boolean =>
  failures < 2 && (error instanceof NetworkFailure || (error instanceof CallError && error.status >= 502));

export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 5 * 60_000,
        retry: mayTryAgain,
        retryDelay: (failures) => 300 * 2 ** failures,
        // Live messages say what changed; a tab that comes back resumes from its position.
        refetchOnWindowFocus: false,
      },
      // A command's retry carries the same key, so that it can't be done twice.
      mutations: { retry: mayTryAgain, retryDelay: (failures) => 300 * 2 ** failures },
    },
  });
