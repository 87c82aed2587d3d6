import { type ClinicTime, clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { serverNow } from '../clock.ts';

const looks = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** One timer for everything that shows time or date, so that a page changes to the next day in one step. */
export function everySecond(look: () => void): () => void {
  looks.add(look);
  timer ??= setInterval(() => {
    for (const look of looks) look();
  }, 1_000);
  return () => {
    looks.delete(look);
    if (looks.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The clinic's wall clock, updated every minute. */
export function useClinicNow(zone: string): ClinicTime {
  const minuteText = useSyncExternalStore(everySecond, () => {
    const { date, time } = clinicNow(serverNow(), zone);
    return `${date} ${time}`;
  });
  return useMemo(() => {
    const [date = '', time = ''] = minuteText.split(' ');
    return { date, time };
  }, [minuteText]);
}

/** Repeats a request whose response depends on its time, at each minute of the clinic while the page is visible. */
export function useEachMinute(zone: string, repeat: (options: { cancelRefetch: boolean }) => unknown): void {
  const now = useClinicNow(zone);
  const last = useRef(now);
  useEffect(() => {
    if (now === last.current || document.visibilityState !== 'visible') return;
    last.current = now;
    void repeat({ cancelRefetch: false });
  }, [now, repeat]);
}
