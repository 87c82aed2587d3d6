import { z } from 'zod';
import { positionSchema } from '../ids.ts';
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

/** Digits with country code, such as 919876543210. */
export const phoneSchema = z.string().regex(phonePattern, {
  error: ({ input }) =>
    /^\d*$/.test(String(input)) ? 'Phone number must be 10 digits.' : 'Phone number should contain only digits.',
});

/** Longest e-mail address that mail servers take. */
export const emailSchema = z
  .string()
  .trim()
  .max(254)
  .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Please enter a valid email address.');
