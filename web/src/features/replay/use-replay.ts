import { clinicNow } from '@dayline/contracts/clinic-time';
import { latestPosition } from '@dayline/contracts/endpoints/as-of';
import type { QueryName, RequestInputOf } from '@dayline/contracts/endpoints/table';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { callOptions, useCall } from '../../shared/api/hooks.ts';
import { useClinicDay } from '../../shared/format/use-clinic-day.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { endOfDay, indexOf, type Moment, momentAt, readAddress, type Screen } from './replay.ts';

/** The address, which can be shared, and the ways to change it. */
export function useReplayAddress() {
  const { zone } = useIdentity();
  const today = useClinicDay(zone);
  const [params, setParams] = useSearchParams();
  const address = readAddress(params);
  const set = (changes: Readonly<Record<string, string | undefined>>) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries(changes)) {
          if (value === undefined) next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  return {
    address,
    zone,
    /** The clinic day of the moment; undefined while only a position is known. */
    day: address.at === undefined ? (address.position === undefined ? today : undefined) : dayOf(address.at, zone),
    go: ({ at, position }: Moment) => set({ at, position }),
    goToDay: (day: string) => set({ at: endOfDay(day, zone), position: undefined }),
    setScreen: (screen: Screen) => set({ screen: screen === 'board' ? undefined : screen }),
    setDoctor: (pocId: string) => set({ doctor: pocId === '' ? undefined : pocId }),
    setOther: (other: string | undefined) => set({ with: other }),
  };
}

const dayOf = (at: string, zone: string): string => clinicNow(Date.parse(at), zone).date;

/** A call as of a moment; the previous moment stays visible until the next is loaded. */
export function usePast<Name extends QueryName & ('getBoardAsOf' | 'getDashboardAsOf' | 'getAvailabilityAsOf')>(
  name: Name,
  request: RequestInputOf<Name>,
  enabled = true,
) {
  const query = useQuery({
    ...callOptions(useQueryClient(), name, request),
    placeholderData: keepPreviousData,
    enabled,
  });
  return { ...query, data: query.data?.body };
}

/** The moment to compare with: the same clinic day, as it is known at another position. */
export const otherMoment = (at: string | undefined, other: string | undefined): Moment => ({
  ...(at !== undefined && { at }),
  position: other === undefined || other === 'now' ? latestPosition : other,
});

/** The marks of the day, and stepping and playing through them. */
export function useSteps(args: {
  day: string | undefined;
  pocId: string | undefined;
  moment: Moment;
  /** Whether the moment's screen is shown: playing waits for it. */
  isShown: boolean;
  go(moment: Moment): void;
}) {
  const { day, pocId, moment, isShown, go } = args;
  const query = useCall(
    'listReplayMarks',
    { ...(day !== undefined && { date: day }), ...(pocId !== undefined && { pocId }) },
    { enabled: day !== undefined },
  );
  const marks = query.data?.marks ?? [];
  const index = indexOf(marks, moment);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<number>(1);
  const step = (to: number) => {
    if (to >= 0 && to <= marks.length && to !== index) go(momentAt(marks, to));
  };
  const isAtEnd = index >= marks.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one step for each moment that is shown
  useEffect(() => {
    if (!isPlaying || !isShown) return;
    if (isAtEnd) return setPlaying(false);
    const timer = setTimeout(() => step(index + 1), speed * 1_000);
    return () => clearTimeout(timer);
  }, [isPlaying, isShown, index, speed, isAtEnd]);
  return {
    query,
    marks,
    index,
    speed,
    setSpeed,
    isPlaying,
    step,
    play: () => {
      // From the end it plays the day again.
      if (!isPlaying && isAtEnd) step(0);
      setPlaying(!isPlaying);
    },
  };
}
