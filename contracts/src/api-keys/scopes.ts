import { z } from 'zod';

/** What a partner's key, or the pairing of a display, permits. */
export const scopes = [
  'slots:read',
  'patients:lookup',
  'appointments:read',
  'appointments:book',
  'appointments:change',
  'board:read',
  'events:read',
] as const;
export const scopeSchema = z.enum(scopes);
export type Scope = z.infer<typeof scopeSchema>;

/** Those that a key can have; a board is a display's. */
export const keyScopes = [
  'slots:read',
  'patients:lookup',
  'appointments:read',
  'appointments:book',
  'appointments:change',
  'events:read',
] as const satisfies readonly Scope[];
export type KeyScope = (typeof keyScopes)[number];
