// Installs and builds only what is missing or out of date: a second start only compares file dates.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isInstalled, markInstalled, removeInstallStamp } from './installed.mjs';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stampFile = join(root, 'node_modules', '.cache', 'dayline-build.json');
export const services = [
  'contracts',
  ...['runtime', 'event-log', 'view-store', 'vault', 'http', 'lists', 'stores', 'test-servers'].map(
    (room) => `platform/${room}`,
  ),
  'command-service',
  'projector',
  'query-service',
  'chatbot',
  'standalone',
];

/** Runs a command in the project's root; if it fails, exits with its code. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    // File descriptor 2: commands print results on standard output.
    stdio: options.toError ? ['ignore', 2, 2] : 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, ...options.env },
  });
  if (result.status !== 0) {
    console.error(`Failed: ${command} ${args.join(' ')}`);
    process.exit(result.status ?? 1);
  }
}

function fingerprint(folders, files) {
  const hash = createHash('sha256');
  const add = (path) => {
    const { mtimeMs, size } = statSync(path);
    hash.update(`${path} ${mtimeMs} ${size}\n`);
  };
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else add(path);
    }
  };
  for (const folder of folders) walk(join(root, folder));
  for (const file of files) if (existsSync(join(root, file))) add(join(root, file));
  return hash.digest('hex');
}

const readStamp = () => (existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, 'utf8')) : {});
function writeStamp(part) {
  mkdirSync(dirname(stampFile), { recursive: true });
  // Written elsewhere and renamed, since a partly written stamp would be unreadable.
  writeFileSync(`${stampFile}.new`, JSON.stringify({ ...readStamp(), ...part }));
  renameSync(`${stampFile}.new`, stampFile);
}

/** npm's setting ignore-scripts, with which no native module would be built. */
function runsNoScripts() {
  const { stdout } = spawnSync('npm', ['config', 'get', 'ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  return stdout.trim() === 'true';
}

/** The compiler is present if the packages for tests and checks are. */
const tsc = join(root, 'node_modules/typescript/bin/tsc');

/**
 * Installs the locked packages unless they are completely installed.
 * @param {() => unknown} [meanwhile] work, or its promise, that needs no native module, done while they are compiled:
 * without a prebuilt binary this takes one core for a minute or two
 * @param {'all' | 'start'} [scope] all packages, or those that starting needs: more than half are for tests and checks
 */
export async function install(meanwhile = () => undefined, scope = 'all') {
  if (isInstalled(scope)) return meanwhile();
  if (runsNoScripts()) {
    console.error('npm runs no install scripts (its setting ignore-scripts), so that no native module would be built.');
    process.exit(1);
  }
  console.error('Installing packages …');
  // If test packages are installed, a start with a new lock file keeps them.
  const isWhole = scope === 'all' || existsSync(tsc);
  // A product that runs on the packages of `start` keeps them: the others are added.
  const adds = isWhole && isInstalled('start');
  // Before npm starts: after an interrupted install and a return to the old lock file, its stamp must not exist.
  removeInstallStamp();
  const which = isWhole ? '--include=dev' : '--omit=dev';
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', which];
  run('npm', adds ? ['install', '--no-save', ...quiet] : ['ci', ...quiet], { toError: true });
  const scripts = spawn('npm', ['rebuild', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 2],
    shell: process.platform === 'win32',
    env: { ...process.env, JOBS: 'max' },
  });
  const ended = new Promise((resolve) => {
    scripts.once('error', () => resolve(1)).once('exit', resolve);
  });
  const work = meanwhile();
  if ((await ended) !== 0) {
    console.error('Failed: npm rebuild');
    process.exit(1);
  }
  markInstalled();
  await work;
}

/** The commit that is built, for the product to report; empty if git or the repository is missing, as in an image. */
function noteCommit() {
  const described = spawnSync('git', ['describe', '--always', '--dirty', '--abbrev=12', '--exclude=*'], {
    cwd: root,
    encoding: 'utf8',
  });
  const file = join(root, 'platform/runtime/dist/commit.txt');
  if (described.status === 0 && existsSync(dirname(file))) writeFileSync(file, described.stdout);
}

/** Its output goes to standard error: commands print results. */
function compileServices() {
  const compiler = existsSync(tsc) ? [tsc, '-b'] : [join(root, 'tools/transpile.mjs')];
  const sources = fingerprint(
    services.map((name) => `${name}/src`),
    ['tsconfig.base.json', ...services.map((name) => `${name}/tsconfig.json`)],
  );
  const server = `${compiler[0] === tsc ? 'checked' : 'transpiled'} ${sources}`;
  if (readStamp().server === server && existsSync(join(root, 'standalone/dist/main.js'))) return;
  console.error('Building the services …');
  run(process.execPath, [...compiler, ...services]);
  writeStamp({ server });
}

/** Compiles the services if a source has changed since the last build, and stores the commit. */
export function buildServices() {
  compileServices();
  noteCommit();
}

/** Compiles the services and bundles the web application if a source has changed since the last build. */
export function build() {
  buildServices();
  const stamp = readStamp();
  const web = fingerprint(
    ['contracts/src', 'web/src', 'web/public'],
    ['web/index.html', 'web/vite.config.ts', 'web/chunks.ts', 'web/compress.ts'],
  );
  if (stamp.web !== web || !existsSync(join(root, 'web/dist/index.html'))) {
    console.log('Building the web application …');
    run('npm', ['run', 'build', '-w', '@dayline/web', '--silent', '--', '--logLevel', 'warn']);
    writeStamp({ web });
  }
}

/** Compiles the code of suites that run the built product; the image is built without it. */
function buildSuites() {
  const suites = ['acceptance', 'bench'].filter((name) => existsSync(join(root, name, 'tsconfig.json')));
  if (suites.length > 0) run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-b', ...suites]);
}

export function buildAll() {
  build();
  buildSuites();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await install(() => (isInstalled() ? buildAll() : build()), 'start');
}
