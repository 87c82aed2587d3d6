import { z } from 'zod';
import { tokenLetterSchema } from '../clinic/queue.ts';
import { spanSchema } from '../clinic/spans.ts';
import { maxDisplayDoctors, maxDisplayNameLength } from '../displays/display.ts';
import { requiredLine } from '../fields/text.ts';
import { dateSchema, idSchema } from '../ids.ts';
import { claims, endpoint } from './definition.ts';
import { commandReply } from './shapes.ts';

const adminCommand = { kind: 'command', access: ['admin'] } as const;
const failure = 'Failed to save the display.';
const chooseDoctors = 'Please choose one to eight doctors.';
const instant = z.iso.datetime();

/** A link that is shown once. It pairs one screen. */
const linkReply = z.object({
  ...commandReply,
  displayId: idSchema,
  /** Based on the configured public address; without one, relative to the page's own root. */
  link: z.string(),
  /** When the unused link expires. */
  until: instant,
});

const addDisplay = endpoint('/api/displays/add', {
  ...adminCommand,
  action: 'settings',
  claims: [claims.client, { field: 'pocIds', is: 'doctorOfEach' }],
  request: z.strictObject({
    clientId: idSchema,
    name: requiredLine(maxDisplayNameLength, 'Please enter a name.'),
    /** In the order shown on the screen. */
    pocIds: z.array(idSchema, { error: chooseDoctors }).min(1, chooseDoctors).max(maxDisplayDoctors, chooseDoctors),
  }),
  response: linkReply,
  failure,
  refusals: ['key.reused', 'log.conflict'],
  title: 'Add a display for up to eight doctors; returns the link that pairs its screen',
});

const ofDisplay = z.strictObject({ clientId: idSchema, displayId: idSchema });
const refusals = ['display.unknown', 'key.reused', 'log.conflict'] as const;

const makeDisplayLink = endpoint('/api/displays/link', {
  ...adminCommand,
  action: 'settings',
  claims: [claims.client],
  request: ofDisplay,
  response: linkReply,
  failure,
  refusals,
  title: 'Create a new link to pair the screen of a display; the previous link becomes invalid',
});

const revokeDisplay = endpoint('/api/displays/revoke', {
  ...adminCommand,
  action: 'settings',
  claims: [claims.client],
  request: ofDisplay,
  response: z.object(commandReply),
  failure,
  refusals,
  title: 'Revoke a display; its screen goes blank immediately',
});

const pairDisplay = endpoint('/api/displays/pair', {
  kind: 'command',
  access: 'public',
  request: z.strictObject({
    displayId: idSchema,
    token: z.string().max(100),
    /** Random, and equal when the request is repeated: after a lost answer the repeat gets the same cookie. */
    nonce: z.string().min(16).max(100).optional(),
  }),
  response: z.object(commandReply),
  failure: 'Failed to pair this screen.',
  refusals: ['token.invalid', 'log.conflict', 'request.throttled'],
  title: "Pair a screen with a display by its link's token, once: sets the display's cookie",
});

/** The code that the screen shows and the desk types. */
const pairingCodeSchema = z.string().regex(/^\d{6}$/, 'Please enter the six digits that the screen shows.');
const screenSchema = z.string().max(100);

const createPairingCode = endpoint('/api/displays/code', {
  kind: 'command',
  access: 'public',
  request: z.strictObject({}),
  response: z.object({
    ...commandReply,
    code: pairingCodeSchema,
    /** The screen's own secret: with it, and with nothing else, the screen learns that its code was typed. */
    screen: screenSchema,
    expiresInSeconds: z.int(),
  }),
  failure: 'Failed to create a code for this screen.',
  refusals: ['request.throttled'],
  title: 'Create a six-digit code that a screen shows until an administrator types it',
});

const checkPairingCode = endpoint('/api/displays/code/check', {
  kind: 'command',
  access: 'public',
  request: z.strictObject({ code: pairingCodeSchema, screen: screenSchema }),
  response: z.object({ ...commandReply, paired: z.boolean() }),
  failure: 'Failed to pair this screen.',
  refusals: ['token.invalid', 'request.throttled'],
  title: "Ask whether a screen's code was typed; once it was, sets the display's cookie",
});

const pairDisplayByCode = endpoint('/api/displays/pair-by-code', {
  ...adminCommand,
  action: 'settings',
  claims: [claims.client],
  request: z.strictObject({ clientId: idSchema, displayId: idSchema, code: pairingCodeSchema }),
  response: z.object(commandReply),
  failure: 'Failed to pair this screen.',
  refusals: [...refusals, 'pairing-code.invalid', 'request.throttled'],
  title: 'Pair the screen that shows a code with a display; each code works once, for ten minutes',
});

const listDisplays = endpoint('/api/displays/list', {
  kind: 'query',
  access: ['admin', 'auditor'],
  claims: [claims.client],
  request: z.strictObject({ clientId: idSchema }),
  response: z.array(
    z.object({
      displayId: idSchema,
      name: z.string(),
      doctors: z.array(z.object({ pocId: idSchema, name: z.string() })),
      addedAt: instant,
      /** When the unused link expires or expired; null if there is none. */
      linkUntil: instant.nullable(),
      /** When the screen was paired; null before. */
      pairedAt: instant.nullable(),
    }),
  ),
  failure: 'Failed to fetch displays.',
  title: "A client's displays by name, without revoked ones",
});

const wallRowSchema = z.object({
  pocId: idSchema,
  name: z.string(),
  department: z.string(),
  /** Before each of the doctor's tokens today: 'A 12'; null before the first one. */
  letter: tokenLetterSchema.nullable(),
  /** The patient who was called last today; null if nobody. */
  token: z.int().nullable(),
  calledAt: instant.nullable(),
  /** The room of the call, or the doctor's; null if there is none. */
  room: z.string().nullable(),
  /** The next tokens, at most three. */
  next: z.array(z.int()),
  /** About how many minutes the doctor is late; absent: not. */
  lateBy: z.int().exactOptional(),
  /** Today's hours without gaps; none if the whole day is blocked. */
  hours: z.array(spanSchema),
});
export type WallRow = z.infer<typeof wallRowSchema>;

const boardSchema = z.object({
  client: z.string(),
  display: z.string(),
  /** The clinic's time zone, and the date of the answer, which the tokens belong to. */
  zone: z.string(),
  today: dateSchema,
  /** The server's clock. */
  now: instant,
  /** The answer is as of this time: earlier than `now` while the views are behind the log. */
  asOf: instant,
  doctors: z.array(wallRowSchema),
});
export type WallBoard = z.infer<typeof boardSchema>;

const getDisplayBoard = endpoint('/api/displays/board', {
  kind: 'query',
  access: { people: [], partners: ['board:read'] },
  request: z.strictObject({}),
  response: boardSchema,
  refusals: ['display.revoked'],
  failure: 'Failed to fetch the display.',
  title: 'What a display shows: tokens and rooms, no patient names',
});

export const displayEndpoints = {
  addDisplay,
  makeDisplayLink,
  revokeDisplay,
  pairDisplay,
  createPairingCode,
  checkPairingCode,
  pairDisplayByCode,
  listDisplays,
  getDisplayBoard,
};
