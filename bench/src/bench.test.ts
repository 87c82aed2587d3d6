import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { runs } from '@dayline/contracts/testing/trials';
import { startEventStore } from '@dayline/test-servers/eventstore-server';
import { goalsOf, notMeasured } from './goals.ts';
import { exitCodeOf, type GoalFigure, linesOf, type Report, verdictOf } from './report.ts';
import { percentile, spreadOf } from './statistics.ts';

const built = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const testIfBuilt = existsSync(built) ? test : test.skip;

const atLeast: GoalFigure = {
  goal: 'G1',
  what: 'something a second',
  value: 0.7,
  min: 0.6,
  max: 0.9,
  must: 0.6,
  bound: 'atLeast',
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
  const latency: GoalFigure = { ...atLeast, goal: 'G2', must: 1.3, bound: 'atMost', value: 1.31 };
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
  const samples = Array.from({ length: 1_000 }, (_, index) => 1_000 - index);
  expect(percentile(samples, 0.5)).toBe(501);
  expect(percentile(samples, 0.99)).toBe(991);
  expect(spreadOf([3, 1, 2])).toEqual({ value: 2, min: 1, max: 3 });
});

interface ProgramRun {
  readonly stdout: string;
  readonly report: Report;
}

/** Runs a quick benchmark to its end, and kills it if it hangs. */
async function quickRun(args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<ProgramRun> {
  const folder = mkdtempSync(join(tmpdir(), 'dayline-bench-test-'));
  const results = join(folder, 'results.json');
  const { NODE_OPTIONS: _, ...env } = process.env;
  const child = spawn(process.execPath, [built, '--quick', '--results', results, ...args], {
    env: { ...env, ...more },
    timeout: 280_000,
  });
  const closed = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = await closed;
  expect(stderr).toBe('');
  expect([0, 1, 2]).toContain(status);
  // Cast is safe: the run writes exactly this.
  const report = JSON.parse(readFileSync(results, 'utf8')) as Report;
  rmSync(folder, { recursive: true });
  for (const { value } of report.goals.filter(({ must }) => must > 0)) expect(value).toBeGreaterThan(0);
  return { stdout, report };
}
const goalsIn = ({ goals }: Report): string[] => [...new Set(goals.map(({ goal }) => goal))];

// Up to half a minute each.
const inTrials = runs(0, 1) > 0 ? testIfBuilt : () => undefined;

inTrials('a quick run takes every figure, prints a line for each goal and writes the same', async () => {
  const { stdout, report: written } = await quickRun([]);
  for (const goal of Object.keys(goalsOf.usual)) {
    const measured = '[\\d.]+ \\(.*must .*(PASS|FAIL|UNSTABLE)';
    expect(stdout).toMatch(new RegExp(`^${goal} .*(${measured}|NOT MEASURED)$`, 'm'));
  }
  expect(goalsIn(written)).toEqual(expect.arrayContaining(['G1', 'G2', 'G3', 'G6', 'G7', 'G17']));
});

inTrials('a quick run at size makes its data by real events, and takes every figure over it', async () => {
  const { report: written } = await quickRun(['--large']);
  const countOf = (name: string) => written.goals.filter(({ goal }) => goal === name).length;
  expect([countOf('G8'), countOf('G13')]).toEqual([16, 2]);
  expect(goalsIn(written)).toEqual(
    expect.arrayContaining(['G5', 'G8', 'G9', 'G10', 'G13', 'G14', 'G16', 'G18', 'P3', 'P4', 'P6']),
  );
});

inTrials('a quick run on EventStoreDB takes every figure beside the node’s own client', async () => {
  const server = await startEventStore();
  const { report: written } = await quickRun(['--eventstore'], { TEST_EVENTSTORE_URL: server.url });
  await server.stop();
  expect(goalsIn(written).sort()).toEqual(Object.keys(goalsOf.eventStore).sort());
  expect(written.notMeasured).toEqual([]);
});

inTrials('a quick run of separate services takes G20, and counts what they ask the node for', async () => {
  const server = await startEventStore();
  const { report: written } = await quickRun(['--services'], { TEST_EVENTSTORE_URL: server.url });
  await server.stop();
  expect(goalsIn(written)).toEqual(['G20']);
  expect(written.goals.find(({ what }) => what === 'commands refused')?.value).toBe(0);
  expect(written.plain.map(({ what }) => what)).toContain('… read of patient');
});
