import { controlCharacters } from './control-characters.ts';

/** RFC 5321's longest path (256) without its brackets. */
export const longestEmail = 254;

/** Anything but white space, control characters and the "specials" of RFC 5322, which separate or quote addresses. */
const inEmail = `[^\\s${controlCharacters}()<>[\\]:;@\\\\,"`;

/**
 * One `@` followed by at least two labels with dots between. The parts of the pattern share no characters, so it never
 * backtracks.
 */
export const emailPattern = new RegExp(`^${inEmail}]+@${inEmail}.]+(?:\\.${inEmail}.]+)+$`);

/** Whether a trimmed text is an e-mail address, for pages that load no schemas. */
export const isEmail = (text: string): boolean => text.length <= longestEmail && emailPattern.test(text);
