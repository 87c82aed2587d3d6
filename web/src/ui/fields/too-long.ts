import { uiText as text } from '../text.ts';
/** The error of a trimmed text that is too long for its field. */
export function tooLong(value: string, longest: number): string | undefined {
  const { length } = value.trim();
  return length > longest ? text.tooLong(longest, length) : undefined;
}
