import type { Recorded } from '@dayline/contracts/events/definition';
import { isKnownEvent, isWellFormed, type RecordedDaylineEvent } from '@dayline/contracts/events/table';
import type { ParkedEvent, ProjectionStore } from '@dayline/view-store/port';
import { foldEvent, type NamedRows, namedBy, rowsNeededBy } from '../projections/fold.ts';
import { type LookUp, maxFound, PoisonEvent, type Projection } from '../projections/projection.ts';
import type { WorkingRows } from '../projections/working-rows.ts';

/** Result of folding a batch; the row changes are in the working rows. */
export interface FoldedBatch {
  /** The last event that the checkpoint may pass; null if the first one stops it. */
  readonly last: Recorded | null;
  readonly parked: readonly ParkedEvent[];
  /** Whether a person was erased. */
  readonly scrub: boolean;
  /** An event of ours that this build doesn't know; the checkpoint must stay before it. */
  readonly unknown: Recorded | null;
}

type RowLoads = Pick<ProjectionStore, 'load' | 'loadBy'>;

interface PlannedEvent {
  readonly event: RecordedDaylineEvent;
  readonly named: NamedRows;
  /** Whether the event can't be folded, and why. */
  readonly fault: string | null;
}

/** The event store's own types have this prefix. */
const isForeign = (event: Recorded): boolean => event.type.startsWith('$');

/**
 * Folds a batch into the working rows after loading missing rows from the store.
 * @param parkedStreams streams with an event that can't be folded; this batch's are added
 * @param sealFailures by event id, why an event couldn't be decrypted; such an event can't be folded
 */
export async function foldBatch(
  { projection, store, rows }: { projection: Projection; store: RowLoads; rows: WorkingRows },
  events: readonly Recorded[],
  parkedStreams: Set<string>,
  sealFailures: ReadonlyMap<string, string> = new Map(),
): Promise<FoldedBatch> {
  const unknownAt = events.findIndex((event) => !isForeign(event) && !isKnownEvent(event));
  const readableEvents = unknownAt < 0 ? events : events.slice(0, unknownAt);
  const plans: PlannedEvent[] = [];
  for (const event of readableEvents) {
    if (isForeign(event) || !isKnownEvent(event)) continue;
    const rowNames = namedBy(projection, event);
    if (rowNames.length === 0) continue;
    const isFit = projection.takesMalformed || isWellFormed(event);
    const fault = sealFailures.get(event.id) ?? (isFit ? null : `${event.type} is malformed`);
    plans.push({ event, named: rowNames, fault });
  }
  await loadMissing(store, plans, rows);
  const found = new FoundRows(store, rows);
  await found.prepare(plans);

  const parkedEvents: ParkedEvent[] = [];
  let scrub = false;
  for (const { event, named, fault } of plans) {
    const { position, id: eventId, stream, type } = event;
    if (fault === null) await found.load(event, named);
    if (type === 'PatientErased') {
      scrub = true;
      const faults = foldErasure(named, event, rows);
      if (faults.length === 0) continue;
      parkedStreams.add(stream);
      parkedEvents.push({ position, eventId, stream, type, reason: reasonOf(faults[0]) });
      continue;
    }
    if (parkedStreams.has(stream)) {
      parkedEvents.push({ position, eventId, stream, type, reason: 'follows a parked event of its stream' });
      continue;
    }
    try {
      if (fault !== null) throw new PoisonEvent(fault);
      foldEvent(named, event, rows);
    } catch (error) {
      parkedStreams.add(stream);
      parkedEvents.push({ position, eventId, stream, type, reason: reasonOf(error) });
    }
  }
  return { last: readableEvents.at(-1) ?? null, parked: parkedEvents, scrub, unknown: events[unknownAt] ?? null };
}

/**
 * Folds an erasure even behind a parked event of its stream, and into each view separately, so that a missing row in
 * one view doesn't leave the name in another.
 */
function foldErasure(rowNames: NamedRows, event: RecordedDaylineEvent, rows: WorkingRows): readonly unknown[] {
  const faults: unknown[] = [];
  for (const entry of rowNames) {
    try {
      foldEvent([entry], event, rows);
    } catch (error) {
      faults.push(error);
    }
  }
  return faults;
}

