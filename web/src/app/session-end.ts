import { forgetPositions } from '../shared/api/positions.ts';
import { paths } from '../shared/paths.ts';
import { forgetIdentity, useSession } from '../shared/session/session-store.ts';

/** "An HTTP 401 from the API client redirects to / with error 'Unauthorized - Session expired'" (section 6). */
export const sessionExpired = 'Unauthorized - Session expired';

interface Way {
  /** Where the browser is now. */
  here(): { to: string; state: unknown };
  go(to: string, state: { error: string }): void;
}

let way: Way | undefined;

/** The router is made once and told here, since calls end sessions outside of any page. */
export const leadBy = (router: Way): void => {
  way = router;
};

/** Whether the page at this path is the one that is shown. */
export const isShown = (pathname: string): boolean => way?.here().to.split('?')[0] === pathname;

/** Leads to sign-in, says why, and keeps in memory where the person was. */
export function endSession(): void {
  const { identity } = useSession.getState();
  // The guard has already found nobody, or an earlier call has ended it.
  if (!way || !identity) return;
  forgetIdentity({ accountId: identity.accountId, ...way.here() });
  forgetPositions();
  way.go(paths.signIn, { error: sessionExpired });
}
