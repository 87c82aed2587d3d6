/**
 * A text without the outer characters at both of its ends, or at its end. Compares codes: a pattern anchored to the end
 * starts anew at each character of a run, which takes quadratic time.
 * @param outer of one UTF-16 unit
 */
export function withoutEnds(text: string, outer: RegExp, ends: 'both' | 'end' = 'both'): string {
  let [from, to] = [0, text.length];
  while (to > 0 && outer.test(text.charAt(to - 1))) to -= 1;
  while (ends === 'both' && from < to && outer.test(text.charAt(from))) from += 1;
  return text.slice(from, to);
}
