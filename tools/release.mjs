// node tools/release.mjs 1.1.0: writes the version into every package, the lock file, docker-compose.yml and
// CHANGELOG.md, whose "Unreleased" becomes it. --notes 1.1.0 prints that version's part of the changelog.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './build.mjs';

const isOlder = (version, than) => {
  const [a, b] = [version, than].map((text) => text.split('.').map(Number));
  const at = a.findIndex((number, index) => number !== b[index]);
  return at === -1 || a[at] < b[at];
};

/** The next version's texts by path. @throws Error if the version isn't the next one, or there is nothing to release */
export function releasedTexts(texts, version, date) {
  const { version: current, workspaces } = JSON.parse(texts['package.json']);
  if (!/^\d+\.\d+\.\d+$/.test(version) || isOlder(version, current)) {
    throw new Error(`${version} is not a version after ${current}, such as ${current.replace(/\d+$/, (n) => +n + 1)}.`);
  }
  if (notesOf(texts['CHANGELOG.md'], 'Unreleased') === '') throw new Error('CHANGELOG.md has nothing unreleased.');
  const folders = ['', ...workspaces.map((folder) => `${folder}/`)];
  const packages = folders.map((folder) => `${folder}package.json`);
  const raised = (text) =>
    text
      .replace(/^(\s*"version": )"[^"]+"/m, `$1"${version}"`)
      .replace(/^(\s*"@dayline\/[\w-]+": )"\d[^"]*"/gm, `$1"${version}"`);
  return {
    ...Object.fromEntries(packages.map((path) => [path, raised(texts[path])])),
    'package-lock.json': lockRaised(texts['package-lock.json'], workspaces, version),
    'docker-compose.yml': texts['docker-compose.yml'].replaceAll(/(image: dayline-\w+:)\S+/g, `$1${version}`),
    'CHANGELOG.md': texts['CHANGELOG.md'].replace('## Unreleased\n', `## ${version} – ${date}\n`),
  };
}

function lockRaised(text, workspaces, version) {
  const lock = JSON.parse(text);
  lock.version = version;
  for (const folder of ['', ...workspaces]) {
    const own = lock.packages[folder];
    own.version = version;
    for (const kind of ['dependencies', 'devDependencies']) {
      for (const name of Object.keys(own[kind] ?? {})) if (name.startsWith('@dayline/')) own[kind][name] = version;
    }
  }
  return `${JSON.stringify(lock, null, 2)}\n`;
}

/** The changelog's lines below a version's heading. */
export const notesOf = (changelog, version) =>
  changelog
    .split(/^## /m)
    .find((part) => part.split(/[ \n]/)[0] === version)
    ?.replace(/^.*\n/, '')
    .trim() ?? '';

/** The files that name the version. */
export function readTexts() {
  const read = (path) => readFileSync(join(root, path), 'utf8');
  const { workspaces } = JSON.parse(read('package.json'));
  const packages = workspaces.map((folder) => `${folder}/package.json`);
  const paths = ['package.json', ...packages, 'package-lock.json', 'docker-compose.yml', 'CHANGELOG.md'];
  return Object.fromEntries(paths.map((path) => [path, read(path)]));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [first, second = ''] = process.argv.slice(2);
  if (first === '--notes') console.log(notesOf(readTexts()['CHANGELOG.md'], second));
  else {
    const today = new Date().toISOString().slice(0, 10);
    const released = releasedTexts(readTexts(), first ?? '', today);
    for (const [path, text] of Object.entries(released)) writeFileSync(join(root, path), text);
  }
}
