/**
 * A text without the outer letters at both of its ends, or at its end. By code: a pattern that is bound to the end alone
 * begins anew at each letter of a run, and takes a time as the square of it.
 * @param outer of one UTF-16 letter
 */
export function withoutEnds(text: string, outer: RegExp, ends: 'both' | 'end' = 'both'): string {
  let [from, to] = [0, text.length];
  while (to > 0 && outer.test(text.charAt(to - 1))) to -= 1;
  while (ends === 'both' && from < to && outer.test(text.charAt(from))) from += 1;
  return text.slice(from, to);
}
