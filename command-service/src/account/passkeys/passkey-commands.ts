import type { Assertion, Attestation } from '@dayline/contracts/endpoints/account/passkeys';
import type { Logger } from '@dayline/runtime/logging/logger';
import type { Account, Vault } from '@dayline/vault/port';
import type { Passkey, SecondFactors } from '@dayline/vault/second-factors';
import { updateSecondFactors } from '../second-factor-commands.ts';
import { challengeLifetime, passkeyChallenges } from './challenge-commands.ts';

export interface PasskeyDeps {
  readonly vault: Pick<Vault, 'secondFactors' | 'reservations'>;
  /** PUBLIC_URL; null in development, where passkeys work on localhost alone. */
  readonly publicUrl: string | null;
  readonly logger: Pick<Logger, 'warn'>;
}

/** What a challenge is made for. */
export const passkeyPurposes = {
  signIn: 'signIn',
  secondStep: (accountId: string) => `secondStep ${accountId}`,
  adding: (accountId: string) => `adding ${accountId}`,
  enrolling: (accountId: string) => `enrolling ${accountId}`,
  proving: (accountId: string) => `proving ${accountId}`,
};

/** The browser's own words about what was signed; not verified here. */
function clientDataOf(encoded: string): { readonly challenge: string; readonly origin: string } {
  try {
    const { challenge, origin } = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'));
    return { challenge: String(challenge), origin: String(origin) };
  } catch {
    // Any other bytes have no challenge of ours.
    return { challenge: '', origin: '' };
  }
}

const isLocal = (origin: string): boolean => URL.canParse(origin) && new URL(origin).hostname === 'localhost';

export const userHandleOf = (accountId: string): string => Buffer.from(accountId).toString('base64url');
export const accountIdOf = (userHandle = ''): string => Buffer.from(userHandle, 'base64url').toString('latin1');

export const describedPasskeys = (passkeys: readonly Passkey[]) =>
  passkeys.map(({ id, transports }) => ({ id, type: 'public-key' as const, transports: [...transports] }));

/** The factors with this passkey in place of the one with its id. */
export const withPasskey = (factors: SecondFactors, passkey: Passkey): SecondFactors => ({
  ...factors,
  passkeys: factors.passkeys.map((other) => (other.id === passkey.id ? passkey : other)),
});

/** The library, with its certificate code, loads at the first passkey. */
const webAuthn = () => import('@simplewebauthn/server');

/** Passkeys (WebAuthn level 3): asked for with a challenge, and checked. User verification is always required. */
export function passkeySteps({ vault, publicUrl, logger }: PasskeyDeps) {
  const challenges = passkeyChallenges(vault.reservations);
  const rpId = publicUrl === null ? 'localhost' : new URL(publicUrl).hostname;

  const expectedOf = ({ challenge, origin }: ReturnType<typeof clientDataOf>) => ({
    expectedChallenge: challenge,
    expectedOrigin: publicUrl ?? (isLocal(origin) ? origin : 'http://localhost'),
    expectedRPID: rpId,
    requireUserVerification: true,
  });

  /** Null if it isn't right: the library throws for everything that isn't. */
  async function verified<Result>(verify: () => Promise<Result>): Promise<Result | null> {
    try {
      return await verify();
    } catch (err) {
      logger.warn({ err }, 'a passkey was refused');
      return null;
    }
  }

  /** The passkey after this signature; null if the signature isn't valid, or its counter isn't later than the last. */
  async function afterUse(passkey: Passkey, assertion: Assertion, now: number): Promise<Passkey | null> {
    const { verifyAuthenticationResponse } = await webAuthn();
    const { id, publicKey, counter } = passkey;
    const checked = await verified(() =>
      verifyAuthenticationResponse({
        response: { ...assertion, clientExtensionResults: {} },
        ...expectedOf(clientDataOf(assertion.response.clientDataJSON)),
        credential: { id, counter, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')) },
      }),
    );
    return checked?.verified ? { ...passkey, counter: checked.authenticationInfo.newCounter, lastUsedAt: now } : null;
  }

  return {
    async request(purpose: string, allowed: readonly Passkey[] = []) {
      return {
        challenge: await challenges.create(purpose),
        rpId,
        timeout: challengeLifetime,
        userVerification: 'required' as const,
        allowCredentials: describedPasskeys(allowed),
      };
    },

    creation: async (purpose: string, { accountId, email, name }: Account, has: readonly Passkey[]) => ({
      challenge: await challenges.create(purpose),
      rp: { id: rpId, name: 'Dayline' },
      user: { id: userHandleOf(accountId), name: email, displayName: name },
      // Ed25519, ECDSA with P-256, and RSA, in this order of preference.
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key' as const, alg })),
      timeout: challengeLifetime,
      excludeCredentials: describedPasskeys(has),
      authenticatorSelection: {
        ...({ residentKey: 'required', requireResidentKey: true, userVerification: 'required' } as const),
      },
      attestation: 'none' as const,
    }),

    /** A new passkey; null if it isn't the answer to a challenge for this purpose. */
    async newPasskey(purpose: string, attestation: Attestation, { name, now }: { name: string; now: number }) {
      const clientData = clientDataOf(attestation.response.clientDataJSON);
      if (!(await challenges.use(clientData.challenge, purpose))) return null;
      const { verifyRegistrationResponse } = await webAuthn();
      const response = { ...attestation, clientExtensionResults: {} };
      const checked = await verified(() => verifyRegistrationResponse({ response, ...expectedOf(clientData) }));
      if (!checked?.verified) return null;
      const { id, publicKey, counter } = checked.registrationInfo.credential;
      const transports = attestation.response.transports ?? [];
      const passkey: Passkey = {
        ...{ id, name, counter, transports, since: now, lastUsedAt: null },
        publicKey: Buffer.from(publicKey).toString('base64url'),
      };
      return passkey;
    },

    /**
     * Whether the account's passkey signed a challenge for this purpose; its counter is then written, unless another
     * use wrote it meanwhile, which is checked again.
     */
    async use(accountId: string, assertion: Assertion, { purpose, now }: { purpose: string; now: number }) {
      const { challenge } = clientDataOf(assertion.response.clientDataJSON);
      if (!(await challenges.use(challenge, purpose))) return false;
      const used = await updateSecondFactors(vault.secondFactors, accountId, async (factors) => {
        const passkey = factors.passkeys.find(({ id }) => id === assertion.id);
        const after = passkey ? await afterUse(passkey, assertion, now) : null;
        if (after === null) return null;
        return { factors: withPasskey(factors, after) };
      });
      return used !== null;
    },
  };
}
