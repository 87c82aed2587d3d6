import { basename } from 'node:path';
import type { Position } from '@dayline/contracts/ids';
import type { ViewRow } from '@dayline/contracts/views/row';
import { openedFile } from '@dayline/runtime/opened-file';
import type { OnPollFailed } from '@dayline/runtime/polling';
import { clearRemnants } from '@dayline/runtime/remnants/remnants';
import { mapFileErrors } from '@dayline/runtime/sqlite-error';
import { ViewsExchanged } from '@dayline/runtime/unavailable';
import type Database from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { changedOf, pageOf } from '../pages.ts';
import {
  type BatchResult,
  type BatchWrite,
  type Changed,
  type Checkpoint,
  type ParkedEvent,
  type PeopleQuery,
  type ProjectionDefinition,
  type RowPage,
  type RowQuery,
  ViewStoreUnavailable,
} from '../port.ts';
import type { GenerationStore } from '../scrubbing.ts';
import { openCommits } from './commits.ts';
import { openRowTable, rowsOf } from './row-table.ts';
import { readScrubNotes } from './scrub-notes.ts';
import { type HasFewMatches, selectsOf } from './select.ts';
import type { Sql } from './sql.ts';
import { openWalKeeper } from './wal-keeper.ts';

/** Rolls back the transaction; caught in this file. */
class StaleBatch extends Error {}

/** Queries have few shapes; if there are more texts than this, statements are not reused. */
const maxStatements = 200;
const scanPage = 1000;

interface OpenParts {
  readonly database: Database.Database;
  readonly file: string;
  readonly projection: ProjectionDefinition;
  readonly mode: 'read' | 'write';
  /** Checked inside each batch's transaction: false if another generation serves now. */
  readonly mayWrite?: () => boolean;
  readonly onPollFailed?: OnPollFailed;
}

export function openProjectionStore(parts: OpenParts): GenerationStore {
  const { scrubbing, ...store } = storeOf(parts);
  const unavailable = (cause: Error) =>
    new ViewStoreUnavailable(`The views could not be read or written: ${cause.message}`, { cause });
  return { ...mapFileErrors(store, unavailable), scrubbing };
}

/** The statements and transactions of one generation's file. */
function statementsOf({ database, file, projection, mayWrite }: OpenParts) {
  const { views: definitions } = projection;
  const hasFewMatches: HasFewMatches = (table, keys, most) => {
    const text = `SELECT count(*) FROM (SELECT 1 FROM ${table} WHERE ${table} MATCH ? LIMIT ?)`;
    return Number(select({ text, values: [] }).get(keys, most + 1)) <= most;
  };
  const views = new Map(
    definitions.map((view) => [
      view.name,
      { table: openRowTable(database, view), selects: selectsOf({ views: definitions, view, hasFewMatches }) },
    ]),
  );
  const knownView = (name: string) => {
    const view = views.get(name);
    if (!view) throw new TypeError(`${projection.name} has no view ${JSON.stringify(name)}`);
    return view;
  };
  const refuse = refusesExchanged(file);
  const viewOf = (name: string) => {
    refuse();
    return knownView(name);
  };

  const readMeta = database.prepare<[string], string>('SELECT value FROM meta WHERE name = ?').pluck();
  const setMeta = database.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)');
  const park = database.prepare('INSERT OR REPLACE INTO parked (position, doc) VALUES (?, ?)');
  const readParked = database.prepare<[], string>('SELECT doc FROM parked ORDER BY position').pluck();
  const readCheckpoint = (): Checkpoint | null => {
    refuse();
    const text = readMeta.get('checkpoint');
    // Cast is safe: written by this store.
    return text === undefined ? null : (JSON.parse(text) as Checkpoint);
  };

  const selects = new LRUCache<string, Database.Statement<unknown[], unknown>>({
    max: maxStatements,
    memoMethod: (text) => database.prepare<unknown[], unknown>(text).pluck(),
  });
  const select = ({ text }: Sql) => selects.memo(text);

  const writeAll = database.transaction((batch: BatchWrite): void => {
    const { from, to } = batch.checkpoint;
    if (mayWrite?.() === false) throw new StaleBatch();
    const current = readCheckpoint();
    if (current?.position !== from?.position || current?.eventId !== from?.eventId) throw new StaleBatch();
    for (const write of batch.writes) {
      if (!knownView(write.view).table.write(write)) throw new StaleBatch();
    }
    for (const event of batch.parked ?? []) park.run(event.position, JSON.stringify(event));
    if (batch.scrub) setMeta.run('erased', to.position);
    setMeta.run('checkpoint', JSON.stringify(to));
  });

  // One read transaction, since separate ones would each examine the WAL.
  const changedRows = database.transaction(
    (names: readonly string[], after: Position, upTo: Position, limit: number): Changed =>
      changedOf(
        names.map((name) => [name, viewOf(name).table.changed(after, upTo, limit + 1)] as const),
        limit,
      ),
  );

  return { viewOf, select, setMeta, readParked, readCheckpoint, writeAll, changedRows };
}

