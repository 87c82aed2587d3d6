import { circles, exportsOf, fullFolders, importFaults, importsOf, looseFiles, mayImport } from './import-rules.mjs';

const faults = (path, specifier) => importFaults(path, `import { x } from '${specifier}';\n`, exportsOf);

test.each([
  ['contracts that know Node', 'contracts/src/clinic/slots.ts', 'node:fs'],
  ['contracts that know Node by a bare name', 'contracts/src/clinic/slots.ts', 'fs'],
  ['contracts that import a room', 'contracts/src/clinic/slots.ts', '@dayline/runtime/clock'],
  ['a room that imports one above it', 'platform/vault/src/port.ts', '@dayline/http/handler'],
  ['a room that imports one beside it', 'platform/event-log/src/port.ts', '@dayline/vault/port'],
  ['a room that imports a service', 'platform/http/src/server/app.ts', '@dayline/command-service/modules'],
  ['a deep import past exports', 'command-service/src/service.ts', '@dayline/event-log/sqlite/commit'],
  ['a path into another workspace', 'projector/src/service.ts', '../../platform/event-log/src/port.ts'],
  ['an adapter outside stores', 'query-service/src/service.ts', '@dayline/event-log/sqlite/open'],
  ['test support in what ships', 'command-service/src/service.ts', '@dayline/event-log/testing/memory'],
  ['own test support in what ships', 'command-service/src/service.ts', './testing/stage.ts'],
  ['a test server in what ships', 'projector/src/service.ts', '@dayline/test-servers/mongodb-server'],
  [
    'a command that reads views by itself',
    'command-service/src/client-day/close-day-commands.ts',
    '@dayline/view-store/lazy',
  ],
  ['the thread that reads lists, loaded elsewhere', 'platform/lists/src/list-reader.ts', './thread/preview.ts'],
  ['a reader of lists in a service', 'command-service/src/service.ts', '@dayline/lists/thread/preview'],
  ['the decider of imports that imports Node', 'command-service/src/import/aggregate/import.ts', 'node:fs'],
  ['a decider that imports Node', 'command-service/src/doctor-day/decide.ts', 'node:fs'],
  ['a file of a decider’s folder', 'command-service/src/doctor-day/rules/past.ts', 'node:fs'],
  ['a decider that imports a store', 'command-service/src/doctor-day/decide.ts', '@dayline/event-log/port'],
  ['a decider that imports a package', 'command-service/src/doctor/doctor.ts', 'zod'],
  ['a decider that imports another', 'command-service/src/doctor-day/decide.ts', '../doctor/doctor.ts'],
  ['a decider that imports its commands', 'command-service/src/doctor/doctor.ts', './doctor-commands.ts'],
  ['a projection that imports Node', 'projector/src/projections/desk/projection.ts', 'node:fs'],
  ['a projection that imports the runner', 'projector/src/projections/desk/projection.ts', '../../runner/run.ts'],
  ['a projector that imports a decider', 'projector/src/service.ts', '@dayline/command-service/modules'],
  ['a query that imports the runner', 'query-service/src/service.ts', '@dayline/projector/runner/thread'],
  ['a service that imports the product', 'query-service/src/service.ts', '@dayline/standalone/embedded'],
  ['web that imports a service', 'web/src/app/pages.ts', '@dayline/query-service/service'],
  ['web that knows Node', 'web/src/shared/paths.ts', 'node:path'],
  ['ui that imports shared', 'web/src/ui/button.tsx', '../shared/paths.ts'],
  ['shared that imports a feature', 'web/src/shared/paths.ts', '../features/today/page.tsx'],
  ['shared that imports app', 'web/src/shared/paths.ts', '../app/pages.ts'],
  ['a feature that imports a sibling', 'web/src/features/today/page.tsx', '../appointments/page.tsx'],
  ['a folder of a feature that imports a sibling', 'web/src/features/today/api/x.ts', '../../appointments/page.tsx'],
  ['a feature that imports app', 'web/src/features/today/page.tsx', '../../app/pages.ts'],
])('%s fails', (_, path, specifier) => {
  expect(faults(path, specifier)).toEqual([expect.stringContaining(`${path}: ${specifier}: `)]);
});

