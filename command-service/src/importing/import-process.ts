import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { streamKey, streams } from '@dayline/contracts/events/categories';
import { unreachable } from '@dayline/contracts/unreachable';
import type { Clock } from '@dayline/runtime/clock';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import type { OnImported } from '@dayline/runtime/metrics/metrics';
import type { CommandContext } from '../command-handler/command-context.ts';
import { untilDecided } from '../command-handler/contention.ts';
import type { ImportCommand, ImportState, Made } from '../import/import.ts';
import type { Process } from '../process/process.ts';
import type { Importing, Running } from './importing.ts';
import type { ImportAggregate } from './parts.ts';
import { RowProblem } from './rows/cell.ts';
import { RowTurns } from './turns.ts';

interface States {
  readonly importId: string;
  readonly state: ImportState;
  readonly hasFile: boolean;
}

type Step = { readonly name: string; readonly importId: string; readonly state: ImportState } & {
  readonly what: 'advance' | 'settle' | 'forget' | 'advanceBack' | 'settleBack';
};

/** Rows between two events that say how far it is. */
export const rowsOfStep = 500;
/** How many are about to be taken back at a time. */
const backAtOnce = 100;

export interface ImportProcessParts {
  readonly importing: Importing;
  readonly aggregates: ImportAggregate;
  /** Each row is carried out, and each step counted, at its own time. */
  readonly clock: Clock;
  readonly onImported?: OnImported | undefined;
}

/** Carries out and takes back rows by the commands of their kind. */
class ImportRows {
  readonly #importing: Importing;
  readonly #aggregates: ImportAggregate;
  readonly #clock: Clock;
  readonly #onImported: OnImported;
  readonly #turns = new RowTurns();

  constructor({ importing, aggregates, clock, onImported = () => undefined }: ImportProcessParts) {
    this.#importing = importing;
    this.#aggregates = aggregates;
    this.#clock = clock;
    this.#onImported = onImported;
  }

  isForgotten(importId: string): Promise<boolean> {
    return this.#importing.files.sealed.isDestroyed({ importId });
  }

  /** The next rows. Without the file it ends here: one of its persons was erased, or it is lost. */
  async advance({ importId, state }: Step, by: CommandContext, signal?: AbortSignal): Promise<object | Refusal> {
    const running = (await this.isForgotten(importId)) ? null : await this.#runningOf(importId, by);
    if (!running) return this.settle(importId, (await this.isForgotten(importId)) ? 'erased' : 'lost', by);
    const kind = this.#importing.kinds[state.what];
    const made: Made[] = [];
    const refusedRows: { row: number; code: string }[] = [];
    const idOfRow = idsOf(state.made, made);
    const part = running.started.slice(state.done, state.done + rowsOfStep);
    for (const index of part) {
      const { row, command } = running.lines.row(index);
      if (command === undefined) continue;
      const context = this.#rowContext(importId, `row-${row}`, by);
      const carryOut = () => problemOr(() => kind.carryOut(command, context, idOfRow));
      // Contended is not refused: it has another turn.
      const inTurn = () => this.#turns.take(by.clientId, carryOut, signal);
      const carried = await untilDecided(inTurn, { withinMs: Number.POSITIVE_INFINITY, signal });
      if (carried instanceof RowProblem) refusedRows.push({ row, code: carried.code });
      else if (carried && isRefusal(carried)) refusedRows.push({ row, code: carried.refused });
      else if (carried) made.push({ row, ...carried });
    }
    const matched = part.length - made.length - refusedRows.length;
    const data = { done: state.done + part.length, made, matched, refusedRows };
    const created = made.filter(({ isNew }) => isNew).length;
    this.#onImported(state.what, 'created', created);
    this.#onImported(state.what, 'matched', matched + made.length - created);
    this.#onImported(state.what, 'refused', refusedRows.length);
    return this.tell(importId, { kind: 'advance', ...data }, by);
  }

  async settle(importId: string, ended: 'done' | 'erased' | 'lost', by: CommandContext): Promise<object | Refusal> {
    const settled = await this.tell(importId, { kind: 'settle', ended }, by);
    this.#importing.running.delete(importId);
    return settled;
  }

