import type { Role } from '@dayline/contracts/endpoints/definition';
import { type MiddlewareFunction, redirect } from 'react-router-dom';
import { isSessionOver } from '../shared/api/call-error.ts';
import { call } from '../shared/api/client.ts';
import { isAway, waitBeforeRetry } from '../shared/api/patience.ts';
import { paths } from '../shared/paths.ts';
import { forgetIdentity, type Identity, rememberIdentity, useSession } from '../shared/session/session-store.ts';
import { isLocking } from '../shared/session/signed-in.ts';
import { finishLock } from './lock.ts';
import { homeOf } from './navigation.ts';
import { endSession, isShown } from './session-end.ts';

/** In ms. A session checked less than this ago isn't checked again on navigation. */
const freshForMs = 30_000;

/**
 * The signed-in identity, or undefined. Fills session storage in a new tab. `failures` counts failed attempts to reach
 * the server.
 */
export async function currentIdentity(now: number = Date.now(), failures = 0): Promise<Identity | undefined> {
  const { identity, checkedAt } = useSession.getState();
  if (identity && now - checkedAt < freshForMs) return identity;
  // A lock whose sign-out got no answer is finished before anybody sees a page of that session.
  if (isLocking() && !(await finishLock())) return undefined;
  try {
    const { user } = await call('validateSession', {});
    rememberIdentity(user);
    return user;
  } catch (error) {
    // An unreachable server says nothing about the session: a known identity is kept, and the page shows the outage;
    // otherwise the loading page waits and shows it.
    if (isAway(error)) {
      if (identity) return identity;
      await new Promise((resolve) => setTimeout(resolve, waitBeforeRetry(failures, error)));
      return currentIdentity(Date.now(), failures + 1);
    }
    // A person whose session ended sees why, and returns here after sign-in; anybody else is just redirected.
    if (isSessionOver(error)) endSession();
    // "200 gives user.role; otherwise unauthenticated" (section 7).
    const { returnPoint } = useSession.getState();
    forgetIdentity(returnPoint);
    return undefined;
  }
}

/**
 * Section 2: "If unauthenticated it redirects to /. If the role does not match the page's required role, or required saved
 * state is missing, it redirects to /admin-dashboard for admin and /poc-dashboard otherwise." An auditor's home is /audit.
 */
export const guard = (...roles: readonly Role[]): MiddlewareFunction<unknown> =>
  async function guarded({ request }, next) {
    const { pathname } = new URL(request.url);
    // Changing a filter on the same page needs no new check, so nothing is awaited.
    const identity = (isShown(pathname) && useSession.getState().identity) || (await currentIdentity());
    if (!identity) throw redirect(paths.signIn);
    if (!roles.includes(identity.role)) {
      const home = homeOf[identity.role];
      if (pathname !== home) throw redirect(home);
    }
    return next();
  };
