import { type EndpointName, endpoints, type RequestOf, type ResponseOf } from '@dayline/contracts/endpoints/table';
import { type ErrorCode, type FailureDetails, sentenceOf, statusOf } from '@dayline/contracts/errors';
import { HttpResponse, http, type JsonBodyType } from 'msw';
import { setupServer } from 'msw/node';

/** The tests' server: answers only the calls that a test defines, by their names in the contracts' table. */
export const server = setupServer();

/** Any origin, since the page's own host differs between tests. */
const addressOf = (name: EndpointName): string => `*${endpoints[name].path.replace(/\{(\w+)\}/g, ':$1')}`;

export interface ReceivedRequest<Name extends EndpointName> {
  body: RequestOf<Name>;
  headers: Headers;
}

/** A test's response: a reply, or a reply with headers (X-Position, X-Total-Count …). */
type Reply<Name extends EndpointName> = ResponseOf<Name> | Promise<ResponseOf<Name>>;

const queryOf = ({ url }: Request) => Object.fromEntries(new URL(url).searchParams);

/** The JSON body, or the fields of a form without its file. */
async function fieldsOf(request: Request): Promise<unknown> {
  if (!request.headers.get('Content-Type')?.startsWith('multipart/')) return request.json();
  const form = await request.text();
  return Object.fromEntries(
    [...form.matchAll(/name="(\w+)"\r\n\r\n(.*)\r\n/g)].map(([, name, value]) => [name, value]),
  );
}

/** Defines a call's response; `reply` gets the request. Returns the growing list of requests. */
export function answer<Name extends EndpointName>(
  name: Name,
  reply: Reply<Name> | ((request: ReceivedRequest<Name>) => Reply<Name>),
  headers: Record<string, string> | (() => Record<string, string>) = {},
): ReceivedRequest<Name>[] {
  const made: ReceivedRequest<Name>[] = [];
  const { method } = endpoints[name];
  server.use(
    http[method === 'GET' ? 'get' : 'post'](addressOf(name), async ({ request, params: { 0: _host, ...params } }) => {
      // The request is parsed as on the server, so that a test can't pass with one that the server would refuse.
      const sent: unknown = method === 'GET' ? { ...params, ...queryOf(request) } : await fieldsOf(request);
      const body = endpoints[name].request.parse(sent) as RequestOf<Name>;
      const received = { body, headers: request.headers };
      made.push(received);
      const given = await (typeof reply === 'function'
        ? (reply as (received: ReceivedRequest<Name>) => Reply<Name>)(received)
        : reply);
      return HttpResponse.json(given as JsonBodyType, { headers: typeof headers === 'function' ? headers() : headers });
    }),
  );
  return made;
}

/** A reply for `answer` that arrives when the test says so, whether or not the call has been made by then. */
export function lateReply<Value>(value: Value): { readonly reply: Promise<Value>; readonly send: () => void } {
  let send = () => {};
  const reply = new Promise<Value>((resolve) => {
    send = () => resolve(value);
  });
  return { reply, send };
}

/** Makes a call fail with a refusal, in the format of every failed call. */
export function refuse(
  name: EndpointName,
  code: ErrorCode,
  more: { message?: string; details?: FailureDetails } = {},
): void {
  server.use(
    http[endpoints[name].method === 'GET' ? 'get' : 'post'](addressOf(name), () =>
      HttpResponse.json(
        { success: false, code, message: more.message ?? sentenceOf(code), details: more.details, requestId: 'test' },
        { status: statusOf(code) },
      ),
    ),
  );
}

/** Makes a call get no response. */
export function loseConnection(name: EndpointName): void {
  server.use(http[endpoints[name].method === 'GET' ? 'get' : 'post'](addressOf(name), () => HttpResponse.error()));
}

/** Cuts a call's response off within its body, once: later calls get the response defined before. */
export function cutAnswer(name: EndpointName): void {
  const cut = () =>
    new HttpResponse(new ReadableStream({ start: (body) => body.error(new TypeError('network error')) }), {
      headers: { 'Content-Type': 'application/json' },
    });
  server.use(http[endpoints[name].method === 'GET' ? 'get' : 'post'](addressOf(name), cut, { once: true }));
}
