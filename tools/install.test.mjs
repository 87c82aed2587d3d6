import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const tools = fileURLToPath(new URL('.', import.meta.url));
let project;

/** A project with only a lock file and the tools, and an npm that runs `script` instead of installing. */
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'dayline-install-'));
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(project, 'package-lock.json'), '{ "packages": {} }');
  for (const file of ['build.mjs', 'installed.mjs']) cpSync(join(tools, file), join(project, 'tools', file));
  mkdirSync(join(project, 'bin'));
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

/** The folder as npm leaves it when not all install scripts of packages ran. */
const halfInstalled = 'mkdir -p node_modules/.bin && echo "{}" > node_modules/.package-lock.json';
const postinstall = `"${process.execPath}" tools/installed.mjs`;

function install(npm, env = {}) {
  const file = join(project, 'bin', 'npm');
  writeFileSync(file, `#!/bin/sh\necho "npm $*" >> calls.txt\n${npm}\n`);
  chmodSync(file, 0o755);
  const run = spawnSync(process.execPath, ['-e', "import('./tools/build.mjs').then(({ install }) => install())"], {
    cwd: project,
    encoding: 'utf8',
    env: { PATH: [join(project, 'bin'), process.env.PATH].join(delimiter), ...env },
  });
  return { status: run.status, said: run.stderr, printed: run.stdout };
}
const calls = () => readFileSync(join(project, 'calls.txt'), 'utf8').trim().split('\n').length;

test('installs once, and says so on standard error only', () => {
  expect(install(`${halfInstalled} && ${postinstall}`)).toEqual({
    status: 0,
    said: 'Installing packages …\n',
    printed: '',
  });
  expect(install('exit 1')).toEqual({ status: 0, said: '', printed: '' });
  expect(calls()).toBe(1);
});

test('an interrupted install is not taken for a complete one', () => {
  expect(install(`${halfInstalled} && kill -9 $$`).status).not.toBe(0);
  expect(install(`${halfInstalled} && ${postinstall}`).status).toBe(0);
  expect(calls()).toBe(2);
});

test('an install by hand counts, and node_modules of unknown origin do not', () => {
  mkdirSync(join(project, 'node_modules'));
  writeFileSync(join(project, 'node_modules', '.package-lock.json'), '{}');
  install('exit 1');
  expect(calls()).toBe(1);
  spawnSync(process.execPath, ['tools/installed.mjs'], { cwd: project, env: {} });
  expect(install('exit 1').status).toBe(0);
  expect(calls()).toBe(1);
});

test('an interrupted install of another lock file leaves no stamp for the one before', () => {
  install(`${halfInstalled} && ${postinstall}`);
  const lock = readFileSync(join(project, 'package-lock.json'));
  writeFileSync(join(project, 'package-lock.json'), '{ "packages": { "": {} } }');
  expect(install('kill -9 $$').status).not.toBe(0);
  writeFileSync(join(project, 'package-lock.json'), lock);
  install(`${halfInstalled} && ${postinstall}`);
  expect(calls()).toBe(3);
});

test('an install of some packages only leaves no stamp, and one without optional packages does', () => {
  const packages = { '': {}, 'node_modules/typescript': { dev: true }, 'node_modules/for-macs': { optional: true } };
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify({ packages }));
  spawnSync(process.execPath, ['tools/installed.mjs'], { cwd: project });
  const whole = 'mkdir -p node_modules/typescript && echo "{}" > node_modules/typescript/package.json';
  expect(install(`${whole} && ${postinstall}`).status).toBe(0);
  expect(install('exit 1').status).toBe(0);
  expect(calls()).toBe(1);
});

test('an npm that runs no install scripts is named', () => {
  expect(install(halfInstalled)).toMatchObject({ status: 1, said: expect.stringContaining('ignore-scripts') });
});
