import { testId } from '../testing/identities.ts';
import { answer, cutAnswer, loseConnection, refuse } from '../testing/server.ts';
import { CallError, failureText, NetworkFailure } from './call-error.ts';
import { ask, call } from './client.ts';
import { noteSeen } from './positions.ts';
import { whenSessionEnds } from './session-ended.ts';

const at = (number: number): string => String(number).padStart(20, '0');
const patient = {
  name: 'Rohan Kulkarni',
  phone: '919845012345',
  email: 'rohan@example.com',
  location: 'Pune',
  clientId: testId(100),
};
const saved = { success: true, message: 'ok', position: at(7), userId: testId(9) } as const;

test('a command carries a key of its own intent, and a retry the same', async () => {
  const made = answer('saveUser', saved);
  await call('saveUser', patient);
  await call('saveUser', patient);
  await call('saveUser', patient, { key: 'the-intent' });
  await call('saveUser', patient, { key: 'the-intent' });
  const keys = made.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).not.toBe(keys[0]);
  expect(keys.slice(2)).toEqual(['the-intent', 'the-intent']);
});

test('a command starts a trace, and a retry of its intent is another span of the same', async () => {
  const made = answer('saveUser', saved);
  await call('saveUser', patient);
  const intent = 'a'.repeat(32);
  await call('saveUser', patient, { key: intent });
  await call('saveUser', patient, { key: intent });
  await call('saveUser', patient, { key: 'of another shape' });
  const traces = made.map(({ headers }) => headers.get('traceparent'));
  for (const trace of traces) expect(trace).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect(traces[0]).toContain(made[0]?.headers.get('Idempotency-Key'));
  expect(traces[1]).toContain(intent);
  expect(traces[2]).toContain(intent);
  expect(new Set(traces).size).toBe(4);
});

test("a query reads after the page's own command, and carries no key", async () => {
  answer('saveUser', saved);
  const made = answer('listClients', [], { 'X-Position': at(8), 'X-Total-Count': '12', 'X-Next-Cursor': 'abc' });
  await call('saveUser', patient);
  const { position, total, nextCursor, stale } = await ask('listClients', {});
  expect(made[0]?.headers.get('X-Read-After')).toBe(at(7));
  expect(made[0]?.headers.get('Idempotency-Key')).toBeNull();
  expect({ position, total, nextCursor, stale }).toEqual({
    position: at(8),
    total: 12,
    nextCursor: 'abc',
    stale: false,
  });
});

test('what was seen never goes back', async () => {
  noteSeen(at(9));
  answer('saveUser', saved);
  await call('saveUser', patient);
  const made = answer('listClients', []);
  await call('listClients', {});
  expect(made[0]?.headers.get('X-Read-After')).toBe(at(9));
});

test('a refusal has its code, sentence and details', async () => {
  refuse('createAppointment', 'slot.full', {
    details: { freeTimes: [{ date: '2026-11-25', time: '09:45', left: 3 }] },
  });
  const refused = await call('createAppointment', {
    userId: testId(9),
    pocId: testId(200),
    date: '2026-11-25',
    time: '10:00',
    type: 'Direct Consultation',
    paymentStatus: 'Paid',
    clientId: testId(100),
  }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(CallError);
  expect(refused).toMatchObject({ status: 409, code: 'slot.full', requestId: 'test' });
  expect((refused as CallError).details.freeTimes).toHaveLength(1);
});

test('no answer is not a refusal', async () => {
  loseConnection('listClients');
  const failed = await call('listClients', {}).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(NetworkFailure);
  expect(failureText(failed, 'Failed to fetch clients.')).toBe('Failed to fetch clients.');
});

test('an answer that is cut off is none', async () => {
  cutAnswer('listClients');
  await expect(call('listClients', {})).rejects.toBeInstanceOf(NetworkFailure);
});

test('a fault shows the page’s sentence, a refusal its own', () => {
  const failed = (status: number) => new CallError({ status, code: 'x', message: 'own' });
  expect(failureText(failed(500), 'sentence')).toBe('sentence');
  expect(failureText(failed(409), 'sentence')).toBe('own');
});

test('a 401 ends the session, but for the calls that judge it themselves', async () => {
  let ended = 0;
  whenSessionEnds(() => {
    ended += 1;
  });
  refuse('validateSession', 'session.missing');
  refuse('signIn', 'sign-in.refused');
  refuse('listDepartments', 'session.missing');
  await call('validateSession', {}).catch(() => undefined);
  await call('signIn', { email: 'a@b.c', password: 'x', role: 'admin' }).catch(() => undefined);
  expect(ended).toBe(0);
  await expect(call('listDepartments', { clientId: testId(100) })).rejects.toThrow('Unauthorized - Session expired');
  expect(ended).toBe(1);
});
