import type { Refusal } from '@dayline/contracts/errors';
import type { SingleSignOn } from '@dayline/contracts/events/organisation';
import type { Logger } from '@dayline/runtime/logging/logger';
import type { ClientAuth, Configuration, UserInfoResponse } from 'openid-client';
import { refusalOfProvider, wordsOf } from './provider-refusals.ts';
import { publicFetch } from './public-fetch.ts';

/** The settings of a provider that a call to it needs. */
export type Provider = Pick<SingleSignOn, 'issuer' | 'oidcClientId'> & { readonly secret: string };

/** What binds an answer to the sign-in that asked for it. */
export interface Begun {
  readonly state: string;
  readonly nonce: string;
  /** RFC 7636 (PKCE). */
  readonly verifier: string;
  readonly redirect: string;
}

/** Who signed in at the provider. */
export interface ProvenPerson {
  readonly subject: string;
  /** The address that the provider has verified; null if there is none. */
  verifiedEmail(): Promise<string | null | Refusal>;
}

/** Of each request to a provider, in s. */
const timeout = 5;

/** The library loads at the first sign-in by a provider. */
const openIdClient = () => import('openid-client');

type Claims = Pick<UserInfoResponse, 'email' | 'email_verified'> & { readonly xms_edov?: unknown };

/** Entra ID says by `xms_edov` that the owner of the address's domain is verified. */
const isVerified = ({ email_verified: verified, xms_edov: edov }: Claims): boolean =>
  verified === true || edov === true || edov === 1 || edov === '1';

const emailIn = (claims: Claims): string | null => (isVerified(claims) ? (claims.email ?? null) : null);

/**
 * Sign-in providers (OpenID Connect Core 1.0, the authorization code flow with PKCE). Metadata and keys are read anew for
 * each sign-in, so that keys can be rotated at any time.
 */
export function openProviders(options: {
  readonly privateHosts: readonly string[];
  readonly logger: Pick<Logger, 'warn'>;
}) {
  const { logger } = options;
  const { fetch, isAllowed } = publicFetch(options.privateHosts);

  async function configurationOf({ issuer, oidcClientId, secret }: Provider): Promise<Configuration> {
    const library = await openIdClient();
    const { allowInsecureRequests, ClientSecretBasic, ClientSecretPost, customFetch, enableNonRepudiationChecks } =
      library;
    // Every provider takes the first of these, except those that list others.
    const authenticate: ClientAuth = (server, ...rest) => {
      const methods = server.token_endpoint_auth_methods_supported ?? [];
      const isByPost = methods.length > 0 && !methods.includes('client_secret_basic');
      return (isByPost ? ClientSecretPost(secret) : ClientSecretBasic(secret))(server, ...rest);
    };
    const address = new URL(issuer);
    return library.discovery(address, oidcClientId, undefined, authenticate, {
      execute: [enableNonRepudiationChecks, ...(isAllowed(address) ? [allowInsecureRequests] : [])],
      [customFetch]: fetch,
      timeout,
    });
  }

  async function attempt<Result>({ issuer }: Provider, step: () => Promise<Result>): Promise<Result | Refusal> {
    try {
      return await step();
    } catch (error) {
      logger.warn({ issuer, reasons: wordsOf(error) }, 'a sign-in provider was refused');
      return refusalOfProvider(error);
    }
  }

  return {
    /** Reads the provider's metadata. */
    check: (provider: Provider): Promise<object | Refusal> => attempt(provider, () => configurationOf(provider)),

    /** The address of the provider's page. */
    begin: (provider: Provider, { state, nonce, verifier, redirect }: Begun): Promise<URL | Refusal> =>
      attempt(provider, async () => {
        const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await openIdClient();
        return buildAuthorizationUrl(await configurationOf(provider), {
          ...{ redirect_uri: redirect, scope: 'openid email', state, nonce },
          ...{ code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
        });
      }),

    /** Exchanges the code for the ID token, and checks signature, issuer, audience, time and nonce. */
    exchange: (
      provider: Provider,
      { state, nonce, verifier, redirect }: Begun,
      returned: { readonly code: string; readonly iss?: string | undefined },
    ): Promise<ProvenPerson | Refusal> =>
      attempt(provider, async () => {
        const { authorizationCodeGrant, fetchUserInfo } = await openIdClient();
        const configuration = await configurationOf(provider);
        const address = new URL(redirect);
        const parameters = { state, code: returned.code, ...(returned.iss !== undefined && { iss: returned.iss }) };
        address.search = new URLSearchParams(parameters).toString();
        const tokens = await authorizationCodeGrant(configuration, address, {
          ...{ pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
        });
        const claims = tokens.claims();
        if (!claims) throw new Error('The provider sent no ID token.');
        return {
          subject: claims.sub,
          async verifiedEmail() {
            // Cast is safe: these claims are checked by value.
            if (claims['email'] !== undefined) return emailIn(claims as Claims);
            return attempt(provider, async () =>
              emailIn(await fetchUserInfo(configuration, tokens.access_token, claims.sub)),
            );
          },
        };
      }),
  };
}
export type Providers = ReturnType<typeof openProviders>;
