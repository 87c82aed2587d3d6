// Installs and builds only what is missing or out of date: a second start only compares file dates.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isInstalled, removeInstallStamp } from './installed.mjs';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stampFile = join(root, 'node_modules', '.cache', 'dayline-build.json');
export const services = [
  'contracts',
  ...['runtime', 'event-log', 'view-store', 'vault', 'http', 'stores', 'test-servers'].map(
    (room) => `platform/${room}`,
  ),
  'command-service',
  'projector',
  'query-service',
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

/** Installs the locked packages unless they are completely installed. */
export function install() {
  if (isInstalled()) return;
  console.error('Installing packages …');
  // Before npm begins: after an interrupted install and a return to the old lock file, its stamp must not be there.
  removeInstallStamp();
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--include=dev'], {
    toError: true,
    // Native modules without a prebuilt binary are compiled on all cores.
    env: { JOBS: 'max' },
  });
  if (isInstalled()) return;
  console.error('npm ran no install scripts (its setting ignore-scripts), so that native modules are not built.');
  process.exit(1);
}

/** Compiles the services if a source has changed since. Its output goes to standard error: commands print results. */
export function buildServices() {
  const server = fingerprint(
    services.map((name) => `${name}/src`),
    ['tsconfig.base.json', ...services.map((name) => `${name}/tsconfig.json`)],
  );
  if (readStamp().server === server && existsSync(join(root, 'standalone/dist/main.js'))) return;
  console.error('Building the services …');
  run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-b', ...services]);
  writeStamp({ server });
}

/** Compiles the services and bundles the web application if a source has changed since. */
export function build() {
  buildServices();
  const stamp = readStamp();
  const web = fingerprint(
    ['contracts/src', 'web/src', 'web/public'],
    ['web/index.html', 'web/vite.config.ts', 'web/compress.ts'],
  );
  if (stamp.web !== web || !existsSync(join(root, 'web/dist/index.html'))) {
    console.log('Building the web application …');
    run('npm', ['run', 'build', '-w', '@dayline/web', '--silent', '--', '--logLevel', 'warn']);
    writeStamp({ web });
  }
}

/** Compiles the code of suites that run the built product; the image is built without it. */
export function buildSuites() {
  const suites = ['acceptance', 'bench'].filter((name) => existsSync(join(root, name, 'tsconfig.json')));
  if (suites.length > 0) run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-b', ...suites]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  install();
  build();
  buildSuites();
}
