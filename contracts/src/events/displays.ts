import { z } from 'zod';
import { idSchema } from '../ids.ts';
import { defineEvent, type EventOf } from './definition.ts';

/** A link with which one screen is paired, once. Its token is known by a keyed hash alone. */
const linkSchema = z.object({ hash: z.string(), until: z.iso.datetime() });
const name = z.string();

/** The name is that of the display, for sentences. */
export const displayEvents = [
  defineEvent('DisplayAdded', 1, z.object({ clientId: idSchema, name, pocIds: z.array(idSchema), link: linkSchema }), {
    action: 'settings',
  }),
  /** The links before are void. */
  defineEvent('DisplayLinkMade', 1, z.object({ name, link: linkSchema }), {
    action: 'settings',
    sentence: ['displayLinkMade', 'data.name'],
  }),
  /** The screen before, if there was one, is no longer the display's. */
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
