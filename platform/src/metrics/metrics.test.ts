import { streams } from '@dayline/contracts/ids';
import { createMetrics } from './metrics.ts';

const day = streams.doctorDay('01J00000000000000000000D01', '2026-11-21');

test('conflicts and retries are counted by the kind of stream, which names nobody', async () => {
  const metrics = createMetrics();
  metrics.kernel.conflict(day);
  metrics.kernel.retry(day);
  metrics.kernel.retry(day);
  metrics.kernel.retry(streams.patient('01J00000000000000000000P01'));
  const text = await metrics.text();
  expect(text).toContain('dayline_append_conflicts_total{category="doctorDay"} 1\n');
  expect(text).toContain('dayline_command_retries_total{category="doctorDay"} 2\n');
  expect(text).toContain('dayline_command_retries_total{category="patient"} 1\n');
  expect(text).not.toContain('01J0');
});

test('views that do not answer leave no old figure behind, and the rest stands', async () => {
  const metrics = createMetrics();
  const standing = { projection: 'desk@1', lagEvents: 7, lagSeconds: 2.5, parkedEvents: 1, runs: true };
  let isAway = false;
  metrics.observe({
    projector: async () => (isAway ? Promise.reject(new Error('away')) : standing),
    sockets: () => new Map([['admin', 3]]),
    log: () => ({ appends: 10, commits: 4 }),
  });
  const lag = 'dayline_projector_lag_events{projection="desk@1"} 7\n';
  expect(await metrics.text()).toContain(lag);
  isAway = true;
  const text = await metrics.text();
  expect(text).not.toContain('dayline_projector_lag_events{');
  expect(text).toContain('dayline_sockets_open{role="admin"} 3\n');
  expect(text).toContain('dayline_log_appends_total 10\n');
  expect(text).toContain('dayline_log_commits_total 4\n');
});
