import { z } from 'zod';

/** How long (minutes) a session of a client may stay unused; null: as `SESSION_IDLE_HOURS` says. */
export const sessionIdleSchema = z
  .int()
  .min(5)
  .max(7 * 24 * 60)
  .nullable();
