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
    'X-Request-Id': header('In the log, too.'),
    'X-Position': header('The position of what the command appended, to be sent as X-Read-After.', position),
  },
  query: {
    'X-Request-Id': header('In the log, too.'),
    'X-Position': header('The position that the views stood at before the rows were read.', position),
    'X-Stale': header('Sent when the views had not reached X-Read-After within 2 s.', { const: 'true' }),
    'X-Total-Count': header('The total of a paged list.', { type: 'integer', minimum: 0 }),
    'X-Next-Cursor': header("What `cursor` takes for a paged list's next page."),
  },
};

const headerParameter = (name: string, description: string, schema: object = { type: 'string' }) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
});
const keyParameter = headerParameter('Idempotency-Key', 'One key for each intent: see "Repeating a command" above.', {
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
const retryAfter = header('After how many seconds to repeat the request.', { type: 'integer', minimum: 1 });

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
  ...headerParameter(uploadHeader, 'Any value: a form of another site can not send it.'),
  required: true,
};

type Example = Readonly<Record<string, unknown>>;

/** Of a file nothing is shown. */
function bodyOf(name: string, { upload }: Endpoint, example: Example): object {
  const schema = referenceTo(requestName(name));
  return upload ? { 'multipart/form-data': { schema } } : content(schema, example);
}

function requestSchema({ request, upload }: Endpoint): Shape {
  const schema = jsonSchema(request, 'input');
  if (!upload) return schema;
  const file = { type: 'string', contentMediaType: 'application/octet-stream', maxLength: upload.maxBytes };
  const required = [...(schema.required ?? []), upload.field];
  const properties = { ...schema.properties, [upload.field]: file };
  return { ...schema, properties, required };
}

/** A missing body counts as an empty object. */
const mayBeLeftOut = ({ request, upload }: Endpoint): boolean => upload === null && request.safeParse({}).success;

/** The groups of calls, in the order in which they are listed. */
const tags = {
  open: { name: 'Without a session', description: 'Signing in and up, new passwords, and what everybody may read.' },
  session: { name: 'Session', description: 'Who is signed in, and signing out.' },
  booking: { name: 'Booking and directories', description: 'Patients, doctors, departments, hours and appointments.' },
  availability: { name: 'Availability', description: 'Free dates and times, and blocking them.' },
  admin: { name: 'Administrators', description: "A client's dashboard, lists, marks and corrections." },
  doctors: { name: 'Doctors', description: "A doctor's dashboard, lists, marks and settings." },
  history: { name: 'History', description: 'Activity, stories, replays, reports, exports and checks of the log.' },
} as const;

const tagOfPath: Readonly<Record<string, keyof typeof tags>> = {
  admin: 'admin',
  poc: 'doctors',
  pocs: 'availability',
  audit: 'history',
  auth: 'session',
  logout: 'session',
};

/** The group of a call, from its path after /api. */
const tagOf = ({ path, access }: Endpoint): string =>
  tags[access === 'public' ? 'open' : (tagOfPath[path.split('/')[2] ?? ''] ?? 'booking')].name;

function descriptionOf({ kind, access, failure }: Endpoint): string {
  const what = `A ${kind} for ${access === 'public' ? 'anybody' : Object.values(callersOf(access)).flat().join(', ')}.`;
  return failure === null ? what : `${what} When it fails, the page says: “${failure}”`;
}

function operationOf(name: string, endpoint: Endpoint): object {
  const isPost = endpoint.method === 'POST';
  const { people, partners } = callersOf(endpoint.access);
  const example = exampleRequests[name] ?? {};
  const schemes = [
    ...(people.length > 0 ? [{ session: [] }] : []),
    ...(partners.includes('board:read') ? [{ display: [] }] : []),
  ];
  return {
    operationId: name,
    summary: endpoint.title,
    description: descriptionOf(endpoint),
    tags: [tagOf(endpoint)],
    security: schemes,
    'x-roles': endpoint.access === 'public' ? endpoint.access : people,
    parameters: [
      ...(takesKey(endpoint) ? [keyParameter] : []),
      ...(endpoint.kind === 'query' ? [readAfterParameter] : []),
      ...(endpoint.upload ? [ownHeader] : []),
      ...(isPost ? [] : fieldParameters(endpoint, example)),
    ],
    ...(isPost ? { requestBody: { required: !mayBeLeftOut(endpoint), content: bodyOf(name, endpoint, example) } } : {}),
    responses: responsesOf(name, endpoint),
  };
}

const introduction = `Commands append events, queries read views. Every call takes and answers JSON; every failed call answers in the shape of Failure, whose \`code\` is for programs and whose \`message\` is for people.

**Repeating a command.** A command of somebody signed in takes an \`Idempotency-Key\`: one key for each intent, such as a ULID. Repeated with the same key and body it gives the first reply again, and does nothing twice, also after a restart and in another process. A key belongs to the account and the call. With another body it is refused as \`key.reused\` (422). It is kept with the events; where the events are in EventStoreDB, for seven days after its last use. A command that was refused or changed nothing leaves its key unused. Public calls take none.

**Reading what was written.** A command answers \`X-Position\`; a query that sends it as \`X-Read-After\` waits for it, at most 2 s, and says \`X-Stale\` if it was not reached.

**Too much, or unavailable.** 429 and 503 say in \`Retry-After\` after how many seconds to repeat the request.

**Texts** hold no control characters and none that can not be shown; those of one line hold no line break either.`;

export interface DocumentOptions {
  /** Behind TLS cookies have another name. */
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
    servers: [{ url: '/', description: 'The product that serves this document.' }],
    tags: Object.values(tags),
    paths,
    components: {
      securitySchemes: {
        session: {
          ...{ type: 'apiKey', in: 'cookie', name: sessionCookie({ secure: cookieSecure }).name },
          description: 'Set by signing in; a browser that is signed in to this address sends it by itself.',
        },
        display: {
          ...{ type: 'apiKey', in: 'cookie', name: displayCookie({ secure: cookieSecure }).name },
          description: 'Set by pairing a screen with the link of a display; it opens the board of that display alone.',
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
