import { lockFileFaults, readLockFile } from './lock-file.mjs';

test('the lock file holds every optional package of every platform, and names no registry', () => {
  expect(lockFileFaults(readLockFile())).toEqual([]);
});

const lock = (more) => ({
  packages: {
    '': { name: 'dayline' },
    web: { version: '0.1.0', optionalDependencies: { fsevents: '2' } },
    'node_modules/@dayline/web': { resolved: 'web', link: true },
    'node_modules/a': { version: '1.0.0', optionalDependencies: { 'a-mac': '1.0.0' } },
    'node_modules/a/node_modules/b': { version: '2.0.0', optionalDependencies: { 'a-mac': '1.0.0', 'b-mac': '2.0.0' } },
    'node_modules/a-mac': { version: '1.0.0', optional: true },
    'node_modules/a/node_modules/b-mac': { version: '2.0.0', optional: true },
    'web/node_modules/fsevents': { version: '2.0.0', optional: true },
    ...more,
  },
});

test('a package is found beside its dependant or further up', () => {
  expect(lockFileFaults(lock({}))).toEqual([]);
});

test('a missing optional package is named with the package that wants it', () => {
  const locked = lock({});
  delete locked.packages['node_modules/a/node_modules/b-mac'];
  delete locked.packages['web/node_modules/fsevents'];
  expect(lockFileFaults(locked)).toEqual([
    'web 0.1.0: the optional package fsevents@2 is missing',
    'node_modules/a/node_modules/b 2.0.0: the optional package b-mac@2.0.0 is missing',
  ]);
});

test('a package of the same name inside another package does not count', () => {
  const locked = lock({ 'node_modules/c': { version: '3.0.0', optionalDependencies: { 'b-mac': '2.0.0' } } });
  expect(lockFileFaults(locked)).toEqual(['node_modules/c 3.0.0: the optional package b-mac@2.0.0 is missing']);
});

test("a registry's address is refused", () => {
  const locked = lock({ 'node_modules/d': { version: '1.0.0', resolved: 'https://registry.example/d.tgz' } });
  expect(lockFileFaults(locked)).toEqual([
    "node_modules/d: names where it was fetched (npm's omit-lockfile-registry-resolved leaves it out)",
  ]);
});
