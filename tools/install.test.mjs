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

/** The folder as npm leaves it before the install scripts of packages ran. */
const fetched = 'mkdir -p node_modules/.bin && echo "{}" > node_modules/.package-lock.json';

/**
 * Runs `install` with an npm that does `fetch` for `npm ci` and `npm install`, and `compile` to build native modules.
 * @param {{ compile?: string, ignoresScripts?: boolean, work?: string, scope?: 'all' | 'start' }} [more] `work`:
 * JavaScript run in the meantime
 */
function install(fetch, { compile = 'true', ignoresScripts = false, work = '', scope = 'all' } = {}) {
  const file = join(project, 'bin', 'npm');
  const cases = [
    `config) echo ${ignoresScripts}`,
    `ci|install) echo "npm $*" >> calls.txt; ${fetch}`,
    `rebuild) ${compile}`,
  ];
  writeFileSync(file, `#!/bin/sh\ncase "$1" in\n${cases.join(' ;;\n')} ;;\nesac\n`);
  chmodSync(file, 0o755);
  const script = `import('./tools/build.mjs').then(({ install }) => install(() => { ${work} }, '${scope}'))`;
  const run = spawnSync(process.execPath, ['-e', script], {
    cwd: project,
    encoding: 'utf8',
    env: { PATH: [join(project, 'bin'), process.env.PATH].join(delimiter) },
  });
  return { status: run.status, said: run.stderr, printed: run.stdout };
}
const calls = () => readFileSync(join(project, 'calls.txt'), 'utf8').trim().split('\n').length;

test('installs once, and says so on standard error only', () => {
  expect(install(fetched)).toEqual({ status: 0, said: 'Installing packages …\n', printed: '' });
  expect(install('exit 1')).toEqual({ status: 0, said: '', printed: '' });
  expect(calls()).toBe(1);
});

test('works on while native modules are compiled, and says if they could not be', () => {
  const untilWorked = 'until [ -f worked ]; do sleep 0.01; done';
  const work = "require('node:fs').writeFileSync('worked', ''); console.log('worked');";
  expect(install(fetched, { compile: `${untilWorked}; exit 3`, work })).toMatchObject({
    status: 1,
    said: expect.stringContaining('Failed: npm rebuild'),
  });
  expect(install(fetched, { work })).toMatchObject({ status: 0, printed: 'worked\n' });
  expect(install('exit 1', { work })).toEqual({ status: 0, said: '', printed: 'worked\n' });
  expect(calls()).toBe(2);
});

test('an interrupted install is not taken for a complete one', () => {
  expect(install(`${fetched} && kill -9 $$`).status).not.toBe(0);
  expect(install(fetched, { compile: 'kill -9 $$' }).status).not.toBe(0);
  expect(install(fetched).status).toBe(0);
  expect(calls()).toBe(3);
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
  install(fetched);
  const lock = readFileSync(join(project, 'package-lock.json'));
  writeFileSync(join(project, 'package-lock.json'), '{ "packages": { "": {} } }');
  expect(install('kill -9 $$').status).not.toBe(0);
  writeFileSync(join(project, 'package-lock.json'), lock);
  install(fetched);
  expect(calls()).toBe(3);
});

const lockOf = (packages) =>
  writeFileSync(join(project, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }));
const folderOf = (name) => `mkdir -p node_modules/${name} && echo "{}" > node_modules/${name}/package.json`;

test('an install of some packages only leaves no stamp, and one without optional packages does', () => {
  lockOf({ 'node_modules/express': {}, 'node_modules/for-macs': { optional: true } });
  spawnSync(process.execPath, ['tools/installed.mjs'], { cwd: project });
  expect(install(folderOf('express')).status).toBe(0);
  expect(install('exit 1').status).toBe(0);
  expect(calls()).toBe(1);
});

test('a start installs what starting needs, and the tests add the rest', () => {
  lockOf({ 'node_modules/express': {}, 'node_modules/jest': { dev: true } });
  const asked = () => readFileSync(join(project, 'calls.txt'), 'utf8').trim().split('\n').at(-1);
  expect(install(folderOf('express'), { scope: 'start' }).status).toBe(0);
  expect(asked()).toMatch(/^npm ci .*--omit=dev$/);
  expect(install('exit 1', { scope: 'start' }).status).toBe(0);
  expect(install(folderOf('jest')).status).toBe(0);
  expect(asked()).toMatch(/^npm install --no-save .*--include=dev$/);
  for (const scope of ['all', 'start']) expect(install('exit 1', { scope }).status).toBe(0);
  expect(calls()).toBe(2);
});

test('an npm that runs no install scripts is named', () => {
  expect(install(fetched, { ignoresScripts: true })).toMatchObject({
    status: 1,
    said: expect.stringContaining('ignore-scripts'),
  });
});
