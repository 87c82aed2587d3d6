import { z } from 'zod';

/**
 * A sentence that the server makes, as the code of its words and their arguments: the server puts it into English, and a
 * page into the language chosen. An argument is a text, a number, null, or another such phrase.
 */
export const phraseSchema = z.object({ code: z.string(), args: z.array(z.unknown()).readonly() });
export type Phrase = z.infer<typeof phraseSchema>;

const isPhrase = (arg: unknown): arg is Phrase => typeof arg === 'object' && arg !== null && 'code' in arg;

/** A phrase in the words of a language. @throws TypeError: it has none for a code, which a newer build may use */
export function worded({ code, args }: Phrase, words: object): string {
  if (!Object.hasOwn(words, code)) throw new TypeError(`There are no words for ${code}.`);
  // Cast is safe: the maker of the phrase has checked its arguments.
  const inWords = (words as Readonly<Record<string, (...args: readonly unknown[]) => string>>)[code];
  return inWords?.(...args.map((arg) => (isPhrase(arg) ? worded(arg, words) : arg))) ?? '';
}

/** A text may be given as a phrase. */
type Given<Args extends readonly unknown[]> = {
  readonly [Index in keyof Args]: Args[Index] | (string extends Args[Index] ? Phrase : never);
};

/** Makes phrases of given words, with the arguments that these take. */
export const phraseIn =
  <Words extends Readonly<Record<keyof Words, (...args: never[]) => string>>>() =>
  <Code extends keyof Words & string>(code: Code, ...args: Given<Parameters<Words[Code]>>): Phrase => ({ code, args });
