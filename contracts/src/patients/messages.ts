import { z } from 'zod';
import { type Language, languages } from '../fields/language.ts';
import type { Position } from '../ids.ts';

/** News of a visit, reminders, the waiting list's offer of a place, and the turn in the doctor's queue. */
export const newsKinds = ['booked', 'moved', 'cancelled'] as const;
export const reminderKinds = ['dayBefore', 'hoursBefore'] as const;
export const messageKinds = [...newsKinds, ...reminderKinds, 'offered', 'next'] as const;
export type MessageKind = (typeof messageKinds)[number];

/** By what a message reaches a patient. */
export const messageChannels = ['email'] as const;

/** What a patient wants, in the record's last word on it; null if the patient has never said. */
export interface MessageChoice {
  readonly accepted: boolean;
  /** The event's position: of several records of one person, the last word counts. */
  readonly at: Position;
}

/** The language of the messages to a patient, in the record's last word on it; null: the hospital's. */
export interface LanguageChoice {
  readonly language: Language | null;
  /** The event's position, as of a `MessageChoice`. */
  readonly at: Position;
}

/** The last word among those of a person's records. */
export const lastChoice = <Choice extends { readonly at: Position }>(choices: readonly (Choice | null | undefined)[]) =>
  choices.reduce<Choice | null>((last, choice) => (choice && (!last || choice.at > last.at) ? choice : last), null);

export const isNews = (kind: MessageKind): boolean => kind === 'booked' || kind === 'moved' || kind === 'cancelled';
export const isReminder = (kind: MessageKind): boolean => kind === 'dayBefore' || kind === 'hoursBefore';

export const usualNextBefore = 2;
export const maxNextBefore = 10;

/** Which messages a hospital sends to its patients, and their language. */
export const messageSettingsSchema = z.strictObject({
  booked: z.boolean(),
  moved: z.boolean(),
  cancelled: z.boolean(),
  /** The day before the visit at 18:00 of the clinic's zone. */
  dayBefore: z.boolean(),
  /** Two hours before the visit. */
  hoursBefore: z.boolean(),
  /** A place is held for a patient on the waiting list; absent in settings of earlier releases: off. */
  offered: z.boolean().exactOptional(),
  /** It is soon the patient's turn in the doctor's queue; absent in settings of earlier releases: off. */
  next: z.boolean().exactOptional(),
  /** How many waiting patients may be before one whose turn is soon; absent: `usualNextBefore`. */
  nextBefore: z.int().min(1).max(maxNextBefore).exactOptional(),
  language: z.enum(languages),
});
export type MessageSettings = z.infer<typeof messageSettingsSchema>;

export const noMessages: MessageSettings = {
  ...{ booked: false, moved: false, cancelled: false, dayBefore: false, hoursBefore: false },
  language: 'en',
};
