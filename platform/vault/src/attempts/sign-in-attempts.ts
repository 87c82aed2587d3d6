import type { Attempts } from './attempts.ts';

/** The counters of a sign-in. */
export interface SignInAttempts {
  /** Seconds until a password is checked; 0 for now. */
  wait(): Promise<number>;
  /** Counts a wrong password and returns 0; during a wait, counts none. */
  refused(): Promise<number>;
  granted(): Promise<void>;
}

/** With less than this share of the month left, the mark of a known address is renewed. */
const renewedBelow = 0.5;

/**
 * The counters of an account at an address. If the account signed in from there within a month, only its own wrong
 * passwords from that address count: a whole hospital may share the address with a stranger.
 */
export async function signInAttempts(attempts: Attempts, email: string, address: string): Promise<SignInAttempts> {
  const here = attempts.key('signInFromHere', email, address);
  const before = attempts.key('signedInBefore', email, address);
  const remembered = await attempts.level(before);
  const shared = [attempts.key('signInFromAddress', address), attempts.key('signInToAccount', email)];
  const counters = remembered > 0 ? [here] : [here, ...shared];
  return {
    wait: () => attempts.wait(counters),
    refused: () => attempts.take(counters),
    async granted() {
      if ((await attempts.level(here)) > 0) await attempts.forget([here]);
      if (remembered < renewedBelow) await attempts.take([before]);
    },
  };
}
