/** Set from a sign-in on this device to its end, for all tabs: pages can't read the session's cookie. */
export const signedInKey = 'dayline.signedIn';

/** Whether a session is likely. Without one, a page before sign-in needn't ask the server. */
export const mayBeSignedIn = (): boolean => localStorage.getItem(signedInKey) !== null;
export const noteSignedIn = (): void => localStorage.setItem(signedInKey, 'yes');
export const forgetSignedIn = (): void => localStorage.removeItem(signedInKey);
