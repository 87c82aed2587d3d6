import { type IncomingHttpHeaders, request } from 'node:http';

export interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text is sent as is, anything else as JSON. */
  readonly body?: unknown;
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** One plain HTTP request with exactly these headers, including those that fetch forbids. */
export function send(base: string, { method = 'POST', path, headers = {}, body }: Sent): Promise<Received> {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const isChunked = 'transfer-encoding' in headers;
    const length = isChunked || method !== 'POST' ? {} : { 'content-length': Buffer.byteLength(text) };
    const type = method === 'POST' ? { 'content-type': 'application/json' } : {};
    const outgoing = request(`${base}${path}`, { method, agent: false, headers: { ...type, ...length, ...headers } });
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    outgoing.end(text);
  });
}
