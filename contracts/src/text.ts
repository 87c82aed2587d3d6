import { z } from 'zod';
import { controlCharacters } from './control-characters.ts';

/** Text without control characters. */
export const plainPattern = new RegExp(`^[^${controlCharacters}]*$`);

/** A web address as typed; the decider validates it. */
export const linkSchema = (missing?: string) =>
  z
    .string(missing)
    .trim()
    .max(300, { abort: true })
    .regex(new RegExp(`^[^\\s${controlCharacters}]*$`), 'Please enter a valid Google Meet link.');

/** A one-line text such as a name or place, trimmed. */
export const lineSchema = (longest: number, missing?: string) =>
  z.string(missing).trim().max(longest, { abort: true }).regex(plainPattern, 'Control characters are not allowed.');
