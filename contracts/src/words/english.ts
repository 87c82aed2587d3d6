import { type Phrase, worded } from '../fields/phrase.ts';
import { activityWords } from './activity.ts';
import { storyWords } from './story.ts';

/** The words of each phrase's code, in English: those of the wire and of exports. */
const english = { ...activityWords, ...storyWords };
/** What each language gives. */
export type Words = typeof english;

/** A text may be given as a phrase. */
type Given<Args extends readonly unknown[]> = {
  readonly [Index in keyof Args]: Args[Index] | (string extends Args[Index] ? Phrase : never);
};

export const phrase = <Code extends keyof Words>(code: Code, ...args: Given<Parameters<Words[Code]>>): Phrase => ({
  code,
  args,
});

/** A sentence with its note, as they go over the wire. */
export const said = (words: Phrase, noteWords: Phrase | null) => ({
  sentence: worded(words, english),
  note: noteWords && worded(noteWords, english),
  words,
  noteWords,
});
