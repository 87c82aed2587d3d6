import { useLocation } from 'react-router-dom';
import { readPageIdentity } from '../../../shared/session/page-identity.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';

/** The doctor whose settings are shown: the reader, or the unit that an administrator has opened. */
export function useWhose(): { pocId: string | null; name?: string | undefined } {
  const { role, pocId } = useIdentity();
  const identity = readPageIdentity(useLocation().state);
  return role === 'doctor' ? { pocId } : { pocId: identity.pocId ?? null, name: identity.pocName };
}
