import { z } from 'zod';
import { positionSchema } from '../../ids.ts';
import { publicEventSchema } from '../../partner/public-events.ts';
import { endpoint } from '../definition.ts';

export const maxFeedEvents = 500;
export const maxFeedWaitSeconds = 25;

const listEvents = endpoint('/api/v1/events', {
  kind: 'query',
  method: 'GET',
  access: { people: [], partners: ['events:read'] },
  waitsSeconds: maxFeedWaitSeconds,
  request: z.strictObject({
    /** The `position` of the last answer; absent: the beginning. */
    after: positionSchema.optional(),
    limit: z.coerce.number().int().min(1).max(maxFeedEvents).default(100),
    /** How long to wait for an event if there is none. */
    waitSeconds: z.coerce.number().int().min(0).max(maxFeedWaitSeconds).default(0),
  }),
  response: z.object({
    events: z.array(publicEventSchema),
    /** Where to read on from, also where nothing was found. */
    position: positionSchema,
    /** Whether there may be more already. */
    hasMore: z.boolean(),
  }),
  refusals: ['request.throttled'],
  title: 'What happened at the client, in order: ids and statuses; waits for the next event if asked to',
});

export const partnerEventEndpoints = { listEvents };
