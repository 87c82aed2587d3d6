import type { Identity } from '@dayline/contracts/endpoints/session';
import { create } from 'zustand';
import { forgetShown, onForgetShown } from './forget-shown.ts';
import { forgetSignedIn, noteSignedIn } from './signed-in.ts';

export type { Identity } from '@dayline/contracts/endpoints/session';

/** The page at the session's end: the same person returns there after signing in again. */
export interface ReturnPoint {
  accountId: string;
  to: string;
  /** The page's navigation state. */
  state: unknown;
}

interface SessionState {
  identity: Identity | undefined;
  /** The last identity, still shown by a page that is being left. */
  shown: Identity | undefined;
  /** When the session was last checked, ms since the epoch. */
  checkedAt: number;
  /** Kept in memory; in storage only a path, after a lock. */
  returnPoint: ReturnPoint | undefined;
}

/** Where the person of a locked page returns to, in the session storage, since a lock leaves the document. */
const lockedKey = 'dayline.locked';

export const keepReturnPoint = (point: Omit<ReturnPoint, 'state'>): void =>
  sessionStorage.setItem(lockedKey, JSON.stringify(point));
/** Whether this tab was locked, and nobody has signed in since. */
export const isLocked = (): boolean => globalThis.sessionStorage?.getItem(lockedKey) != null;

function keptReturnPoint(): ReturnPoint | undefined {
  const storedLock = globalThis.sessionStorage?.getItem(lockedKey);
  // Cast is safe: only `keepReturnPoint` writes it.
  return storedLock ? { ...(JSON.parse(storedLock) as Omit<ReturnPoint, 'state'>), state: null } : undefined;
}

export const useSession = create<SessionState>()(() => ({
  identity: undefined,
  shown: undefined,
  checkedAt: 0,
  returnPoint: keptReturnPoint(),
}));

/** The session storage keys of the specification (section 3). */
export const identityKeys = ['clientId', 'clientName', 'pocId', 'pocName'] as const;
export type IdentityKey = (typeof identityKeys)[number];

/**
 * Stores a validated identity and fills session storage, so that a new tab has what its pages read. What this tab kept
 * of another person, such as rows, searched names and typed text, is dropped.
 */
export function rememberIdentity(identity: Identity, now: number = Date.now()): void {
  const { shown } = useSession.getState();
  if (shown && shown.accountId !== identity.accountId) forgetShown('gone');
  for (const key of identityKeys) {
    const value = identity[key];
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  }
  sessionStorage.removeItem(lockedKey);
  noteSignedIn();
  useSession.setState({ identity, shown: identity, checkedAt: now });
}

/** Forgets the signed-in person, and everything that this tab stored for them. */
export function forgetIdentity(returnPoint?: ReturnPoint): void {
  sessionStorage.clear();
  forgetSignedIn();
  useSession.setState({ identity: undefined, checkedAt: 0, returnPoint });
}
onForgetShown('gone', () => forgetIdentity());

/** The signed-in person; only for pages behind the guard. */
export function useIdentity(): Identity {
  const identity = useSession((state) => state.shown);
  if (!identity) throw new Error('useIdentity is for pages behind the guard');
  return identity;
}
