/**
 * A patient's token for a doctor's day: a number from 1, and the doctor's letter of that day. Tokens given before letters
 * existed have no letter.
 */
export interface Token {
  readonly token: number;
  readonly letter?: string | null | undefined;
}

/** 'A 12': what is called out and printed. */
export const tokenText = ({ token, letter }: Token): string => (letter ? `${letter} ${token}` : String(token));

/** Without I and O, which look like digits. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

/** The letter of a hospital's doctor by the order of their first tokens of a day: A … Z, then AA, AB … */
export function tokenLetter(index: number): string {
  const last = letters.charAt(index % letters.length);
  return index < letters.length ? last : tokenLetter(Math.floor(index / letters.length) - 1) + last;
}

/** Reads a typed token: 'A 12', 'a12', or '12', which matches any letter; null if the text is not a token. */
export function tokenTyped(input: string): Token | null {
  const [, letter, digits] = /^([a-z]{1,2})?\s?([1-9]\d{0,2})$/i.exec(input.trim()) ?? [];
  if (digits === undefined) return null;
  return { token: Number(digits), letter: letter?.toUpperCase() };
}

/** Whether a token is the one that was typed. */
export const isTokenTyped = (token: Token, input: Token): boolean =>
  token.token === input.token && (!input.letter || token.letter === input.letter);
