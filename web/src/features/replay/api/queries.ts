import type { ReplayMark } from '@dayline/contracts/endpoints/as-of';
import type { QueryName, RequestInputOf } from '@dayline/contracts/endpoints/table';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callOptions, useCall } from '../../../shared/api/hooks.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { indexOf, type Moment } from '../replay.ts';

export const useDoctors = () => useCall('listDoctorsOfClient', { clientId: useIdentity().clientId });

/** A call as of a moment; the previous moment stays visible until the next is loaded. */
export function usePast<
  Name extends QueryName & ('getBoardAsOf' | 'getDashboardAsOf' | 'getAvailabilityAsOf' | 'listAppointmentsAsOf'),
>(name: Name, request: RequestInputOf<Name>, enabled = true) {
  const query = useQuery({
    ...callOptions(useQueryClient(), name, request),
    placeholderData: keepPreviousData,
    enabled,
  });
  return { ...query, data: query.data?.body };
}

const noMarks: readonly ReplayMark[] = [];

export interface MarksArgs {
  readonly day: string | undefined;
  readonly pocId: string | undefined;
  readonly moment: Moment;
  /** When the shown moment is (UTC); undefined while it is loading. */
  readonly shownAt: string | undefined;
}

/**
 * The marks of the day. A day with more than one answer holds comes in parts: at the end of a part, the one around the
 * moment is loaded.
 */
export function useMarks({ day, pocId, moment, shownAt }: MarksArgs) {
  const of = `${day} ${pocId}`;
  const [part, setPart] = useState<{ readonly of: string; readonly around: string }>();
  const around = part?.of === of ? part.around : undefined;
  const request = {
    ...(day !== undefined && { date: day }),
    ...(pocId !== undefined && { pocId }),
    ...(around !== undefined && { around }),
  };
  const query = useQuery({
    ...callOptions(useQueryClient(), 'listReplayMarks', request),
    enabled: day !== undefined,
    // The part before stays visible until the next is loaded.
    placeholderData: (before, { queryKey } = {} as never) => {
      const asked = queryKey?.[1];
      return asked?.date === day && asked?.pocId === pocId ? before : undefined;
    },
  });
  const body = query.data?.body;
  const { marks = noMarks, earlier = false, later = false } = body ?? {};
  const index = indexOf(marks, moment);
  const isAtEdge = (earlier && index === 0) || (later && index === marks.length);
  const wanted = isAtEdge && !query.isPlaceholderData ? shownAt : undefined;
  useEffect(() => {
    if (wanted !== undefined) setPart({ of, around: wanted });
  }, [wanted, of]);
  return { query, marks, index, earlier, later };
}
