import type { AppointmentStatus } from '@dayline/contracts/appointments';
import type { ManyResult } from '@dayline/contracts/endpoints/appointments/many';
import { readingMs, type ToastKind, toastTimes } from '../../actions/toast.ts';
import { shortDate } from '../../format/time.ts';
import type { Changeable } from './change.ts';
import { refusalWords, whenOf } from './rules.ts';
import { markingText as text } from './text.ts';

/** The toast of many changes, or of their undo. */
interface ManyOutcome {
  /** Undefined if all was done, or part of it. */
  kind: Extract<ToastKind, 'warning'> | undefined;
  message: string;
  detail: string | undefined;
  time: number;
}

const isDone = ({ outcome }: ManyResult): boolean => outcome === 'done';

/** The day that all of them share, or the time of a single one; undefined if they are on several days. */
function placeOf(all: readonly Changeable[]): string | undefined {
  const [first] = all;
  if (first === undefined || all.some(({ AppointmentDate }) => AppointmentDate !== first.AppointmentDate)) {
    return undefined;
  }
  return all.length === 1 ? whenOf(first) : shortDate(first.AppointmentDate);
}

/** The unchanged appointments by reason, each with the next step; the most frequent reason first. */
function unchangedWords(
  all: readonly Changeable[],
  results: readonly ManyResult[],
  words: (count: number, first: string) => string,
): string | undefined {
  const reasons = new Map<string, { result: ManyResult; of: Changeable[] }>();
  for (const result of results.filter(({ outcome }) => outcome === 'refused' || outcome === 'notBegun')) {
    const changeable = all.find(({ AppointmentId }) => AppointmentId === result.appointmentId);
    if (!changeable) continue;
    const key = result.outcome === 'refused' ? `${result.code} ${result.status}` : result.outcome;
    const reason = reasons.get(key) ?? { result, of: [] };
    reason.of.push(changeable);
    reasons.set(key, reason);
  }
  const sentences = [...reasons.values()]
    .sort((a, b) => b.of.length - a.of.length)
    .map(({ result, of }) => {
      const reason = result.outcome === 'refused' ? refusalWords(result, placeOf(of)) : text.notReached;
      return `${words(of.length, of[0]?.about ?? '')}. ${reason}`;
    });
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

export function changeOutcome(
  all: readonly Changeable[],
  results: readonly ManyResult[],
  status: AppointmentStatus,
): ManyOutcome {
  const doneCount = results.filter(isDone).length;
  const already = results.filter(({ outcome }) => outcome === 'unchanged').length;
  const details = [already > 0 && text.alreadySo(already, status), unchangedWords(all, results, text.notChanged)];
  const detail = details.filter(Boolean).join('. ') || undefined;
  return doneCount > 0
    ? { kind: undefined, message: text.manyMarked(doneCount, status), detail, time: toastTimes.standard }
    : { kind: 'warning', message: text.noneMarked(status), detail, time: readingMs };
}

export function undoOutcome(all: readonly Changeable[], results: readonly ManyResult[]): ManyOutcome {
  const doneCount = results.filter(isDone).length;
  const detail = unchangedWords(all, results, text.notUndone);
  if (doneCount === 0) return { kind: 'warning', message: text.noneReverted, detail, time: readingMs };
  return doneCount < results.length
    ? { kind: undefined, message: text.someReverted(doneCount, results.length), detail, time: readingMs }
    : { kind: undefined, message: text.manyReverted(doneCount), detail, time: toastTimes.brief };
}
