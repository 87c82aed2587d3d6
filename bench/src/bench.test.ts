import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { goalsOf, notMeasured } from './goals.ts';
import { exitCodeOf, type GoalFigure, linesOf, type Report, verdictOf } from './report.ts';
import { percentile, spreadOf } from './statistics.ts';

const built = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const whenBuilt = existsSync(built) ? test : test.skip;

const atLeast: GoalFigure = {
  goal: 'G1',
  what: 'something a second',
  value: 0.7,
  min: 0.6,
  max: 0.9,
  must: 0.6,
  stretch: 0.8,
  wanted: 'atLeast',
};
const report = (goals: readonly GoalFigure[], disk: readonly number[]): Report => ({
  at: '2026-11-21T10:00:00.000Z',
  quick: false,
  machine: { cores: 2, node: 'v20', cpus: 'server and load on any core' },
  notMeasured: [],
  goals,
  plain: [],
  disk,
});

test('a run whose disk was five times slower in one round than in another never passes', () => {
  expect(verdictOf(atLeast, [1, 5])).toBe('PASS');
  expect(verdictOf(atLeast, [1, 5.1])).toBe('UNSTABLE');
  expect(verdictOf({ ...atLeast, value: 0.5 }, [1, 5.1])).toBe('UNSTABLE');
});

test('a figure fails on the wrong side of its must, and the process says so', () => {
  const latency: GoalFigure = { ...atLeast, goal: 'G2', must: 1.3, wanted: 'atMost', value: 1.31 };
  expect(verdictOf(latency, [1, 1])).toBe('FAIL');
  expect(verdictOf({ ...latency, value: 1.3 }, [1, 1])).toBe('PASS');
  expect(verdictOf({ ...latency, value: Number.NaN }, [1, 1])).toBe('FAIL');
  expect(exitCodeOf(report([atLeast, latency], [1]))).toBe(1);
  expect(exitCodeOf(report([atLeast], [1]))).toBe(0);
  expect(exitCodeOf(report([atLeast, latency], [1, 9]))).toBe(2);
  expect(linesOf(report([latency], [1]))[0]).toMatch(/^G2 .*1\.31 .*must ≤ 1\.3 .*FAIL$/);
});

test('a goal that nobody measures yet is named and fails nothing; one that was not asked for is not named', () => {
  const missing = notMeasured(new Set(['G1', 'G4', 'G17']), [atLeast]);
  expect(missing.map(({ goal }) => goal)).toEqual(['G17', 'G4']);
  const partly = { ...report([atLeast], [1]), notMeasured: missing };
  expect(exitCodeOf(partly)).toBe(0);
  const named = linesOf(partly).filter((line) => line.startsWith('G'));
  expect(named.map((line) => /^(G\d+) .* (PASS|NOT MEASURED)$/.exec(line)?.slice(1))).toEqual([
    ['G1', 'PASS'],
    ['G4', 'NOT MEASURED'],
    ['G17', 'NOT MEASURED'],
  ]);
});

test('a percentile and a spread are what they say', () => {
  const samples = Array.from({ length: 1_000 }, (_, place) => 1_000 - place);
  expect(percentile(samples, 0.5)).toBe(501);
  expect(percentile(samples, 0.99)).toBe(991);
  expect(spreadOf([3, 1, 2])).toEqual({ value: 2, min: 1, max: 3 });
});

whenBuilt(
  'a quick run takes every figure, prints a line for each goal and writes the same',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'dayline-bench-test-'));
    const results = join(folder, 'results.json');
    const { NODE_OPTIONS: _, ...env } = process.env;
    const { stdout, stderr, status } = spawnSync(process.execPath, [built, '--quick', '--results', results], {
      encoding: 'utf8',
      env,
    });
    expect(stderr).toBe('');
    expect([0, 1, 2]).toContain(status);
    for (const goal of Object.keys(goalsOf.usual)) {
      const measured = '[\\d.]+ \\(.*must .*stretch .*(PASS|FAIL|UNSTABLE)';
      expect(stdout).toMatch(new RegExp(`^${goal} .*(${measured}|NOT MEASURED)$`, 'm'));
    }
    const written = JSON.parse(readFileSync(results, 'utf8')) as Report;
    expect([...new Set(written.goals.map(({ goal }) => goal))]).toEqual(
      expect.arrayContaining(['G1', 'G2', 'G3', 'G6', 'G7']),
    );
    for (const { value } of written.goals) expect(value).toBeGreaterThan(0);
    rmSync(folder, { recursive: true });
  },
  60_000,
);

whenBuilt(
  'a quick run at size makes its data by real events, and takes every figure over it',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'dayline-bench-test-'));
    const results = join(folder, 'results.json');
    const { NODE_OPTIONS: _, ...env } = process.env;
    const run = spawnSync(process.execPath, [built, '--large', '--quick', '--results', results], {
      encoding: 'utf8',
      env,
    });
    expect(run.stderr).toBe('');
    expect([0, 1, 2]).toContain(run.status);
    const { goals } = JSON.parse(readFileSync(results, 'utf8')) as Report;
    expect(goals.map(({ goal }) => goal).filter((goal) => goal === 'G8')).toHaveLength(21);
    const taken = [...new Set(goals.map(({ goal }) => goal))];
    expect(goals.filter(({ goal }) => goal === 'G13')).toHaveLength(2);
    expect(taken).toEqual(expect.arrayContaining(['G8', 'G9', 'G10', 'G13', 'G14']));
    for (const { value } of goals) expect(value).toBeGreaterThan(0);
    rmSync(folder, { recursive: true });
  },
  120_000,
);
