import { useSession } from '../shared/session/session-store.ts';

/**
 * Browsers keep a page that was left, and show it whole on Back, also after a sign-out in another document. One with
 * a person's data is hidden when it is kept, and loads again when it is shown.
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
