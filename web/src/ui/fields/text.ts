/** What is wrong with a text that is longer than a field takes; spaces around it don't count. */
export function tooLong(value: string, longest: number): string | undefined {
  const { length } = value.trim();
  return length > longest ? `At most ${longest} characters, please: these are ${length}.` : undefined;
}
