import { unreachable } from '@dayline/contracts/unreachable';
import { paths } from '../../shared/paths.ts';
import { dropAllDrafts } from '../../shared/session/drafts.ts';
import type { Identity, ReturnPoint } from '../../shared/session/session-store.ts';

export interface Arrival {
  to: string;
  state: unknown;
}

/**
 * "On success admin goes to /admin-dashboard with clientId and clientName; doctor goes to /poc-dashboard with pocId"
 * (section 2); an auditor to /audit. A person whose session had ended returns to the same page, with the typed text;
 * for anybody else that is discarded.
 */
export function arrivalAfterSignIn(user: Identity, returnPoint: ReturnPoint | undefined): Arrival {
  if (returnPoint?.accountId === user.accountId) return { to: returnPoint.to, state: returnPoint.state };
  dropAllDrafts();
  const { clientId, clientName, pocId } = user;
  switch (user.role) {
    case 'admin':
      return { to: paths.adminDashboard, state: { clientId, clientName } };
    case 'doctor':
      return { to: paths.pocDashboard, state: { pocId } };
    case 'auditor':
      return { to: paths.audit, state: { clientId, clientName } };
    default:
      return unreachable(user.role);
  }
}
