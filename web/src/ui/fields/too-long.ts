import { uiText as text } from '../text.ts';
/** What is wrong with a text that is longer than a field takes; spaces around it don't count. */
export function tooLong(value: string, longest: number): string | undefined {
  const { length } = value.trim();
  return length > longest ? text.tooLong(longest, length) : undefined;
}
