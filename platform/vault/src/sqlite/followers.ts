import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { FollowerCursor } from '../port.ts';

const placeSchema = z.object({ position: z.string(), id: z.string(), stream: z.string(), revision: z.int() });

/** Reads the cursors of followers. */
export function cursorsIn(db: Database.Database): (name: string) => FollowerCursor | null {
  const follower = db.prepare<[string], string>("SELECT value FROM setting WHERE name = 'follower:' || ?").pluck();
  return (name) => {
    const value = follower.get(name);
    if (value === undefined) return null;
    // Earlier builds kept the position itself.
    return value.startsWith('{') ? placeSchema.parse(JSON.parse(value)) : { position: value };
  };
}
