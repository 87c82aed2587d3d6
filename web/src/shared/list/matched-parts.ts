import { fold, searchWords } from '@dayline/contracts/fold';

interface Part {
  /** Start index in the text. */
  readonly at: number;
  readonly part: string;
  readonly matched: boolean;
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A text split into parts that a search matches or not. A letter is matched with its combining marks. */
export function matchedParts(text: string, search: string): readonly Part[] {
  // Names in other scripts are found by their Latin spelling, and shown as they are written.
  const words = [...searchWords(search), ...fold(search).split(' ')].filter((word) => word !== '');
  let foldedText = '';
  const graphemes = [...letters.segment(text)].map(({ segment, index }) => {
    const from = foldedText.length;
    // A space on its own folds to nothing.
    foldedText += fold(segment) || ' ';
    return { segment, index, from, to: foldedText.length };
  });
  const found = words.flatMap((word) => {
    const from = foldedText.indexOf(word);
    return from < 0 ? [] : [{ from, to: from + word.length }];
  });
  const parts: Part[] = [];
  for (const { segment, index, from, to } of graphemes) {
    const matched = found.some((match) => match.from < to && from < match.to);
    const last = parts.at(-1);
    if (last?.matched === matched) parts[parts.length - 1] = { ...last, part: last.part + segment };
    else parts.push({ at: index, part: segment, matched });
  }
  return parts;
}
