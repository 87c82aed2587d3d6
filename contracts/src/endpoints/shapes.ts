import { z } from 'zod';
import { positionSchema, timePattern, ulidPattern } from '../ids.ts';
import { phonePattern } from '../phone.ts';

/** What every command's reply carries besides its own fields. */
export const commandReply = {
  success: z.literal(true),
  message: z.string(),
  /** The log's position after the command; null when nothing was appended. A query may wait for it by X-Read-After. */
  position: positionSchema.nullable(),
};

/**
 * Paging of a list call; without `page` and `pageSize` the whole list comes. `cursor` is what the answer's
 * X-Next-Cursor handed out and beats `page`; `page` counts from 1, -1 is the last page. X-Total-Count has the total.
 */
export const paging = {
  page: z.int().min(-1).max(1_000_000).optional(),
  pageSize: z.int().min(1).max(200).optional(),
  cursor: z.string().max(500).optional(),
  search: z.string().max(100).optional(),
};

/** The order of an appointments list, by date and time; newest first unless told. */
export const newestOrOldest = { sort: z.enum(['newest', 'oldest']).optional() };

/** The order of a list of names; from A to Z unless told. */
export const byName = { sort: z.enum(['a-z', 'z-a']).optional() };

/** Ids, dates and times whose absence has a sentence in the specification. */
export const idOr = (sentence: string) => z.string(sentence).regex(ulidPattern, sentence);
export const dateOr = (sentence: string) => z.iso.date(sentence);
export const timeOr = (sentence: string) => z.string(sentence).regex(timePattern, sentence);

/** Digits with country code, such as 919876543210. */
export const phoneSchema = z.string('Phone number is required.').regex(phonePattern, {
  error: ({ input }) => {
    if (input === '') return 'Phone number is required.';
    return /^\d*$/.test(String(input)) ? 'Phone number must be 10 digits.' : 'Phone number should contain only digits.';
  },
});

/** An address of at most 254 characters, the longest that mail servers take; without one, `sentence`. */
export const emailOr = (sentence: string) =>
  z
    .string(sentence)
    .trim()
    .max(254)
    .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, {
      error: ({ input }) => (input === '' ? sentence : 'Please enter a valid email address.'),
    });
export const emailSchema = emailOr('Email is required.');
