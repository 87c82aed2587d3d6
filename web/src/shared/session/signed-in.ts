/** Set from a sign-in on this device to its end, for all tabs: pages can't read the session's cookie. */
const key = 'dayline.signedIn';

/** Whether a session is likely. Without one, a page before sign-in needn't ask the server. */
export const mayBeSignedIn = (): boolean => localStorage.getItem(key) !== null;
export const forgetSignedIn = (): void => localStorage.removeItem(key);

/** Set from a lock to the answer of its sign-out, for all tabs: until then the session may still be valid. */
const lockingKey = 'dayline.locking';

export const isLocking = (): boolean => localStorage.getItem(lockingKey) !== null;
/** A different value each time: only a change is reported to the other tabs. */
export const noteLocking = (): void => localStorage.setItem(lockingKey, String(Date.now()));
export const forgetLocking = (): void => localStorage.removeItem(lockingKey);

/** Calls `react` when another tab locks; returns a function that stops it. */
export function onLocking(react: () => void): () => void {
  const note = ({ key: changedKey, newValue }: StorageEvent) => {
    if (changedKey === lockingKey && newValue !== null) react();
  };
  addEventListener('storage', note);
  return () => removeEventListener('storage', note);
}

/** A sign-in has replaced the browser's earlier session, also one that was being locked. */
export function noteSignedIn(): void {
  localStorage.setItem(key, 'yes');
  forgetLocking();
}
