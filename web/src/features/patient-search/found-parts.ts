import { fold } from '@dayline/contracts/fold';
import { agreementOf, agreements, typedWords } from '@dayline/contracts/search/people';

interface Part {
  /** Start index in the text. */
  readonly at: number;
  readonly part: string;
  readonly matched: boolean;
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Number of equal letters at the start, and at the end of the rest. */
function matchedRange(word: string, input: string): readonly [start: number, end: number] {
  const shorter = Math.min(word.length, input.length);
  let start = 0;
  while (start < shorter && word[start] === input[start]) start += 1;
  let end = 0;
  while (end < shorter - start && word.at(-1 - end) === input.at(-1 - end)) end += 1;
  return [start, end];
}

/** A word's letters, each with whether it matches the nearest typed word. */
function lettersOf(word: string, input: readonly string[]): { readonly letter: string; readonly matched: boolean }[] {
  let foldedText = '';
  const segments = [...letters.segment(word)].map(({ segment }) => {
    const from = foldedText.length;
    foldedText += fold(segment);
    return { letter: segment, from, to: foldedText.length };
  });
  const [best] = input
    .flatMap((word) => {
      const agreement = agreementOf(foldedText, word);
      return agreement ? [{ typed: word, rank: agreements.indexOf(agreement) }] : [];
    })
    .sort((a, b) => a.rank - b.rank);
  const [start, end] = best ? matchedRange(foldedText, best.typed) : [0, 0];
  return segments.map(({ letter, from, to }) => ({
    letter,
    matched: from < to && (to <= start || from >= foldedText.length - end),
  }));
}

/** A name split into parts that a patient search matched or not; letters that differ aren't matched. */
export function foundParts(name: string, search: string): readonly Part[] {
  const input = typedWords(search);
  const parts: Part[] = [];
  let at = 0;
  for (const piece of name.split(/([^\p{L}\p{M}\p{N}]+)/u)) {
    for (const { letter, matched } of lettersOf(piece, input)) {
      const last = parts.at(-1);
      if (last?.matched === matched) parts[parts.length - 1] = { ...last, part: last.part + letter };
      else parts.push({ at, part: letter, matched });
      at += letter.length;
    }
  }
  return parts;
}
