import { clinicNow, startOfDay } from '@dayline/contracts/clinic-time';
import { latestPosition, type ReplayMark } from '@dayline/contracts/endpoints/as-of';
import type { QueryName, RequestInputOf } from '@dayline/contracts/endpoints/table';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { callOptions } from '../../shared/api/hooks.ts';
import { useClinicDay } from '../../shared/format/use-clinic-day.ts';
import { useAddressParams } from '../../shared/list/address-params.ts';
import { useIdentity } from '../../shared/session/session-store.ts';
import { endOfDay, indexOf, type Moment, momentAt, readAddress, type Screen } from './replay.ts';

/** The address, which can be shared, and the ways to change it. */
export function useReplayAddress() {
  const { zone } = useIdentity();
  const today = useClinicDay(zone);
  const { params, set } = useAddressParams();
  const address = readAddress(params);
  return {
    address,
    zone,
    /** The clinic day of the moment; undefined while only a position is known. */
    day: address.at === undefined ? (address.position === undefined ? today : undefined) : dayOf(address.at, zone),
    go: ({ at, position }: Moment) => set({ at, position }),
    goToDay: (day: string) => set({ at: endOfDay(day, zone), position: undefined }),
    setScreen: (screen: Screen) => set({ screen: screen === 'board' ? undefined : screen }),
    setDoctor: (pocId: string) => set({ doctor: pocId }),
    setOther: (other: string | undefined) => set({ with: other }),
  };
}

const dayOf = (at: string, zone: string): string => clinicNow(Date.parse(at), zone).date;

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

/** The moment to compare with: the same clinic day, as it is known at another position. */
export const otherMoment = (at: string | undefined, other: string | undefined): Moment => ({
  ...(at !== undefined && { at }),
  position: other === undefined || other === 'now' ? latestPosition : other,
});

const noMarks: readonly ReplayMark[] = [];

interface StepsArgs {
  readonly day: string | undefined;
  readonly pocId: string | undefined;
  readonly moment: Moment;
  /** When the shown moment is (UTC); undefined while it is loading. */
  readonly shownAt: string | undefined;
  go(moment: Moment): void;
}

/**
 * The marks of the day. A day with more than one answer holds comes in parts: at the end of a part, the one around the
 * moment is loaded.
 */
function useMarks({ day, pocId, moment, shownAt }: StepsArgs) {
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

/** The marks of the day, and stepping and playing through them. */
export function useSteps(args: StepsArgs) {
  const { shownAt, go } = args;
  const { zone } = useIdentity();
  const { query, marks, index, earlier, later } = useMarks(args);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<number>(1);
  // A key may be pressed again before the address has followed.
  const asked = useRef(index);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another part has other indexes
  useEffect(() => {
    asked.current = index;
  }, [index, marks]);
  const step = (to: number) => {
    const within = Math.min(marks.length, Math.max(0, to));
    if (within === asked.current) return;
    asked.current = within;
    go(momentAt(marks, within));
  };
  const isAtEnd = index >= marks.length;
  const isShown = shownAt !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one step for each moment that is shown
  useEffect(() => {
    if (!isPlaying || !isShown) return;
    if (isAtEnd) {
      // The next part of the day is loading.
      if (!later) setPlaying(false);
      return;
    }
    const timer = setTimeout(() => step(index + 1), speed * 1_000);
    return () => clearTimeout(timer);
  }, [isPlaying, isShown, index, speed, isAtEnd, later, marks.length]);
  return {
    query,
    marks,
    index,
    /** Whether the day has more marks than these. */
    isPart: earlier || later,
    speed,
    setSpeed,
    isPlaying,
    step,
    stepBy: (by: number) => step(asked.current + by),
    play: () => {
      // From the end it plays the day again.
      if (!isPlaying && isAtEnd && !later) {
        const first = marks[0];
        if (earlier && first) go({ at: startOf(first.recordedAt, zone) });
        else step(0);
      }
      setPlaying(!isPlaying);
    },
  };
}

/** The first moment of an instant's clinic day. */
const startOf = (instant: string, zone: string): string =>
  new Date(startOfDay(dayOf(instant, zone), zone)).toISOString();
