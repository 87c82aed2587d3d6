import { z } from 'zod';
import { languages } from '../fields/language.ts';

/** News of a visit, and reminders. */
export const newsKinds = ['booked', 'moved', 'cancelled'] as const;
export const reminderKinds = ['dayBefore', 'hoursBefore'] as const;
export const messageKinds = [...newsKinds, ...reminderKinds] as const;
export type MessageKind = (typeof messageKinds)[number];

export const isReminder = (kind: MessageKind): boolean => kind === 'dayBefore' || kind === 'hoursBefore';

/** Which messages a hospital sends to its patients, and their language. */
export const messageSettingsSchema = z.strictObject({
  booked: z.boolean(),
  moved: z.boolean(),
  cancelled: z.boolean(),
  /** The day before the visit at 18:00 of the clinic's zone. */
  dayBefore: z.boolean(),
  /** Two hours before the visit. */
  hoursBefore: z.boolean(),
  language: z.enum(languages),
});
export type MessageSettings = z.infer<typeof messageSettingsSchema>;

export const noMessages: MessageSettings = {
  ...{ booked: false, moved: false, cancelled: false, dayBefore: false, hoursBefore: false },
  language: 'en',
};
