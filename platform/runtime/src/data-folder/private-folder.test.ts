import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { FolderNotPrivate, makePrivate } from './private-folder.ts';

/** Windows has no such modes: permissions are inherited from the parent folder. */
const onPosix = platform() === 'win32' ? describe.skip : describe;
let parent: string;
let folder: string;
let umask: number;
beforeEach(() => {
  umask = process.umask(0);
  parent = mkdtempSync(join(tmpdir(), 'dayline-private-'));
  folder = join(parent, 'data');
});
afterEach(() => {
  process.umask(umask);
  rmSync(parent, { recursive: true, force: true });
});
const modeOf = (path: string): string => (statSync(path).mode & 0o7777).toString(8);
const put = (name: string, mode = 0o644): void => {
  writeFileSync(join(folder, name), name);
  chmodSync(join(folder, name), mode);
};

test('a folder that is missing is made', () => {
  makePrivate(folder);
  expect(readdirSync(parent)).toEqual(['data']);
});

onPosix('the rights of others', () => {
  test('are none in a new folder, nor in what this process makes there later', () => {
    makePrivate(folder);
    writeFileSync(join(folder, 'later'), '');
    mkdirSync(join(folder, 'views'));
    expect(['', 'later', 'views'].map((name) => modeOf(join(folder, name)))).toEqual(['700', '600', '700']);
  });

  test('are taken from a folder that was open, and from all that is in it; the owner keeps its own', () => {
    mkdirSync(join(folder, 'views'), { recursive: true });
    for (const name of ['events.db', 'events.db-wal', 'views/desk@4.db', 'views/desk@4.db-shm']) put(name);
    put('views/a-script', 0o755);
    makePrivate(folder);
    const modes = readdirSync(folder, { recursive: true }).map((name) => [name, modeOf(join(folder, String(name)))]);
    expect(Object.fromEntries(modes)).toEqual({
      'events.db': '600',
      'events.db-wal': '600',
      views: '700',
      'views/desk@4.db': '600',
      'views/desk@4.db-shm': '600',
      'views/a-script': '700',
    });
    expect(modeOf(folder)).toBe('700');
  });

  test('are taken from a part that lies on another disk, and from no other link’s target', () => {
    mkdirSync(folder);
    for (const name of ['disk', 'foreign']) mkdirSync(join(parent, name), { mode: 0o755 });
    symlinkSync(join(parent, 'disk'), join(folder, 'views'));
    symlinkSync(join(parent, 'foreign'), join(folder, 'notes'));
    makePrivate(folder);
    expect(['disk', 'foreign'].map((name) => modeOf(join(parent, name)))).toEqual(['700', '755']);
  });

  test('a volume that is empty but for what the file system put there is taken', () => {
    mkdirSync(join(folder, 'lost+found'), { recursive: true, mode: 0o755 });
    makePrivate(folder);
    expect(modeOf(folder)).toBe('700');
  });

  test.each([
    ['other things', 0o755, 'letters.txt'],
    ['a sticky bit, as /tmp has', 0o1777, 'events.db'],
  ])('a shared folder, with %s, is refused and left as it is', (_, mode, name) => {
    mkdirSync(folder);
    put(name);
    chmodSync(folder, mode);
    expect(() => makePrivate(folder)).toThrow(FolderNotPrivate);
    expect([modeOf(folder), modeOf(join(folder, name))]).toEqual([mode.toString(8), '644']);
  });
});
