import type { RecordedMethod } from '../appointments.ts';
import { rupeesOf } from '../fields/money.ts';
import { type Phrase, phraseIn, wordsOf } from '../fields/phrase.ts';
import type { FeeChange } from '../fields/visit-money.ts';
import { activityWords } from './activity.ts';
import { hoursWords } from './hours.ts';
import { type FeeParts, storyWords } from './story.ts';

/** The words of each phrase's code in English, as on the wire and in exports. */
const english = { ...activityWords, ...storyWords, ...hoursWords };
/** The type that each language implements. */
export type Words = typeof english;

export const phrase = phraseIn<Words>();

/** A sentence with its note, as sent over the wire. */
export const sentenceParts = (words: Phrase, noteWords: Phrase | null) => ({
  sentence: wordsOf(words, english),
  note: noteWords && wordsOf(noteWords, english),
  words,
  noteWords,
});

/** The parts of a fee: the rule, its own amount, the registration and the sum. */
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
  // With a registration, no doctor's fee means the same as a fee of zero.
  const hasFee = fee !== null && (fee > 0 || rule !== null || registration === 0);
  const total = paise === null ? null : rupeesOf(paise);
  return [rule, hasFee ? rupeesOf(fee) : null, registration > 0 ? rupeesOf(registration) : null, total];
}

/** The different fee at the new place of a moved visit. */
export const withFeeChange = (sentence: Phrase, change: FeeChange | undefined): Phrase =>
  change ? phrase('withFee', sentence, change.before, change.after, change.difference) : sentence;

/** The amount and method of a payment; nothing if neither is known. */
export const moneyPhrases = ({ amount, method }: { amount: number | null; method: RecordedMethod | null }): Phrase[] =>
  amount === null && (method ?? 'unknown') === 'unknown' ? [] : [phrase('money', amount, method ?? 'unknown')];
