import type { EventLog, NewEvent } from '@dayline/event-log/port';
import { openMemoryEventLog } from '@dayline/event-log/testing/memory';
import { newUlid } from '@dayline/runtime/ids/ulid';
import type { Checkpoint, ProjectionStore } from '@dayline/view-store/port';
import { followViews } from './follow-views.ts';

const traceparent = '00-00000000000000000000000000000001-00f067aa0ba902b7-01';
const event = (): NewEvent => ({
  id: newUlid({ now: () => 0 }),
  type: 'SignedOut',
  data: {},
  metadata: {
    commandId: 'c',
    commandDigest: '',
    correlationId: 'c',
    causationId: 'c',
    actor: { kind: 'system', id: 's', name: 'S' },
    clientId: 'c',
    channel: 'web',
    recordedAt: '2026-11-21T08:00:00.000Z',
    schemaVersion: 1,
    keyIds: [],
    chain: '',
    traceparent,
  },
});

/** Views of another process: no commit notifications arrive, and the test advances the checkpoint. */
function viewsElsewhere() {
  let checkpoint: Checkpoint | null = null;
  const at = (position: string): Checkpoint => ({ position, eventId: '', stream: '', revision: 0 });
  const part: Pick<ProjectionStore, 'checkpoint' | 'onCommit'> = {
    checkpoint: async () => checkpoint,
    onCommit: () => () => undefined,
  };
  return {
    // Cast is safe: the rest of the store is only passed through.
    store: part as ProjectionStore,
    moveTo: (position: string) => {
      checkpoint = at(position);
    },
  };
}

async function appended(log: EventLog): Promise<string> {
  const before = await log.readStream('account-a');
  const result = await log.append('account-a', before.length === 0 ? 'noStream' : before.length - 1, [event()]);
  if (!result.appended) throw new Error('Nobody else appends here.');
  return result.position;
}

const faults: unknown[] = [];
const follow = (store: ProjectionStore, log: EventLog) => followViews(store, log, (error) => faults.push(error));

test('a commit of another process is announced once the views have what the log said, and its trace is known', async () => {
  const log = openMemoryEventLog();
  const { store, moveTo } = viewsElsewhere();
  const followed = follow(store, log);
  const positions: string[] = [];
  const first = new Promise<string>((resolve) => {
    followed.store.onCommit((position) => {
      positions.push(position);
      resolve(position);
    });
  });
  const position = await appended(log);
  expect(positions).toEqual([]);
  moveTo(position);
  expect(await first).toBe(position);
  expect(positions).toEqual([position]);
  expect(followed.traceOf(position)).toBe(traceparent);
  await followed.stop();
  expect(faults).toEqual([]);
});

test('views that go back without a new event, as after a way back, are announced too', async () => {
  const log = openMemoryEventLog();
  const earlier = await appended(log);
  const later = await appended(log);
  const { store, moveTo } = viewsElsewhere();
  moveTo(later);
  const followed = follow(store, log);
  const positions: string[] = [];
  const back = new Promise<void>((resolve) => {
    followed.store.onCommit((position) => {
      positions.push(position);
      if (position === later) moveTo(earlier);
      if (position === earlier) resolve();
    });
  });
  await back;
  expect(positions).toEqual([later, earlier]);
  await followed.stop();
});

test('a log that was unavailable is followed again, and what came meanwhile is announced', async () => {
  const log = openMemoryEventLog();
  const { store, moveTo } = viewsElsewhere();
  let isAway = true;
  const flaky: EventLog = {
    ...log,
    head: () => (isAway ? Promise.reject(new Error('unavailable')) : log.head()),
  };
  const followed = follow(store, flaky);
  const reached = new Promise<string>((resolve) => {
    followed.store.onCommit(resolve);
  });
  const position = await appended(log);
  moveTo(position);
  isAway = false;
  expect(await reached).toBe(position);
  await followed.stop();
});
