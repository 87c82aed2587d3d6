import { z } from 'zod';
import { maxEmailLength, storedEmail } from '../fields/email-address.ts';
import { languages } from '../fields/language.ts';
import { idSchema } from '../ids.ts';
import { endpoint, roles } from './definition.ts';
import { commandReply } from './shapes.ts';

const anyRole = roles;

/** The signed-in account; a new tab fills its identity from it. */
export const identitySchema = z.object({
  accountId: idSchema,
  role: z.enum(roles),
  name: z.string(),
  clientId: idSchema,
  clientName: z.string(),
  /** IANA zone of the client. */
  zone: z.string(),
  /** Whether the client has branches; if so, the details tables have a branch column. */
  hasBranches: z.boolean(),
  /** The client's setting `bookingNeedsEmail` is off. */
  emailOptional: z.literal(true).exactOptional(),
  pocId: idSchema.nullable(),
  pocName: z.string().nullable(),
});
export type Identity = z.infer<typeof identitySchema>;

const validateSession = endpoint('/api/auth/validate', {
  method: 'GET',
  kind: 'query',
  access: anyRole,
  request: z.strictObject({}),
  response: z.object({ user: identitySchema }),
  title: 'The signed-in account',
});

const listClients = endpoint('/api/clients', {
  kind: 'query',
  access: 'public',
  request: z.strictObject({}),
  response: z.array(
    z.object({
      Client_ID: idSchema,
      Client_Name: z.string(),
      /** The hospital's own sign-in provider: its name, and the domains of its people's e-mail addresses. */
      Single_Sign_On: z.object({ name: z.string(), domains: z.array(z.string()) }).exactOptional(),
    }),
  ),
  failure: 'Failed to fetch clients. Please refresh and try again.',
  refusals: ['request.throttled'],
  title: 'The clients to choose from at sign-in and sign-up',
});

export const signedInSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  pocId: idSchema.nullable(),
  user: identitySchema,
  /** The account's language, for pages and emails; absent until its owner has chosen one. */
  language: z.enum(languages).optional(),
});

/** The first factor was right: the session opens after the second, which an account may have to add first. */
export const nextStepSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  pocId: idSchema.nullable(),
  next: z.enum(['secondFactor', 'enrol']),
  /** The second factors that the account has, besides recovery codes. */
  factors: z.array(z.enum(['passkey', 'totp'])).exactOptional(),
});

const signIn = endpoint('/api/poc-login', {
  kind: 'command',
  access: 'public',
  request: z.strictObject({
    email: z.string().overwrite(storedEmail).max(maxEmailLength),
    password: z.string(),
    /** The page's choice; the account determines the role (an auditor signs in under "Admin"). */
    role: z.enum(['admin', 'doctor']),
    clientId: z.string().max(64).nullish(),
  }),
  response: z.union([signedInSchema, nextStepSchema]),
  failure: 'Failed to login. Please try again.',
  refusals: [
    ...(['sign-in.refused', 'sign-in.client-missing', 'sign-in.closed', 'sign-in.left'] as const),
    'sign-in.provider-required',
    ...(['sign-in.busy', 'request.throttled'] as const),
  ],
  title: 'Sign in',
});

const signOut = endpoint('/api/logout', {
  kind: 'command',
  access: anyRole,
  action: 'other',
  request: z.strictObject({}),
  response: z.object(commandReply),
  endsSession: true,
  title: 'Sign out: ends this session everywhere it is open',
});

const setLanguage = endpoint('/api/account/language', {
  kind: 'command',
  access: anyRole,
  action: 'other',
  request: z.strictObject({ language: z.enum(languages) }),
  response: z.object(commandReply),
  failure: 'The language could not be changed.',
  title: 'Choose the language of your own pages and emails',
});

export const sessionEndpoints = {
  validateSession,
  listClients,
  signIn,
  signOut,
  setLanguage,
};
