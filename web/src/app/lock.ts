import { isSessionOver } from '../shared/api/call-error.ts';
import { call } from '../shared/api/client.ts';
import { paths } from '../shared/paths.ts';
import { forgetShown } from '../shared/session/forget-shown.ts';
import { keepReturnPoint, useSession } from '../shared/session/session-store.ts';
import { forgetLocking, noteLocking, onLocking } from '../shared/session/signed-in.ts';
import { product } from '../ui/product.ts';

/** In ms. Until then the page is empty; without an answer the next page of this browser tries again. */
const answerWithinMs = 5_000;

/** Leaves the document, and with it everything that the page remembers. */
type Leave = (to: string) => void;
const replaceDocument: Leave = (to) => location.replace(to);

/** Empties the page at once. What is kept is whose session it was, and the path to return to. */
function hide(): void {
  const { identity } = useSession.getState();
  const { pathname } = location;
  document.documentElement.style.visibility = 'hidden';
  document.body.replaceChildren();
  document.title = product;
  forgetShown('gone');
  if (identity) keepReturnPoint({ accountId: identity.accountId, to: pathname });
}

/** Ends the session of a locked page. False if no server answered. */
export async function finishLock(): Promise<boolean> {
  try {
    await call('signOut', {}, { signal: AbortSignal.timeout(answerWithinMs) });
  } catch (error) {
    if (!isSessionOver(error)) return false;
  }
  forgetLocking();
  return true;
}

/** For a shared desk: hides the page in all tabs, signs out, and shows the sign-in. */
export async function lock(leave: Leave = replaceDocument): Promise<void> {
  hide();
  noteLocking();
  await finishLock();
  leave(paths.signIn);
}

/** Follows a lock in another tab; returns a function that stops it. */
export const followLocks = (leave: Leave = replaceDocument): (() => void) =>
  onLocking(() => {
    hide();
    leave(paths.signIn);
  });
