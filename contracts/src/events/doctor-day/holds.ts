import { z } from 'zod';
import { minutesSchema } from '../../clinic/schedule.ts';
import { appointmentIdSchema, idSchema, timeSchema } from '../../ids.ts';
import { defineEvent } from '../definition.ts';

const place = { appointmentId: appointmentIdSchema, time: timeSchema };

/** A place that is held for a booking to come. No person is in it: the id becomes the appointment's. */
export const holdEvents = [
  defineEvent(
    'PlaceHeld',
    1,
    z.object({
      ...place,
      minutes: minutesSchema,
      /** It lapses at this instant, with or without `HoldLapsed`. */
      until: z.iso.datetime(),
      /** The entry of the waiting list that it is offered to; absent for a partner's. */
      waitingId: idSchema.exactOptional(),
    }),
    { action: 'booking' },
  ),
  defineEvent('HoldReleased', 1, z.object(place), { action: 'booking' }),
  /** Appended before the first command that finds it lapsed, or by the product just after it lapses. */
  defineEvent('HoldLapsed', 1, z.object(place), { action: 'booking' }),
] as const;

export const holdTypes = holdEvents.map(({ type }) => type);
