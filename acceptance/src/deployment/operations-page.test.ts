import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createMetrics } from '@dayline/runtime/metrics/metrics';
import { viewsOf } from '@dayline/runtime/mongodb/connect';
import { productVersion } from '@dayline/runtime/product-version';
import { durableFollowerNames } from '@dayline/vault/durable-followers';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (page: string): string => readFileSync(join(root, page), 'utf8');

test('each metric that the operations pages name is one, and each of the product stands there', async () => {
  const metrics = createMetrics(productVersion([]));
  const reading = { projection: 'desk@1', lagEvents: 0, lagSeconds: 0, parkedEvents: 0, runs: true };
  metrics.observe({
    projectors: [async () => reading],
    sockets: () => new Map(),
    trail: async () => ({ waitingInMemory: 0, waitingInVault: 0, stored: 0, lost: 0 }),
    log: { head: async () => '', stats: () => ({ appends: 0, commits: 0, foreign: 0 }) },
  });
  const made = new Set([...(await metrics.text()).matchAll(/^# TYPE (dayline_\w+) /gm)].map(([, name]) => name));
  const pages = ['embedded', 'services', 'watch', 'upgrade', 'restore'].map((page) =>
    read(`docs/operations/${page}.md`),
  );
  const named = new Set([...pages.join('\n').matchAll(/`(dayline_\w+?)(?:_count)?`/g)].map(([, name]) => name));
  named.delete(viewsOf('dayline'));
  expect([...named].filter((name) => !made.has(name))).toEqual([]);
  expect([...made].filter((name) => !named.has(name))).toEqual([]);
});

test('each follower that can be behind stands in the tables of readiness and of metrics', () => {
  const lines = read('docs/operations/watch.md').split('\n');
  for (const row of ['| a follower (', '| `dayline_follower_running`']) {
    const line = lines.find((candidate) => candidate.startsWith(row)) ?? '';
    const missing = [...durableFollowerNames, 'view-commits'].filter((name) => !line.includes(`\`${name}\``));
    expect({ row, missing }).toEqual({ row, missing: [] });
  }
});

/** The anchors of a page's headings. */
const anchorsOf = (page: string): Set<string> =>
  new Set(
    [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_\s-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

test('each page and heading that a page points to is there', () => {
  const pages = [
    ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'],
    ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).flatMap((name) =>
      name.endsWith('.md') ? join('docs', name) : [],
    ),
  ];
  const links = pages.flatMap((page) =>
    [...read(page).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(([, path = '', anchor]) => {
      const target = path === '' ? page : relative(root, join(root, dirname(page), path));
      return { page, target, anchor };
    }),
  );
  expect(links.length).toBeGreaterThan(100);
  const isThere = ({ target, anchor }: (typeof links)[number]) =>
    existsSync(join(root, target)) && (anchor === undefined || anchorsOf(target).has(anchor));
  expect(links.filter((link) => !isThere(link))).toEqual([]);
});
