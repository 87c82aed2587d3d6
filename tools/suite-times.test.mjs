import { secondsByFolder, slowSuites } from './suite-times.mjs';

const timesOf = (...seconds) => seconds.map((time, index) => ({ suite: `suite-${index}`, seconds: time }));
const names = (slow) => slow.map(({ suite }) => suite);
const hundredAlike = timesOf(...Array.from({ length: 100 }, () => 1));

test('a suite is slow above its share of the total, however fast the machine is', () => {
  expect(slowSuites(hundredAlike)).toEqual([]);
  const withSlow = hundredAlike.map((time, index) => (index === 7 ? { ...time, seconds: 3 } : time));
  expect(names(slowSuites(withSlow))).toEqual(['suite-7']);
  const onSlowMachine = withSlow.map((time) => ({ ...time, seconds: time.seconds * 5 }));
  expect(names(slowSuites(onSlowMachine))).toEqual(['suite-7']);
});

test('a suite may have its own budget, and the one furthest above its budget comes first', () => {
  const times = [...timesOf(4, 6), ...hundredAlike.slice(2, 92)];
  expect(names(slowSuites(times, { 'suite-0': 5 }))).toEqual(['suite-1']);
  expect(names(slowSuites(times, {}))).toEqual(['suite-1', 'suite-0']);
});

test('times are added by folder, the pages apart, the longest first', () => {
  const times = [
    ['platform/vault/src/a.test.ts', 1],
    ['web/src/b.test.ts', 2],
    ['web/src/c.test.tsx', 4],
    ['platform/vault/src/d.test.ts', 2],
  ].map(([suite, seconds]) => ({ suite, seconds }));
  expect(secondsByFolder(times)).toEqual([
    ['web, pages', 4],
    ['platform/vault', 3],
    ['web', 2],
  ]);
});
