import type { DraftInterval } from '../../../shared/hours/interval.ts';
import { draftOf } from '../../../shared/session/drafts.ts';
import { useKeptDraft } from '../../../shared/session/kept-draft.ts';
import type { SeenHours } from '../api/use-day-hours.ts';
import type { Choice, Mode } from '../rules.ts';

/** Full and partial block; the third sets hours for one date. */
export type DraftMode = Mode | 'hours';

export interface DraftHours {
  intervals: readonly DraftInterval[];
  reason: string;
  /** The date's own hours when the fields were filled; null if there were none. */
  seen: SeenHours;
}

export interface Draft extends Omit<Choice, 'mode'> {
  mode: DraftMode;
  /** As typed; null until something was changed. */
  hours: DraftHours | null;
  /** Blocked dates that the range skipped. */
  skippedDates: readonly string[];
  reason: string;
}

export const noChoice: Draft = { dates: [], mode: 'full', times: [], skippedDates: [], reason: '', hours: null };

/** The selection and the typed text; if the session ends, kept in memory only. */
export function useChoice(pocId: string) {
  const name = `availability ${pocId}`;
  const [draft, setDraft, replaceSaved] = useKeptDraft(name, noChoice);
  // Several changes may be made before the first is rendered.
  const latest = () => draftOf(name, noChoice);
  const change = (part: Partial<Draft>) => setDraft({ ...latest(), ...part });
  return {
    draft,
    change,
    /** Replaces the sent draft, unless the choice was changed meanwhile. */
    replaceSent: (sentDraft: Draft, part: Partial<Draft>) => replaceSaved(sentDraft, { ...sentDraft, ...part }),
    chooseDates: (dates: readonly string[], skippedDates: readonly string[]) =>
      change({ dates, skippedDates, times: [], hours: null }),
    // "Choosing partial clears the time selection" (section 4).
    chooseMode: (mode: DraftMode) => change({ mode, times: [] }),
    clear: () => setDraft(noChoice),
    toggleTime: (time: string) => {
      const { times } = latest();
      change({
        times: times.includes(time) ? times.filter((chosenTime) => chosenTime !== time) : [...times, time].sort(),
      });
    },
  };
}
export type ChoiceState = ReturnType<typeof useChoice>;
