import { newUlid } from '@dayline/runtime/ids/ulid';
import { rememberTraces } from './recent-traces.ts';
import { openMemoryEventLog } from './testing/memory.ts';

const trace = (index: number): string => `00-${String(index).padStart(32, '0')}-00f067aa0ba902b7-01`;
const event = (traceparent?: string) => ({
  id: newUlid({ now: () => 0 }),
  type: 'SignedOut',
  data: {},
  metadata: {
    commandId: 'c',
    commandDigest: '',
    correlationId: 'c',
    causationId: 'c',
    actor: { kind: 'system' as const, id: 's', name: 'S' },
    clientId: 'c',
    channel: 'web' as const,
    recordedAt: '2026-11-21T08:00:00.000Z',
    schemaVersion: 1,
    keyIds: [],
    chain: '',
    ...(traceparent === undefined ? {} : { traceparent }),
  },
});

test('each event of an append is known by its trace, and one without a trace or that was not appended is not', async () => {
  const { log, traceOf } = rememberTraces(openMemoryEventLog());
  const result = await log.append('account-a', 'noStream', [event(trace(1)), event(), event(trace(2))]);
  expect(result.appended && result.positions.map(traceOf)).toEqual([trace(1), undefined, trace(2)]);
  expect(await log.append('account-a', 'noStream', [event(trace(3))])).toMatchObject({ appended: false });
  expect((await log.readStream('account-a')).map(({ position }) => traceOf(position))).not.toContain(trace(3));
});

test('the latest thousand are remembered, and the memory is bounded', async () => {
  const { log, traceOf } = rememberTraces(openMemoryEventLog());
  for (let index = 0; index < 3_500; index += 1) {
    await log.append(`account-${index}`, 'noStream', [event(trace(index))]);
  }
  const positions = (await log.readAll(log.start, 5_000)).map(({ position }) => position);
  const known = positions.filter((position) => traceOf(position) !== undefined);
  expect(positions.slice(-1_000).map(traceOf)).not.toContain(undefined);
  expect(known).toHaveLength(1_000);
});
