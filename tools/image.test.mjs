import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, matchesGlob, normalize } from 'node:path/posix';
import { root } from './build.mjs';
import { doorIn, exportsOf, folderOf, importsOf, ourImport, sources, workspaceOf } from './import-rules.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const dockerfile = read('Dockerfile').replaceAll('\\\n', ' ');
const { workspaces } = JSON.parse(read('package.json'));
/** The lines of a build stage. */
const stage = (name) =>
  dockerfile.split(/^FROM /m).find((text) => new RegExp(`^\\S+ AS ${name}$`, 'm').test(text)) ?? '';

/** The folders whose compiled files go into the image of the services, and what is removed from them before. */
const copied = [...stage('service').matchAll(/^COPY --from=build \/app\/(\S+)\/dist \1\/dist$/gm)].map(
  (match) => match[1],
);
const removed = [...stage('build').matchAll(/-(name|path) '([^']+)'/g)]
  .filter(([, , pattern]) => !/node_modules|\/dist\//.test(pattern))
  .map(([, kind, pattern]) =>
    kind === 'name' ? `**/${pattern}` : `**/${pattern.replace(/^\*\//, '').replace(/\*$/, '**')}`,
  );

/** The sources whose compiled files are in the image. */
const held = new Set(
  sources().filter((path) => {
    const folder = copied.find((workspace) => path.startsWith(`${workspace}/src/`));
    return folder && !removed.some((pattern) => matchesGlob(path, pattern));
  }),
);
const programs = ['command-service', 'query-service', 'projector', 'chatbot', 'standalone'].map(
  (name) => `${name}/src/main.ts`,
);
/** The entry points in the image: programs, worker threads, a process of its own, and the exports that aren't for tests. */
const entries = [
  ...programs,
  'standalone/src/cli/main.ts',
  ...[...held].filter((path) => path.endsWith('-thread.ts')),
  'platform/runtime/src/remnants/process.ts',
  ...[...held].filter((path) => {
    const workspace = workspaceOf(path);
    const file = path.slice(folderOf(workspace).length);
    return Object.keys(exportsOf(workspace)).some(
      (key) =>
        !key.startsWith('./testing/') && doorIn(exportsOf(workspace), file.slice(5, -3), 'source') === `.${file}`,
    );
  }),
];

/** Our own files that an entry needs, over all imports. */
function needed(paths) {
  const found = new Set();
  const todo = [...paths];
  for (let path = todo.pop(); path; path = todo.pop()) {
    if (found.has(path) || !existsSync(join(root, path))) continue;
    found.add(path);
    for (const specifier of importsOf(read(path), path)) {
      const ours = ourImport(specifier);
      if (specifier.startsWith('.')) todo.push(normalize(join(dirname(path), specifier)));
      else if (ours) todo.push(join(folderOf(ours.workspace), doorIn(exportsOf(ours.workspace), ours.door, 'source')));
    }
  }
  return [...found].filter((path) => /\.tsx?$/.test(path));
}

test('the image of the services holds what its programs need', () => {
  const missing = needed(programs.concat('standalone/src/cli/main.ts')).filter((path) => !held.has(path));
  expect(held.size).toBeGreaterThan(300);
  expect(missing).toEqual([]);
});

test('and nothing that only tests need', () => {
  const reached = new Set(needed(entries));
  expect([...held].filter((path) => !reached.has(path))).toEqual([]);
  expect([...held].filter((path) => /\.(test|fixture)\.|\/testing\//.test(path))).toEqual([]);
  expect(copied).not.toContain('platform/test-servers');
  expect(copied).not.toContain('acceptance');
});

test('npm finds every workspace of the lock file in the image, before sources are copied', () => {
  const manifests = [...stage('packages').matchAll(/^COPY (\S+)\/package\.json \1\/$/gm)].map((match) => match[1]);
  expect(manifests.sort()).toEqual([...workspaces].sort());
});
