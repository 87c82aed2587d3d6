import { onForgetShown } from '../../shared/session/forget-shown.ts';

/** The entries of this tab's last sign-in, without the password: prefilled when the session has ended. */
interface KeptSignIn {
  side: 'admin' | 'doctor';
  clientId: string;
  email: string;
}

let stored: KeptSignIn | undefined;

export const keptSignIn = (): KeptSignIn | undefined => stored;
export const keepSignIn = (signIn: KeptSignIn): void => {
  stored = signIn;
};
onForgetShown('gone', () => {
  stored = undefined;
});

const clientKey = 'dayline.client';

/**
 * The client of this device's last sign-in: a device belongs to a hospital, so it stays after sign-out. Nothing of the
 * person is kept.
 */
export const clientOfDevice = (): string => globalThis.localStorage?.getItem(clientKey) ?? '';
export const keepClientOfDevice = (clientId: string): void => localStorage.setItem(clientKey, clientId);
