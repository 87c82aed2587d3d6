import { z } from 'zod';
import { tokenLetterSchema } from '../clinic/queue.ts';
import { deskTakingsSchema } from '../clinic/takings.ts';
import { amountSchema } from '../fields/money.ts';
import { idSchema, positionSchema } from '../ids.ts';
import { defineEvent, type EventOf } from './definition.ts';

export const clientDayEvents = [
  /** The takings of the day as of the position. Each further close is a further event. */
  defineEvent(
    'DayClosed',
    1,
    z.object({
      totals: z.array(deskTakingsSchema),
      position: positionSchema,
      /** The counted cash in paise; absent if it wasn't counted. */
      countedCash: amountSchema.exactOptional(),
    }),
    { action: 'payment' },
  ),
  /** The letter of the doctor's tokens of the day, chosen before the first one is given. */
  defineEvent('TokenLetterAssigned', 1, z.object({ pocId: idSchema, letter: tokenLetterSchema }), { action: 'queue' }),
] as const;
export type ClientDayEvent = EventOf<(typeof clientDayEvents)[number]>;
