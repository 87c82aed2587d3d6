import { z } from 'zod';
import { cannotBeShown, oneLine, severalLines, withoutFormat } from './format-characters.ts';

export const unshown = 'This text has characters that cannot be shown. Please type it again.';
const canBeShown = (text: string): boolean => !cannotBeShown(text);

/** The sentence for a missing text; other faults have sentences of their own. */
export const ifMissing = (missing: string | undefined) =>
  missing === undefined
    ? {}
    : { error: ({ code }: { readonly code: string }) => (code === 'invalid_type' ? missing : undefined) };

/** A web address as typed; the decider validates it. */
export const linkSchema = (missing?: string) =>
  z
    .string(ifMissing(missing))
    .overwrite((input) => withoutFormat(input).trim())
    .max(300, { abort: true })
    .refine((link) => !/\s/.test(link) && canBeShown(link), 'Please enter a valid Google Meet link.');

/** A one-line text such as a name, place or reason, as it is stored (`oneLine`). */
export const lineSchema = (longest: number, missing?: string) =>
  z.string(ifMissing(missing)).overwrite(oneLine).max(longest, { abort: true }).refine(canBeShown, unshown);

/** A one-line text that must not be empty. */
export const requiredLine = (longest: number, missing: string) => lineSchema(longest, missing).min(1, missing);

/** A text of several lines, as it is stored (`severalLines`). */
export const linesSchema = (longest: number) =>
  z.string().overwrite(severalLines).max(longest, { abort: true }).refine(canBeShown, unshown);
