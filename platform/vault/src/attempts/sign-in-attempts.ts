import type { Attempts } from './attempts.ts';

/** The counters of a sign-in. */
export interface SignInAttempts {
  /** Seconds until a password may be checked; 0 for now. */
  wait(): Promise<number>;
  /** Counts a wrong password and returns 0; during a wait, counts none. */
  refused(): Promise<number>;
  /**
   * Clears what was counted here, and records the address and the browser with this token as known. Returns whether
   * neither had signed in to the account lately.
   */
  granted(device: string): Promise<boolean>;
}

/** Where a sign-in comes from. */
export interface SignInOrigin {
  readonly address: string;
  /** The token of the browser's cookie; null if it has none. */
  readonly device: string | null;
}

/** When less than this share of the time is left, the record of a known address or browser is renewed. */
const renewedBelow = 0.5;

/**
 * The counters for a sign-in to an account. In a browser that has signed in to the account, only its own wrong
 * passwords for it count: no stranger can delay it, from whatever address. From an address that has, only those for
 * this account from there: a whole hospital may share the address with a stranger.
 */
export async function signInAttempts(
  attempts: Attempts,
  email: string,
  { address, device: deviceCookie }: SignInOrigin,
): Promise<SignInAttempts> {
  const here = attempts.key('signInFromHere', email, address);
  const before = attempts.key('signedInBefore', email, address);
  const isKnown = deviceCookie === null ? 0 : await attempts.level(attempts.key('deviceKnown', email, deviceCookie));
  const level = await attempts.level(before);
  const sharedKeys = [
    attempts.key('signInFromAddress', address),
    attempts.key('signInToAccount', email),
    attempts.key('signInByStrangers'),
  ];
  const deviceKey = deviceCookie !== null && isKnown > 0 ? attempts.key('signInFromDevice', email, deviceCookie) : null;
  const counters = deviceKey ? [deviceKey] : level > 0 ? [here] : [here, ...sharedKeys];
  return {
    wait: () => attempts.wait(counters),
    refused: () => attempts.take(counters),
    async granted(device) {
      for (const key of deviceKey ? [deviceKey, here] : [here]) {
        if ((await attempts.level(key)) > 0) await attempts.forget([key]);
      }
      if (level < renewedBelow) await attempts.take([before]);
      if (isKnown < renewedBelow) await attempts.take([attempts.key('deviceKnown', email, device)]);
      return isKnown === 0 && level === 0;
    },
  };
}
