import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createMetrics } from '@dayline/runtime/metrics/metrics';
import { viewsOf } from '@dayline/runtime/mongodb/connect';
import { productVersion } from '@dayline/runtime/product-version';

const page = readFileSync(fileURLToPath(new URL('../../../docs/operations.md', import.meta.url)), 'utf8');

test('each metric that the operations page names is one, and each of the product stands there', async () => {
  const metrics = createMetrics(productVersion([]));
  const reading = { projection: 'desk@1', lagEvents: 0, lagSeconds: 0, parkedEvents: 0, runs: true };
  metrics.observe({
    projectors: [async () => reading],
    sockets: () => new Map(),
    trail: async () => ({ waitingInMemory: 0, waitingInVault: 0, stored: 0, lost: 0 }),
    log: { head: async () => '', stats: () => ({ appends: 0, commits: 0, foreign: 0 }) },
  });
  const made = new Set([...(await metrics.text()).matchAll(/^# TYPE (dayline_\w+) /gm)].map(([, name]) => name));
  const named = new Set([...page.matchAll(/`(dayline_\w+?)(?:_count)?`/g)].map(([, name]) => name));
  named.delete(viewsOf('dayline'));
  expect([...named].filter((name) => !made.has(name))).toEqual([]);
  expect([...made].filter((name) => !named.has(name))).toEqual([]);
});

test('each heading of its own that it points to is there', () => {
  const anchors = new Set(
    [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
  const pointed = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = '']) => anchor);
  expect(pointed.length).toBeGreaterThan(3);
  expect(pointed.filter((anchor) => !anchors.has(anchor))).toEqual([]);
});
