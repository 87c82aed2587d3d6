import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export interface PersonAtProvider {
  readonly email: string;
  readonly isVerified: boolean;
}

export interface SignInProvider {
  readonly issuer: string;
  readonly oidcClientId: string;
  readonly secret: string;
  /** By subject; a person signs in by it. */
  readonly people: Map<string, PersonAtProvider>;
  close(): Promise<void>;
}

const page = `<!doctype html><html lang="en"><title>Sunrise ID</title><h1>Sunrise ID</h1>
<form method="post"><label>Who <input name="who"></label><button>Continue</button></form></html>`;

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return new URLSearchParams(body);
}

/** The certified `oidc-provider` with a page that asks who signs in, and believes it. */
export async function startSignInProvider(redirects: readonly string[]): Promise<SignInProvider> {
  const people = new Map<string, PersonAtProvider>();
  const [oidcClientId, secret] = ['dayline', 'marigold:lantern&27'];
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Cast is safe: a listening TCP server has such an address.
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: oidcClientId, client_secret: secret, redirect_uris: redirects }],
    cookies: { keys: ['a key for tests alone'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: object, { uid }: { readonly uid: string }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    findAccount: (_context: object, subject: string) => ({
      accountId: subject,
      claims: async () => {
        const person = people.get(subject);
        return { sub: subject, email: person?.email, email_verified: person?.isVerified };
      },
    }),
    // biome-ignore lint/suspicious/noExplicitAny: the package has no types.
    loadExistingGrant: async ({ oidc }: any) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  const others = provider.callback();
  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') return void response.setHeader('content-type', 'text/html').end(page);
    const accountId = (await bodyOf(request)).get('who') ?? '';
    const result = people.has(accountId) ? { login: { accountId } } : { error: 'access_denied' };
    await provider.interactionFinished(request, response, result);
  }
  answer = (request, response) => {
    if (request.url?.startsWith('/interaction/')) void interact(request, response);
    else others(request, response);
  };
  return {
    ...{ issuer, oidcClientId, secret, people },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
