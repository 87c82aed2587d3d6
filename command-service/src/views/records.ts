import { fold } from '@dayline/contracts/fold';
import type { DeskView, DeskViews, PastVisitRow } from '@dayline/contracts/views';
import type { PatientRow } from '@dayline/contracts/views/directory';
import type { LastColumns, Records } from '@dayline/lists/records';
import type { ReadStore } from '@dayline/view-store/lazy';
import { rowsOf } from './reading.ts';
import { ifUnavailable } from './visit-before.ts';

/** Number of values in one query. */
const atOnce = 200;
const maxNamed = 20;
/** In one query; a birth date of more people, such as the first of a year, says little of one. */
const maxBornAlike = 2_000;
/** The number of last imports in which a header row is searched. */
const maxImports = 50;

export function recordsIn(store: Pick<ReadStore, 'load' | 'query'>): Records {
  async function load<View extends DeskView>(view: View, keys: readonly string[]) {
    const rows = await store.load(view, keys);
    // Cast is safe: the projector, its only writer, writes what `DeskViews` says.
    return new Map([...rows].filter(([, { gone }]) => !gone)) as unknown as ReadonlyMap<string, DeskViews[View]>;
  }

  /** The persons in place of their merged records, under the name, phone and number by which these are found. */
  async function asPersons(rows: readonly PatientRow[]): Promise<readonly PatientRow[]> {
    const persons = await load('patients', [...new Set(rows.flatMap(({ mergedInto }) => mergedInto ?? []))]);
    return rows.map((row) => {
      const person = row.mergedInto === undefined ? undefined : persons.get(row.mergedInto);
      const { name, phone, uhid } = row;
      return person ? { ...person, name, phone, uhid } : row;
    });
  }

  return {
    async patients(ids) {
      const found = await load('patients', ids);
      const persons = await asPersons([...found.values()]);
      return new Map([...found.keys()].flatMap((id, at) => (persons[at] ? [[id, persons[at]]] : [])));
    },
    async patientsWithPhones(clientId, phones) {
      const found: PatientRow[] = [];
      for (let from = 0; from < phones.length; from += atOnce) {
        const among = { field: 'phone', values: phones.slice(from, from + atOnce) };
        found.push(...(await rowsOf(store, 'patients', { where: { clientId }, among })));
      }
      return asPersons(found);
    },
    async patientsNamed(clientId, name) {
      const foldedName = fold(name);
      // The searched text begins with the name, on a line of its own.
      const range = { field: 'search', from: foldedName, to: `${foldedName}\n\uffff` };
      const [own, former] = await Promise.all(
        [false, true].map((erased) =>
          rowsOf(store, 'patients', { where: { clientId, erased }, range, limit: maxNamed }),
        ),
      );
      return [...(own ?? []), ...(await asPersons((former ?? []).filter(({ mergedInto }) => mergedInto)))];
    },
    async patientsBornAlike(keys) {
      const found = new Map<string, PatientRow>();
      for (const field of ['bornFirst', 'bornLast'] as const) {
        for (let from = 0; from < keys.length; from += atOnce) {
          const among = { field, values: keys.slice(from, from + atOnce) };
          const rows = await rowsOf(store, 'patients', { where: {}, among, limit: maxBornAlike });
          for (const row of rows) if (!row.erased) found.set(row.key, row);
        }
      }
      return [...found.values()];
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

/**
 * The fields of the columns of the last file with this header row; null while the views are unavailable.
 * @param headerDigest as in `ImportStarted`
 */
export const lastColumnsIn =
  (store: Pick<ReadStore, 'query'>) =>
  async (clientId: string, headerDigest: string): Promise<LastColumns | null> => {
    const order = [{ field: 'startedAt', descending: true }];
    try {
      const last = await rowsOf(store, 'imports', { where: { clientId }, order, limit: maxImports });
      return last.find((row) => row.headerDigest === headerDigest) ?? null;
    } catch (error) {
      return ifUnavailable(error, null);
    }
  };
