import { hash } from 'node:crypto';
import type { ActivityRow } from '@dayline/contracts/activity';
import type { ActivityEntry } from '@dayline/contracts/endpoints/audit/activity';
import { signInStreamOf } from '@dayline/contracts/events/categories';
import type { Position } from '@dayline/contracts/ids';
import { canonicalJson, type Json } from '@dayline/contracts/json';
import { authorOf, type ExportEntry, type ExportHeader, exportFormat } from '@dayline/contracts/proof/export-format';
import { leafText } from '@dayline/contracts/proof/log-digest';
import type { SignedHead } from '@dayline/contracts/proof/signed-head';
import { asStored } from '@dayline/event-log/as-stored';
import { type EventLog, EventLogDamaged, type StoredEvent } from '@dayline/event-log/port';
import type { Signer } from '@dayline/event-log/sealed-log/signing';
import { LRUCache } from 'lru-cache';
import { entriesInStep } from '../turns/turns.ts';
import { clinicTime } from './clinic-time.ts';
import type { ReasonOf } from './reasons.ts';
import { SealedLines } from './sealed-lines.ts';

/** The sources of an export's entries. */
export interface ExportSource {
  readonly log: Pick<EventLog, 'readAll' | 'readStream' | 'start'>;
  /** The rows of these events that the export includes, in the given order. */
  rowsOf(events: readonly StoredEvent[]): Promise<readonly ActivityRow[]>;
  /** In the given order. */
  entriesOf(rows: readonly ActivityRow[]): Promise<readonly ActivityEntry[]>;
  readonly reasonOf: ReasonOf;
  readonly signer: Signer;
}

export interface ExportPlan extends Pick<ExportHeader, 'clientId' | 'clinic' | 'zone' | 'selection' | 'madeAt'> {
  /** The export starts after it; null: at the log's start. */
  readonly start: SignedHead | null;
  /** The signed heads after the start, oldest first. The export ends at the last. */
  readonly heads: readonly SignedHead[];
  /** Awaited between steps: see `openTurns`. */
  readonly pauseBetween: () => Promise<void>;
  /** Called for each exported entry. */
  readonly onEntry: (position: string) => void;
}

const pageSize = 500;
const leavesPerLine = 100;
/** Hashes held back, since nothing in their stretch of the log is exported so far. */
const maxKeptBack = 50_000;
const cachedStreams = 20_000;

const sha256 = (text: string): string => hash('sha256', text, 'hex');

/**
 * The lines of an export with the chain (contracts, export-format.ts), one chunk per step. It has only hashes of other
 * entries, and not even those of a stretch between two signed heads without an entry of its own.
 */
export async function* ndjsonOf(source: ExportSource, plan: ExportPlan): AsyncGenerator<string> {
  const { start, heads, clientId, clinic, zone, selection, madeAt } = plan;
  const out = new SealedLines();
  const header: ExportHeader = {
    format: exportFormat,
    clientId,
    clinic,
    zone,
    selection,
    madeAt,
    key: source.signer.publicKey,
    start,
    everyHead: true,
  };
  out.add(header);

  const entries = new EntryLines(source, zone);
  let leaves: string[] = [];
  let hasEntries = false;
  const counts = { entries: 0, leftOut: 0 };

  function addLeaves(): void {
    hasEntries = true;
    counts.leftOut += leaves.length;
    for (let from = 0; from < leaves.length; from += leavesPerLine) {
      out.add({ leftOut: leaves.slice(from, from + leavesPerLine) });
    }
    leaves = [];
  }

  let next = 0;
  const steps = stepsOf(source.log, start?.position ?? source.log.start);
  const end = heads.at(-1)?.position ?? '';
  while (next < heads.length) {
    await plan.pauseBetween();
    const page = (await steps.next()).value;
    // Entries after the last head aren't exported, and the activity may still lack them.
    const lines = await entries.of(page.filter(({ position }) => position <= end));
    for (const event of page) {
      const entry = lines.get(event.id);
      if (entry) {
        addLeaves();
        out.add(entry);
        counts.entries += 1;
        plan.onEntry(event.position);
      } else {
        leaves.push(sha256(leafText(event)));
        if (leaves.length >= (hasEntries ? leavesPerLine : maxKeptBack)) addLeaves();
      }
      const head = heads[next];
      if (!head || event.position !== head.position) continue;
      if (hasEntries) {
        addLeaves();
        out.add({ head });
      } else out.add({ skip: head });
      leaves = [];
      hasEntries = false;
      next += 1;
      if (next === heads.length) break;
    }
    yield out.take();
  }
  out.end(source.signer, counts);
  yield out.take();
}

/** The events after a position, without an end, a few at a time. */
async function* stepsOf(
  log: ExportSource['log'],
  start: Position,
): AsyncGenerator<readonly StoredEvent[], never, undefined> {
  for (let after = start; ; ) {
    const page = await log.readAll(after, pageSize);
    const last = page.at(-1);
    if (!last) throw new EventLogDamaged(`it ends at ${after}, before its signed head`);
    for (let from = 0; from < page.length; from += entriesInStep) yield page.slice(from, from + entriesInStep);
    after = last.position;
  }
}

class EntryLines {
  readonly #source: ExportSource;
  readonly #zone: string;
  /** The last exported event of each stream. */
  readonly #chains = new LRUCache<string, { revision: number; chain: string }>({ max: cachedStreams });

  constructor(source: ExportSource, zone: string) {
    this.#source = source;
    this.#zone = zone;
  }

  /** The lines of the page's exported events, by event id. */
  async of(page: readonly StoredEvent[]): Promise<ReadonlyMap<string, ExportEntry>> {
    const rows = await this.#source.rowsOf(page);
    const byId = new Map((await this.#source.entriesOf(rows)).map((entry) => [entry.eventId, entry]));
    const lines = new Map<string, ExportEntry>();
    for (const event of page) {
      const entry = byId.get(event.id);
      if (entry) lines.set(event.id, await this.#lineOf(event, entry));
    }
    return lines;
  }

  async #lineOf(event: StoredEvent, { sentence, note, actor }: ActivityEntry): Promise<ExportEntry> {
    const { id, stream, revision, type, position } = event;
    const { data, metadata: whole } = asStored(event);
    const { chain, ...metadata } = whole;
    const { recordedAt } = metadata;
    const previous = await this.#chainBefore(event);
    this.#chains.set(stream, { revision, chain });
    return {
      position,
      time: clinicTime(recordedAt, this.#zone),
      utc: recordedAt,
      by: authorOf(event),
      text: sentence,
      reason: await this.#source.reasonOf(event),
      // The sealed content has an alias in place of the account.
      note: signInStreamOf(stream) && actor.id !== 'sign-in' ? `By ${actor.name}.` : note,
      previous,
      chain,
      // Cast is safe: stored data came from JSON.
      content: canonicalJson({ data, id, metadata, revision, stream, type } as unknown as Json),
    };
  }

  async #chainBefore({ stream, revision }: StoredEvent): Promise<string> {
    if (revision === 0) return '';
    const last = this.#chains.get(stream);
    if (last?.revision === revision - 1) return last.chain;
    const [before] = await this.#source.log.readStream(stream, { from: revision - 1, limit: 1 });
    if (!before) throw new EventLogDamaged(`${stream} has no event ${revision - 1}`);
    return before.metadata.chain;
  }
}
