import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { BuildingViews } from '@dayline/contracts/errors';
import type { FollowerStatus } from '@dayline/event-log/follower';
import type { EventLog } from '@dayline/event-log/port';
import { openMemoryEventLog } from '@dayline/event-log/testing/memory';
import { healthRoutes } from '@dayline/http/operations/health';
import { send } from '@dayline/http/testing/send';
import { desk } from '@dayline/projector/projections/desk/projection';
import type { ProjectorStatus } from '@dayline/projector/runner/status';
import type { ProjectionStore } from '@dayline/view-store/port';
import { openSqliteViewStore } from '@dayline/view-store/sqlite/open';
import express from 'express';
import { removeData, temporaryData } from '../testing/processes/product.ts';

/** The operators' routes in trouble: over a log and views without a projector. */

const now = Date.parse('2026-11-21T08:00:00Z');
const dataDir = temporaryData();
const views = openSqliteViewStore({ directory: join(dataDir, 'views') });
let store: ProjectionStore;
beforeAll(async () => {
  store = await views.open(desk, 'write');
});
afterAll(async () => {
  await store.close();
  await views.close();
  removeData(dataDir);
});

async function appendAt(log: EventLog, recordedAt: string): Promise<void> {
  const metadata = {
    commandId: 'c',
    commandDigest: '',
    correlationId: 'c',
    causationId: 'c',
    actor: { kind: 'system' as const, id: 's', name: 'S' },
    clientId: 'c',
    channel: 'web' as const,
    recordedAt,
    schemaVersion: 1,
    keyIds: [],
    chain: '',
  };
  const head = await log.readStream('account-a');
  const id = `01J0000000000000000000000${head.length}`;
  const expected = head.length === 0 ? ('noStream' as const) : head.length - 1;
  await log.append('account-a', expected, [{ id, type: 'SignedOut', data: {}, metadata }]);
}

interface Setting {
  readonly log?: EventLog;
  readonly status?: Partial<ProjectorStatus>;
  readonly activityStatus?: Partial<ProjectorStatus>;
  readonly minFreeDiskMb?: number;
  readonly folder?: string;
  readonly letters?: number;
  readonly erasuresSince?: readonly string[];
  readonly followers?: readonly FollowerStatus[];
  readonly building?: BuildingViews;
  readonly damage?: readonly string[];
}

async function readiness({
  log = openMemoryEventLog(),
  status = {},
  activityStatus = {},
  letters = 0,
  erasuresSince = [],
  followers = [],
  ...setting
}: Setting = {}) {
  const whole: ProjectorStatus = {
    projection: 'desk@1',
    checkpoint: null,
    head: log.start,
    caughtUp: true,
    parkedEvents: 0,
    parkedStreams: [],
    stopped: null,
    trouble: null,
    ...status,
  };
  const { minFreeDiskMb = 0, folder = dataDir } = setting;
  const routes = healthRoutes({
    product: { version: '1.2.3', commit: 'abc', views: ['desk@1', 'activity@1'] },
    log,
    vault: async () => null,
    views: { log, store, projector: { status: () => whole }, projection: 'desk@1', clock: { now: () => now } },
    activityViews: {
      ...{ log, store, projection: 'activity@1', clock: { now: () => now } },
      projector: { status: () => ({ ...whole, stopped: null, trouble: null, parkedEvents: 0, ...activityStatus }) },
    },
    config: { dataDir: folder, minFreeDiskMb, readyLagSeconds: 30 },
    building: async () => setting.building ?? null,
    damage: async () => setting.damage ?? [],
    lettersInTrouble: async () => letters,
    followers: followers.map((follower) => ({ status: () => follower })),
    erasures: {
      clock: { now: () => now },
      pending: async () =>
        erasuresSince.map((since, index) => ({ stream: `patient-${index}`, position: '1', since: Date.parse(since) })),
    },
  });
  const server = express().use(routes).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  // Cast is safe: a server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  const { status: code, text } = await send(`http://127.0.0.1:${port}`, { method: 'GET', path: '/readyz' });
  await new Promise((resolve) => server.close(resolve));
  return { code, ...JSON.parse(text) };
}

test('nothing is wrong', async () => {
  expect(await readiness()).toMatchObject({
    code: 200,
    status: 'ready',
    ...{ version: '1.2.3', commit: 'abc', views: ['desk@1', 'activity@1'] },
    problems: [],
    caughtUp: true,
    lagEvents: 0,
    lagSeconds: 0,
  });
});

test('views a little behind are no problem, further behind they are; the oldest missing event tells the time', async () => {
  const log = openMemoryEventLog();
  await appendAt(log, '2026-11-21T07:59:50Z');
  expect(await readiness({ log })).toMatchObject({ code: 200, problems: [], lagEvents: 1, lagSeconds: 10 });
  const late = openMemoryEventLog();
  await appendAt(late, '2026-11-21T07:59:20Z');
  await appendAt(late, '2026-11-21T07:59:59Z');
  expect(await readiness({ log: late })).toMatchObject({
    code: 503,
    status: 'not ready',
    problems: ['desk@1 is 2 events behind, the oldest 40 s old'],
    lagEvents: 2,
    lagSeconds: 40,
  });
});

