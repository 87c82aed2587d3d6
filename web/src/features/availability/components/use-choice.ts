import { useEffect, useState } from 'react';
import { draftOf, dropDraft, keepDraft } from '../../../shared/session/drafts.ts';
import { useSession } from '../../../shared/session/session-store.ts';
import type { Choice, Mode } from '../rules.ts';

export interface Draft extends Choice {
  /** Blocked dates that the range skipped. */
  passedOver: readonly string[];
  reason: string;
}

export const noChoice: Draft = { dates: [], mode: 'full', times: [], passedOver: [], reason: '' };

/** The selection and the typed text; kept in memory only when the session ends. */
export function useChoice(pocId: string) {
  const name = `availability ${pocId}`;
  const [draft, setDraft] = useState(() => draftOf<Draft>(name, noChoice));
  useEffect(() => keepDraft(name, draft), [name, draft]);
  useEffect(
    () => () => {
      if (useSession.getState().identity) dropDraft(name);
    },
    [name],
  );
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  /** Replaces what was sent, unless another choice was made meanwhile. */
  const replaceSent = (sent: Draft, part: Partial<Draft>) =>
    setDraft((before) => (before === sent ? { ...before, ...part } : before));
  return {
    draft,
    change,
    replaceSent,
    chooseDates: (dates: readonly string[], passedOver: readonly string[]) => change({ dates, passedOver, times: [] }),
    // "Choosing partial clears the time selection" (section 4).
    chooseMode: (mode: Mode) => change({ mode, times: [] }),
    clear: () => setDraft(noChoice),
    toggleTime: (time: string) =>
      setDraft((before) => ({
        ...before,
        times: before.times.includes(time)
          ? before.times.filter((one) => one !== time)
          : [...before.times, time].sort(),
      })),
  };
}
export type ChoiceState = ReturnType<typeof useChoice>;
