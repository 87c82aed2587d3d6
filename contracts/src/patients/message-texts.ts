import { z } from 'zod';
import { languages } from '../fields/language.ts';
import { requiredLine } from '../fields/text.ts';
import { messageChannels, messageKinds } from './messages.ts';

/** What a hospital's own text names of a visit: each is replaced by the visit's own. */
export const placeholders = ['{hospital}', '{branch}', '{doctor}', '{when}', '{until}', '{token}'] as const;
type Placeholder = (typeof placeholders)[number];
export type PlaceholderValues = Readonly<Record<Placeholder, string>>;

/** In characters: about two SMS, and one paragraph of an email. */
export const maxMessageText = 300;

const missing = 'Please enter a text.';
const unknown = `Please use only ${placeholders.join(', ')} in braces.`;
const withoutEnd = 'Please say by {until} how long the place is held.';
const withoutTime = 'Please name the date and time of the visit by {when}.';

/** Text and placeholders in turn: every second part is a placeholder, or what is in braces instead of one. */
function partsOf(text: string): string[] {
  const [first = '', ...rest] = text.split('{');
  const parts = [first];
  for (const part of rest) {
    const end = part.indexOf('}');
    parts.push(end < 0 ? `{${part}` : `{${part.slice(0, end)}}`, end < 0 ? '' : part.slice(end + 1));
  }
  return parts;
}

const placeholdersIn = (text: string): string[] => partsOf(text).filter((_, index) => index % 2 === 1);
const isPlaceholder = (part: string): part is Placeholder => placeholders.some((known) => known === part);

/** The text of a visit. Without a branch, the comma before it is left out too. */
export function filledText(text: string, values: PlaceholderValues): string {
  return partsOf(text).reduce((before, part, index) => {
    if (index % 2 === 0 || !isPlaceholder(part)) return before + part;
    const value = values[part];
    return value === '' ? withoutComma(before) : before + value;
  }, '');
}

const withoutComma = (text: string): string => {
  const end = text.trimEnd();
  return end.endsWith(',') ? end.slice(0, -1) : end;
};

const about = { channel: z.enum(messageChannels), kind: z.enum(messageKinds), language: z.enum(languages) };

/** As the log has it: an older text may break a rule of today. */
export const messageTextSetSchema = z.object({ ...about, text: z.string().nullable() });

/** A hospital's own text of a message; null: the product's. */
export const messageTextSchema = z
  .strictObject({
    ...about,
    text: requiredLine(maxMessageText, missing)
      .refine((text) => placeholdersIn(text).every(isPlaceholder), unknown)
      .meta({ examples: ['Please come to {hospital} on {when}.'] })
      .nullable(),
  })
  .refine(({ kind, text }) => kind === 'next' || text === null || text.includes('{when}'), {
    ...{ path: ['text'], error: withoutTime },
  })
  .refine(({ kind, text }) => kind !== 'offered' || text === null || text.includes('{until}'), {
    ...{ path: ['text'], error: withoutEnd },
  });
export type MessageText = z.infer<typeof messageTextSchema>;

/** The texts that a hospital has of its own. */
export const ownTextsSchema = z.array(z.object({ ...about, text: z.string() }));
export type OwnTexts = readonly Readonly<z.infer<typeof ownTextsSchema>[number]>[];
type About = Omit<MessageText, 'text'>;

const isOf =
  ({ channel, kind, language }: About) =>
  (text: About): boolean =>
    text.channel === channel && text.kind === kind && text.language === language;

/** Null: the product's text. */
export const ownText = (texts: OwnTexts, about: About): string | null => texts.find(isOf(about))?.text ?? null;

export function withText(texts: OwnTexts, { text, ...about }: MessageText): OwnTexts {
  const others = texts.filter((other) => !isOf(about)(other));
  return text === null ? others : [...others, { ...about, text }];
}
