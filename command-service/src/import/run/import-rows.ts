import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { Clock } from '@dayline/runtime/clock';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import type { OnImported } from '@dayline/runtime/metrics/metrics';
import type { CommandContext } from '../../command-handler/command-context.ts';
import { untilDecided } from '../../command-handler/contention.ts';
import type { ImportCommand, ImportedRow, ImportState } from '../aggregate/import.ts';
import type { ImportAggregate } from '../deps.ts';
import type { ImportService, RunningImport } from '../import-service.ts';
import { RowTurns } from './row-turns.ts';

/** Rows between two events of progress. */
const rowsOfStep = 500;
/** Rows whose undo starts together. */
const rowsOfUndo = 100;

export interface ImportRowsDeps {
  readonly importService: Pick<ImportService, 'uploads' | 'previews' | 'importerOf' | 'running'>;
  readonly aggregates: ImportAggregate;
  /** Each row and each step has its own time. */
  readonly clock: Clock;
  readonly onImported?: OnImported | undefined;
}

interface OfImport {
  readonly importId: string;
  readonly state: ImportState;
}

/** Imports rows, and undoes them, by the importer of their kind. */
export class ImportRows {
  readonly #service: ImportRowsDeps['importService'];
  readonly #aggregates: ImportAggregate;
  readonly #clock: Clock;
  readonly #onImported: OnImported;
  readonly #turns = new RowTurns();

  constructor({ importService, aggregates, clock, onImported = () => undefined }: ImportRowsDeps) {
    this.#service = importService;
    this.#aggregates = aggregates;
    this.#clock = clock;
    this.#onImported = onImported;
  }

  isFileDestroyed(importId: string): Promise<boolean> {
    return this.#service.uploads.sealed.isDestroyed(importId);
  }

  destroyFile(importId: string): Promise<void> {
    return this.#service.uploads.sealed.destroy(importId);
  }

  /** Imports the next rows. Without the file the import finishes: a patient in it was erased, or the file is lost. */
  async advance({ importId, state }: OfImport, by: CommandContext, signal?: AbortSignal): Promise<object | Refusal> {
    const running = (await this.isFileDestroyed(importId)) ? null : await this.#load(importId, by);
    if (!running) return this.finish(importId, (await this.isFileDestroyed(importId)) ? 'erased' : 'lost', by);
    const importer = this.#service.importerOf(state.kind);
    const importedRows: ImportedRow[] = [];
    const refusedRows: { row: number; code: string }[] = [];
    const ids = new Map(state.importedRows.map(({ row, id }) => [row, id]));
    const indexes = running.rows.slice(state.done, state.done + rowsOfStep);
    for (const index of indexes) {
      const { row, command } = running.preview.row(index);
      if (command === undefined) continue;
      const context = this.#contextOf(importId, `row-${row}`, by);
      const importRow = () => importer.importRow(command, context, (earlier) => ids.get(earlier));
      // A conflict is not a refusal: the row gets another turn.
      const inTurn = () => this.#turns.take(by.clientId, importRow, signal);
      const result = await untilDecided(inTurn, { withinMs: Number.POSITIVE_INFINITY, signal });
      if (typeof result === 'string') refusedRows.push({ row, code: result });
      else if (isRefusal(result)) refusedRows.push({ row, code: result.refused });
      else {
        importedRows.push(...result.map((record) => ({ row, ...record })));
        if (result[0]) ids.set(row, result[0].id);
      }
    }
    const rowsWithRecords = new Set(importedRows.map(({ row }) => row)).size;
    const matchCount = indexes.length - rowsWithRecords - refusedRows.length;
    const createdCount = importedRows.filter(({ isNew }) => isNew).length;
    this.#onImported(state.kind, 'created', createdCount);
    this.#onImported(state.kind, 'matched', matchCount + importedRows.length - createdCount);
    this.#onImported(state.kind, 'refused', refusedRows.length);
    const data = { done: state.done + indexes.length, importedRows, matched: matchCount, refusedRows };
    return this.execute(importId, { kind: 'advance', data }, by);
  }

  async finish(importId: string, outcome: 'done' | 'erased' | 'lost', by: CommandContext): Promise<object | Refusal> {
    const result = await this.execute(importId, { kind: 'finish', outcome }, by);
    this.#service.running.delete(importId);
    return result;
  }

  /** Undoes the next rows, the last one first: a later row may depend on an earlier one. */
  async advanceUndo(
    { importId, state }: OfImport,
    by: CommandContext,
    signal?: AbortSignal,
  ): Promise<object | Refusal> {
    const undoneCount = state.undo?.done ?? 0;
    const rows = state.importedRows.toReversed().slice(undoneCount, undoneCount + rowsOfStep);
    const keptRows: { row: number; id: string; code: string }[] = [];
    const importer = this.#service.importerOf(state.kind);
    // A row of several records undoes each by a command of its own.
    const contextOf = ({ row, id }: ImportedRow) => {
      const isOfSeveral = state.importedRows.some((record) => record.row === row && record.id !== id);
      return this.#contextOf(importId, isOfSeveral ? `undo-${row}-${id}` : `undo-${row}`, by);
    };
    const creatingRow = creatingRows(state.importedRows);
    for (let from = 0; from < rows.length; from += rowsOfUndo) {
      const next = rows.slice(from, from + rowsOfUndo);
      await importer.beforeUndo?.(next.map(creatingRow), contextOf);
      for (const row of next) {
        const creating = creatingRow(row);
        const undoRow = () => importer.undoRow(creating, contextOf(creating));
        const code = await this.#turns.take(by.clientId, undoRow, signal);
        if (code) keptRows.push({ row: row.row, id: row.id, code });
      }
    }
    const undone = rows.length - keptRows.length;
    this.#onImported(state.kind, 'undone', undone);
    this.#onImported(state.kind, 'kept', keptRows.length);
    const data = { done: undoneCount + rows.length, undone, keptRows };
    return this.execute(importId, { kind: 'advanceUndo', data }, by);
  }

  execute(importId: string, command: ImportCommand, context: CommandContext): Promise<object | Refusal> {
    const by = { ...context, now: this.#clock.now() };
    return this.#aggregates.imports.execute({
      stream: streams.import(importId),
      command,
      context: { now: by.now },
      by,
    });
  }

  /**
   * The context of the person who started it, with an id made of import and row that is the same in every process and
   * on every retry.
   */
  #contextOf(importId: string, part: string, by: CommandContext): CommandContext {
    // Each id is used for one command only.
    return { ...by, commandId: derivedFrom(importId, part), commandDigest: '', now: this.#clock.now() };
  }

  async #load(importId: string, by: CommandContext): Promise<RunningImport | null> {
    const { running, previews } = this.#service;
    const existing = running.get(importId);
    if (existing) return existing;
    const preview = await previews.load(importId, by);
    if (!preview) return null;
    const importBatch = { preview, rows: preview.toImport() };
    running.set(importId, importBatch);
    return importBatch;
  }
}

/** The row that created a row's record: a correction is undone, or kept, together with it. */
function creatingRows(rows: readonly ImportedRow[]): (row: ImportedRow) => ImportedRow {
  const byId = new Map(rows.flatMap((row) => (row.isNew ? [[row.id, row]] : [])));
  return (row) => byId.get(row.id) ?? row;
}
