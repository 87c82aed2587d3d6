import { controlCharacters } from './control-characters.ts';
import { cannotBeShown, withoutFormat } from './format-characters.ts';

/** RFC 5321's longest path (256) without its brackets. */
export const maxEmailLength = 254;

/** Anything but white space, control characters and the "specials" of RFC 5322, which separate or quote addresses. */
const inEmail = `[^\\s${controlCharacters}()<>[\\]:;@\\\\,"`;

/**
 * One `@` followed by at least two labels with dots between. The parts of the pattern share no characters, so it never
 * backtracks.
 */
export const emailPattern = new RegExp(`^${inEmail}]+@${inEmail}.]+(?:\\.${inEmail}.]+)+$`);

/** An email address as it is stored: without the format characters of pasted text, which mail servers don't know. */
export const storedEmail = (input: string): string => withoutFormat(input).trim();

/** The form in which addresses are compared: two people can't have addresses that differ only in case. */
export const emailKey = (email: string): string => storedEmail(email).toLowerCase();

/** Whether a typed text is an email address, for pages that load no schemas. */
export const isEmail = (input: string): boolean => {
  const email = storedEmail(input);
  return email.length <= maxEmailLength && emailPattern.test(email) && !cannotBeShown(email);
};
