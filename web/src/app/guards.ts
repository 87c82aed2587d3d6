import type { Role } from '@dayline/contracts/endpoints/definition';
import { type MiddlewareFunction, redirect } from 'react-router-dom';
import { CallError } from '../shared/api/call-error.ts';
import { call } from '../shared/api/client.ts';
import { isAway, waitBeforeRetry } from '../shared/api/patience.ts';
import { paths } from '../shared/paths.ts';
import { forgetIdentity, type Identity, rememberIdentity, useSession } from '../shared/session/session-store.ts';
import { homeOf } from './navigation.ts';
import { endSession, isShown } from './session-end.ts';

/** A session checked less than this ago, in ms, isn't asked for again on the way from page to page. */
const freshFor = 30_000;

/** Who is signed in, or undefined. Fills session storage in a new tab. `failures` counts the tries that found nobody there. */
export async function currentIdentity(now: number = Date.now(), failures = 0): Promise<Identity | undefined> {
  const { identity, checkedAt } = useSession.getState();
  if (identity && now - checkedAt < freshFor) return identity;
  try {
    const { user } = await call('validateSession', {});
    rememberIdentity(user);
    return user;
  } catch (error) {
    // A server that is away says nothing about the session: whoever is known stays, and the page says so; who isn't known
    // yet waits, as the loading page says.
    if (isAway(error)) {
      if (identity) return identity;
      await new Promise((resolve) => setTimeout(resolve, waitBeforeRetry(failures, error)));
      return currentIdentity(Date.now(), failures + 1);
    }
    // Whoever was signed in hears why, and comes back here; who never was is only led to sign-in.
    if (error instanceof CallError && error.status === 401) endSession();
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
export const guard = (...allowed: readonly Role[]): MiddlewareFunction<unknown> =>
  async function guarded({ request }, next) {
    const { pathname } = new URL(request.url);
    // Another filter of the page that is shown is no way to another page: it waits for nobody.
    const identity = (isShown(pathname) && useSession.getState().identity) || (await currentIdentity());
    if (!identity) throw redirect(paths.signIn);
    if (!allowed.includes(identity.role)) {
      const home = homeOf[identity.role];
      if (pathname !== home) throw redirect(home);
    }
    return next();
  };
