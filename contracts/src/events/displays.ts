import { z } from 'zod';
import { scopeSchema } from '../api-keys/scopes.ts';
import { idSchema } from '../ids.ts';
import { defineEvent, type EventOf } from './definition.ts';

/** A link that pairs one screen, once. Only a keyed hash of its token is stored. */
const linkSchema = z.object({ hash: z.string(), until: z.iso.datetime() });
const name = z.string();

/** The display's name, for sentences. */
export const displayEvents = [
  defineEvent('DisplayAdded', 1, z.object({ clientId: idSchema, name, pocIds: z.array(idSchema), link: linkSchema }), {
    action: 'settings',
  }),
  /** Earlier links are void. */
  defineEvent('DisplayLinkMade', 1, z.object({ name, link: linkSchema }), {
    action: 'settings',
    sentence: ['displayLinkMade', 'data.name'],
  }),
  /** An earlier screen no longer belongs to the display. */
  defineEvent('DisplayPaired', 1, z.object({ name, sessionHash: z.string() }), {
    action: 'settings',
    sentence: ['displayPaired', 'data.name'],
  }),
  defineEvent('DisplayRevoked', 1, z.object({ name }), {
    action: 'settings',
    sentence: ['displayRevoked', 'data.name'],
  }),
] as const;
export type DisplayEvent = EventOf<(typeof displayEvents)[number]>;

/** A partner's key; the key's name is for sentences. */
export const apiKeyEvents = [
  defineEvent(
    'ApiKeyIssued',
    1,
    z.object({
      clientId: idSchema,
      name: z.string(),
      scopes: z.array(scopeSchema),
      /** A keyed hash of the secret, which itself is stored nowhere. */
      hash: z.string(),
      until: z.iso.datetime(),
    }),
    { action: 'settings' },
  ),
  defineEvent('ApiKeyScopesChanged', 1, z.object({ name: z.string(), scopes: z.array(scopeSchema) }), {
    action: 'settings',
  }),
  defineEvent('ApiKeyRevoked', 1, z.object({ name: z.string() }), {
    action: 'settings',
    sentence: ['apiKeyRevoked', 'data.name'],
  }),
] as const;
export type ApiKeyEvent = EventOf<(typeof apiKeyEvents)[number]>;
