import { useEffect, useRef, useState } from 'react';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { type MarksArgs, useMarks } from '../api/queries.ts';
import { type Moment, momentAt, startOf } from '../replay.ts';

/** The marks of the day, with functions to step and play through them. */
export function useSteps(args: MarksArgs & { go(moment: Moment): void }) {
  const { shownAt, go } = args;
  const { zone } = useIdentity();
  const { query, marks, index, earlier, later } = useMarks(args);
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<number>(1);
  // A key may be pressed again before the address is updated.
  const shownIndex = useRef(index);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another part has other indexes
  useEffect(() => {
    shownIndex.current = index;
  }, [index, marks]);
  const step = (to: number) => {
    const nextStep = Math.min(marks.length, Math.max(0, to));
    if (nextStep === shownIndex.current) return;
    shownIndex.current = nextStep;
    go(momentAt(marks, nextStep));
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
    stepBy: (by: number) => step(shownIndex.current + by),
    play: () => {
      // At the end, it plays the day again.
      if (!isPlaying && isAtEnd && !later) {
        const first = marks[0];
        if (earlier && first) go({ at: startOf(first.recordedAt, zone) });
        else step(0);
      }
      setPlaying(!isPlaying);
    },
  };
}
