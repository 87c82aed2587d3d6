import { z } from 'zod';
import { appointmentIdSchema, dateSchema, idSchema, positionSchema } from '../../ids.ts';
import { endpoint } from '../definition.ts';

/** Whose phone the simulator of WhatsApp shows: a patient's, of nobody known, of several people, or without its number. */
export const trialPeople = ['known', 'new', 'family', 'hidden'] as const;
export type TrialPerson = (typeof trialPeople)[number];

/** How its network treats messages. */
export const trialNetworks = ['inOrder', 'doubled', 'outOfOrder', 'lost'] as const;
export type TrialNetwork = (typeof trialNetworks)[number];

const maxMessageLength = 1_000;
const act = z.union(
  [
    z.strictObject({ does: z.literal('say'), text: z.string().trim().min(1).max(maxMessageLength) }),
    /** A button or a row of the message. */
    z.strictObject({ does: z.literal('tap'), messageId: z.string().max(100), choice: z.string().max(200) }),
    /** The phone's own number, by the button of the message that asks for it. */
    z.strictObject({ does: z.literal('share') }),
    z.strictObject({ does: z.literal('startAgain') }),
  ],
  { error: 'Choose what is done on the phone.' },
);
export type TrialAct = z.infer<typeof act>;

const choice = z.object({ id: z.string(), title: z.string(), description: z.string().nullable() });
const message = z.object({
  id: z.string(),
  from: z.enum(['person', 'chatbot']),
  kind: z.enum(['text', 'buttons', 'list', 'contact', 'template']),
  text: z.string(),
  /** The word that opens the list. */
  opens: z.string().nullable(),
  choices: z.array(choice),
  /** The choice that was tapped last. */
  chosen: z.string().nullable(),
  /** Which tap since the last typed message; null for a typed one. */
  tap: z.int().nullable(),
});
export type TrialMessage = z.infer<typeof message>;

const partnerCalls = [
  ...(['lookUpPatients', 'listPartnerSlots', 'listPartnerAppointments', 'savePartnerPatient', 'createHold'] as const),
  ...(['releaseHold', 'bookPartnerAppointment', 'movePartnerAppointment', 'cancelPartnerAppointment'] as const),
] as const;
const partnerCall = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  call: z.enum(partnerCalls),
  ms: z.int(),
  /** The tap that it followed; null before one. */
  tap: z.int().nullable(),
  /** First names, a doctor's name, or a time; null where it is about none. */
  about: z.string().nullable(),
  count: z.int().nullable(),
  /** When the hold lapses. */
  until: z.iso.datetime().nullable(),
  position: positionSchema.nullable(),
  appointmentId: appointmentIdSchema.nullable(),
  refused: z.boolean(),
});
export type TrialCall = z.infer<typeof partnerCall>;

const trial = z.object({
  /** The known patient; null if the demo has none with an earlier visit. */
  knownName: z.string().nullable(),
  messages: z.array(message),
  /** A reply is on its way. */
  isAwaited: z.boolean(),
  /** The desk answers; the chatbot is silent. */
  isHandedOver: z.boolean(),
  calls: z.array(partnerCall),
  /** Whom the talk is about, and the day of the last time in it; null before one. */
  doctor: z.object({ pocId: idSchema, name: z.string(), date: dateSchema.nullable() }).nullable(),
});
export type Trial = z.infer<typeof trial>;

const tryChatbot = endpoint('/api/chatbot-try', {
  kind: 'query',
  access: ['admin', 'doctor', 'auditor'],
  request: z.strictObject({
    person: z.enum(trialPeople),
    network: z.enum(trialNetworks).default('inOrder'),
    act: act.optional(),
  }),
  /** Null where there is no demo. */
  response: z.object({ trial: trial.nullable() }),
  failure: 'Failed to reach the simulator.',
  title:
    'The simulator of WhatsApp in the demo: a phone that talks to the chatbot, and what the chatbot asks of Dayline',
});

export const chatbotTryEndpoints = { tryChatbot };
