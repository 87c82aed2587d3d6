/** Browsers have passkeys with https and on localhost. A file of its own, since sign-in loads no more of them. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in globalThis;
