import { claims, type Endpoint, endpoint } from '@dayline/contracts/endpoints/definition';
import { type Failure, failureSchema, refuse } from '@dayline/contracts/errors';
import { idSchema, slotIdSchema } from '@dayline/contracts/ids';
import { z } from 'zod';
import { EventLogUnavailable } from '../event-log/port.ts';
import { VaultUnavailable } from '../vault/port.ts';
import { ViewStoreUnavailable } from '../view-store/port.ts';
import type { CallContext } from './handler.ts';
import type { Route } from './route-table.ts';
import type { Received } from './send.ts';
import type { StartedCalls } from './started-calls.ts';

async function* piecesOf(...pieces: readonly (readonly unknown[])[]) {
  yield* pieces;
}

const anyone = ['admin', 'doctor', 'auditor'] as const;
/** The contexts that handlers were called with. */
export const seen: CallContext[] = [];

function route<Req extends z.ZodType>(
  name: string,
  draft: Partial<Omit<Endpoint, 'request'>> & { request?: Req },
  handle: (request: z.output<Req>) => ReturnType<Route['handle']> = async () => ({ body: { success: true } }),
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
      return handle(request as z.output<Req>);
    },
  };
}

/** One call for each way of being asked and of answering. */
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
  route('vault-away', {}, async () => {
    throw new VaultUnavailable('secret file');
  }),
  route('views-away', {}, async () => {
    throw new ViewStoreUnavailable('secret file');
  }),
  route('never', { kind: 'command' }, () => new Promise(() => undefined)),
  route('fault', { failure: null }, async () => {
    throw new Error('secret internals');
  }),
  route('wrong-reply', {}, async () => ({ body: { success: 'secret' } })),
  route('list', { response: z.array(z.object({ id: z.int() })) }, async () => ({
    body: [{ id: 1, hidden: 'secret' }],
    position: '0000000000000042',
    total: 12,
    next: 'abc',
  })),
  route('long-list', { response: z.array(z.object({ id: z.int() })) }, async () => ({
    body: [],
    pieces: piecesOf([{ id: 1, hidden: 'secret' }, { id: 2 }], [], [{ id: 3 }]),
  })),
  route('long-wrong-list', { response: z.array(z.object({ id: z.int() })) }, async () => ({
    body: [],
    pieces: piecesOf([{ id: 1 }], [{ id: 'secret' }]),
  })),
  route('cookies', {}, async () => ({ body: { success: true }, headers: { 'Set-Cookie': ['a=1', 'b=2'] } })),
];

export const postTo =
  (calls: () => StartedCalls) =>
  (name: string, cookie: string | null, body: unknown = {}, headers: Record<string, string> = {}): Promise<Received> =>
    calls().send({ path: `/api/${name}`, body, headers: { ...(cookie === null ? {} : { cookie }), ...headers } });

/** An answer in the shape of every failed call, whose id is the header's. */
export function expectFailure(
  { status, headers, text }: Received,
  expected: { status: number; code: string },
): Failure {
  const failure = failureSchema.parse(JSON.parse(text));
  expect({ status, code: failure.code }).toEqual(expected);
  expect(failure.requestId).toBe(headers['x-request-id']);
  return failure;
}
