import type { Position } from '@dayline/contracts/ids';
import type { DeskView, DeskViews } from '@dayline/contracts/views';
import type { PatientRow } from '@dayline/contracts/views/directory';
import type { ViewRow } from '@dayline/contracts/views/row';
import type { CountQuery, PeopleQuery, ProjectionStore, RowPage, RowQuery } from '@dayline/view-store/port';

/** A query on one view of the projection `desk`. */
export type DeskQuery<View extends DeskView> = RowQuery & { readonly view: View };

/** Oldest change first, by view. */
export type ChangedRows<Views extends DeskView> = { readonly [View in Views]: readonly DeskViews[View][] };

/**
 * The views whose changes are sent to pages. Visitors are shown on a profile only, which refetches with the status that
 * changed them; the rows of a moved appointment and of a payment change together with those of `appointments`; messages
 * are read with their visit's story.
 */
export type ChangedView = Exclude<DeskView, 'visitors' | 'movedAppointments' | 'payments' | 'messages'>;

const changedViews = Object.keys({
  appointments: true,
  counts: true,
  doctorDays: true,
  doctors: true,
  departments: true,
  patients: true,
  duplicates: true,
  clients: true,
  calendars: true,
  pastVisits: true,
  leaves: true,
  imports: true,
  displays: true,
  apiKeys: true,
  chats: true,
  people: true,
  closedDays: true,
  waiting: true,
} satisfies Readonly<Record<ChangedView, true>>);
/** If more rows of one view changed at once, they are not sent one by one: the caller refetches. */
const rowsAtMost = 2_000;

/** Typed read access to the rows of the projection `desk`, by view. */
export interface Desk {
  /** The checkpoint: the rows contain every event up to it. Read it before the rows it is reported with. */
  position(): Promise<Position>;
  /** Null if there is no such row, or it is deleted. */
  row<View extends DeskView>(view: View, key: string): Promise<DeskViews[View] | null>;
  /** By key; missing or deleted rows are omitted. A merged record's row is that of the record that stands for it. */
  rows<View extends DeskView>(view: View, keys: readonly string[]): Promise<ReadonlyMap<string, DeskViews[View]>>;
  page<View extends DeskView>(query: DeskQuery<View>): Promise<RowPage<DeskViews[View]>>;
  count(query: CountQuery & { readonly view: DeskView }): Promise<number>;
  /**
   * Patients who match keys of a search (`search/people`), in the order of registration; the caller compares their
   * names.
   */
  people(query: Omit<PeopleQuery, 'view'>): Promise<readonly PatientRow[]>;
  /**
   * The rows of all live views with `after < at <= upTo`, including deleted ones; null if more than 2,000 of one view
   * changed. Callers with the same range share one read of the store.
   */
  changed(after: Position, upTo: Position): Promise<ChangedRows<ChangedView> | null>;
  /** Every row of a view, including deleted ones. */
  scan<View extends DeskView>(view: View): AsyncIterable<DeskViews[View]>;
  onCommit(listener: (position: Position) => void): () => void;
}

/** @param start the position before the first event: the position of an empty store */
export function deskOf(store: ProjectionStore, start: Position): Desk {
  // Cast is safe: the store's rows are untyped, and the projector, their only writer, writes what `DeskViews` declares.
  const typedStore = store as unknown as {
    load<View extends DeskView>(view: View, keys: readonly string[]): Promise<ReadonlyMap<string, DeskViews[View]>>;
    scan: Desk['scan'];
  };
  const rows: Desk['rows'] = async (view, keys) => {
    const loadedRows = await withPersons(await typedStore.load(view, keys));
    for (const row of loadedRows.values())
      if (row.gone) return new Map([...loadedRows].filter(([, loadedRow]) => !loadedRow.gone));
    return loadedRows;
  };
  /** The rows of persons in place of their merged records. */
  async function withPersons<Row extends ViewRow>(
    loadedRows: ReadonlyMap<string, Row>,
  ): Promise<ReadonlyMap<string, Row>> {
    const merged = new Map(
      [...loadedRows].flatMap(([key, row]) => ('mergedInto' in row ? [[key, row.mergedInto as string]] : [])),
    );
    if (merged.size === 0) return loadedRows;
    // Cast is safe: only patients are merged.
    const persons = (await typedStore.load('patients', [...new Set(merged.values())])) as ReadonlyMap<string, ViewRow>;
    return new Map(
      [...loadedRows].flatMap(([key, row]) => {
        const into = merged.get(key);
        if (into === undefined) return [[key, row]];
        const person = persons.get(into) as Row | undefined;
        return person ? [[key, person]] : [];
      }),
    );
  }
  return {
    async position() {
      return (await store.checkpoint())?.position ?? start;
    },
    async row(view, key) {
      return (await rows(view, [key])).get(key) ?? null;
    },
    rows,
    page: (query) => store.query(query),
    count: (query) => store.count(query),
    people: (query) => store.people<PatientRow>({ ...query, view: 'patients' }),
    changed: changesOf(store),
    scan: (view) => typedStore.scan(view),
    onCommit: (listener) => store.onCommit(listener),
  };
}

