import { z } from 'zod';
import { paymentMethodSchema, paymentStatusSchema, recordedMethodSchema } from '../appointments.ts';
import { oneLine } from '../fields/format-characters.ts';
import { amountSchema } from '../fields/money.ts';
import { phonePattern } from '../fields/phone.ts';
import { paymentsSchema } from '../fields/visit-money.ts';
import { appointmentIdSchema, dateSchema, positionSchema, timePattern, timeSchema, ulidPattern } from '../ids.ts';

/** Fields common to every command's reply. */
export const commandReply = {
  success: z.literal(true),
  message: z.string(),
  /** Log position after the command; null if nothing was appended. A query can wait for it with X-Read-After. */
  position: positionSchema.nullable(),
};

/** The paid amount in paise, and the method; absent: the amount due, by an unknown method. */
export const paidSchema = { amount: amountSchema.optional(), method: paymentMethodSchema.optional() };

/** The parts of a fee: the rule's own amount is the sum less the registration. */
export const decidedFeeSchema = z.object({
  /** The rule's name; null for the doctor's one fee. */
  rule: z.string().nullable(),
  /** The sum in paise; null if there is no fee. */
  paise: amountSchema.nullable(),
  registration: amountSchema,
});

/** The paid or open amount of an appointment. */
export const moneyShownSchema = z.object({
  /**
   * In paise: the paid amount, else the open one: as recorded, else the doctor's present fee; null if there is none.
   */
  amount: amountSchema.nullable(),
  /** The method of the one payment; absent while nothing is paid. */
  method: recordedMethodSchema.exactOptional(),
  /** Absent unless a part is paid and the rest is open, or the amount consists of several payments. */
  payments: paymentsSchema.exactOptional(),
  /** The event that last changed it; a correction or refund names it. */
  eventId: z.string().exactOptional(),
});
export type MoneyShown = z.infer<typeof moneyShownSchema>;

/** The reply to a change of an appointment that can be undone. */
export const changeReply = {
  ...commandReply,
  appointmentId: appointmentIdSchema,
  /** The event to name in an undo; null if nothing was appended. */
  eventId: z.string().nullable(),
  /** UTC instant until which an undo is accepted; null if nothing can be undone. */
  undoUntil: z.iso.datetime().nullable(),
};
/** The reply to a change of a payment. */
export const paymentReply = {
  ...changeReply,
  paymentStatus: paymentStatusSchema,
  money: moneyShownSchema,
  /** The amount that was paid, corrected or refunded; null if nothing was appended. */
  moved: z.object({ amount: amountSchema.nullable(), method: recordedMethodSchema }).nullable(),
};
/** No list has this many pages. A larger number is past the end as well, and products with it stay exact. */
const lastPage = 1_000_000;
const cappedPage = (page: number): number => Math.min(page, lastPage);

/** Longer than all searched texts of a row together: a search for a longer text finds nobody. */
const maxSearchLength = 1_000;

/**
 * Paging of a list call; without `page` and `pageSize` the answer is the whole list. `cursor` is an earlier answer's
 * X-Next-Cursor and takes precedence over `page`. `page` counts from 1; -1 and any page past the end are the last page.
 * X-Total-Count has the total.
 */
export const paging = {
  page: z.int().min(-1).overwrite(cappedPage).optional(),
  pageSize: z.int().min(1).max(200).optional(),
  cursor: z.string().max(2_000).optional(),
  search: z
    .string()
    .overwrite((text) => oneLine(text).slice(0, maxSearchLength))
    .optional(),
};

/** The paging of a query string, without a cursor. */
export const pagingByAddress = {
  page: z.coerce.number().int().min(-1).overwrite(cappedPage).optional(),
  pageSize: z.coerce.number().int().min(1).max(200).optional(),
};

/** Order of an appointments list by date and time; default newest first. */
export const newestOrOldest = { sort: z.enum(['newest', 'oldest']).optional() };

/**
 * Order of a details list: by date and time, by patient name, or `next`: from today on ascending, then earlier days
 * descending. Default: `next` for Confirmed, else newest first.
 */
export const detailsOrder = { sort: z.enum(['next', 'newest', 'oldest', 'a-z', 'z-a']).optional() };

/** Filters of a details list: a clinic day, a time, or a range of days (both ends included). */
export const detailsFilter = {
  date: dateSchema.optional(),
  time: timeSchema.optional(),
  from: dateSchema.optional(),
  to: dateSchema.optional(),
};

/** One bar of a day's chart: bookings and capacity by hour of the clinic's clock ('09'). */
export const hourSchema = z.object({ hour: z.string(), booked: z.int(), places: z.int() });

/** Order of a list of names; default A to Z. */
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

/** A list as a CSV file: it may leave the product, so the caller's proof is asked again. */
export const csvFile = {
  kind: 'query',
  needsProof: true,
  response: z.object({}),
  produces: 'text/csv; charset=utf-8',
  failure: 'The export failed. Please try again.',
} as const;