/** Only our own messages, or the kind of the error: a fold's message may contain personal data. */
const reasonOf = (error: unknown): string => {
  if (error instanceof PoisonEvent) return error.message;
  return error instanceof Error ? `the fold failed: ${error.name}` : 'the fold failed';
};

async function loadMissing(store: RowLoads, plans: readonly PlannedEvent[], rows: WorkingRows): Promise<void> {
  const missing = new Map<string, Set<string>>();
  const lookUps = new Map<string, { view: string; field: string; values: Set<string> }>();
  for (const { event, named } of plans) {
    const needs = rowsNeededBy(named, event);
    for (const { view, key } of needs.keys) {
      if (rows.has(view, key)) continue;
      const keys = missing.get(view);
      if (keys) keys.add(key);
      else missing.set(view, new Set([key]));
    }
    for (const { view, field, value } of needs.lookUps) {
      const lookUp = lookUps.get(`${view}.${field}`);
      if (lookUp) lookUp.values.add(value);
      else lookUps.set(`${view}.${field}`, { view, field, values: new Set([value]) });
    }
  }
  for (const [view, keys] of missing) {
    const found = await store.load(view, [...keys]);
    for (const key of keys) rows.take(view, key, found.get(key) ?? null);
  }
  for (const { view, field, values } of lookUps.values()) {
    for (const row of await store.loadBy(view, field, [...values])) rows.take(view, row.key, row);
  }
  await loadCopied(store, plans, rows);
}

/** The rows that other rows name as their copies' source. */
async function loadCopied(store: RowLoads, plans: readonly PlannedEvent[], rows: WorkingRows): Promise<void> {
  for (const { event, named } of plans) {
    for (const { change } of named) {
      const { copiesFrom } = change;
      const first = copiesFrom?.next && rows.get(copiesFrom.view, copiesFrom.key(event));
      const key = first && copiesFrom?.next?.(first);
      if (key === undefined || key === null || !copiesFrom || rows.has(copiesFrom.view, key)) continue;
      rows.take(copiesFrom.view, key, (await store.load(copiesFrom.view, [key])).get(key) ?? null);
    }
  }
}

const nameOf = ({ view, field, value }: LookUp): string => `${view} ${field} ${value}`;

/** Loads the rows that changes name by rows of other views: most of a batch's together. */
class FoundRows {
  readonly #store: RowLoads;
  readonly #rows: WorkingRows;
  readonly #lookedUp = new Set<string>();

  constructor(store: RowLoads, rows: WorkingRows) {
    this.#store = store;
    this.#rows = rows;
  }

  /** The look-ups as of the batch's start; an event may need others after earlier ones. */
  async prepare(plans: readonly PlannedEvent[]): Promise<void> {
    const fit = plans.filter(({ fault }) => fault === null);
    await this.#lookUp(fit.flatMap(({ event, named }) => this.#lookUpsOf(event, named)));
  }

  async load(event: RecordedDaylineEvent, rowNames: NamedRows): Promise<void> {
    const finding = rowNames.filter(({ change }) => change.found);
    if (finding.length === 0) return;
    await this.#lookUp(this.#lookUpsOf(event, finding));
    for (const { view, change } of finding) {
      const keys = change.found?.rows(event, this.#rows).filter((key) => !this.#rows.has(view, key)) ?? [];
      if (keys.length === 0) continue;
      const rows = await this.#store.load(view, keys);
      for (const key of keys) this.#rows.take(view, key, rows.get(key) ?? null);
    }
  }

  #lookUpsOf(event: RecordedDaylineEvent, rowNames: NamedRows): readonly LookUp[] {
    return rowNames.flatMap(({ change }) => change.found?.lookUps(event, this.#rows) ?? []);
  }

  async #lookUp(lookUps: readonly LookUp[]): Promise<void> {
    const byField = new Map<string, { readonly view: string; readonly field: string; readonly values: string[] }>();
    for (const lookUp of lookUps) {
      const { view, field, value } = lookUp;
      if (this.#lookedUp.has(nameOf(lookUp))) continue;
      this.#lookedUp.add(nameOf(lookUp));
      const entry = byField.get(`${view} ${field}`);
      if (entry) entry.values.push(value);
      else byField.set(`${view} ${field}`, { view, field, values: [value] });
    }
    for (const { view, field, values } of byField.values()) {
      const rows = await this.#store.loadBy(view, field, values, maxFound);
      for (const row of rows) this.#rows.take(view, row.key, row);
    }
  }
}
