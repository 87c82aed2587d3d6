import { useLocation } from 'react-router-dom';
import { readPageIdentity } from '../../../shared/session/page-identity.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';

/** Whose settings these are: a doctor's own, or those of the unit that an administrator has come from. */
export function useWhose(): { pocId: string | null; name?: string | undefined } {
  const { role, pocId } = useIdentity();
  const given = readPageIdentity(useLocation().state);
  return role === 'doctor' ? { pocId } : { pocId: given.pocId ?? null, name: given.pocName };
}
