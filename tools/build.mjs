// Installs and builds what is missing or out of date, and nothing else: a second start costs a look at the files' dates.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const stampFile = join(root, 'node_modules', '.cache', 'dayline-build.json');
const services = ['contracts', 'platform', 'command-service', 'projector', 'query-service', 'standalone'];

/** Runs a command in the project's root; ends the process with its code when it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: options.quiet ? ['ignore', 'ignore', 'inherit'] : 'inherit',
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
  writeFileSync(stampFile, JSON.stringify({ ...readStamp(), ...part }));
}

/** Installs the locked packages when they are absent or the lock file has changed. */
export function install() {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const standing = existsSync(join(root, 'node_modules', '.package-lock.json'));
  const stamp = readStamp();
  if (standing && stamp.lock === lock) return;
  if (!standing || stamp.lock !== undefined) {
    console.log('Installing packages …');
    // Not `npm ci`: it refuses a whole lock file that lacks the optional packages of a platform that nobody locked on.
    run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', '--include=dev']);
  }
  writeStamp({ lock });
}

/** Compiles the services when a source has changed since. What it says goes to standard error: commands print results. */
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

/** Compiles the services and bundles the web application when a source has changed since. */
export function build() {
  buildServices();
  const stamp = readStamp();
  const web = fingerprint(['contracts/src', 'web/src', 'web/public'], ['web/index.html', 'web/vite.config.ts']);
  if (stamp.web !== web || !existsSync(join(root, 'web/dist/index.html'))) {
    console.log('Building the web application …');
    run('npm', ['run', 'build', '-w', '@dayline/web', '--silent', '--', '--logLevel', 'warn']);
    writeStamp({ web });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  install();
  build();
}
