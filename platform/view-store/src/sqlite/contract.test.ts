import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { BroadcastChannel } from 'node:worker_threads';
import { bytesIn } from '@dayline/runtime/testing/folder-bytes';
import Database from 'better-sqlite3';
import { type Checkpoint, ViewShapeMismatch, ViewStoreUnavailable } from '../port.ts';
import { describeViewStore } from '../testing/contract.ts';
import { checkpointAt, insert, visit, visits } from '../testing/contract-rows.ts';
import { openSqliteViewStore } from './open.ts';

let directory: string;
const renew = () => {
  directory = mkdtempSync(join(tmpdir(), 'dayline-views-'));
};
const make = () => openSqliteViewStore({ directory });
const left: string[] = [];
afterEach(() => {
  for (const folder of [directory, ...left.splice(0)]) rmSync(folder, { recursive: true, force: true });
});

describeViewStore('in SQLite', {
  make,
  renew: async () => renew(),
  async afterKill() {
    left.push(directory);
    renew();
    cpSync(left.at(-1) ?? '', directory, { recursive: true });
  },
});

describe('the views’ files', () => {
  beforeEach(renew);

  test('one for each projection and version', async () => {
    const store = make();
    await store.open(visits, 'write');
    expect(readdirSync(directory).filter((name) => name.endsWith('.db'))).toEqual(['visits@1.db']);
    await store.close();
  });

  test('a file made for other indexes is refused and left as it is', async () => {
    const store = make();
    await store.open(visits, 'write');
    await store.close();
    const before = readFileSync(join(directory, 'visits@1.db'));
    const changed = { ...visits, views: visits.views.slice(0, 1) };
    await expect(make().open(changed, 'write')).rejects.toThrow(ViewShapeMismatch);
    expect(readFileSync(join(directory, 'visits@1.db'))).toEqual(before);
  });

  test('a file that is exchanged for an older one is not read or written any more, and opens again', async () => {
    const path = join(directory, 'visits@1.db');
    const views = openSqliteViewStore({ directory, searchesInThread: true });
    const [writer, reader] = [await views.open(visits, 'write'), await views.open(visits, 'read')];
    const write = (key: string, from: Checkpoint | null, to: Checkpoint) =>
      writer.write({ writes: [insert(visit(key, 1))], checkpoint: { from, to } });
    await write('a', null, checkpointAt(1));
    const db = new Database(path, { readonly: true });
    await db.backup(`${path}.backup`);
    db.close();
    await write('b', checkpointAt(1), checkpointAt(2));

    renameSync(`${path}.backup`, path);
    const refused = { name: 'ViewStoreUnavailable', message: expect.stringContaining('visits@1.db was exchanged') };
    await expect(write('c', checkpointAt(2), checkpointAt(3))).rejects.toMatchObject(refused);
    await expect(reader.load('visits', ['a'])).rejects.toMatchObject(refused);
    await expect(reader.query({ view: 'visits', where: {} })).rejects.toMatchObject(refused);
    await expect(reader.count({ view: 'visits', where: {} })).rejects.toMatchObject(refused);
    await expect(reader.scan('visits')[Symbol.asyncIterator]().next()).rejects.toMatchObject(refused);
    // If it were opened with the older file, the newer file's pages would be added to it.
    expect(existsSync(`${path}-wal`)).toBe(false);
    await views.close();

    const again = make();
    const opened = await again.open(visits, 'read');
    expect([...(await opened.load('visits', ['a', 'b', 'c'])).keys()]).toEqual(['a']);
    expect(await opened.checkpoint()).toEqual(checkpointAt(1));
    await again.close();
  });

  test('a reader can’t write', async () => {
    const store = make();
    const reader = await store.open(visits, 'read');
    const batch = { writes: [insert(visit('a', 1))], checkpoint: { from: null, to: checkpointAt(1) } };
    await expect(reader.write(batch)).rejects.toMatchObject({ cause: { code: 'SQLITE_READONLY' } });
    await store.close();
  });

  test('a store that is closed says that it is unavailable; a wrong question is a fault', async () => {
    const store = make();
    const open = await store.open(visits, 'write');
    await expect(open.query({ view: 'visits', where: { nothing: 1 } })).rejects.not.toThrow(ViewStoreUnavailable);
    const file = new Database(join(directory, 'visits@1.db'));
    file.exec('DROP TABLE meta');
    await expect(open.checkpoint()).rejects.not.toThrow(ViewStoreUnavailable);
    file.close();
    await store.close();
    await expect(open.checkpoint()).rejects.toThrow(ViewStoreUnavailable);
    await expect(open.query({ view: 'visits', where: {} })).rejects.toThrow(ViewStoreUnavailable);
  });

  test('of a refused batch nothing is written', async () => {
    const store = make();
    const views = await store.open(visits, 'write');
    const write = (key: string, was: string | null) => ({
      view: 'visits',
      row: { key, at: '0000000000000002' },
      was,
    });
    const to: Checkpoint = { position: '0000000000000002', eventId: 'e', stream: 's-1', revision: 0 };
    const refused = await views.write({
      writes: [write('a', null), write('b', '0000000000000001')],
      checkpoint: { from: null, to },
    });
    expect(refused).toEqual({ written: false, checkpoint: null });
    expect(await views.load('visits', ['a'])).toEqual(new Map());
    await store.close();
  });

  test('a commit of another process is seen', async () => {
    const store = make();
    const reader = await store.open(visits, 'read');
    const problem = new Promise<string>((resolve) => {
      reader.onCommit(resolve);
    });
    const to: Checkpoint = { position: '0000000000000007', eventId: 'e', stream: 's-1', revision: 0 };
    // Changes the file only, as another process would.
    const otherDb = new Database(join(directory, 'visits@1.db'));
    otherDb.prepare("INSERT INTO meta (name, value) VALUES ('checkpoint', ?)").run(JSON.stringify(to));
    otherDb.close();
    expect(await problem).toBe(to.position);
    await store.close();
  });

  test('the threads of this process are woken by a commit at once, with a message that carries none of it', async () => {
    const store = make();
    const views = await store.open(visits, 'write');
    const channel = new BroadcastChannel(`dayline-views:${realpathSync(join(directory, 'visits@1.db'))}`);
    const swap = new Promise<unknown>((resolve) => {
      channel.onmessage = (message) => resolve((message as { data: unknown }).data);
    });
    const row = visit('a', 7);
    const to: Checkpoint = { position: '0000000000000007', eventId: 'e', stream: 's-1', revision: 0 };
    await views.write({ writes: [insert(row)], checkpoint: { from: null, to } });
    expect(await swap).toBeNull();
    channel.close();
    await store.close();
  });

  test('what a scrubbing batch replaced is in no file any more', async () => {
    const store = make();
    const views = await store.open(visits, 'write');
    const first: Checkpoint = { position: '0000000000000001', eventId: 'e1', stream: 's-1', revision: 0 };
    const second: Checkpoint = { position: '0000000000000002', eventId: 'e2', stream: 's-1', revision: 1 };
    const row = { key: 'a', at: first.position, person: 'asha', search: 'canary-of-a-name '.repeat(40) };
    await views.write({ writes: [{ view: 'visits', row, was: null }], checkpoint: { from: null, to: first } });
    const isKept = () => bytesIn(directory).includes('canary-of-a-name');
    expect(isKept()).toBe(true);
    const erased = { ...row, at: second.position, search: '' };
    await views.write({
      writes: [{ view: 'visits', row: erased, was: first.position }],
      checkpoint: { from: first, to: second },
      scrub: true,
    });
    // Takes up to a second; if data remains, the test times out.
    while (isKept()) await pause(20);
    await store.close();
  });
});
