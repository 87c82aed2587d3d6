import { openMemoryEventLog } from '@dayline/event-log/testing/memory';
import { type BuildingParts, watchBuilding } from './building.ts';

type Checkpoint = Awaited<ReturnType<BuildingParts['store']['checkpoint']>>;

const at = (ordinal: number): string => String(ordinal).padStart(16, '0');

async function setting(events: number) {
  const log = openMemoryEventLog();
  const metadata = {
    commandId: 'c',
    commandDigest: '',
    correlationId: 'c',
    causationId: 'c',
    actor: { kind: 'system' as const, id: 's', name: 'S' },
    clientId: 'c',
    channel: 'web' as const,
    recordedAt: '2026-11-21T08:00:00Z',
    schemaVersion: 1,
    keyIds: [],
    chain: '',
  };
  for (let event = 0; event < events; event += 1) {
    const expected = event === 0 ? ('noStream' as const) : event - 1;
    const id = `01J0000000000000000000${String(event).padStart(4, '0')}`;
    await log.append('account-a', expected, [{ id, type: 'SignedOut', data: {}, metadata }]);
  }
  const state: { reached: string | null; checkpoint: Checkpoint } = { reached: null, checkpoint: null };
  const parts = {
    log,
    reached: async () => state.reached,
    store: { checkpoint: async () => state.checkpoint },
  };
  return { state, parts };
}

test('says how far views are that nobody has begun, and nothing once they stand, for good', async () => {
  const { state, parts } = await setting(4);
  const building = watchBuilding(parts);
  expect(await building()).toEqual({ position: at(0), head: at(4), percent: 0, secondsLeft: null });
  state.checkpoint = { position: at(4), eventId: '01J00000000000000000000003', stream: 'account-a', revision: 3 };
  expect(await building()).toBeNull();
  state.checkpoint = null;
  expect(await building()).toBeNull();
});

test('an empty log has nothing to build', async () => {
  const { parts } = await setting(0);
  expect(await watchBuilding(parts)()).toBeNull();
});

test('the time left goes by what was passed since the first look', async () => {
  const { state, parts } = await setting(4);
  let now = 0;
  const building = watchBuilding({ ...parts, now: () => now });
  state.reached = at(1);
  expect(await building()).toMatchObject({ position: at(1), percent: 25, secondsLeft: null });
  now = 2_000;
  state.reached = at(2);
  // One event in two seconds, two remaining.
  expect(await building()).toEqual({ position: at(2), head: at(4), percent: 50, secondsLeft: 4 });
  // A restarted build is measured from its start.
  now = 3_000;
  state.reached = '';
  expect(await building()).toMatchObject({ position: at(0), secondsLeft: null });
});

test('views of another log count as none where that is looked at', async () => {
  const { state, parts } = await setting(4);
  state.checkpoint = { position: at(4), eventId: '01J00000000000000000009999', stream: 'account-a', revision: 3 };
  expect(await watchBuilding(parts)()).toBeNull();
  expect(await watchBuilding({ ...parts, checksLog: true })()).toMatchObject({ position: at(0) });
});
