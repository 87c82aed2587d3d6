import { type EndpointName, endpoints, type RequestOf, type ResponseOf } from '@dayline/contracts/endpoints/table';
import { type ErrorCode, type FailureDetails, sentenceOf, statusOf } from '@dayline/contracts/errors';
import { HttpResponse, http, type JsonBodyType } from 'msw';
import { setupServer } from 'msw/node';

/** The server of the tests: answers only what a test has said, by the names of the contracts' table. */
export const server = setupServer();

/** Any address of the same path, since the page's own host differs between tests. */
const addressOf = (name: EndpointName): string => `*${endpoints[name].path.replace(/\{(\w+)\}/g, ':$1')}`;

export interface Told<Name extends EndpointName> {
  body: RequestOf<Name>;
  headers: Headers;
}

/** What a test's answer may be: a reply, or a reply with headers (X-Position, X-Total-Count …). */
type Reply<Name extends EndpointName> = ResponseOf<Name> | Promise<ResponseOf<Name>>;

/** Says what a call answers; `reply` sees the request. Returns the requests made so far, which grow. */
export function answer<Name extends EndpointName>(
  name: Name,
  reply: Reply<Name> | ((told: Told<Name>) => Reply<Name>),
  headers: Record<string, string> = {},
): Told<Name>[] {
  const made: Told<Name>[] = [];
  const { method } = endpoints[name];
  server.use(
    http[method === 'GET' ? 'get' : 'post'](addressOf(name), async ({ request }) => {
      // The request is parsed as the server would, so that a test can't pass with one that it would refuse.
      const sent: unknown = method === 'GET' ? {} : await request.json();
      const body = endpoints[name].request.parse(sent) as RequestOf<Name>;
      const told = { body, headers: request.headers };
      made.push(told);
      const given = await (typeof reply === 'function' ? (reply as (told: Told<Name>) => Reply<Name>)(told) : reply);
      return HttpResponse.json(given as JsonBodyType, { headers });
    }),
  );
  return made;
}

/** Says that a call is refused, in the shape of every failed call. */
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

/** Says that a call gets no answer at all. */
export function loseConnection(name: EndpointName): void {
  server.use(http[endpoints[name].method === 'GET' ? 'get' : 'post'](addressOf(name), () => HttpResponse.error()));
}