  /** Takes back the next of what was made, the last first: a later row may stand on an earlier one. */
  async advanceBack({ importId, state }: Step, by: CommandContext, signal?: AbortSignal): Promise<object | Refusal> {
    const done = state.back?.done ?? 0;
    const part = state.made.toReversed().slice(done, done + rowsOfStep);
    const stayedRows: { row: number; id: string; code: string }[] = [];
    const kind = this.#importing.kinds[state.what];
    const contextOf = ({ row }: Made) => this.#rowContext(importId, `back-${row}`, by);
    const wholeOf = wholesOf(state.made);
    for (let from = 0; from < part.length; from += backAtOnce) {
      const next = part.slice(from, from + backAtOnce);
      await kind.beforeBack?.(next.map(wholeOf), contextOf);
      for (const each of next) {
        const whole = wholeOf(each);
        const code = await this.#turns.take(by.clientId, () => kind.takeBack(whole, contextOf(whole)), signal);
        if (code) stayedRows.push({ row: each.row, id: each.id, code });
      }
    }
    const takenBack = part.length - stayedRows.length;
    this.#onImported(state.what, 'takenBack', takenBack);
    this.#onImported(state.what, 'stayed', stayedRows.length);
    return this.tell(importId, { kind: 'advanceBack', done: done + part.length, takenBack, stayedRows }, by);
  }

  tell(importId: string, command: ImportCommand, asked: CommandContext): Promise<object | Refusal> {
    const stream = streams.import(importId);
    const by = { ...asked, now: this.#clock.now() };
    return this.#aggregates.imports.execute({ stream, command, context: { now: by.now }, by });
  }

  /** As the person who asked, under an id from import and row: the same in each process and at each time. */
  #rowContext(importId: string, part: string, by: CommandContext): CommandContext {
    // The id is used for one body only.
    return { ...by, commandId: derivedFrom(importId, part), commandDigest: '', now: this.#clock.now() };
  }

  async #runningOf(importId: string, by: CommandContext): Promise<Running | null> {
    const { running, rehearsals } = this.#importing;
    const known = running.get(importId);
    if (known) return known;
    const lines = await rehearsals.lines(importId, by);
    if (!lines) return null;
    const read = { lines, started: lines.started() };
    running.set(importId, read);
    return read;
  }
}

/**
 * Carries out a started import's rows, each under an id from import and row, so that none is carried out twice; then
 * takes back what it made, if somebody asks for that. A crash loses no more than the count since the last event.
 */
export function importProcess(parts: ImportProcessParts): Process<States, Step, 'imports'> {
  const rows = new ImportRows(parts);
  const { files } = parts.importing;
  return {
    name: 'imports',
    begunBy: ['ImportStarted', 'ImportBackStarted'],

    async load({ stream }) {
      const importId = streamKey(stream);
      const state = await files.stateOf(importId);
      return state && { importId, state, hasFile: !(await rows.isForgotten(importId)) };
    },

    next({ importId, state, hasFile }) {
      const step = (what: Step['what'], at: number | null): Step => {
        return { what, importId, state, name: at === null ? what : `${what}-${at}` };
      };
      if (!state.settled) return state.done < state.rows ? step('advance', state.done) : step('settle', null);
      if (hasFile) return step('forget', null);
      if (!state.back || state.back.isSettled) return null;
      return state.back.done < state.made.length ? step('advanceBack', state.back.done) : step('settleBack', null);
    },

    async take(step, context, signal) {
      const { importId, what } = step;
      const by = { ...context, batchId: importId };
      switch (what) {
        case 'advance':
          return rows.advance(step, by, signal);
        case 'settle':
          return rows.settle(importId, 'done', by);
        case 'forget':
          await files.sealed.destroy({ importId });
          return {};
        case 'advanceBack':
          return rows.advanceBack(step, by, signal);
        case 'settleBack':
          return rows.tell(importId, { kind: 'settleBack' }, by);
        default:
          return unreachable(what);
      }
    },
  };
}

/** A correction of what the same import has made goes, or stays, with it. */
function wholesOf(made: readonly Made[]): (made: Made) => Made {
  const news = new Map(made.flatMap((each) => (each.isNew ? [[each.id, each]] : [])));
  return (each) => news.get(each.id) ?? each;
}

/** What an earlier row made. @throws RowProblem if it made nothing */
function idsOf(earlier: readonly Made[], now: readonly Made[]): (row: number) => string {
  const byRow = new Map(earlier.map(({ row, id }) => [row, id]));
  return (row) => {
    const id = byRow.get(row) ?? now.find((made) => made.row === row)?.id;
    if (id === undefined) throw new RowProblem(null, 'row.depends');
    return id;
  };
}

async function problemOr<Value>(work: () => Promise<Value>): Promise<Value | RowProblem> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RowProblem) return error;
    throw error;
  }
}