test('views that are being built are the one problem, with how far they are', async () => {
  const log = openMemoryEventLog();
  await appendAt(log, '2026-11-21T07:59:20Z');
  const building = { position: log.start, head: await log.head(), percent: 0, secondsLeft: 12.3 };
  const problem = `desk@1 is being built: ${building.position} of ${building.head}, 13 s left`;
  expect(await readiness({ log, building })).toMatchObject({
    code: 503,
    status: 'building',
    problems: [problem],
    building,
  });
  const stopped = { stopped: 'unknown event' };
  expect(await readiness({ log, building, status: stopped })).toMatchObject({ code: 503, status: 'not ready' });
});

test('a projection that has stopped or has trouble is named', async () => {
  const stopped = await readiness({ status: { stopped: 'unknown event X' } });
  expect(stopped).toMatchObject({ code: 503, problems: ['desk@1 has stopped: unknown event X'] });
  const trouble = await readiness({ status: { trouble: 'the disk is full' } });
  expect(trouble).toMatchObject({ code: 503, problems: ['desk@1 has trouble: the disk is full'] });
});

test('events that are held back are named, and the desk continues', async () => {
  expect(await readiness({ status: { parkedEvents: 3 } })).toMatchObject({
    code: 200,
    status: 'degraded',
    problems: ['desk@1 has 3 parked events, which could not be folded'],
    parkedEvents: 3,
  });
});

test('trouble with the views beside the desk’s is named, and the desk continues', async () => {
  expect(await readiness({ activityStatus: { trouble: 'file is not a database' } })).toMatchObject({
    code: 200,
    status: 'degraded',
    problems: ['activity@1 has trouble: file is not a database'],
    activity: { projection: 'activity@1', lagEvents: 0, parkedEvents: 0 },
  });
});

test('views beside the desk’s that are still being built are no trouble', async () => {
  const log = openMemoryEventLog();
  await appendAt(log, '2026-11-21T07:59:20Z');
  expect((await readiness({ log })).problems).toEqual(['desk@1 is 1 events behind, the oldest 40 s old']);
});

test('a disk with too little room is named with what there is and what is asked for', async () => {
  const { code, problems, freeDiskMb } = await readiness({ minFreeDiskMb: 9_999_999_999 });
  expect(code).toBe(503);
  expect(freeDiskMb).toBeGreaterThan(0);
  expect(problems).toEqual([`the disk of DATA_DIR has ${freeDiskMb} MB free, MIN_FREE_DISK_MB is 9999999999`]);
  const away = await readiness({ folder: join(dataDir, 'away') });
  expect(away).toMatchObject({ code: 503, problems: ['the free space of DATA_DIR is unknown'] });
});

test('letters that could not be mailed are named, and the desk continues', async () => {
  const waiting = await readiness({ letters: 2 });
  expect(waiting).toMatchObject({ code: 200, status: 'degraded', problems: ['2 letters could not be mailed yet'] });
});

test('pending erasures are counted, and named when they wait for more than a minute', async () => {
  const fresh = await readiness({ erasuresSince: ['2026-11-21T07:59:30Z'] });
  expect(fresh).toMatchObject({ code: 200, status: 'ready', problems: [], pendingErasures: 1 });
  const late = await readiness({ erasuresSince: ['2026-11-21T07:58:59Z', '2026-11-21T07:59:30Z'] });
  expect(late).toMatchObject({ code: 200, status: 'degraded', pendingErasures: 2 });
  expect(late.problems).toEqual([expect.stringContaining("1 erasures can't be finished")]);
});

test('a follower that gets no further or is behind is named, and the desk continues', async () => {
  const level: FollowerStatus = {
    ...{ name: 'erasures', position: '0000000000000007', trouble: null, behindSeconds: 30, aside: [] },
  };
  expect(await readiness({ followers: [level] })).toMatchObject({ status: 'ready', problems: [], followers: [level] });
  const followers = [
    { ...level, trouble: 'the event log was set back' },
    { ...level, name: 'log-heads', behindSeconds: 31 },
    { ...level, name: 'imports', aside: [{ stream: 'import-1', reason: 'its fold throws' }] },
  ];
  expect(await readiness({ followers })).toMatchObject({
    code: 200,
    status: 'degraded',
    problems: [
      'the follower erasures gets no further: the event log was set back',
      "the follower log-heads is 31 s behind the log's end",
      'the follower imports has set import-1 aside, and tries again: its fold throws',
    ],
  });
});

test('a log that does not answer is named', async () => {
  const log: EventLog = { ...openMemoryEventLog(), head: () => Promise.reject(new Error('unavailable')) };
  expect(await readiness({ log })).toMatchObject({
    code: 503,
    problems: ['the event log does not answer'],
    lagEvents: null,
  });
});
