// node tools/import-rules.mjs: fails when an import breaks the table of docs/architecture.md, "The parts", or the layers
// below, a folder has too many files, or a file of the command service has no folder.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, normalize } from 'node:path/posix';
import { pathToFileURL } from 'node:url';
import { parseSync } from '@swc/core';
import { root } from './build.mjs';

const services = ['command-service', 'projector', 'query-service'];
const rooms = ['runtime', 'event-log', 'view-store', 'vault', 'http', 'lists', 'stores'];

/**
 * Which workspaces the code of each may import; tests, and workspaces that drive the product, may also import
 * test-servers.
 */
export const mayImport = {
  contracts: [],
  runtime: ['contracts'],
  'event-log': ['contracts', 'runtime'],
  'view-store': ['contracts', 'runtime'],
  vault: ['contracts', 'runtime'],
  http: ['contracts', 'runtime', 'event-log', 'vault'],
  lists: ['contracts', 'runtime'],
  stores: ['contracts', 'runtime', 'event-log', 'view-store', 'vault'],
  'test-servers': ['contracts'],
  'command-service': ['contracts', ...rooms, 'projector'],
  projector: ['contracts', ...rooms],
  'query-service': ['contracts', ...rooms, 'projector'],
  chatbot: ['contracts', ...rooms],
  web: ['contracts'],
  standalone: ['contracts', ...rooms, ...services, 'chatbot'],
  acceptance: ['contracts', ...rooms, ...services, 'chatbot', 'standalone', 'test-servers'],
  e2e: ['contracts', ...rooms, ...services, 'standalone', 'acceptance', 'test-servers'],
  bench: ['contracts', ...rooms, ...services, 'chatbot', 'standalone', 'test-servers'],
};
const drivers = ['acceptance', 'e2e', 'bench', 'test-servers'];
const aggregates = [
  'doctor-day',
  'doctor-schedule',
  'doctor',
  'patient',
  'department',
  'client',
  'client-calendar',
  'client-day',
  'people',
  'leave',
  'message',
  'waiting',
  'import/aggregate',
  'displays',
  'api-keys',
  'chat',
  'account',
];

export const folderOf = (workspace) =>
  rooms.includes(workspace) || workspace === 'test-servers' ? `platform/${workspace}` : workspace;
export const workspaceOf = (path) => Object.keys(mayImport).find((name) => path.startsWith(`${folderOf(name)}/`));
const isTestCode = /\.(test|fixture)\.tsx?$|\/testing\//;
export const isTest = (path) =>
  isTestCode.test(path) || drivers.includes(workspaceOf(path)) || /^web\/(?!src\/)/.test(path);

/** The specifiers that a source imports or re-exports, as written. `path` decides whether it may contain JSX. */
export function importsOf(source, path) {
  const found = [];
  const visit = (node) => {
    if (typeof node !== 'object' || node === null) return;
    const specifier = specifierOf(node);
    if (specifier !== undefined) found.push(specifier);
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(source, { syntax: 'typescript', tsx: path.endsWith('x') }).body);
  return found;
}

function specifierOf({ type, source, argument, callee, arguments: passed }) {
  if (type === 'TsImportType') return argument.value;
  if (type !== 'CallExpression') return source?.value;
  const isImport = callee.type === 'Import' || callee.value === 'require' || callee.object?.type === 'MetaProperty';
  const text = passed[0]?.expression;
  return isImport ? (text?.value ?? text?.quasis?.[0].cooked) : undefined;
}

/** `@dayline/vault/port` as workspace and export; null for other packages. */
export function ourImport(specifier) {
  const [, workspace, door] = /^@dayline\/([^/]+)\/(.+)$/.exec(specifier) ?? [];
  return workspace ? { workspace, door } : null;
}

/**
 * The folder that `exports` of a package.json maps an export to, under one of its conditions; null if there is none.
 */
