import { type EndpointName, endpoints, type RequestInputOf, type ResponseOf } from '@dayline/contracts/endpoints/table';
import { failureSchema } from '@dayline/contracts/errors';
import { CallError, NetworkFailure } from './call-error.ts';
import { noteSeen, seenPosition } from './positions.ts';
import { sessionEnded } from './session-ended.ts';
import { randomHex, traceparentOf } from './traceparent.ts';

/** An answer with what its headers say. */
export interface Answer<Body> {
  body: Body;
  /** The views' checkpoint that was read before the rows; what a live message must be newer than. */
  position: string | undefined;
  /** Of a paged list: how many there are in all. */
  total: number | undefined;
  /** Of a paged list: where the next page begins. */
  nextCursor: string | undefined;
  /** The views had not reached what the page has seen already. */
  stale: boolean;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** The intent's id; a retry of the same intent sends the same one. Minted for a command that brings none. */
  key?: string;
}

/** An id for one intent of a person: two clicks are two intents, a retry is none. */
export function newIntentKey(): string {
  return randomHex(16);
}

/** Calls whose 401 is an answer of its own, not the end of a session. */
const judgedByCaller: ReadonlySet<EndpointName> = new Set(['signIn', 'signOut', 'validateSession']);

function addressOf(path: string, method: 'GET' | 'POST', request: Record<string, unknown>): string {
  if (method === 'POST') return path;
  const rest = new Map(Object.entries(request).filter(([, value]) => value !== undefined));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams([...rest].map(([name, value]) => [name, String(value)]));
  return query.size > 0 ? `${filled}?${query}` : filled;
}

async function failureOf(response: Response): Promise<CallError> {
  const body: unknown = await response.json().catch(() => undefined);
  const parsed = failureSchema.safeParse(body);
  const { status } = response;
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  const retryAfter = Number.isFinite(seconds) ? seconds : undefined;
  if (parsed.success) return new CallError({ status, retryAfter, ...parsed.data });
  return new CallError({
    status,
    retryAfter,
    code: 'service.fault',
    message: 'Something went wrong on our side. Please try again.',
  });
}

/** Calls an endpoint of the contracts' table. Throws CallError or NetworkFailure. */
export async function ask<Name extends EndpointName>(
  name: Name,
  request: RequestInputOf<Name>,
  options: CallOptions = {},
): Promise<Answer<ResponseOf<Name>>> {
  const { method, path, kind } = endpoints[name];
  const headers = new Headers({ Accept: 'application/json' });
  if (method === 'POST') headers.set('Content-Type', 'application/json');
  if (kind === 'command') {
    const key = options.key ?? newIntentKey();
    headers.set('Idempotency-Key', key);
    headers.set('traceparent', traceparentOf(key));
  }
  const seen = seenPosition();
  if (kind === 'query' && seen !== undefined) headers.set('X-Read-After', seen);

  let response: Response;
  try {
    response = await fetch(addressOf(path, method, request), {
      method,
      headers,
      credentials: 'include',
      ...(method === 'POST' ? { body: JSON.stringify(request) } : {}),
      ...(options.signal ? { signal: options.signal } : {}),
    });
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw new NetworkFailure(cause);
  }
  if (!response.ok) {
    if (response.status === 401 && !judgedByCaller.has(name)) sessionEnded();
    throw await failureOf(response);
  }
  // The server checks every answer against the same table before it sends it.
  const body = (await response.json()) as ResponseOf<Name>;
  const written = kind === 'command' && typeof body === 'object' && 'position' in body ? body.position : undefined;
  if (typeof written === 'string') noteSeen(written);
  const total = response.headers.get('X-Total-Count');
  return {
    body,
    position: response.headers.get('X-Position') ?? undefined,
    total: total === null ? undefined : Number(total),
    nextCursor: response.headers.get('X-Next-Cursor') ?? undefined,
    stale: response.headers.get('X-Stale') === 'true',
  };
}

/** Calls an endpoint and gives its reply alone. */
export const call = async <Name extends EndpointName>(
  name: Name,
  request: RequestInputOf<Name>,
  options?: CallOptions,
): Promise<ResponseOf<Name>> => (await ask(name, request, options)).body;
