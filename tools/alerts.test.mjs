import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './build.mjs';
import { sources } from './import-rules.mjs';

const folder = join(root, 'deploy/observability');
const rules = readFileSync(join(folder, 'alerts.yml'), 'utf8');

test('every metric that a rule asks for is one of the product', () => {
  const code = sources()
    .filter((path) => path.includes('/metrics/'))
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n');
  const asked = [...new Set(rules.match(/\bdayline_[a-z_]+/g))].map((name) =>
    name.replace(/(_duration_seconds)_(?:count|bucket)$/, '$1'),
  );
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter((name) => !code.includes(`'${name}'`))).toEqual([]);
});

test('every rule has a test in which it fires', () => {
  const tests = readFileSync(join(folder, 'alerts.test.yml'), 'utf8');
  const names = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(10);
  const firing = new Set([...tests.matchAll(/alertname: (\w+)\n *exp_alerts:\n/g)].map(([, name]) => name));
  expect(names.filter((name) => !firing.has(name))).toEqual([]);
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
const withPromtool = hasPromtool ? test : test.skip;

withPromtool(
  `the rules fire when they should${hasPromtool ? '' : ' (no promtool: Debian’s package prometheus)'}`,
  () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'alerts.test.yml'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect({ status, output: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, output: '' });
  },
);
