import { createHash } from 'node:crypto';
import { isRefusal, refuse } from '@dayline/contracts/errors';
import { paths } from '@dayline/contracts/page-paths';
import type { CallContext, CommandHandlers } from '@dayline/http/handler';
import { tokenCookie } from '@dayline/http/session/cookie';
import type { Sessions } from '@dayline/http/session/sessions';
import type { Trail } from '@dayline/http/trail/trail';
import type { Attempts } from '@dayline/vault/attempts/attempts';
import { signInAttempts } from '@dayline/vault/attempts/sign-in-attempts';
import type { Account, Vault } from '@dayline/vault/port';
import { challengeLifetime, oneTimeTexts } from '../account/passkeys/challenge-commands.ts';
import { refusedSignIn, sessionOpener } from '../account/session-calls.ts';
import { plainReply } from '../command-handler/plain-reply.ts';
import { addJob } from '../letters/jobs.ts';
import { boundAccounts } from './bound-accounts.ts';
import type { Providers } from './providers.ts';
import type { SingleSignOnCommands } from './single-sign-on-commands.ts';

export interface SingleSignOnCallDeps {
  readonly vault: Pick<Vault, 'accounts' | 'secondFactors' | 'reservations' | 'outbox'>;
  readonly sessions: Sessions;
  readonly attempts: Attempts;
  readonly trail: Trail;
  readonly cookieSecure: boolean;
  readonly providers: Providers;
  /** PUBLIC_URL; null in development, where providers return to this machine. */
  readonly publicUrl: string | null;
}

type Calls = 'beginSingleSignOn' | 'signInByProvider' | 'setSingleSignOn';

const isLocal = (origin: string): boolean =>
  URL.canParse(origin) &&
  new URL(origin).origin === origin &&
  /^(?:localhost|127\.0\.0\.1)$/.test(new URL(origin).hostname);

/** A text that only the holder of the token can derive, and that doesn't reveal it. */
const derived = (token: string, use: string): string =>
  createHash('sha256').update(`${use} ${token}`).digest('base64url');

/**
 * Sign-in by the hospital's own provider. The browser keeps a random token in a cookie of its own; nonce and PKCE
 * verifier are derived from it, and the state, which is used once, is kept in the vault for it alone.
 */
export function singleSignOnCalls(
  commands: SingleSignOnCommands,
  deps: SingleSignOnCallDeps,
): Pick<CommandHandlers, Calls> {
  const { vault, attempts, trail, providers, publicUrl } = deps;
  const cookie = tokenCookie({
    ...({ name: 'dayline_provider', secure: deps.cookieSecure, sameSite: 'Strict' } as const),
    maxAgeSeconds: challengeLifetime / 1_000,
  });
  const states = oneTimeTexts(vault.reservations, 'singleSignOnState');
  const { deviceOf, newDevice, openSession, secondStep } = sessionOpener(deps);
  const { find } = boundAccounts(vault);
  const refused = refusedSignIn(trail);

  const purposeOf = (clientId: string, token: string) => `${clientId} ${derived(token, 'browser')}`;
  const begunBy = (token: string, state: string, { clientId, origin }: { clientId: string; origin: string }) => ({
    state,
    nonce: derived(token, 'nonce'),
    verifier: derived(token, 'verifier'),
    redirect: `${publicUrl ?? (isLocal(origin) ? origin : 'http://localhost')}${paths.singleSignOn.replace(':clientId', clientId)}`,
  });

  async function signedIn(account: Account, hasSecondFactor: boolean, call: CallContext) {
    const next = hasSecondFactor ? null : await secondStep(account, 'provider', call);
    if (next) return next;
    const device = deviceOf(call);
    const currentDevice = device ?? newDevice();
    const counted = await signInAttempts(attempts, account.email, { address: call.address, device });
    const isNew = await counted.granted(currentDevice);
    return openSession(account, call, { device: currentDevice, isNew, factor: 'provider' });
  }

  return {
    async beginSingleSignOn(hospital, _call) {
      const { clientId } = hospital;
      const token = newDevice();
      const state = await states.create(purposeOf(clientId, token));
      const provider = await commands.singleSignOnOf(clientId);
      if (provider === null) return refuse('provider.none');
      if (isRefusal(provider)) return provider;
      const address = await providers.begin(provider, begunBy(token, state, hospital));
      if (isRefusal(address)) return address;
      return {
        body: { success: true, message: 'Continue at your hospital’s provider.', address: address.href },
        headers: { 'Set-Cookie': cookie.set(token) },
      };
    },

    async signInByProvider({ code, state, iss, ...hospital }, call) {
      const { clientId } = hospital;
      // No state was made for an empty token.
      const token = cookie.tokenIn(call.cookie) ?? '';
      if (!(await states.use(state, purposeOf(clientId, token)))) return refuse('provider.state');
      const provider = await commands.singleSignOnOf(clientId);
      if (provider === null) return refuse('provider.none');
      if (isRefusal(provider)) return provider;
      const person = await providers.exchange(provider, begunBy(token, state, hospital), { code, iss });
      if (isRefusal(person)) return person;
      const found = await find(person, { ...provider, clientId });
      if (isRefusal(found)) {
        refused(null, found.refused, call);
        return found;
      }
      const { account, isNew } = found;
      if (isNew)
        await addJob(vault.outbox, call, {
          ...{ kind: 'factorsChanged', accountId: account.accountId, change: 'providerBound' },
        });
      return signedIn(account, provider.hasSecondFactor, call);
    },

    async setSingleSignOn({ provider }, by) {
      if (provider === null) return plainReply(await commands.removeSingleSignOn(by), 'Single sign-on removed.');
      const entered = await commands.withSecret(provider, by.clientId);
      if (isRefusal(entered)) return entered;
      const checked = await providers.check(entered);
      if (isRefusal(checked)) return checked;
      return plainReply(await commands.setSingleSignOn(entered, by), 'Single sign-on saved.');
    },
  };
}
