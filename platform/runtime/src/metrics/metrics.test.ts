import { streams } from '@dayline/contracts/events/categories';
import { productVersion } from '../product-version.ts';
import { createMetrics } from './metrics.ts';

const day = streams.doctorDay('01J00000000000000000000D01', '2026-11-21');

test('conflicts and retries are counted by the kind of stream, which names nobody', async () => {
  const metrics = createMetrics(productVersion([]));
  metrics.commands.conflict(day);
  metrics.commands.retry(day);
  metrics.commands.retry(day);
  metrics.commands.retry(streams.patient('01J00000000000000000000P01'));
  const text = await metrics.text();
  expect(text).toContain('dayline_append_conflicts_total{category="doctorDay"} 1\n');
  expect(text).toContain('dayline_command_retries_total{category="doctorDay"} 2\n');
  expect(text).toContain('dayline_command_retries_total{category="patient"} 1\n');
  expect(text).not.toContain('01J0');
});

test('rows of imports are counted by kind and outcome', async () => {
  const metrics = createMetrics(productVersion([]));
  metrics.imported('patients', 'created', 450);
  metrics.imported('patients', 'created', 50);
  metrics.imported('patients', 'refused', 0);
  const text = await metrics.text();
  expect(text).toContain('dayline_imported_rows_total{kind="patients",outcome="created"} 500\n');
  expect(text).toContain('dayline_imported_rows_total{kind="patients",outcome="refused"} 0\n');
});

test('a log that is unavailable is down, and the rest stands', async () => {
  const metrics = createMetrics(productVersion([]));
  const reading = { projection: 'desk@1', lagEvents: 7, lagSeconds: 2.5, parkedEvents: 1, runs: true };
  let isAway = false;
  metrics.observe({
    projectors: [async () => reading],
    sockets: () => new Map([['admin', 3]]),
    commands: { running: 64, waiting: 5 },
    log: {
      head: async () => (isAway ? Promise.reject(new Error('unavailable')) : ''),
      stats: () => ({ appends: 10, commits: 4, foreign: 2 }),
    },
  });
  expect(await metrics.text()).toContain('dayline_log_up 1\n');
  isAway = true;
  const text = await metrics.text();
  expect(text).toContain('dayline_log_up 0\n');
  expect(text).toContain('dayline_log_foreign_events_total 2\n');
  expect(text).toContain('dayline_projector_lag_events{projection="desk@1"} 7\n');
  expect(text).toContain('dayline_sockets_open{role="admin"} 3\n');
  expect(text).toContain('dayline_commands{state="running"} 64\n');
  expect(text).toContain('dayline_commands{state="waiting"} 5\n');
  expect(text).toContain('dayline_log_appends_total 10\n');
  expect(text).toContain('dayline_log_commits_total 4\n');
});

test('trail entries that wait are reported by where they wait; a vault that is unavailable leaves its figure out', async () => {
  const metrics = createMetrics(productVersion([]));
  let waitingInVault: number | null = 500;
  metrics.observe({ trail: async () => ({ waitingInMemory: 12, waitingInVault, stored: 700, lost: 1 }) });
  const text = await metrics.text();
  expect(text).toContain('dayline_trail_waiting_entries{place="memory"} 12\n');
  expect(text).toContain('dayline_trail_waiting_entries{place="vault"} 500\n');
  expect(text).toContain('dayline_trail_stored_entries_total 700\n');
  expect(text).toContain('dayline_trail_lost_entries_total 1\n');
  waitingInVault = null;
  expect(await metrics.text()).not.toContain('place="vault"');
});

test('the build is named, and only counters end like counters', async () => {
  const text = await createMetrics({ version: '1.2.3', commit: 'abc', views: ['desk@1', 'activity@2'] }).text();
  expect(text).toContain('dayline_build_info{version="1.2.3",commit="abc",views="desk@1 activity@2"} 1\n');
  const wrong = [...text.matchAll(/^# TYPE (\S+_total) (\w+)$/gm)].filter(([, , type]) => type !== 'counter');
  expect(wrong.map(([, name]) => name)).toEqual([]);
});
