import { z } from 'zod';
import { deskTakingsSchema } from '../clinic/takings.ts';
import { positionSchema } from '../ids.ts';
import { defineEvent, type EventOf } from './definition.ts';

export const clientDayEvents = [
  /** The takings of the day as of the position. Closed again, it is a further event. */
  defineEvent('DayClosed', 1, z.object({ totals: z.array(deskTakingsSchema), position: positionSchema })),
] as const;
export type ClientDayEvent = EventOf<(typeof clientDayEvents)[number]>;
