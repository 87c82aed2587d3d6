import type { RecordedMethod } from '../appointments.ts';
import { type Phrase, phraseIn, worded } from '../fields/phrase.ts';
import { activityWords } from './activity.ts';
import { hoursWords } from './hours.ts';
import { storyWords } from './story.ts';

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

/** What was paid and how, after a payment; nothing if neither is known. */
export const moneyPhrases = ({ amount, method }: { amount: number | null; method: RecordedMethod | null }): Phrase[] =>
  amount === null && (method ?? 'unknown') === 'unknown' ? [] : [phrase('money', amount, method ?? 'unknown')];
