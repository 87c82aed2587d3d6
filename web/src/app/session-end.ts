import { paths } from '../shared/paths.ts';
import { forgetShown, onForgetShown } from '../shared/session/forget-shown.ts';
import { forgetIdentity, useSession } from '../shared/session/session-store.ts';
import { dismissQuestions } from '../ui/dialogs/confirm.ts';
import { appText as text } from './fallbacks/text.ts';

// The answer to an open dialog would be sent under the name of the person who signs in next.
onForgetShown('expired', dismissQuestions);

interface Navigation {
  /** The browser's current location. */
  here(): { to: string; state: unknown };
  go(to: string, state: { error: string }): void;
}

let navigation: Navigation | undefined;

/** The router is registered here, since calls outside of any page can end the session. */
export const setNavigation = (router: Navigation): void => {
  navigation = router;
};

/** Whether the page at this path is shown. */
export const isShown = (pathname: string): boolean => navigation?.here().to.split('?')[0] === pathname;

/** The only page that shows the ended session itself, with a link to sign-in (section 2). */
const selfExplainingPath = paths.updateAvailabilityPoc;

/** Goes to sign-in with the reason, and keeps the location in memory for the return. */
export function endSession(): void {
  const { identity } = useSession.getState();
  // The guard or an earlier call has already ended it.
  if (!navigation || !identity) return;
  forgetIdentity({ accountId: identity.accountId, ...navigation.here() });
  forgetShown('expired');
  if (isShown(selfExplainingPath)) return;
  navigation.go(paths.signIn, { error: text.sessionExpired });
}
