import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const units = fileURLToPath(new URL('../../../deploy/systemd/', import.meta.url));
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

(hasSystemd ? test : test.skip)('systemd finds nothing wrong with the units (skipped without systemd-analyze)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dayline-units-'));
  cpSync(units, folder, { recursive: true });
  // The check requires an existing program.
  const names = ['dayline.service', 'dayline@.service'];
  for (const name of names) {
    const text = readFileSync(join(folder, name), 'utf8');
    writeFileSync(join(folder, name), text.replace('/usr/bin/node', process.execPath));
  }
  const checked = ['dayline.service', 'dayline@command-service.service'].map((name) => join(folder, name));
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...checked], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  // Other problems of this machine are ignored.
  expect([status, stderr.split('\n').filter((line) => line.includes('dayline'))]).toEqual([0, []]);
});
