import { onForgetShown } from '../../shared/session/forget-shown.ts';

/** The fields of this tab's last sign-in, without the password: prefilled after the session has ended. */
interface KeptSignIn {
  side: 'admin' | 'doctor';
  clientId: string;
  email: string;
}

let storedSignIn: KeptSignIn | undefined;

export const keptSignIn = (): KeptSignIn | undefined => storedSignIn;
export const keepSignIn = (signIn: KeptSignIn): void => {
  storedSignIn = signIn;
};
onForgetShown('gone', () => {
  storedSignIn = undefined;
});

const clientKey = 'dayline.client';

/**
 * The client of this device's last sign-in, kept after sign-out since a device belongs to a hospital. Nothing about the
 * person is kept.
 */
export const clientOfDevice = (): string => globalThis.localStorage?.getItem(clientKey) ?? '';
export const keepClientOfDevice = (clientId: string): void => localStorage.setItem(clientKey, clientId);
