import { Pool } from 'undici';
import { limitsPath } from '../server/messages.ts';
import { type ProcessUsage, usagePath } from '../server/usage.ts';
import type { LargeClient } from './data/data.ts';

/** Calls with a session cookie; a response is always read to its end, and parsed only on request. */
export interface Wire {
  signIn(client: LargeClient, as: 'admin' | 'doctor'): Promise<string>;
  /** Its duration, in ms. @throws Error if the status isn't 200 */
  measureMs(path: string, body: string, cookie: string): Promise<number>;
  text(path: string, body: string, cookie: string): Promise<string>;
  get(path: string, cookie: string): Promise<string>;
  /** Usage of the process that serves the path. */
  usage(path?: string): Promise<ProcessUsage>;
  close(): Promise<void>;
}

/** @param limitsPort serves the paths of the limits */
export function openWire(port: number, limitsPort = port): Wire {
  const poolOn = (of: number) => new Pool(`http://127.0.0.1:${of}`, { connections: 1, pipelining: 1 });
  const [product, limits] = [poolOn(port), poolOn(limitsPort)];
  const poolOf = (path: string): Pool => (path.startsWith(limitsPath) ? limits : product);

  async function send(path: string, body: string | null, cookie: string) {
    const answer = await poolOf(path).request(
      body === null
        ? { path, method: 'GET', headers: { cookie } }
        : { path, method: 'POST', headers: { 'content-type': 'application/json', cookie }, body },
    );
    const read = await answer.body.arrayBuffer();
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${Buffer.from(read)}`);
    return { answer, read };
  }

  return {
    async signIn({ emails, password, clientId }, as) {
      const body = JSON.stringify({ email: emails[as], password, role: as, clientId });
      const { answer } = await send('/api/poc-login', body, '');
      const cookie = [answer.headers['set-cookie'] ?? []].flat()[0]?.split(';')[0];
      if (!cookie) throw new Error(`${emails[as]} could not sign in.`);
      return cookie;
    },
    async measureMs(path, body, cookie) {
      const started = performance.now();
      await send(path, body, cookie);
      return performance.now() - started;
    },
    text: async (path, body, cookie) => Buffer.from((await send(path, body, cookie)).read).toString('utf8'),
    get: async (path, cookie) => Buffer.from((await send(path, null, cookie)).read).toString('utf8'),
    async usage(path = usagePath) {
      const { body } = await poolOf(path).request({ path, method: 'GET' });
      // Cast is safe: usage.ts sends exactly this.
      return (await body.json()) as ProcessUsage;
    },
    close: async () => {
      await Promise.all([product.close(), limits.close()]);
    },
  };
}
