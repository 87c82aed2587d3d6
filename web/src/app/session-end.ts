import { paths } from '../shared/paths.ts';
import { forgetShown, onForgetShown } from '../shared/session/forget-shown.ts';
import { forgetIdentity, useSession } from '../shared/session/session-store.ts';
import { dismissQuestions } from '../ui/dialogs/confirm.ts';
import { appText as text } from './fallbacks/text.ts';

// An open question's answer would be sent in the name of the person who signs in next.
onForgetShown('expired', dismissQuestions);

interface Way {
  /** The browser's current location. */
  here(): { to: string; state: unknown };
  go(to: string, state: { error: string }): void;
}

let way: Way | undefined;

/** The router is registered here, since calls outside of any page can end the session. */
export const leadBy = (router: Way): void => {
  way = router;
};

/** Whether the page at this path is shown. */
export const isShown = (pathname: string): boolean => way?.here().to.split('?')[0] === pathname;

/** The only page that shows the ended session itself, with a link to sign-in (section 2). */
const saysItself = paths.updateAvailabilityPoc;

/** Goes to sign-in with the reason, and keeps the location in memory for the return. */
export function endSession(): void {
  const { identity } = useSession.getState();
  // The guard or an earlier call has already ended it.
  if (!way || !identity) return;
  forgetIdentity({ accountId: identity.accountId, ...way.here() });
  forgetShown('expired');
  if (isShown(saysItself)) return;
  way.go(paths.signIn, { error: text.sessionExpired });
}
