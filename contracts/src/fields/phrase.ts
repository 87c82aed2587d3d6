import { z } from 'zod';

/**
 * A sentence as the code of its words and their arguments. The server composes it; it is worded in English for the
 * wire, and in the chosen language on a page. An argument is a text, a number, null, or another phrase.
 */
export const phraseSchema = z.object({ code: z.string(), args: z.array(z.unknown()).readonly() });
export type Phrase = z.infer<typeof phraseSchema>;

const isPhrase = (arg: unknown): arg is Phrase => typeof arg === 'object' && arg !== null && 'code' in arg;

/**
 * A phrase in the words of a language.
 * @throws TypeError for an unknown code, which a newer build may use
 */
export function wordsOf({ code, args }: Phrase, words: object): string {
  if (!Object.hasOwn(words, code)) throw new TypeError(`There are no words for ${code}.`);
  // Cast is safe: the composer of the phrase has checked its arguments.
  const inWords = (words as Readonly<Record<string, (...args: readonly unknown[]) => string>>)[code];
  return inWords?.(...args.map((arg) => (isPhrase(arg) ? wordsOf(arg, words) : arg))) ?? '';
}

/** A phrase can stand for a text. */
type PhraseArgs<Args extends readonly unknown[]> = {
  readonly [Index in keyof Args]: Args[Index] | (string extends Args[Index] ? Phrase : never);
};

/** Composes phrases of the given words, with typed arguments. */
export const phraseIn =
  <Words extends Readonly<Record<keyof Words, (...args: never[]) => string>>>() =>
  <Code extends keyof Words & string>(code: Code, ...args: PhraseArgs<Parameters<Words[Code]>>): Phrase => ({
    code,
    args,
  });

/** `1 row`, `2 rows`. */
export const counted = (count: number | bigint, one: string, other = `${one}s`): string =>
  `${count} ${Number(count) === 1 ? one : other}`;
