import { clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { type AsOf, latestPosition, type ReplayMark } from '@dayline/contracts/endpoints/audit/as-of';
import type { QueryName, RequestInputOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import { type Query, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Answer } from '../../../shared/api/client.ts';
import { callOptions } from '../../../shared/api/hooks.ts';
import { withRecovery } from '../../../shared/api/query-client.ts';
import { clockTime } from '../../../shared/format/time.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { indexOf, type Moment } from '../replay.ts';
import { replayText as text } from '../text.ts';

export type PastName = QueryName &
  ('getBoardAsOf' | 'getDashboardAsOf' | 'getAvailabilityAsOf' | 'listAppointmentsAsOf');

/**
 * Interval between refetches of the current state, in ms: no live message reports how far the activity is. Shorter in
 * tests.
 */
export const lookEvery = { now: 5_000 };

/** The day of either kind of response, and the request's doctor. */
type OfDay = Answer<{ readonly asOf: AsOf } | { readonly date: string }>;

/** The previous response stays visible until the next is loaded, if it is of the same doctor and day. */
function samePlace(pocId: string | undefined, day: string | undefined) {
  return <Before extends OfDay>(before: Before | undefined, query?: Pick<Query, 'queryKey'>): Before | undefined => {
    // Cast is safe: keyOf puts the request into the key's second part.
    const request = query?.queryKey[1] as { readonly pocId?: string; readonly date?: string } | undefined;
    const body = before?.body;
    const dayBefore = request?.date ?? (body && ('asOf' in body ? body.asOf.date : body.date));
    return request?.pocId === pocId && dayBefore === day ? before : undefined;
  };
}

type PastAnswer<Name extends PastName> = Omit<UseQueryResult<Answer<ResponseOf<Name>>>, 'data'> & {
  readonly data: ResponseOf<Name> | undefined;
};

/** A call as of a moment, whose clinic day is `day` if it is known. */
export function usePast<Name extends PastName>(
  name: Name,
  request: RequestInputOf<Name>,
  day: string | undefined,
): PastAnswer<Name> {
  const query = useQuery({
    ...callOptions(useQueryClient(), name, request),
    placeholderData: samePlace(request.pocId, day),
  });
  return { ...query, data: query.data?.body };
}

/** The state at another moment. */
export interface Comparison<Body> {
  /** Undefined until both moments are loaded. */
  readonly body: Body | undefined;
  /** The other moment, as in '9 of 88 differ now'. */
  readonly when: string;
  /** Shown until the comparison is loaded. */
  readonly note: string;
}

/** The same call as of the moment to compare with. */
export function useOther<Name extends PastName>(
  name: Name,
  request: RequestInputOf<Name>,
  { past, when, enabled }: { past: { isPlaceholderData: boolean }; when: string; enabled: boolean },
): Comparison<ResponseOf<Name>> | undefined {
  const { zone } = useIdentity();
  const query = useQuery({
    ...callOptions(useQueryClient(), name, request),
    refetchInterval: withRecovery(request.position === latestPosition ? lookEvery.now : false),
    enabled,
  });
  if (!enabled) return undefined;
  const isOld = request.position === latestPosition && query.isRefetchError;
  return {
    body: past.isPlaceholderData ? undefined : query.data?.body,
    when: isOld ? text.asOf(clockTime(clinicNow(query.dataUpdatedAt, zone).time)) : when,
    note: query.isError ? text.failed : text.comparing,
  };
}

const noMarks: readonly ReplayMark[] = [];

export interface MarksArgs {
  readonly day: string | undefined;
  readonly pocId: string | undefined;
  readonly moment: Moment;
  /** The instant of the shown moment (UTC); undefined while it is loading. */
  readonly shownAt: string | undefined;
}

/**
 * The marks of the day. A day with more marks than one response holds comes in parts: at the end of a part, the one
 * around the moment is loaded.
 */
export function useMarks({ day, pocId, moment, shownAt }: MarksArgs) {
  const place = `${day} ${pocId}`;
  const [part, setPart] = useState<{ readonly of: string; readonly around: string }>();
  const around = part?.of === place ? part.around : undefined;
  const request = {
    ...(day !== undefined && { date: day }),
    ...(pocId !== undefined && { pocId }),
    ...(around !== undefined && { around }),
  };
  const query = useQuery({
    ...callOptions(useQueryClient(), 'listReplayMarks', request),
    enabled: day !== undefined,
    placeholderData: samePlace(pocId, day),
  });
  const body = query.data?.body;
  const { marks = noMarks, earlier = false, later = false } = body ?? {};
  const index = indexOf(marks, moment);
  const isAtEdge = (earlier && index === 0) || (later && index === marks.length);
  const edge = isAtEdge && !query.isPlaceholderData ? shownAt : undefined;
  useEffect(() => {
    if (edge !== undefined) setPart({ of: place, around: edge });
  }, [edge, place]);
  return { query, marks, index, earlier, later };
}
