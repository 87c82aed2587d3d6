import { type IncomingHttpHeaders, request } from 'node:http';

export interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** As it is, or as JSON where it isn't text. */
  readonly body?: unknown;
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** One plain HTTP request, with every header as it is given: what a browser's fetch would not let a test send. */
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
