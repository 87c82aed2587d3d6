import { useSession } from '../shared/session/session-store.ts';

/**
 * Browsers keep a page after leaving it, and show it unchanged on Back, even after a sign-out in another document. A
 * page with a person's data is hidden when it is kept, and reloads when it is shown.
 */
export function hideWhenKept(reload: () => void): void {
  const { documentElement } = document;
  let isHidden = false;
  addEventListener('pagehide', ({ persisted }) => {
    if (!persisted || useSession.getState().shown === undefined) return;
    isHidden = true;
    documentElement.style.visibility = 'hidden';
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isHidden) reload();
  });
}
