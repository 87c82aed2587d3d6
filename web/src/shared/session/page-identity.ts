import { type IdentityKey, identityKeys } from './session-store.ts';

export type PageIdentity = Partial<Record<IdentityKey, string>>;

/**
 * Section 2: "pages needing client or doctor identity read it from navigation state, falling back to session storage keys
 * clientId, clientName, pocId, pocName."
 */
export function readPageIdentity(navigationState: unknown): PageIdentity {
  const state = (typeof navigationState === 'object' && navigationState !== null ? navigationState : {}) as Record<
    string,
    unknown
  >;
  const identity: PageIdentity = {};
  for (const key of identityKeys) {
    const value = state[key] ?? sessionStorage.getItem(key);
    if (typeof value === 'string' && value !== '') identity[key] = value;
  }
  return identity;
}
