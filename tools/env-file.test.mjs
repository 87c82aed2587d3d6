import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withSecrets } from './env-file.mjs';

const tools = fileURLToPath(new URL('.', import.meta.url));
const example = readFileSync(join(tools, '..', '.env.example'), 'utf8');
const variables = (text) => new Map([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]));

test('every secret of the example is filled, and nothing else is changed', () => {
  const [before, after] = [variables(example), variables(withSecrets(example))];
  expect([...after.keys()]).toEqual([...before.keys()]);
  const filled = [...after].filter(([name, value]) => before.get(name) !== value);
  expect(filled.map(([name]) => name)).toEqual([
    'MASTER_KEY',
    'SESSION_SECRET',
    'MONGODB_ROOT_PASSWORD',
    'MONGODB_PASSWORD',
    'MONGODB_QUERY_PASSWORD',
    'MONGODB_PROJECTOR_PASSWORD',
    'MONGODB_REPLICA_KEY',
    'METRICS_TOKEN',
  ]);
  expect(Buffer.from(after.get('MASTER_KEY'), 'base64')).toHaveLength(32);
  // Passwords become part of a URL.
  const inAddresses = [...after.keys()].filter((name) => /^MONGODB_.*PASSWORD$/.test(name));
  expect(inAddresses).toHaveLength(4);
  for (const name of inAddresses) expect(after.get(name)).toMatch(/^[0-9a-f]{48}$/);
  expect(new Set(filled.map(([, value]) => value)).size).toBe(filled.length);
  expect(withSecrets(example)).not.toBe(withSecrets(example));
});

test('the file is for its owner alone, and one that is there stays as it is', () => {
  const project = mkdtempSync(join(tmpdir(), 'dayline-env-'));
  for (const file of ['build.mjs', 'installed.mjs', 'env-file.mjs'])
    cpSync(join(tools, file), join(project, 'tools', file));
  cpSync(join(tools, '..', '.env.example'), join(project, '.env.example'));
  const write = () => spawnSync(process.execPath, ['tools/env-file.mjs'], { cwd: project, encoding: 'utf8' });
  expect(write().status).toBe(0);
  const file = join(project, '.env');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const text = readFileSync(file, 'utf8');
  expect(write()).toMatchObject({ status: 1, stderr: expect.stringContaining('left as it is') });
  expect(readFileSync(file, 'utf8')).toBe(text);
  rmSync(project, { recursive: true });
});
