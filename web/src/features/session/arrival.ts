import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { unreachable } from '@dayline/contracts/unreachable';
import type { NavigateFunction } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import { forgetShown } from '../../shared/session/forget-shown.ts';
import { type Identity, type ReturnPoint, rememberIdentity, useSession } from '../../shared/session/session-store.ts';
import { keepLanguage, language } from '../../ui/locale/locale.ts';

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

/** Continues after a sign-in. If the page's language isn't the account's, it is reloaded. */
export function arrive(
  { user, language: accountLanguage = language }: ResponseOf<'completeSignIn'>,
  navigate: NavigateFunction,
): void {
  const { returnPoint } = useSession.getState();
  forgetShown('arriving');
  rememberIdentity(user);
  const { to, state } = arrivalAfterSignIn(user, returnPoint);
  if (accountLanguage === language) return void navigate(to, { replace: true, state });
  keepLanguage(accountLanguage);
  location.replace(to);
}
