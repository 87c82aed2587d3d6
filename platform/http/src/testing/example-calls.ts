import { once } from 'node:events';
import { claims, type Endpoint, endpoint } from '@dayline/contracts/endpoints/definition';
import { type Failure, failureSchema, refuse } from '@dayline/contracts/errors';
import { idSchema, slotIdSchema } from '@dayline/contracts/ids';
import { EventLogUnavailable } from '@dayline/event-log/port';
import { QueryTooSlow, ViewStoreUnavailable } from '@dayline/runtime/unavailable';
import { VaultUnavailable } from '@dayline/vault/port';
import { z } from 'zod';
import type { Route } from '../call.ts';
import type { CallContext } from '../handler.ts';
import type { RouteServer } from './route-server.ts';
import type { Received } from './send.ts';

async function* piecesOf(...pieces: readonly (readonly unknown[])[]) {
  yield* pieces;
}

const anyone = ['admin', 'doctor', 'auditor'] as const;
/** The contexts passed to handlers. */
export const seen: CallContext[] = [];

function route<Req extends z.ZodType>(
  name: string,
  draft: Partial<Omit<Endpoint, 'request'>> & { request?: Req },
  handle: (request: z.output<Req>, context: CallContext) => ReturnType<Route['handle']> = async () => ({
    body: { success: true },
  }),
): Route {
  return {
    name,
    endpoint: endpoint(`/api/${name}`, {
      kind: 'query',
      access: anyone,
      request: z.strictObject({}),
      response: z.object({ success: z.literal(true) }),
      title: name,
      ...draft,
    }),
    handle: (request, context) => {
      seen.push(context);
      return handle(request as z.output<Req>, context);
    },
  };
}

/** One call for each kind of request and answer. */
export const exampleRoutes: readonly Route[] = [
  route('open', { access: 'public' }),
  route('mine', {}),
  route('book', {
    kind: 'command',
    access: ['admin'],
    claims: [claims.client, claims.patient],
    request: z.strictObject({
      clientId: idSchema,
      userId: idSchema.optional(),
      name: z.string().trim().max(20).optional(),
    }),
  }),
  route('of-doctor', { claims: [claims.doctor], request: z.strictObject({ pocId: idSchema }) }),
  route('of-appointment', { claims: [claims.appointment], request: z.strictObject({ appointmentId: z.string() }) }),
  route('of-slot', { claims: [claims.slot], request: z.strictObject({ slotId: slotIdSchema }) }),
  route('of-department', { claims: [claims.department], request: z.strictObject({ departmentId: idSchema }) }),
  route('of-each', {
    claims: [{ field: 'schedule', is: 'doctorOfEach' }],
    request: z.strictObject({ schedule: z.array(z.strictObject({ pocId: idSchema })) }),
  }),
  route(
    'doctor',
    {
      method: 'GET',
      path: '/api/doctor/{pocId}',
      claims: [claims.doctor],
      request: z.strictObject({ pocId: z.string(), day: z.string().optional() }),
      response: z.object({ pocId: z.string(), day: z.string().optional() }),
    },
    async (request) => ({ body: request }),
  ),
  route(
    'full',
    { kind: 'command', failure: 'There was an error creating the appointment. Please try again.' },
    async () => refuse('slot.full', { details: { freeTimes: [{ date: '2026-01-05', time: '09:30', left: 1 }] } }),
  ),
  route('reused', { kind: 'command' }, async () => refuse('key.reused')),
  route('log-away', { kind: 'command', failure: 'Error updating appointment status' }, async () => {
    throw new EventLogUnavailable('the disk at /secret/path is full', 'notAppended');
  }),
  route('log-away-later', { kind: 'command' }, async (_request, { onAppend }) => {
    onAppend?.();
    throw new EventLogUnavailable('A read of what was appended found no server.', 'notAppended');
  }),
  route('log-unsure', { kind: 'command' }, async () => {
    throw new EventLogUnavailable('no answer', 'unknown');
  }),
  route('vault-unsure', { kind: 'command' }, async () => {
    throw new VaultUnavailable('secret file');
  }),
  route('vault-away', {}, async () => {
    throw new VaultUnavailable('secret file');
  }),
  route('views-away', {}, async () => {
    throw new ViewStoreUnavailable('secret file');
  }),
  route('too-slow', { failure: 'Error loading appointments' }, async () => {
    throw new QueryTooSlow('secret plan');
  }),
  route('never', { kind: 'command' }, () => new Promise(() => undefined)),
  route('until-ended', { kind: 'command' }, async (_request, { signal }) => {
    if (signal && !signal.aborted) await once(signal, 'abort');
    throw signal?.reason;
  }),
  route('fault', { failure: null }, async () => {
    throw new Error('secret internals');
  }),
  route('wrong-reply', {}, async () => ({ body: { success: 'secret' } })),
  ...['list', 'other-list'].map((name) =>
    route(
      name,
      {
        request: z.strictObject({ cursor: z.string().optional() }),
        response: z.array(z.object({ id: z.int() })),
      },
      async ({ cursor }) => ({
        body: [{ id: cursor === 'after Asha Menon' ? 2 : 1, hidden: 'secret' }],
        position: '0000000000000042',
        total: 12,
        next: 'after Asha Menon',
      }),
    ),
  ),
  route('long-list', { response: z.array(z.object({ id: z.int() })) }, async () => ({
    body: [],
    pieces: piecesOf([{ id: 1, hidden: 'secret' }, { id: 2 }], [], [{ id: 3 }]),
  })),
  route('long-wrong-list', { response: z.array(z.object({ id: z.int() })) }, async () => ({
    body: [],
    pieces: piecesOf([{ id: 1 }], [{ id: 'secret' }]),
  })),
  route('made', { kind: 'command', path: '/api/things' }, async () => ({
    status: 201,
    body: { success: true },
    headers: { Location: '/api/things/1' },
  })),
  route('things', { method: 'GET', path: '/api/things' }),
  route('cookies', {}, async () => ({ body: { success: true }, headers: { 'Set-Cookie': ['a=1', 'b=2'] } })),
];

export const uploadRoute: Route = route('photo', {
  kind: 'command',
  upload: {
    field: 'photo',
    maxBytes: 200_000,
    refusals: { missing: 'photo.missing', tooLarge: 'photo.too-large', busy: 'photo.busy' },
  },
});

export const postTo =
  (calls: () => RouteServer) =>
  (name: string, cookie: string | null, body: unknown = {}, headers: Record<string, string> = {}): Promise<Received> =>
    calls().send({ path: `/api/${name}`, body, headers: { ...(cookie === null ? {} : { cookie }), ...headers } });

/** Expects the shape of a failed call, with the header's request id. */
export function expectFailure(
  { status, headers, text }: Received,
  expected: { status: number; code: string },
): Failure {
  const failure = failureSchema.parse(JSON.parse(text));
  expect({ status, code: failure.code }).toEqual(expected);
  expect(failure.requestId).toBe(headers['x-request-id']);
  return failure;
}
