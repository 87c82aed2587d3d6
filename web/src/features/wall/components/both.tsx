import type { Both } from '../text.ts';

/** The same in both languages, side by side. */
export const InBoth = ({ words: { en, hi } }: { words: Both }) => (
  <>
    {en} <span lang="hi">{hi}</span>
  </>
);
