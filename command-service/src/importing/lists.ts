import { setTimeout as pause } from 'node:timers/promises';
import { fold } from '@dayline/contracts/fold';
import type { Position } from '@dayline/contracts/ids';
import type {
  DepartmentRow,
  DeskView,
  DeskViews,
  DoctorDayRow,
  DoctorRow,
  PastVisitRow,
  PatientRow,
} from '@dayline/contracts/views';
import type { ReadStore } from '@dayline/view-store/lazy';
import type { RowPage, Scalar } from '@dayline/view-store/port';

/** What a client has by now, as the views say: a rehearsal compares with it, and writes nothing. */
export interface Lists {
  /** Whether the views have what the log has up to a position, soon. */
  reach(position: Position): Promise<boolean>;
  patients(ids: readonly string[]): Promise<ReadonlyMap<string, PatientRow>>;
  /** Those who have one of the phones. */
  onPhones(clientId: string, phones: readonly string[]): Promise<readonly PatientRow[]>;
  /** Those who are read as having this name; at most 20. */
  named(clientId: string, name: string): Promise<readonly PatientRow[]>;
  doctors(clientId: string): Promise<readonly DoctorRow[]>;
  departments(clientId: string): Promise<readonly DepartmentRow[]>;
  doctorDays(keys: readonly string[]): Promise<ReadonlyMap<string, DoctorDayRow>>;
  pastVisits(patientIds: readonly string[]): Promise<readonly PastVisitRow[]>;
  /** Whether somebody has an appointment. */
  hasAppointments(patientId: string): Promise<boolean>;
  /** What the columns of the last file with these names became. @param headings as in `ImportStarted` */
  lastColumns(clientId: string, headings: string): Promise<LastColumns | null>;
}

export type LastColumns = Pick<DeskViews['imports'], 'what' | 'columns'>;

/** Values in one query. */
const atOnce = 200;
const mostOfOneName = 20;
/** Imports among which the last one of the same columns is looked for. */
const mostImports = 50;
const longestWaitMs = 3_000;

export function listsOf(store: ReadStore): Lists {
  async function rows<View extends DeskView>(
    view: View,
    query: Omit<Parameters<ReadStore['query']>[0], 'view' | 'where'> & { where: Readonly<Record<string, Scalar>> },
  ): Promise<readonly DeskViews[View][]> {
    const found: DeskViews[View][] = [];
    let after: string | null = null;
    do {
      const page: RowPage = await store.query({ ...query, view, ...(after !== null && { after }) });
      // Cast is safe: the projector, its only writer, writes what `DeskViews` says.
      found.push(...(page.rows as unknown as DeskViews[View][]));
      after = query.limit === undefined ? page.next : null;
    } while (after !== null);
    return found;
  }
  async function load<View extends DeskView>(view: View, keys: readonly string[]) {
    const loaded = await store.load(view, keys);
    // Cast is safe, as above.
    return new Map([...loaded].filter(([, { gone }]) => !gone)) as unknown as ReadonlyMap<string, DeskViews[View]>;
  }

  return {
    async reach(position) {
      const until = performance.now() + longestWaitMs;
      while (((await store.checkpoint())?.position ?? '') < position) {
        if (performance.now() > until) return false;
        await pause(50);
      }
      return true;
    },
    patients: (ids) => load('patients', ids),
    async onPhones(clientId, phones) {
      const found: PatientRow[] = [];
      for (let from = 0; from < phones.length; from += atOnce) {
        const among = { field: 'phone', values: phones.slice(from, from + atOnce) };
        found.push(...(await rows('patients', { where: { clientId }, among })));
      }
      return found;
    },
    async named(clientId, name) {
      const folded = fold(name);
      // The searched text begins with the name, on a line of its own.
      const range = { field: 'search', from: folded, to: `${folded}\n\uffff` };
      return rows('patients', { where: { clientId, erased: false }, range, limit: mostOfOneName });
    },
    doctors: (clientId) => rows('doctors', { where: { clientId } }),
    departments: (clientId) => rows('departments', { where: { clientId } }),
    doctorDays: (keys) => load('doctorDays', keys),
    async pastVisits(patientIds) {
      const found: PastVisitRow[] = [];
      for (let from = 0; from < patientIds.length; from += atOnce) {
        const values = patientIds.slice(from, from + atOnce);
        found.push(...(await rows('pastVisits', { where: {}, among: { field: 'patientId', values } })));
      }
      return found;
    },
    hasAppointments: async (patientId) => (await rows('appointments', { where: { patientId }, limit: 1 })).length > 0,
    async lastColumns(clientId, headings) {
      const order = [{ field: 'startedAt', descending: true }];
      const last = await rows('imports', { where: { clientId }, order, limit: mostImports });
      return last.find((each) => each.headings === headings) ?? null;
    },
  };
}
