import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { FollowerPlace } from '../port.ts';

const placeSchema = z.object({ position: z.string(), id: z.string(), stream: z.string(), revision: z.int() });

/** Reads the cursors of followers. */
export function cursorsIn(db: Database.Database): (name: string) => FollowerPlace | null {
  const follower = db.prepare<[string], string>("SELECT value FROM setting WHERE name = 'follower:' || ?").pluck();
  return (name) => {
    const value = follower.get(name);
    return value === undefined ? null : placeSchema.parse(JSON.parse(value));
  };
}