export function doorIn(exports, door, condition) {
  for (const [key, target] of Object.entries(exports ?? {})) {
    const [before, after] = key.slice(2).split('*');
    if (after === undefined ? door === before : door.startsWith(before) && door.endsWith(after)) {
      return target[condition].replace('*', door.slice(before.length, door.length - (after?.length ?? 0)));
    }
  }
  return null;
}

function faultOfOurs(path, own, { workspace, door }, exportsOf) {
  const ofTests = isTest(path);
  const isAllowed = mayImport[own].includes(workspace) || (ofTests && [...rooms, 'test-servers'].includes(workspace));
  if (!(workspace in mayImport) || (!isAllowed && own !== 'web')) return `${own} may not import ${workspace}`;
  if (own === 'web' && workspace !== 'contracts') return 'web imports contracts only';
  if (doorIn(exportsOf(workspace), door, 'source') === null) return `no door of ${workspace}: it is not in its exports`;
  if (!ofTests && door.startsWith('testing/')) return 'test support is for tests';
  if (services.includes(own) && workspace === 'projector' && !ofTests && !/^(projections|checking)\//.test(door))
    return `${own} may import the projector's pure projections and its checks only`;
  const isAdapter =
    ['event-log', 'view-store', 'vault'].includes(workspace) && /^(sqlite|mongodb|eventstoredb)\//.test(door);
  if (isAdapter && !ofTests && own !== 'stores' && own !== 'standalone') return 'only stores opens an adapter';
  return null;
}

/** Commands may read views only there, since views lag behind the log. */
const readsViews = 'command-service/src/views/';
/** Opens them and passes them on. */
const opensViews = 'command-service/src/compose.ts';

/** Reads lists in a thread of its own, which alone loads it. */
const listThread = 'platform/lists/src/thread/';

/** Layers inside a workspace, and pure modules. `to` is the imported file, null if the import isn't relative. */
function faultOfLayer(path, specifier, to) {
  const ofTests = isTest(path);
  const isOurs = specifier.startsWith('@dayline/');
  const [, aggregate, file] = /^command-service\/src\/(import\/aggregate|[^/]+)\/(.+)$/.exec(path) ?? [];
  const isCommands = path.startsWith('command-service/src/') && !ofTests && path !== opensViews;
  if (isCommands && specifier.startsWith('@dayline/view-store/') && !path.startsWith(readsViews))
    return `commands read views by ${readsViews} only`;
  if (to?.startsWith(listThread) && !path.startsWith(listThread) && !ofTests)
    return 'the thread that reads lists loads it alone';
  const isDecider = aggregates.includes(aggregate) && !/-(commands|calls)\.ts$/.test(file) && !ofTests;
  if (isDecider) {
    const own = `command-service/src/${aggregate}/`;
    const isPure = to
      ? to.startsWith(own) && !/-(commands|calls)\.ts$/.test(to)
      : specifier.startsWith('@dayline/contracts/');
    if (!isPure && to !== 'command-service/src/command-handler/decider.ts')
      return 'a decider imports contracts and its own folder only';
  }
  if (path.startsWith('projector/src/projections/') && !ofTests) {
    const isPure = to ? to.startsWith('projector/src/projections/') : specifier.startsWith('@dayline/contracts/');
    // A hash is a pure function.
    if (!isPure && specifier !== '@dayline/view-store/port' && specifier !== 'node:crypto')
      return 'a projection imports contracts and its own folder only';
  }
  if (path.startsWith('contracts/src/') && !ofTests && !to && (isOurs || isBuiltin(specifier)))
    return 'contracts does no I/O and knows no Node';
  const [, layer, feature] = /^web\/src\/(ui|shared|features\/([^/]+))\//.exec(path) ?? [];
  if (path.startsWith('web/src/') && isBuiltin(specifier)) return 'web knows no Node';
  if (!layer || (layer === 'ui' && ofTests) || (!(to ?? specifier).startsWith('web/') && !isOurs)) return null;
  if (layer === 'ui' && (isOurs || !to.startsWith('web/src/ui/')) && !specifier.startsWith('@dayline/contracts/'))
    return 'ui imports ui only';
  const lower = layer === 'shared' ? ['shared', 'ui'] : ['shared', 'ui', `features/${feature}`];
  if (layer !== 'ui' && to && !lower.some((name) => to.startsWith(`web/src/${name}/`)))
    return layer === 'shared' ? 'shared imports ui and shared' : 'a feature imports ui, shared and itself';
  return null;
}

/** The violations in one file's imports, one line each. `exportsOf` returns the `exports` of a workspace. */
export function importFaults(path, source, exportsOf) {
  const own = workspaceOf(path);
  return importsOf(source, path).flatMap((specifier) => {
    const to = specifier.startsWith('.') ? normalize(join(dirname(path), specifier)) : null;
    const ours = ourImport(specifier);
    let fault = ours && faultOfOurs(path, own, ours, exportsOf);
    if (to && !to.startsWith(`${folderOf(own)}/`)) fault = `out of ${own}: use a door of the other workspace`;
    if (to && !isTest(path) && isTestCode.test(to)) fault = 'test support is for tests';
    fault ??= faultOfLayer(path, specifier, to);
    return fault ? [`${path}: ${specifier}: ${fault}`] : [];
  });
}

/** A top-level folder or file of a workspace's sources. */
const roomOf = (path) => /^(.*?\/src\/(?:features\/)?[^/]+)/.exec(path)?.[1];

/** The import cycles between the rooms of each workspace, without tests: one line for each room in a cycle. */
export function circles(files, sourceOf) {
  const uses = new Map();
  for (const path of files.filter((file) => !isTestCode.test(file))) {
    const from = roomOf(path);
    for (const specifier of importsOf(sourceOf(path), path)) {
      const to = specifier.startsWith('.') ? roomOf(normalize(join(dirname(path), specifier))) : undefined;
      if (from && to && from !== to) uses.set(from, (uses.get(from) ?? new Set()).add(to));
    }
  }
  const reaches = (from, wanted, seen = new Set()) =>
    [...(uses.get(from) ?? [])].some((to) => to === wanted || (!seen.has(to) && reaches(to, wanted, seen.add(to))));
  return [...uses.keys()].filter((room) => reaches(room, room)).map((room) => `${room}: imports itself through others`);
}

const maxFiles = 15;

/** The folders with too many sources to find a file in, without tests: one line each. */
export function fullFolders(files) {
  const counts = new Map();
  for (const path of files.filter((file) => !/\.(test|spec|fixture)\.tsx?$/.test(file))) {
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  }
  const full = [...counts].filter(([, count]) => count > maxFiles);
  return full.map(
    ([folder, count]) => `${folder}: ${count} files, at most ${maxFiles}: divide it by what they are for`,
  );
}

const composition = ['main', 'start', 'compose', 'service', 'modules'].map((name) => `command-service/src/${name}.ts`);

/** The sources of the command service that lie beside its folders, without tests: one line each. */
export const looseFiles = (files) =>
  files
    .filter((path) => /^command-service\/src\/[^/]+$/.test(path) && !isTestCode.test(path))
    .filter((path) => !composition.includes(path))
    .map((path) => `${path}: belongs into a folder; beside the folders are the entry and the composition only`);

const read = (path) => readFileSync(join(root, path), 'utf8');
export const exportsOf = (workspace) => JSON.parse(read(`${folderOf(workspace)}/package.json`)).exports;

/** The sources of all workspaces, including those not yet added to git. */
export const sources = () =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path) && workspaceOf(path) && existsSync(join(root, path)));

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const files = sources();
  const faults = [
    ...files.flatMap((path) => importFaults(path, read(path), exportsOf)),
    ...circles(files, read),
    ...fullFolders(files),
    ...looseFiles(files),
  ];
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
