import { callersOf, type Endpoint, takesKey, uploadHeader } from '@dayline/contracts/endpoints/definition';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { errorCodes, failureSchema, sentenceOf, statusOf } from '@dayline/contracts/errors';
import { positionSchema } from '@dayline/contracts/ids';
import { productVersion } from '@dayline/runtime/product-version';
import { z } from 'zod';
import { keyPattern } from '../steps/carry-out.ts';
import { refusalsOf } from './refusals.ts';

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });
  return described;
};

const content = (schema: unknown) => ({ 'application/json': { schema } });

const header = (description: string, schema: object = { type: 'string' }) => ({ description, schema });
const position = jsonSchema(positionSchema, 'input');
const headersOf: Record<Endpoint['kind'], Record<string, ReturnType<typeof header>>> = {
  command: { 'X-Request-Id': header('In the log, too.') },
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
const keyParameter = headerParameter(
  'Idempotency-Key',
  'Repeating a request with the same key gives the first reply again.',
  { type: 'string', pattern: keyPattern.source },
);
const readAfterParameter = headerParameter('X-Read-After', 'A position to wait for, at most 2 s.', position);

function fieldParameters({ path, request }: Endpoint): object[] {
  const { properties = {}, required = [] } = jsonSchema(request, 'input');
  return Object.entries(properties).map(([name, schema]) => {
    const isInPath = path.includes(`{${name}}`);
    return { name, in: isInPath ? 'path' : 'query', required: isInPath || required.includes(name), schema };
  });
}

function responsesOf(endpoint: Endpoint): Record<string, object> {
  const sentences = new Map<number, string[]>();
  for (const code of refusalsOf(endpoint)) {
    const status = statusOf(code);
    sentences.set(status, [...(sentences.get(status) ?? []), `\`${code}\`: ${sentenceOf(code)}`]);
  }
  const failures = [...sentences].map(([status, lines]) => [
    status,
    { description: lines.join('\n\n'), content: content({ $ref: '#/components/schemas/Failure' }) },
  ]);
  const reply = {
    description: endpoint.title,
    headers: headersOf[endpoint.kind],
    content:
      endpoint.produces === null ? content(jsonSchema(endpoint.response, 'output')) : { [endpoint.produces]: {} },
  };
  return { 200: reply, ...Object.fromEntries(failures) };
}

const ownHeader = {
  ...headerParameter(uploadHeader, 'Any value: a form of another site can not send it.'),
  required: true,
};

function bodyOf({ request, upload }: Endpoint): object {
  const schema = jsonSchema(request, 'input');
  if (!upload) return content(schema);
  const file = { type: 'string', contentMediaType: 'application/octet-stream', maxLength: upload.maxBytes };
  const required = [...(schema.required ?? []), upload.field];
  const properties = { ...schema.properties, [upload.field]: file };
  return { 'multipart/form-data': { schema: { ...schema, properties, required } } };
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
  const { people } = callersOf(endpoint.access);
  return {
    operationId: name,
    summary: endpoint.title,
    description: descriptionOf(endpoint),
    tags: [tagOf(endpoint)],
    security: people.length === 0 ? [] : [{ session: [] }],
    'x-roles': endpoint.access === 'public' ? endpoint.access : people,
    parameters: [
      ...(takesKey(endpoint) ? [keyParameter] : []),
      ...(endpoint.kind === 'query' ? [readAfterParameter] : []),
      ...(endpoint.upload ? [ownHeader] : []),
      ...(isPost ? [] : fieldParameters(endpoint)),
    ],
    ...(isPost ? { requestBody: { required: !mayBeLeftOut(endpoint), content: bodyOf(endpoint) } } : {}),
    responses: responsesOf(endpoint),
  };
}

/** The OpenAPI 3.1 document of a table of calls. */
export function openApiDocument(table: Readonly<Record<string, Endpoint>> = endpoints): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, endpoint] of Object.entries(table)) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operationOf(name, endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Dayline',
      version: productVersion([]).version,
      description:
        'Commands append events, queries read views. Every call takes and answers JSON; every failed call answers in ' +
        'the shape of Failure. A command of somebody signed in takes an Idempotency-Key: repeating the request with ' +
        'the same key gives the first reply again.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The product that serves this document.' }],
    tags: Object.values(tags),
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'dayline_session',
          description: 'Set by signing in; a browser that is signed in to this address sends it by itself.',
        },
      },
      schemas: {
        Failure: {
          ...jsonSchema(failureSchema, 'output'),
          description: `Codes: ${Object.keys(errorCodes).join(', ')}.`,
        },
      },
    },
  };
}