/** The sources of one client's queries. */
export type ClientDesk = Pick<Desk, 'row' | 'rows' | 'page' | 'count' | 'people'>;

/** Views whose past rows can be read. */
export type PastView = Exclude<
  DeskView,
  | 'visitors'
  | 'duplicates'
  | 'pastVisits'
  | 'movedAppointments'
  | 'leaves'
  | 'displays'
  | 'apiKeys'
  | 'chats'
  | 'people'
  | 'payments'
  | 'closedDays'
  | 'messages'
  | 'waiting'
>;
/** Views whose past rows can be listed. */
export type DayView = 'appointments' | 'doctorDays';

/** A query on the rows of one day or of a range of days. */
export type DayQuery<View extends DayView> = Omit<DeskQuery<View>, 'before' | 'fromEnd' | 'foundIn'> &
  (
    | { readonly where: { readonly date: string } }
    | { readonly range: { readonly field: 'date'; readonly from: string; readonly to: string } }
  );

/** The reads that work live and as of an earlier position. */
export interface DayDesk {
  row<View extends PastView>(view: View, key: string): Promise<DeskViews[View] | null>;
  rows<View extends PastView>(view: View, keys: readonly string[]): Promise<ReadonlyMap<string, DeskViews[View]>>;
  page<View extends DayView>(query: DayQuery<View>): Promise<RowPage<DeskViews[View]>>;
  count<View extends DayView>(query: DayQuery<View>): Promise<number>;
}

/**
 * The rows of one client. A row of another client is answered like one that doesn't exist.
 * @param signal of the call: searches that have not started are dropped when it aborts
 */
export function deskOfClient(desk: ClientDesk, clientId: string, signal?: AbortSignal): ClientDesk {
  const until = signal ? { signal } : {};
  const isOwn = (row: DeskViews[DeskView]): boolean => ('clientId' in row ? row.clientId : row.key) === clientId;
  const rows: Desk['rows'] = async (view, keys) => {
    const found = await desk.rows(view, keys);
    for (const row of found.values())
      if (!isOwn(row)) return new Map([...found].filter(([, foundRow]) => isOwn(foundRow)));
    return found;
  };
  return {
    rows,
    row: async (view, key) => (await rows(view, [key])).get(key) ?? null,
    async page(query) {
      const page = await desk.page({ ...query, ...until });
      return page.rows.every(isOwn) ? page : { ...page, rows: page.rows.filter(isOwn) };
    },
    count: (query) => desk.count({ ...query, ...until }),
    people: async (query) => (await desk.people({ ...query, ...until })).filter(isOwn),
  };
}

/** The directory and the sockets read the same commit, one right after the other. */
function changesOf(store: ProjectionStore): Desk['changed'] {
  let last: { readonly span: string; readonly changed: ReturnType<Desk['changed']> } | null = null;
  // After a swap, other rows may have the same positions.
  store.onSwap(() => {
    last = null;
  });
  async function look(after: Position, upTo: Position): ReturnType<Desk['changed']> {
    const { rows, complete } = await store.changed(changedViews, after, upTo, rowsAtMost);
    // Cast is safe: the rows are of the requested views.
    return complete ? (rows as unknown as ChangedRows<ChangedView>) : null;
  }
  return (after, upTo) => {
    const span = `${after} ${upTo}`;
    if (last?.span === span) return last.changed;
    const changes = look(after, upTo);
    last = { span, changed: changes };
    changes.catch(() => {
      if (last?.changed === changes) last = null;
    });
    return changes;
  };
}
