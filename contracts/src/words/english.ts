import type { RecordedMethod } from '../appointments.ts';
import { rupeesOf } from '../fields/money.ts';
import { type Phrase, phraseIn, worded } from '../fields/phrase.ts';
import type { FeeChange } from '../fields/visit-money.ts';
import { activityWords } from './activity.ts';
import { hoursWords } from './hours.ts';
import { type FeeParts, storyWords } from './story.ts';

/** The words of each phrase's code, in English: those of the wire and of exports. */
const english = { ...activityWords, ...storyWords, ...hoursWords };
/** What each language gives. */
export type Words = typeof english;

export const phrase = phraseIn<Words>();

/** A sentence with its note, as they go over the wire. */
export const said = (words: Phrase, noteWords: Phrase | null) => ({
  sentence: worded(words, english),
  note: noteWords && worded(noteWords, english),
  words,
  noteWords,
});

/** A fee's parts, kept apart: the kind, its own amount, the registration and the sum. */
export function feeParts({
  paise,
  rule,
  registration,
}: {
  readonly paise: number | null;
  readonly rule: string | null;
  readonly registration: number;
}): FeeParts {
  const fee = paise === null ? null : paise - registration;
  // No doctor's fee and none of zero are one and the same beside a registration.
  const hasFee = fee !== null && (fee > 0 || rule !== null || registration === 0);
  const total = paise === null ? null : rupeesOf(paise);
  return [rule, hasFee ? rupeesOf(fee) : null, registration > 0 ? rupeesOf(registration) : null, total];
}

/** With another fee at the place that a visit moves to. */
export const withFeeChange = (sentence: Phrase, change: FeeChange | undefined): Phrase =>
  change ? phrase('withFee', sentence, change.before, change.after, change.difference) : sentence;

/** What was paid and how, after a payment; nothing if neither is known. */
export const moneyPhrases = ({ amount, method }: { amount: number | null; method: RecordedMethod | null }): Phrase[] =>
  amount === null && (method ?? 'unknown') === 'unknown' ? [] : [phrase('money', amount, method ?? 'unknown')];
