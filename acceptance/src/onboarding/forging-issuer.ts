import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a certified provider never does; each is absent unless a test sets it. */
export interface Forgery {
  /** In place of the ID token's own claims. */
  claims?: object;
  /** Signed by a key that the provider doesn't publish. */
  otherKey?: boolean;
  /** The issuer in the metadata. */
  issuer?: string;
  /** The answer of the token endpoint, with status 400. */
  refusal?: string;
  /** No answer to any request. */
  silent?: boolean;
}

const keys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An issuer whose answers the test forges. Its page is left out: a test knows state and nonce from the address. */
export async function startForgingIssuer() {
  const [own, other] = [keys(), keys()];
  let [forgery, nonce]: [Forgery, string] = [{}, ''];
  const server = createServer((request, response) => {
    const answer = (body: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (forgery.silent) return void request.socket.destroy();
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return answer({
          issuer: forgery.issuer ?? issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          token_endpoint_auth_methods_supported: ['client_secret_post'],
        });
      case '/keys':
        return answer({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own', alg: 'RS256', use: 'sig' }] });
      case '/token':
        if (forgery.refusal) return answer({ error: forgery.refusal }, 400);
        return answer({ access_token: 'a', token_type: 'Bearer', id_token: idToken() });
      default:
        return answer({}, 404);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Cast is safe: a listening TCP server has such an address.
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function idToken(): string {
    const now = Math.floor(Date.now() / 1_000);
    const person = { sub: 'forged', email: 'forged@sunrise.example', email_verified: true };
    const claims = { iss: issuer, aud: 'dayline', iat: now, exp: now + 60, nonce, ...person, ...forgery.claims };
    const signed = `${encoded({ alg: 'RS256', kid: 'own' })}.${encoded(claims)}`;
    const key = forgery.otherKey ? other.privateKey : own.privateKey;
    return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
  }

  return {
    issuer,
    /** The next answers, to the sign-in with this nonce. */
    forge(next: Forgery, ofSignIn = ''): void {
      forgery = next;
      nonce = ofSignIn;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