/** Throws once another file is at the path. A missing file is a generation that was removed; its readers continue. */
function refusesExchanged(path: string): () => void {
  const file = openedFile(path);
  let isLeft = false;
  return () => {
    if (file.state() !== 'exchanged') return;
    // Until the restart that opens the other file.
    if (!isLeft) file.removeLeftovers();
    isLeft = true;
    throw new ViewsExchanged(basename(path));
  };
}

/** Queries, counts and people. */
function queriesOf({
  viewOf,
  select,
}: Pick<ReturnType<typeof statementsOf>, 'viewOf' | 'select'>): Pick<GenerationStore, 'query' | 'count' | 'people'> {
  return {
    async query<Row extends ViewRow = ViewRow>(query: RowQuery): Promise<RowPage<Row>> {
      const view = viewOf(query.view);
      const sql = view.selects.page(query);
      // Cast is safe: the caller names the view, which fixes the row type.
      const found = rowsOf(select(sql).all(...sql.values)) as Row[];
      return pageOf(query, found);
    },

    async count(filter) {
      const sql = viewOf(filter.view).selects.count(filter);
      return Number(select(sql).get(...sql.values));
    },

    async people<Row extends ViewRow = ViewRow>(query: PeopleQuery): Promise<readonly Row[]> {
      const { selects } = viewOf(query.view);
      if (query.keys.length === 0) return [];
      const sql = selects.people(query);
      // Cast is safe: the caller names the view, which fixes the row type.
      return rowsOf(select(sql).all(...sql.values)) as Row[];
    },
  };
}

function storeOf(parts: OpenParts): GenerationStore {
  const { database, file, mode, onPollFailed = () => undefined } = parts;
  const statements = statementsOf(parts);
  const { viewOf, setMeta, readParked, readCheckpoint, writeAll, changedRows } = statements;
  const looks = {
    dataVersion: () => Number(database.pragma('data_version', { simple: true })),
    position: () => readCheckpoint()?.position ?? null,
  };
  const commits = openCommits(file, looks, onPollFailed);
  const wal = mode === 'write' ? openWalKeeper(database) : null;
  let isClosed = false;
  return {
    checkpoint: async () => readCheckpoint(),
    // Cast is safe: written by this store.
    parked: async () => readParked.all().map((doc) => JSON.parse(doc) as ParkedEvent),

    async load(name, keys) {
      return new Map(
        viewOf(name)
          .table.load(keys)
          .map((row) => [row.key, row]),
      );
    },

    async loadBy(name, field, values, limit) {
      const { table } = viewOf(name);
      return [...new Set(values)].flatMap((value) => table.having(field, value, limit));
    },

    async write(batch): Promise<BatchResult> {
      try {
        writeAll.immediate(batch);
      } catch (error) {
        if (!(error instanceof StaleBatch)) throw error;
        return { written: false, checkpoint: readCheckpoint() };
      }
      commits.notify();
      wal?.recordWrite();
      return { written: true };
    },

    ...queriesOf(statements),

    changed: async (names, after, upTo, limit) => changedRows(names, after, upTo, limit),

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

    async *misfiled(name) {
      const { table } = viewOf(name);
      for (let after: string | null = ''; after !== null; ) {
        const { found, last } = table.misfiledAfter(after, scanPage);
        yield* found;
        after = last;
      }
    },

    onCommit: (listener) => commits.listen(listener),
    // A single generation; `openServing` wraps it to switch.
    onSwap: () => () => {},

    scrubbing: {
      notes: async () => readScrubNotes(database),
      clean: () => clearRemnants(file),
      async done(upTo) {
        setMeta.run('scrubbed', upTo);
      },
    },

    async close() {
      if (isClosed) return;
      isClosed = true;
      wal?.close();
      commits.close();
      database.close();
    },
  };
}
