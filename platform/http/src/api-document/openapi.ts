import { callersOf, type Endpoint, takesKey, uploadHeader } from '@dayline/contracts/endpoints/definition';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { errorCodes, failureSchema, sentenceOf, statusOf } from '@dayline/contracts/errors';
import { positionSchema } from '@dayline/contracts/ids';
import { productVersion } from '@dayline/runtime/product-version';
import { z } from 'zod';
import { sessionCookie } from '../session/cookie.ts';
import { displayCookie } from '../session/displays.ts';
import { keyPattern } from '../steps/carry-out.ts';
import { type Shape, withSharedShapes } from './components.ts';
import { exampleRequests } from './example-requests.ts';
import { described, propertyWords } from './property-words.ts';
import { refusalsOf } from './refusals.ts';

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });
  return described;
};

const content = (schema: unknown, example?: unknown) => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
});
const referenceTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const requestName = (name: string): string => `${pascal(name)}Request`;
const replyName = (name: string): string => `${pascal(name)}Reply`;

const header = (description: string, schema: object = { type: 'string' }) => ({ description, schema });
const position = jsonSchema(positionSchema, 'input');
const headersOf: Record<Endpoint['kind'], Record<string, ReturnType<typeof header>>> = {
  command: {
    'X-Request-Id': header('The request id, also in the log.'),
    'X-Position': header('The position of the events that the command appended; send it as X-Read-After.', position),
  },
  query: {
    'X-Request-Id': header('The request id, also in the log.'),
    'X-Position': header('The position of the views before the rows were read.', position),
    'X-Stale': header('Sent when the views had not reached X-Read-After within 2 s.', { const: 'true' }),
    'X-Total-Count': header('The total of a paged list.', { type: 'integer', minimum: 0 }),
    'X-Next-Cursor': header('The `cursor` of the next page of a list.'),
  },
};

const headerParameter = (name: string, description: string, schema: object = { type: 'string' }) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
});
const keyParameter = headerParameter('Idempotency-Key', 'One key per intent; see "Repeating a command" above.', {
  type: 'string',
  pattern: keyPattern.source,
});
const readAfterParameter = headerParameter('X-Read-After', 'A position to wait for, at most 2 s.', position);

function fieldParameters({ path, request }: Endpoint, example: Example): object[] {
  const { properties = {}, required = [] } = jsonSchema(request, 'input');
  return Object.entries(properties).map(([name, schema]) => {
    const isInPath = path.includes(`{${name}}`);
    const description = propertyWords[name];
    return {
      ...{ name, in: isInPath ? 'path' : 'query', required: isInPath || required.includes(name), schema },
      ...(description && { description }),
      ...(example[name] !== undefined && { example: example[name] }),
    };
  });
}

const mayBeRepeated: ReadonlySet<number> = new Set([429, 503]);
const retryAfter = header('Seconds to wait before retrying the request.', { type: 'integer', minimum: 1 });

function responsesOf(name: string, endpoint: Endpoint): Record<string, object> {
  const sentences = new Map<number, string[]>();
  for (const code of refusalsOf(endpoint)) {
    const status = statusOf(code);
    sentences.set(status, [...(sentences.get(status) ?? []), `\`${code}\`: ${sentenceOf(code)}`]);
  }
  const failures = [...sentences].map(([status, lines]) => [
    status,
    {
      description: lines.join('\n\n'),
      ...(mayBeRepeated.has(status) && { headers: { 'Retry-After': retryAfter } }),
      content: content(referenceTo('Failure')),
    },
  ]);
  const reply = {
    description: endpoint.title,
    headers: headersOf[endpoint.kind],
    content: endpoint.produces === null ? content(referenceTo(replyName(name))) : { [endpoint.produces]: {} },
  };
  return { 200: reply, ...Object.fromEntries(failures) };
}

const ownHeader = {
  ...headerParameter(uploadHeader, 'Any value; a form on another site cannot send this header.'),
  required: true,
};

type Example = Readonly<Record<string, unknown>>;

/** A file has no example. */
function bodyOf(name: string, { upload }: Endpoint, example: Example): object {
  const schema = referenceTo(requestName(name));
  return upload ? { 'multipart/form-data': { schema } } : content(schema, example);
}

function requestSchema({ request, upload }: Endpoint): Shape {
  const schema = jsonSchema(request, 'input');
  if (!upload) return schema;
  const file = { type: 'string', contentMediaType: 'application/octet-stream', maxLength: upload.maxBytes };
  const requiredFields = [...(schema.required ?? []), upload.field];
  const properties = { ...schema.properties, [upload.field]: file };
  return { ...schema, properties, required: requiredFields };
}

/** A missing body counts as an empty object. */
const mayBeLeftOut = ({ request, upload }: Endpoint): boolean => upload === null && request.safeParse({}).success;

/** The groups of calls, in the order in which they are listed. */
const tags = {
  open: { name: 'Without a session', description: 'Sign-in, sign-up, new passwords, and public data.' },
  session: { name: 'Session', description: 'The signed-in account, and signing out.' },
  booking: { name: 'Booking and directories', description: 'Patients, doctors, departments, hours and appointments.' },
  availability: { name: 'Availability', description: 'Free dates and times, and blocks.' },
  admin: { name: 'Administrators', description: "A client's dashboard, lists, status changes and corrections." },
  doctors: { name: 'Doctors', description: "A doctor's dashboard, lists, status changes and settings." },
  partners: {
    name: 'Partners',
    description:
      'Other systems, with an API key that an administrator issues: `Authorization: Bearer dl_…`. Each call names the scope that its key needs.',
  },
  history: {
    name: 'History',
    description: 'Activity, appointment histories, replays, reports, exports and checks of the log.',
  },
} as const;

