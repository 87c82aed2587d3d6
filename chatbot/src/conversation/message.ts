import { z } from 'zod';

/** The limits of WhatsApp's fields, in UTF-16 units. */
export const limits = {
  text: 1024,
  buttons: 3,
  button: 20,
  rows: 10,
  title: 24,
  description: 72,
  id: 200,
} as const;

const button = z.object({ id: z.string(), title: z.string() });
const row = z.object({ id: z.string(), title: z.string(), description: z.string() });

/** What is sent to a user. */
export const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('buttons'), text: z.string(), buttons: z.array(button) }),
  /** `button` opens the list. */
  z.object({ kind: z.literal('list'), text: z.string(), button: z.string(), rows: z.array(row) }),
  /** Asks for the user's own number. */
  z.object({ kind: z.literal('contact'), text: z.string() }),
  /** The only message outside of the 24 hours after the user's last one. */
  z.object({ kind: z.literal('template'), name: z.string(), language: z.string() }),
]);
export type Message = z.infer<typeof messageSchema>;
export type Button = z.infer<typeof button>;
export type Row = z.infer<typeof row>;

/** A text cut to a field, never within a character. */
export function fit(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let cut = '';
  for (const { segment } of new Intl.Segmenter('hi', { granularity: 'grapheme' }).segment(text)) {
    if (cut.length + segment.length > limit - 1) break;
    cut += segment;
  }
  return `${cut}…`;
}

export const text = (words: string): Message => ({ kind: 'text', text: fit(words, limits.text) });

export const buttons = (words: string, ...choices: readonly Button[]): Message => ({
  kind: 'buttons',
  text: fit(words, limits.text),
  buttons: choices.slice(0, limits.buttons).map(({ id, title }) => ({ id, title: fit(title, limits.button) })),
});

export const list = (words: string, open: string, rows: readonly Row[]): Message => ({
  kind: 'list',
  text: fit(words, limits.text),
  button: fit(open, limits.button),
  rows: rows.slice(0, limits.rows).map(({ id, title, description }) => ({
    id,
    title: fit(title, limits.title),
    description: fit(description, limits.description),
  })),
});
