import type { CommandName, QueryName, RequestInputOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { useCallback, useEffect, useState } from 'react';
import { call, newIntentKey } from './client.ts';
import { isAway, waitBeforeRetry } from './patience.ts';

/**
 * Calls for pages before sign-in, which load neither the query library nor live updates. Signed-in pages use hooks.ts.
 */

/** Maximum attempts of a call to an unavailable server. */
const tries = 3;

async function patiently<Reply>(send: () => Promise<Reply>, signal?: AbortSignal, failures = 0): Promise<Reply> {
  try {
    return await send();
  } catch (error) {
    if (signal?.aborted || !isAway(error) || failures + 1 >= tries) throw error;
    await new Promise((resolve) => setTimeout(resolve, waitBeforeRetry(failures, error)));
    if (signal?.aborted) throw error;
    return patiently(send, signal, failures + 1);
  }
}

export interface Reply<Body> {
  data: Body | undefined;
  error: Error | undefined;
  isPending: boolean;
  /** Refetches. */
  refetch(): void;
}

/** A query's reply, fetched on mount. `request` is compared by content. */
export function useReply<Name extends QueryName>(
  name: Name,
  request: RequestInputOf<Name>,
  { enabled = true }: { enabled?: boolean } = {},
): Reply<ResponseOf<Name>> {
  const [state, setState] = useState<Pick<Reply<ResponseOf<Name>>, 'data' | 'error'>>({
    data: undefined,
    error: undefined,
  });
  const [attempt, setAttempt] = useState(0);
  const body = JSON.stringify(request);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks again
  useEffect(() => {
    if (!enabled) return;
    const abort = new AbortController();
    setState({ data: undefined, error: undefined });
    patiently(() => call(name, JSON.parse(body), { signal: abort.signal }), abort.signal).then(
      (data) => abort.signal.aborted || setState({ data, error: undefined }),
      (error: Error) => abort.signal.aborted || setState({ data: undefined, error }),
    );
    return () => abort.abort();
  }, [name, body, enabled, attempt]);
  const refetch = useCallback(() => setAttempt((count) => count + 1), []);
  return { ...state, isPending: enabled && state.data === undefined && state.error === undefined, refetch };
}

/**
 * Sends a command of a page before sign-in: one intent with one key, which its retries share. Throws CallError or
 * NetworkFailure.
 */
export function sendPatiently<Name extends CommandName>(
  name: Name,
  request: RequestInputOf<Name>,
): Promise<ResponseOf<Name>> {
  const key = newIntentKey();
  return patiently(() => call(name, request, { key }));
}
