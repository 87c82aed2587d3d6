import { judged, linesOf, longFiles, tables } from './file-length.mjs';

test('a file of more than 300 lines fails', () => {
  const lines = new Map([
    ['short.ts', 300],
    ['long.ts', 301],
  ]);
  expect(longFiles([...lines.keys()], (path) => lines.get(path))).toEqual([
    'long.ts has 301 lines, at most 300: divide it by meaning',
  ]);
});

test('all sources are judged but tests and tables', () => {
  const paths = judged();
  expect(paths.length).toBeGreaterThan(1000);
  expect(paths).toContain('query-service/src/live/hub.ts');
  expect(paths.filter((path) => /\.test\.|\/testing\/|^e2e\//.test(path))).toEqual([]);
});

test('only tables that are long are exempt', () => {
  expect(tables.filter((path) => linesOf(path) <= 300)).toEqual([]);
});