const tagOfPath: Readonly<Record<string, keyof typeof tags>> = {
  admin: 'admin',
  poc: 'doctors',
  pocs: 'availability',
  audit: 'history',
  v1: 'partners',
  auth: 'session',
  logout: 'session',
};

/** The group of a call, from its path after /api. */
const tagOf = ({ path, access }: Endpoint): string =>
  tags[access === 'public' ? 'open' : (tagOfPath[path.split('/')[2] ?? ''] ?? 'booking')].name;

function descriptionOf({ kind, access, failure }: Endpoint): string {
  const sentence = `A ${kind} for ${access === 'public' ? 'anyone' : Object.values(callersOf(access)).flat().join(', ')}.`;
  return failure === null ? sentence : `${sentence} On failure, the page shows: “${failure}”`;
}

function operationOf(name: string, endpoint: Endpoint): object {
  const isPost = endpoint.method === 'POST';
  const { people, partners } = callersOf(endpoint.access);
  const example = exampleRequests[name] ?? {};
  const schemes = [
    ...(people.length > 0 ? [{ session: [] }] : []),
    ...(partners.includes('board:read') ? [{ display: [] }] : []),
    ...(partners.some((scope) => scope !== 'board:read') ? [{ apiKey: [] }] : []),
  ];
  return {
    operationId: name,
    summary: endpoint.title,
    description: descriptionOf(endpoint),
    tags: [tagOf(endpoint)],
    security: schemes,
    'x-roles': endpoint.access === 'public' ? endpoint.access : people,
    parameters: [
      ...(takesKey(endpoint) ? [{ ...keyParameter, required: people.length === 0 }] : []),
      ...(endpoint.kind === 'query' ? [readAfterParameter] : []),
      ...(endpoint.upload ? [ownHeader] : []),
      ...(isPost ? [] : fieldParameters(endpoint, example)),
    ],
    ...(isPost ? { requestBody: { required: !mayBeLeftOut(endpoint), content: bodyOf(name, endpoint, example) } } : {}),
    responses: responsesOf(name, endpoint),
  };
}

const introduction = `Commands append events, queries read views. Requests and responses are JSON. A failed call returns a Failure: its \`code\` is for programs, its \`message\` for people.

**Repeating a command.** Commands of signed-in users take an \`Idempotency-Key\`: one key per intent, for example a ULID. A repeat with the same key and body returns the first reply and changes nothing, even after a restart or in another process. A key belongs to the account and the call. A different body is refused with \`key.reused\` (422). Keys are kept with the events; with EventStoreDB, for seven days after the last use. A command that was refused or changed nothing does not use its key. Public calls take no key.

**Reading what was written.** A command returns \`X-Position\`. A query that sends it as \`X-Read-After\` waits up to 2 s for the views to reach it, and returns \`X-Stale\` if they do not.

**Too much, or unavailable.** With 429 and 503, \`Retry-After\` gives the seconds to wait before retrying.

**Texts** must not contain control or unprintable characters; single-line texts must not contain line breaks.`;

export interface DocumentOptions {
  /** Behind TLS, cookies have a different name. */
  readonly cookieSecure?: boolean;
}

/** The OpenAPI 3.1 document of a table of calls. */
export function openApiDocument(
  table: Readonly<Record<string, Endpoint>> = endpoints,
  { cookieSecure = false }: DocumentOptions = {},
): object {
  const paths: Record<string, Record<string, object>> = {};
  const schemas: Record<string, Shape> = {
    Failure: withCodes(jsonSchema(failureSchema, 'output')),
  };
  for (const [name, endpoint] of Object.entries(table)) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint) };
    if (endpoint.method === 'POST') schemas[requestName(name)] = requestSchema(endpoint);
    if (endpoint.produces === null) schemas[replyName(name)] = jsonSchema(endpoint.response, 'output');
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dayline',
      version: productVersion([]).version,
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server of this document.' }],
    tags: Object.values(tags),
    paths,
    components: {
      securitySchemes: {
        session: {
          ...{ type: 'apiKey', in: 'cookie', name: sessionCookie({ secure: cookieSecure }).name },
          description: 'Set at sign-in; the browser sends it automatically.',
        },
        display: {
          ...{ type: 'apiKey', in: 'cookie', name: displayCookie({ secure: cookieSecure }).name },
          description: "Set when a screen is paired with a display's link; gives access only to that display's board.",
        },
        apiKey: {
          ...{ type: 'http', scheme: 'bearer', bearerFormat: 'dl_{id}_{secret}' },
          description: 'An API key; an administrator issues and revokes it. Send no cookie with it.',
        },
      },
      schemas: described(withSharedShapes(schemas)),
    },
  };
}

const withCodes = ({ properties, ...schema }: Shape & { readonly properties?: object }): Shape => ({
  ...schema,
  properties: { ...properties, code: { type: 'string', enum: Object.keys(errorCodes) } },
});
