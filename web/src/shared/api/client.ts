import { unattendedHeader, uploadHeader } from '@dayline/contracts/endpoints/definition';
import type { CommandName, EndpointName, RequestInputOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import type { Failure } from '@dayline/contracts/errors';
import { noteServerTime } from '../clock.ts';
import { answerText } from '../sentences/text.ts';
import { sharedText as text } from '../text.ts';
import { isAttended } from './attended.ts';
import { CallError, NetworkFailure } from './call-error.ts';
import { callTable } from './call-table.ts';
import { carryOut } from './carry-out.ts';
import { noteSeen, seenPosition } from './positions.ts';
import { withProof } from './proof.ts';
import { sessionEnded } from './session-ended.ts';
import { randomHex, traceparentOf } from './traceparent.ts';

/** A response with the values of its headers. */
export interface Answer<Body> {
  body: Body;
  /** The views' checkpoint, read before the rows; a live message applies only if it is newer. */
  position: string | undefined;
  /** The total of a paged list. */
  total: number | undefined;
  /** The cursor of the next page of a paged list. */
  nextCursor: string | undefined;
  /** The views had not yet reached a position that the page has already seen. */
  stale: boolean;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** The intent's idempotency key; a retry of the same intent sends the same one. Generated for a command if absent. */
  key?: string;
  /** The file of an upload. */
  file?: File | undefined;
  /** The caller of a command shows itself whether it was carried out. */
  isReportedByCaller?: boolean;
}

/** An id for one intent of a person: two clicks are two intents, a retry is the same one. */
export function newIntentKey(): string {
  return randomHex(16);
}

/** Calls whose 401 has its own meaning, not the end of a session. */
const judgedByCaller: ReadonlySet<EndpointName> = new Set(['signIn', 'signOut', 'validateSession', 'getDisplayBoard']);

function addressOf(path: string, method: 'GET' | 'POST', request: Record<string, unknown>): string {
  if (method === 'POST') return path;
  const rest = new Map(Object.entries(request).filter(([, value]) => value !== undefined));
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return encodeURIComponent(String(value));
  });
  const query = new URLSearchParams([...rest].map(([name, value]) => [name, String(value)]));
  return query.size > 0 ? `${filledPath}?${query}` : filledPath;
}

/** Excludes a proxy's error page; the server validates its own errors by the contracts' schema. */
const isFailure = (body: unknown): body is Failure =>
  typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string' && 'message' in body;

async function failureOf(response: Response): Promise<CallError> {
  const body: unknown = await response.json().catch(() => undefined);
  const { status } = response;
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  const retryAfter = Number.isFinite(seconds) ? seconds : undefined;
  if (isFailure(body)) return new CallError({ status, retryAfter, ...body });
  return new CallError({
    status,
    retryAfter,
    code: 'service.fault',
    message: text.fault,
  });
}

/** JSON, or a form with its fields before the file. */
function bodyOf(request: Record<string, unknown>, fileField: string | undefined, file: File | undefined) {
  if (fileField === undefined) return JSON.stringify(request);
  const form = new FormData();
  for (const [name, value] of Object.entries(request)) form.append(name, String(value));
  if (file) form.append(fileField, file);
  return form;
}

/** The error of a failed request or body: the call's outcome is unknown, unless its caller aborted it. */
const failedBy =
  ({ signal }: CallOptions) =>
  (cause: unknown): never => {
    if (signal?.aborted) throw cause;
    throw new NetworkFailure(cause);
  };

/** The response of a call that succeeded, unread. */
async function send<Name extends EndpointName>(
  name: Name,
  request: RequestInputOf<Name>,
  options: CallOptions,
): Promise<Response> {
  const { method, path, kind, fileField } = callTable[name];
  const headers = new Headers({ Accept: 'application/json' });
  if (!isAttended()) headers.set(unattendedHeader, '1');
  // The browser sets a form's content type itself, with the boundary.
  if (fileField !== undefined) headers.set(uploadHeader, '1');
  else if (method === 'POST') headers.set('Content-Type', 'application/json');
  if (kind === 'command') {
    const key = options.key ?? newIntentKey();
    headers.set('Idempotency-Key', key);
    headers.set('traceparent', traceparentOf(key));
  }
  const position = seenPosition();
  if (kind === 'query' && position !== undefined) headers.set('X-Read-After', position);

  const response = await fetch(addressOf(path, method, request), {
    method,
    headers,
    credentials: 'include',
    ...(method === 'POST' ? { body: bodyOf(request, fileField, options.file) } : {}),
    ...(options.signal ? { signal: options.signal } : {}),
  }).catch(failedBy(options));
  noteServerTime(response.headers.get('Date'));
  if (!response.ok) {
    if (response.status === 401 && !judgedByCaller.has(name)) sessionEnded();
    throw await failureOf(response);
  }
  return response;
}

/** A call that returns a file. Throws CallError or NetworkFailure. */
export const fetchFile = <Name extends EndpointName>(name: Name, request: RequestInputOf<Name>): Promise<Response> =>
  withProof(() => send(name, request, {}));

/**
 * Calls an endpoint of the contracts' table. A command is repeated with its key while a server is unavailable, and
 * after the person has confirmed who they are if it needs that. Throws CallError or NetworkFailure.
 */
export function ask<Name extends EndpointName>(
  name: Name,
  request: RequestInputOf<Name>,
  options: CallOptions = {},
): Promise<Answer<ResponseOf<Name>>> {
  const intent = callTable[name].takesKey ? { ...options, key: options.key ?? newIntentKey() } : options;
  return withProof(() => askPatiently(name, request, intent));
}

async function askPatiently<Name extends EndpointName>(
  name: Name,
  request: RequestInputOf<Name>,
  options: CallOptions,
): Promise<Answer<ResponseOf<Name>>> {
  if (!callTable[name].takesKey) return await askOnce(name, request, options);
  const { signal, file, isReportedByCaller = false } = options;
  // Cast is safe: only commands take a key.
  const carrying = { name: name as CommandName, signal, isLimited: file === undefined, isReportedByCaller };
  return await carryOut(carrying, (limitSignal) =>
    askOnce(name, request, { ...options, ...(limitSignal && { signal: limitSignal }) }),
  );
}

async function askOnce<Name extends EndpointName>(
  name: Name,
  request: RequestInputOf<Name>,
  options: CallOptions,
): Promise<Answer<ResponseOf<Name>>> {
  const { kind } = callTable[name];
  const response = await send(name, request, options);
  // Cast is safe: the server validates every response by the same table before sending it.
  const body = (await response.json().catch(failedBy(options))) as ResponseOf<Name>;
  answerText.translate(name, body);
  const newPosition = kind === 'command' && typeof body === 'object' && 'position' in body ? body.position : undefined;
  if (typeof newPosition === 'string') noteSeen(newPosition);
  const total = response.headers.get('X-Total-Count');
  return {
    body,
    position: response.headers.get('X-Position') ?? undefined,
    total: total === null ? undefined : Number(total),
    nextCursor: response.headers.get('X-Next-Cursor') ?? undefined,
    stale: response.headers.get('X-Stale') === 'true',
  };
}

/** Calls an endpoint and returns only its reply. */
export const call = async <Name extends EndpointName>(
  name: Name,
  request: RequestInputOf<Name>,
  options?: CallOptions,
): Promise<ResponseOf<Name>> => (await ask(name, request, options)).body;
