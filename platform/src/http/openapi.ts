import { type Endpoint, uploadHeader } from '@dayline/contracts/endpoints/definition';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { type ErrorCode, errorCodes, failureSchema, sentenceOf, statusOf } from '@dayline/contracts/errors';
import { z } from 'zod';

/** What any call can answer besides its own refusals, by whether it needs a session. */
export function refusalsOf({ access, method, refusals, claims }: Endpoint): readonly ErrorCode[] {
  const always: ErrorCode[] = ['request.invalid', 'request.malformed', 'request.foreign-origin', 'service.fault'];
  const ofPost: ErrorCode[] = method === 'POST' ? ['request.too-large', 'request.media-type'] : [];
  const ofSession: ErrorCode[] = access === 'public' ? ['request.throttled'] : ['session.missing', 'access.role'];
  const ofClaims: ErrorCode[] = claims.length > 0 ? ['access.foreign'] : [];
  return [...new Set([...refusals, ...ofSession, ...ofClaims, ...always, ...ofPost, 'service.unavailable' as const])];
}

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });
  return described;
};

const content = (schema: unknown) => ({ 'application/json': { schema } });

const header = (description: string) => ({ description, schema: { type: 'string' } });
const headersOf: Record<Endpoint['kind'], Record<string, ReturnType<typeof header>>> = {
  command: { 'X-Request-Id': header('In the log, too.') },
  query: {
    'X-Request-Id': header('In the log, too.'),
    'X-Position': header('The position that the views stood at before the rows were read.'),
    'X-Stale': header('`true` when the views had not reached X-Read-After within 2 s.'),
    'X-Total-Count': header('The total of a paged list.'),
    'X-Next-Cursor': header("What `cursor` takes for a paged list's next page."),
  },
};

const headerParameter = (name: string, description: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
});
const parametersByKind: Record<Endpoint['kind'], readonly object[]> = {
  command: [headerParameter('Idempotency-Key', 'Repeating a request with the same key gives the first reply again.')],
  query: [headerParameter('X-Read-After', 'A position to wait for, at most 2 s.')],
};

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

function operationOf(name: string, endpoint: Endpoint): object {
  const isPost = endpoint.method === 'POST';
  return {
    operationId: name,
    summary: endpoint.title,
    tags: [endpoint.kind],
    security: endpoint.access === 'public' ? [] : [{ session: [] }],
    'x-roles': endpoint.access,
    parameters: [
      ...parametersByKind[endpoint.kind],
      ...(endpoint.upload ? [ownHeader] : []),
      ...(isPost ? [] : fieldParameters(endpoint)),
    ],
    ...(isPost ? { requestBody: { required: true, content: bodyOf(endpoint) } } : {}),
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
      version: '0.1.0',
      description: 'Commands append events, queries read views. Every failed call answers in the shape of Failure.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    tags: [
      { name: 'command', description: 'Decides and appends events.' },
      { name: 'query', description: 'Reads views; changes nothing.' },
    ],
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'dayline_session' } },
      schemas: {
        Failure: {
          ...jsonSchema(failureSchema, 'output'),
          description: `Codes: ${Object.keys(errorCodes).join(', ')}.`,
        },
      },
    },
  };
}
