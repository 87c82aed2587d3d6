import { controlCharacters } from '@dayline/contracts/fields/control-characters';
import { maxNameLength } from '@dayline/contracts/fields/max-lengths';
import { lineSchema } from '@dayline/contracts/fields/text';
import { CliFailure } from './failure.ts';

const controlPattern = new RegExp(`(?![\\n\\t])[${controlCharacters}]`, 'g');

/**
 * Other people's text must not control the terminal: control characters are escaped, in a form that JSON decodes again.
 */
export const printable = (text: string): string =>
  text.replaceAll(controlPattern, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

export const say = (line: string): void => console.log(printable(line));

/** A name as the pages show it. @throws CliFailure if it is invalid */
export function nameOf(owner: string, text: string): string {
  const parsed = lineSchema(maxNameLength).min(1).safeParse(text);
  if (!parsed.success) throw new CliFailure(`${owner} needs a name of at most ${maxNameLength} printable characters.`);
  return parsed.data;
}