test.each([
  ['a port', 'command-service/src/service.ts', '@dayline/event-log/port'],
  ['the module by which commands read views', 'command-service/src/views/views.ts', '@dayline/view-store/lazy'],
  ['a decider’s own folder and the vocabulary', 'command-service/src/doctor-day/decide.ts', './state.ts'],
  ['a test server in a test', 'platform/vault/src/mongodb/open.test.ts', '@dayline/test-servers/mongodb-server'],
  ['the projections in a query', 'query-service/src/service.ts', '@dayline/projector/projections/desk/projection'],
  ['a feature’s own folder', 'web/src/features/today/api/x.ts', '../text.ts'],
])('%s is allowed', (_, path, specifier) => {
  expect(faults(path, specifier)).toEqual([]);
});

test('every form of an import is seen', () => {
  const source = `
import { a } from './a.ts';
import type { b } from './b.ts';
import {
  c,
  type d,
} from './c.ts';
export { e } from './d.ts';
export * from './e.ts';
import './f.css';
const g = await import('./g.ts');
let h: import('./h.ts').H;
import { // don't stop here
  i,
} from './i.ts';
const j = await import(\`./j.ts\`);
const k = require('./k.ts');
const l = import.meta.resolve('./l.ts');
const m = "import './not.ts'";
`;
  expect(importsOf(source, 'all.ts')).toEqual(
    ['a.ts', 'b.ts', 'c.ts', 'd.ts', 'e.ts', 'f.css', 'g.ts', 'h.ts', 'i.ts', 'j.ts', 'k.ts', 'l.ts'].map(
      (f) => `./${f}`,
    ),
  );
});

test('no workspace reaches itself through others', () => {
  const reaches = (from, seen = new Set()) => {
    for (const next of mayImport[from]) {
      if (seen.has(next)) continue;
      seen.add(next);
      reaches(next, seen);
    }
    return seen;
  };
  for (const name of Object.keys(mayImport)) expect([...reaches(name)]).not.toContain(name);
});

test('a circle of folders fails, also through a third; of tests it does not', () => {
  const source = {
    'vault/src/a/one.ts': "import '../b/two.ts';",
    'vault/src/b/two.ts': "import type { C } from '../c.ts';",
    'vault/src/c.ts': "export { one } from './a/one.ts';",
    'vault/src/d/four.ts': "import '../a/one.ts'; import './other.ts';",
    'vault/src/a/one.test.ts': "import '../d/four.ts';",
  };
  const files = Object.keys(source);
  expect(circles(files, (path) => source[path]).map((line) => line.split(':')[0])).toEqual([
    'vault/src/a',
    'vault/src/b',
    'vault/src/c.ts',
  ]);
});

test('a folder of more than fifteen sources is reported, tests not counted', () => {
  const files = Array.from({ length: 16 }, (_, index) => `projector/src/runner/${index}.ts`);
  expect(fullFolders([...files.slice(1), 'projector/src/runner/run.test.ts'])).toEqual([]);
  expect(fullFolders(files)).toEqual([expect.stringContaining('projector/src/runner: 16 files')]);
});

test('a file of the command service without a folder is reported, its composition not', () => {
  const allowed = ['modules.ts', 'outage.test.ts', 'photo/reencode.ts'].map((name) => `command-service/src/${name}`);
  expect(looseFiles([...allowed, 'query-service/src/ownership.ts'])).toEqual([]);
  expect(looseFiles([...allowed, 'command-service/src/photo.ts'])).toEqual([
    expect.stringContaining('command-service/src/photo.ts: '),
  ]);
});
