import type { CommandName, QueryName, RequestInputOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import {
  keepPreviousData,
  type Query,
  type QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type Answer, ask, call } from './client.ts';
import { seenPosition } from './positions.ts';

/** The only form of a query key: the call's name and its request. Live messages find queries by it. */
export const keyOf = <Name extends QueryName>(name: Name, request: RequestInputOf<Name>) => [name, request] as const;

/** How long a response is considered fresh without a live message, in ms. */
export const freshForMs = 30_000;

/** Maximum number of further requests if a response is outdated. */
const furtherTries = 2;

/**
 * Fetches. A response must not be older than what is shown or, if nothing is shown yet, than a live message that
 * arrived meanwhile: there was no list to put its rows into.
 */
async function askMonotonic<Name extends QueryName>(
  client: QueryClient,
  name: Name,
  request: RequestInputOf<Name>,
  sentRequest: RequestInputOf<Name>,
  signal: AbortSignal,
): Promise<Answer<ResponseOf<Name>>> {
  const queryKey = keyOf(name, request);
  const before = seenPosition();
  const isOvertaken = ({ position }: Answer<unknown>): boolean => {
    const leastPosition = seenPosition();
    const least =
      client.getQueryData<Answer<unknown>>(queryKey)?.position ??
      (leastPosition === before ? undefined : leastPosition);
    return least !== undefined && position !== undefined && position < least;
  };
  let answer = await ask(name, sentRequest, { signal });
  for (let tries = 0; tries < furtherTries && isOvertaken(answer); tries += 1) {
    answer = await ask(name, sentRequest, { signal });
  }
  // Messages arrive faster than responses: this one is shown, and then refetched.
  if (isOvertaken(answer) && !answer.stale) {
    setTimeout(() => void client.invalidateQueries({ queryKey, exact: true }));
  }
  return answer;
}

/** Declared, since the inferred type would contain the whole table. */
interface CallOptions<Name extends QueryName> {
  readonly queryKey: readonly [name: Name, request: RequestInputOf<Name>];
  readonly queryFn: (context: { readonly signal: AbortSignal }) => Promise<Answer<ResponseOf<Name>>>;
}

/** For prefetching and for `useQuery` with other options; the cache holds the whole response. */
export const callOptions = <Name extends QueryName>(
  client: QueryClient,
  name: Name,
  request: RequestInputOf<Name>,
): CallOptions<Name> => ({
  queryKey: keyOf(name, request),
  queryFn: ({ signal }) => askMonotonic(client, name, request, request, signal),
});

export interface UseCallOptions {
  /** False while something that the request needs is missing. */
  enabled?: boolean;
  /** The previous request's reply is shown until this one's arrives. */
  keepsPrevious?: boolean;
  /** For a reply that also changes by the clock, without a live message. */
  refetchInterval?: (query: Pick<Query, 'state'>) => number | false;
}

/** A query's reply, kept current by live messages. */
export function useCall<Name extends QueryName>(
  name: Name,
  request: RequestInputOf<Name>,
  { enabled = true, keepsPrevious = false, refetchInterval }: UseCallOptions = {},
): UseQueryResult<ResponseOf<Name>> {
  const client = useQueryClient();
  return useQuery({
    ...callOptions(client, name, request),
    enabled,
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
    ...(refetchInterval ? { refetchInterval } : {}),
    select: bodyOf<ResponseOf<Name>>,
  });
}

const bodyOf = <Body>(answer: Answer<Body>): Body => answer.body;

type PagedName = {
  [Name in QueryName]: 'pageSize' extends keyof RequestInputOf<Name> ? Name : never;
}[QueryName];

export interface Page<Body> {
  body: Body;
  /** The number of rows of the whole list. */
  total: number;
}

/**
 * A page of a list, paged on the server. The previous page stays visible until the next is loaded. A page that follows
 * one in the cache is requested by cursor, any other by number.
 */
export function usePagedCall<Name extends PagedName>(
  name: Name,
  request: Omit<RequestInputOf<Name>, 'page' | 'pageSize' | 'cursor'>,
  paging: { page: number; pageSize: number },
  { enabled = true }: UseCallOptions = {},
): UseQueryResult<Page<ResponseOf<Name>>> {
  const client = useQueryClient();
  // Cast is safe: the omitted fields are the three paging fields.
  const at = (page: number) => ({ ...request, ...paging, page }) as RequestInputOf<Name>;
  const key = at(paging.page);
  return useQuery({
    queryKey: keyOf(name, key),
    queryFn: ({ signal }) => {
      const before = client.getQueryState<Answer<unknown>>(keyOf(name, at(paging.page - 1)));
      // With the cursor of a page that may have changed, rows would be missing or shown twice.
      const isFresh = before && !before.isInvalidated && Date.now() - before.dataUpdatedAt < freshForMs;
      const cursor = isFresh ? before.data?.nextCursor : undefined;
      const sentRequest = cursor === undefined ? key : { ...key, cursor };
      return askMonotonic(client, name, key, sentRequest, signal);
    },
    enabled,
    placeholderData: keepPreviousData,
    select: pageOf<ResponseOf<Name>>,
  });
}

const pageOf = <Body>(answer: Answer<Body>): Page<Body> => ({
  body: answer.body,
  total: answer.total ?? (Array.isArray(answer.body) ? answer.body.length : 0),
});

/**
 * A command. Each `mutate` is one intent with one key, shared by its repeats; pass a key if an intent outlives one
 * attempt (a wizard's last step).
 */
export function useCommand<Name extends CommandName>(
  name: Name,
): UseMutationResult<ResponseOf<Name>, Error, { request: RequestInputOf<Name>; key?: string; file?: File }> {
  return useMutation({
    mutationFn: ({ request, ...options }: { request: RequestInputOf<Name>; key?: string; file?: File }) =>
      call(name, request, options),
  });
}
