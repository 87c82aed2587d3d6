import type { Position } from '@dayline/contracts/ids';
import type { ViewRow } from '@dayline/contracts/views';
import type Database from 'better-sqlite3';
import { sayingAway } from '../../sqlite-error.ts';
import { changedOf, pageOf } from '../pages.ts';
import {
  type BatchResult,
  type BatchWrite,
  type Changed,
  type Checkpoint,
  type ParkedEvent,
  type ProjectionDefinition,
  type ProjectionStore,
  type RowPage,
  type RowQuery,
  ViewStoreUnavailable,
} from '../port.ts';
import { openCommits } from './commits.ts';
import { commitOf, RecentChanges } from './recent-changes.ts';
import { openRowTable, rowOf } from './row-table.ts';
import { type GivesFew, selectsOf } from './select.ts';
import type { Sql } from './sql.ts';
import { openWalKeeper } from './wal-keeper.ts';

/** Thrown inside a transaction to undo it; never leaves this file. */
class StaleBatch extends Error {}

/** Queries differ in few ways; more texts than this means that they are not reused. */
const mostStatements = 200;
const scanPage = 1000;

interface Opened {
  readonly database: Database.Database;
  readonly file: string;
  readonly projection: ProjectionDefinition;
  readonly mode: 'read' | 'write';
  /** Asked inside the transaction of each batch: false where another generation serves by now. */
  readonly mayWrite?: () => boolean;
}

export const openProjectionStore = (opened: Opened): ProjectionStore =>
  sayingAway(
    storeOf(opened),
    (cause) => new ViewStoreUnavailable(`The views could not be read or written: ${cause.message}`, { cause }),
  );

function storeOf({ database, file, projection, mode, mayWrite }: Opened): ProjectionStore {
  const { views: definitions } = projection;
  const givesFew: GivesFew = (table, asked, most) => {
    const text = `SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE ${table} MATCH ? LIMIT ?)`;
    return Number(select({ text, values: [] }).get(asked, most + 1)) <= most;
  };
  const views = new Map(
    definitions.map((view) => [
      view.name,
      { table: openRowTable(database, view), selects: selectsOf({ views: definitions, view, givesFew }) },
    ]),
  );
  const viewOf = (name: string) => {
    const view = views.get(name);
    if (!view) throw new TypeError(`${projection.name} has no view ${JSON.stringify(name)}`);
    return view;
  };

  const readMeta = database.prepare<[string], string>('SELECT value FROM meta WHERE name = ?').pluck();
  const setMeta = database.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)');
  const park = database.prepare('INSERT OR REPLACE INTO parked (position, doc) VALUES (?, ?)');
  const readParked = database.prepare<[], string>('SELECT doc FROM parked ORDER BY position').pluck();
  const readCheckpoint = (): Checkpoint | null => {
    const text = readMeta.get('checkpoint');
    // The border of a document: written by this store.
    return text === undefined ? null : (JSON.parse(text) as Checkpoint);
  };

  const selects = new Map<string, Database.Statement<unknown[], unknown>>();
  const select = ({ text }: Sql) => {
    const known = selects.get(text);
    if (known) return known;
    if (selects.size >= mostStatements) selects.clear();
    const made = database.prepare<unknown[], unknown>(text).pluck();
    selects.set(text, made);
    return made;
  };

  const recent = new RecentChanges();
  const commits = openCommits(
    file,
    {
      dataVersion: () => Number(database.pragma('data_version', { simple: true })),
      position: () => readCheckpoint()?.position ?? null,
    },
    (commit) => (commit ? recent.note(commit) : recent.forget()),
  );
  const wal = mode === 'write' ? openWalKeeper(database) : null;

  /** The documents that it wrote, each after the name of its view. */
  const writeAll = database.transaction((batch: BatchWrite): string[] => {
    const { from, to } = batch.checkpoint;
    if (mayWrite?.() === false) throw new StaleBatch();
    const standing = readCheckpoint();
    if (standing?.position !== from?.position || standing?.eventId !== from?.eventId) throw new StaleBatch();
    const docs: string[] = [];
    for (const write of batch.writes) {
      const doc = viewOf(write.view).table.write(write);
      if (doc === null) throw new StaleBatch();
      docs.push(write.view, doc);
    }
    for (const event of batch.parked ?? []) park.run(event.position, JSON.stringify(event));
    setMeta.run('checkpoint', JSON.stringify(to));
    return docs;
  });

  // One reading transaction, since each of its own would look at the write-ahead log anew.
  const changedRows = database.transaction(
    (names: readonly string[], after: Position, upTo: Position, limit: number): Changed =>
      changedOf(
        names.map((name) => [name, viewOf(name).table.changed(after, upTo, limit + 1)] as const),
        limit,
      ),
  );

  const clearAll = database.transaction(() => {
    for (const { table } of views.values()) table.clear();
    database.exec("DELETE FROM parked; DELETE FROM meta WHERE name = 'checkpoint'");
  });

  let isClosed = false;
  return {
    checkpoint: async () => readCheckpoint(),
    // The border of a document: written by this store.
    parked: async () => readParked.all().map((doc) => JSON.parse(doc) as ParkedEvent),

    async load(name, keys) {
      const { table } = viewOf(name);
      const rows = new Map<string, ViewRow>();
      for (const key of keys) {
        const row = table.get(key);
        if (row) rows.set(key, row);
      }
      return rows;
    },

    async loadBy(name, field, values) {
      const { table } = viewOf(name);
      return [...new Set(values)].flatMap((value) => table.having(field, value));
    },

    async write(batch): Promise<BatchResult> {
      const { from, to } = batch.checkpoint;
      let docs: string[];
      try {
        docs = writeAll.immediate(batch);
      } catch (error) {
        if (!(error instanceof StaleBatch)) throw error;
        return { written: false, checkpoint: readCheckpoint() };
      }
      commits.tell(commitOf(from?.position ?? null, to.position, docs, batch.scrub === true));
      wal?.wrote(batch.scrub === true);
      return { written: true };
    },

    async clear() {
      clearAll.immediate();
      commits.tell(null);
      wal?.wrote(true);
    },

    async query<Row extends ViewRow = ViewRow>(query: RowQuery): Promise<RowPage<Row>> {
      const view = viewOf(query.view);
      const sql = view.selects.page(query);
      // A view's name fixes the shape of its rows; whoever asks names it.
      const found = select(sql)
        .all(...sql.values)
        .map((doc) => rowOf(doc) as Row);
      return pageOf(query, found);
    },

    async count(filter) {
      const sql = viewOf(filter.view).selects.count(filter);
      return Number(select(sql).get(...sql.values));
    },

    changed: async (names, after, upTo, limit) =>
      recent.between(names, after, upTo, limit) ?? changedRows(names, after, upTo, limit),

    async *scan(name) {
      const { table } = viewOf(name);
      let after = '';
      for (;;) {
        const rows = table.keysAfter(after, scanPage);
        yield* rows;
        const last = rows.at(-1);
        if (!last || rows.length < scanPage) return;
        after = last.key;
      }
    },

    onCommit: (listener) => commits.listen(listener),
    // One generation's rows; who moves between generations is in front of it.
    onSwap: () => () => {},

    async close() {
      if (isClosed) return;
      isClosed = true;
      wal?.close();
      commits.close();
      database.close();
    },
  };
}
