import { fold } from '@dayline/contracts/fold';
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
import { rowsOf } from './reading.ts';

/** What a client has by now, as the views say: a rehearsal compares with it, and writes nothing. */
export interface Lists {
  patients(ids: readonly string[]): Promise<ReadonlyMap<string, PatientRow>>;
  /** Those who have one of the phones. */
  onPhones(clientId: string, phones: readonly string[]): Promise<readonly PatientRow[]>;
  /** Those who are read as having this name; at most 20. */
  named(clientId: string, name: string): Promise<readonly PatientRow[]>;
  doctors(clientId: string): Promise<readonly DoctorRow[]>;
  departments(clientId: string): Promise<readonly DepartmentRow[]>;
  doctorDays(keys: readonly string[]): Promise<ReadonlyMap<string, DoctorDayRow>>;
  pastVisits(patientIds: readonly string[]): Promise<readonly PastVisitRow[]>;
}

export type LastColumns = Pick<DeskViews['imports'], 'what' | 'columns'>;

/** Values in one query. */
const atOnce = 200;
const mostOfOneName = 20;
/** Imports among which the last one of the same columns is looked for. */
const mostImports = 50;

export function listsOf(store: Pick<ReadStore, 'load' | 'query'>): Lists {
  async function load<View extends DeskView>(view: View, keys: readonly string[]) {
    const loaded = await store.load(view, keys);
    // Cast is safe: the projector, its only writer, writes what `DeskViews` says.
    return new Map([...loaded].filter(([, { gone }]) => !gone)) as unknown as ReadonlyMap<string, DeskViews[View]>;
  }

  return {
    patients: (ids) => load('patients', ids),
    async onPhones(clientId, phones) {
      const found: PatientRow[] = [];
      for (let from = 0; from < phones.length; from += atOnce) {
        const among = { field: 'phone', values: phones.slice(from, from + atOnce) };
        found.push(...(await rowsOf(store, 'patients', { where: { clientId }, among })));
      }
      return found;
    },
    async named(clientId, name) {
      const folded = fold(name);
      // The searched text begins with the name, on a line of its own.
      const range = { field: 'search', from: folded, to: `${folded}\n\uffff` };
      return rowsOf(store, 'patients', { where: { clientId, erased: false }, range, limit: mostOfOneName });
    },
    doctors: (clientId) => rowsOf(store, 'doctors', { where: { clientId } }),
    departments: (clientId) => rowsOf(store, 'departments', { where: { clientId } }),
    doctorDays: (keys) => load('doctorDays', keys),
    async pastVisits(patientIds) {
      const found: PastVisitRow[] = [];
      for (let from = 0; from < patientIds.length; from += atOnce) {
        const values = patientIds.slice(from, from + atOnce);
        found.push(...(await rowsOf(store, 'pastVisits', { where: {}, among: { field: 'patientId', values } })));
      }
      return found;
    },
  };
}

/** What the columns of the last file with these names became. @param headings as in `ImportStarted` */
export const lastColumnsIn =
  (store: Pick<ReadStore, 'query'>) =>
  async (clientId: string, headings: string): Promise<LastColumns | null> => {
    const order = [{ field: 'startedAt', descending: true }];
    const last = await rowsOf(store, 'imports', { where: { clientId }, order, limit: mostImports });
    return last.find((each) => each.headings === headings) ?? null;
  };
