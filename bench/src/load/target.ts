import { Pool } from 'undici';
import { type Clinic, limitsPath } from '../server/messages.ts';
import type { RunningServer } from './server-process.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

/** The product, with signed-in desks, each with its cookie. */
export interface Target {
  /** Sends to the product, or to its limits by their paths. */
  post(path: string, body: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /**
   * Reads a response to its end, a GET if there is no body; returns its status. Uses connections other than those of
   * `post`.
   */
  drain(path: string, body: string | null, headers: Readonly<Record<string, string>>): Promise<number>;
  /** Resolves once the views have reached a position, so that a round doesn't pay for the previous one. */
  untilViewsReach(position: string): Promise<void>;
  readonly cookies: readonly string[];
  close(): Promise<void>;
}

export const connections = 64;

function openPools({ port, limitsPort }: RunningServer): Pick<Target, 'post' | 'drain' | 'close'> {
  const poolOn = (of: number) => new Pool(`http://127.0.0.1:${of}`, { connections, pipelining: 1 });
  const [product, limits, heavy] = [poolOn(port), poolOn(limitsPort), poolOn(port)];
  return {
    async post(path, body, headers = {}) {
      const pool = path.startsWith(limitsPath) ? limits : product;
      const sent = { 'content-type': 'application/json', ...headers };
      const answer = await pool.request({ path, method: 'POST', headers: sent, body });
      const text = await answer.body.text();
      return { status: answer.statusCode, headers: answer.headers, body: text === '' ? null : JSON.parse(text) };
    },
    async drain(path, body, headers) {
      const sent = body === null ? headers : { 'content-type': 'application/json', ...headers };
      const answer = await heavy.request({ path, method: body === null ? 'GET' : 'POST', headers: sent, body });
      // `dump` would close the connection of a long response.
      for await (const _ of answer.body);
      return answer.statusCode;
    },
    close: async () => {
      await Promise.all([product.close(), limits.close(), heavy.close()]);
    },
  };
}

/** Signs every desk in; returns their cookies. */
export async function signInAll(post: Target['post'], { clientId, emails, password }: Clinic): Promise<string[]> {
  const cookies: string[] = [];
  for (const email of emails) {
    const answer = await post('/api/poc-login', JSON.stringify({ email, password, role: 'admin', clientId }));
    const cookie = [answer.headers['set-cookie'] ?? []].flat()[0]?.split(';')[0];
    if (answer.status !== 200 || !cookie) throw new Error(`${email} could not sign in: ${answer.status}`);
    cookies.push(cookie);
  }
  return cookies;
}

export async function openTarget(server: RunningServer): Promise<Target> {
  const { clinic } = server;
  const { post, drain, close } = openPools(server);
  const cookies = await signInAll(post, clinic);
  return {
    post,
    drain,
    cookies,
    async untilViewsReach(position) {
      const headers = { cookie: cookies[0] ?? '', 'x-read-after': position };
      for (;;) {
        const answer = await post('/api/departments', JSON.stringify({ clientId: clinic.clientId }), headers);
        if (answer.status !== 200) throw new Error(`The views could not be asked: ${answer.status}`);
        if (answer.headers['x-stale'] !== 'true') return;
      }
    },
    close,
  };
}
