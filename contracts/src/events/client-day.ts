import { z } from 'zod';
import { deskTakingsSchema } from '../clinic/takings.ts';
import { amountSchema } from '../fields/money.ts';
import { positionSchema } from '../ids.ts';
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
] as const;
export type ClientDayEvent = EventOf<(typeof clientDayEvents)[number]>;
