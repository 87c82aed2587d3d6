/** Set from a sign-in on this device to its end, for all tabs: pages can't read the session's cookie. */
const key = 'dayline.signedIn';

/** Whether a session is likely. Without one, a page before sign-in needn't ask the server. */
export const mayBeSignedIn = (): boolean => localStorage.getItem(key) !== null;
export const noteSignedIn = (): void => localStorage.setItem(key, 'yes');
export const forgetSignedIn = (): void => localStorage.removeItem(key);
