import { z } from 'zod';
import { hospitalDaySchema } from '../clinic/calendar.ts';
import { dateSchema, idSchema } from '../ids.ts';
import { defineEvent, type EventOf } from './definition.ts';

export const clientCalendarEvents = [
  defineEvent('HospitalDaySet', 1, hospitalDaySchema, { action: 'schedule' }),
  /** It holds no more from the date on, the day on which it was lifted. */
  defineEvent('HospitalDayLifted', 1, z.object({ dayId: idSchema, from: dateSchema, name: z.string() }), {
    action: 'schedule',
    sentence: ['hospitalDayLifted', 'data.name'],
  }),
] as const;
export type ClientCalendarEvent = EventOf<(typeof clientCalendarEvents)[number]>;
