import { appointmentIdSchema, dateSchema, idSchema, slotIdSchema, timeSchema } from '@dayline/contracts/ids';
import { z } from 'zod';

export const languages = ['en', 'hi'] as const;
export type Language = (typeof languages)[number];

/** A step names all that its message is made of, so that it can be shown again. */
const step = z.discriminatedUnion('step', [
  z.object({ step: z.literal('language') }),
  z.object({ step: z.literal('menu') }),
  /** `wants`: the choice that needs to know for whom; `name`: of whom the email is asked. */
  z.object({
    step: z.literal('who'),
    asks: z.enum(['person', 'name', 'email', 'phone']),
    name: z.string().nullable(),
    wants: z.string().nullable(),
  }),
  z.object({ step: z.literal('department'), page: z.int() }),
  z.object({ step: z.literal('doctor'), departmentId: idSchema, page: z.int() }),
  z.object({
    step: z.literal('time'),
    pocId: idSchema,
    /** From this date on, after this time of it; null: from now on. */
    from: z.object({ date: dateSchema, time: timeSchema.nullable() }).nullable(),
    /** Lists dates instead of times. */
    days: z.boolean(),
    /** The appointment that is moved; null for a new one. */
    moves: z.string().nullable(),
  }),
  z.object({ step: z.literal('confirm'), slotId: slotIdSchema, moves: z.string().nullable() }),
  /** `appointmentId`: one of them; `cancels`: whether its cancellation is to be confirmed. */
  z.object({ step: z.literal('visits'), appointmentId: z.string().nullable(), cancels: z.boolean() }),
]);
export type Step = z.infer<typeof step>;

const person = z.object({ patientId: idSchema, firstName: z.string() });
export type Person = z.infer<typeof person>;

/** A place that is held while its booking is to be confirmed. */
const holdSchema = z.object({
  appointmentId: appointmentIdSchema,
  slotId: slotIdSchema,
  pocName: z.string(),
  /** When it lapses, in ms. */
  until: z.int(),
});
export type Hold = z.infer<typeof holdSchema>;

/** Where a conversation is. */
export const chatStateSchema = z.object({
  language: z.enum(languages).nullable(),
  /** Digits with the country code, from WhatsApp or a contact that it was asked for; never typed. */
  phone: z.string().nullable(),
  /** Everyone with the phone, and when they were looked up (ms). */
  people: z.array(person),
  peopleAt: z.int(),
  /** For whom visits are booked; null while several may be meant. */
  patientId: idSchema.nullable(),
  /** Messages in a row that were not understood. */
  misunderstood: z.int(),
  at: step,
  hold: holdSchema.nullable().default(null),
  /** The position of the last command: queries wait until they show it. */
  readAfter: z.string().nullable(),
});
export type ChatState = z.infer<typeof chatStateSchema>;

export const firstState: ChatState = {
  language: null,
  phone: null,
  people: [],
  peopleAt: 0,
  patientId: null,
  misunderstood: 0,
  at: { step: 'language' },
  hold: null,
  readAfter: null,
};

/** What a user sent. */
export const contentSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  /** A button or a row of a list: its id tells the whole choice. */
  z.object({ kind: z.literal('choice'), id: z.string() }),
  /** The user's own number, by WhatsApp's contact request. */
  z.object({ kind: z.literal('contact'), phone: z.string() }),
  z.object({ kind: z.literal('other') }),
]);
export type Content = z.infer<typeof contentSchema>;
