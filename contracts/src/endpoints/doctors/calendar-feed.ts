import { z } from 'zod';
import { idSchema } from '../../ids.ts';
import { claims, endpoint } from '../definition.ts';
import { commandReply } from '../shapes.ts';

const ofDoctor = {
  kind: 'command',
  access: ['doctor', 'admin'],
  action: 'doctor',
  claims: [claims.doctor],
  request: z.strictObject({ pocId: idSchema }),
} as const;

const openCalendarFeed = endpoint('/api/poc/calendar-feed/open', {
  ...ofDoctor,
  response: z.object({
    ...commandReply,
    /**
     * The feed's address, shown once. Based on the configured public address; without one, relative to the page's own
     * root.
     */
    link: z.string(),
  }),
  failure: 'Failed to create the calendar feed.',
  refusals: ['doctor.unknown', 'key.reused', 'log.conflict'],
  title: "Create the address of a doctor's calendar feed; an earlier address becomes invalid",
});

const revokeCalendarFeed = endpoint('/api/poc/calendar-feed/revoke', {
  ...ofDoctor,
  response: z.object(commandReply),
  failure: 'Failed to revoke the calendar feed.',
  refusals: ['doctor.unknown', 'key.reused', 'log.conflict'],
  title: "Revoke a doctor's calendar feed: its address answers 404 immediately",
});

const readCalendarFeed = endpoint('/calendar/{address}', {
  method: 'GET',
  kind: 'query',
  access: 'public',
  /** `{pocId}.{secret}.ics`. Anything else is answered like a wrong address. */
  request: z.strictObject({ address: z.string().max(200) }),
  response: z.object({}),
  produces: 'text/calendar; charset=utf-8',
  refusals: ['calendar-feed.unknown'],
  title: "A doctor's visits of the last 30 and the next 60 days as iCalendar, for any holder of the feed's address",
});

export const calendarFeedEndpoints = { openCalendarFeed, revokeCalendarFeed, readCalendarFeed };
