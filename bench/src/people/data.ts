import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { noDetails } from '@dayline/contracts/clinic/identity';
import { searchText } from '@dayline/contracts/fold';
import { ulidPattern } from '@dayline/contracts/ids';
import { bornKeysOf, pairKey } from '@dayline/contracts/patients/duplicates';
import type { DuplicateRow, PatientRow } from '@dayline/contracts/views/directory';
import { desk } from '@dayline/projector/projections/desk/projection';
import type { Checkpoint } from '@dayline/view-store/port';
import { openSqliteViewStore } from '@dayline/view-store/sqlite/open';
import { peopleOf } from '../large/data/patients.ts';
import { seededRandom } from '../random.ts';

/** Increase it with any change of the people or of their rows. */
const dataVersion = 2;
const batch = 5_000;
const pairEvery = 200;
/** Days. */
const bornWithin = 80 * 365;

const idOf = (index: number): string => {
  const id = String(index).padStart(26, '0');
  if (!ulidPattern.test(id)) throw new Error(`${id} is no id`);
  return id;
};
export const clientId = idOf(1);

const syllables = 'ka ra na ma la vi su de pra shan ti mo he go bi nu ya ja sri ven'.split(' ');

/** Rows of the patients' view, with names from a telephone book; every fifth person also has a rare name. */
function* rowsOf(count: number): Generator<PatientRow> {
  const random = seededRandom(7);
  for (const [index, { name, phone, email, location }] of peopleOf(count, 11).entries()) {
    const rare = Array.from({ length: 3 }, () => random.pick(syllables)).join('');
    const full = index % 5 === 0 ? name.replace(' ', ` ${rare} `) : name;
    const bornOn = addDays('1945-01-01', random.below(bornWithin));
    yield {
      ...noDetails,
      ...{ bornOn, ...bornKeysOf(clientId, { name: full, bornOn }) },
      ...{ key: idOf(index), at: String(index + 1).padStart(16, '0'), clientId, erased: false },
      ...{ registeredAt: '2026-01-01T00:00:00.000Z', name: full, phone, email, location },
      ...{ search: searchText(full, phone, email, location), patientSearch: searchText(full, phone) },
    };
  }
}

/** Every two-hundredth person may be the next one too. */
function pairOf({ key: one, at }: PatientRow, next: PatientRow | undefined): readonly DuplicateRow[] {
  if (!next || Number(one) % pairEvery !== 0) return [];
  return [{ key: pairKey(one, next.key), at, clientId, one, other: next.key, open: true, dismissed: false }];
}

/** The folder of views with this many people of one client, built unless it exists. */
export async function peopleData(cache: string, count: number): Promise<string> {
  const folder = join(cache, `people-${count}-${desk.version}-${dataVersion}`);
  if (existsSync(folder)) return folder;
  const building = `${folder}.building`;
  rmSync(building, { recursive: true, force: true });
  mkdirSync(building, { recursive: true });
  const views = openSqliteViewStore({ directory: building });
  const store = await views.open(desk, 'write');
  let from: Checkpoint | null = null;
  let rows: PatientRow[] = [];
  async function write(): Promise<void> {
    const position = rows.at(-1)?.at ?? '';
    const to = { position, eventId: position, stream: 'people', revision: Number(position) };
    const pairs = rows.flatMap((row, index) => pairOf(row, rows[index + 1]));
    const writes = [
      ...rows.map((row) => ({ view: 'patients', row, was: null })),
      ...pairs.map((row) => ({ view: 'duplicates', row, was: null })),
    ];
    const { written } = await store.write({ writes, checkpoint: { from, to } });
    if (!written) throw new Error('The people could not be written.');
    from = to;
    rows = [];
  }
  for (const row of rowsOf(count)) if (rows.push(row) === batch) await write();
  if (rows.length > 0) await write();
  await views.close();
  renameSync(building, folder);
  return folder;
}
