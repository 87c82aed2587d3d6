import { shownIdentity } from '@dayline/contracts/clinic/identity';
import type { Presence } from '@dayline/contracts/clinic/queue';
import { type FoundPerson, maxFound } from '@dayline/contracts/endpoints/patient-search';
import { byFold } from '@dayline/contracts/fold';
import { isTokenTyped, tokenTyped } from '@dayline/contracts/hall/tokens';
import { type Agreement, lookUpKeysOf, rankOf, typedWords } from '@dayline/contracts/search/people';
import type { AppointmentRow } from '@dayline/contracts/views';
import type { PatientRow } from '@dayline/contracts/views/directory';
import { unknownDoctor } from '../desk/cards.ts';
import type { Snapshot } from '../desk/snapshot.ts';
import { visitsOf } from '../desk/visits.ts';
import type { Queries } from '../queries/answer.ts';
import { familyOnPhone } from '../queries/booking.ts';

/** The number of people that each read compares with the search; of more, those registered first. */
const maxCompared = 200;
/** The number of a person's newest appointments in which the next one and the last visit are searched. */
const maxVisits = 200;

interface Found {
  readonly row: PatientRow;
  readonly rank: number;
}

const wholeOf = (found: ReadonlyMap<string, Found>): number =>
  [...found.values()].filter(({ rank }) => rank === 0).length;

const byName = byFold<Found>(
  ({ row }) => row.name ?? '',
  ({ row }) => row.key,
);

/** The matches of a search, best first; only a doctor's own patients if `pocId` isn't null. */
async function foundBy(
  input: string,
  { desk, clientId }: Snapshot,
  pocId: string | null,
): Promise<{ readonly rows: readonly PatientRow[]; readonly hasMore: boolean }> {
  const words = typedWords(input);
  const namedIn = pocId === null ? {} : { namedIn: { view: 'appointments', field: 'patientId', where: { pocId } } };
  const found = new Map<string, Found>();
  /** Whether all people who match this well are among them. */
  async function compare(agreement: Agreement): Promise<boolean> {
    const keys = lookUpKeysOf(words, agreement);
    const rows = await desk.people({ within: clientId, keys, limit: maxCompared, ...namedIn });
    for (const row of rows) {
      const rank = rankOf(row.patientSearch, words);
      if (rank !== null) found.set(row.key, { row, rank });
    }
    return rows.length < maxCompared;
  }
  // Matches with a wrong letter include whole words and beginnings: if there are too many, these are read separately.
  const isWhole = await compare('near');
  if (!isWhole && (await compare('whole')) && wholeOf(found) <= maxFound) await compare('begun');
  const sorted = [...found.values()].sort((a, b) => a.rank - b.rank || byName(a, b));
  return { rows: sorted.slice(0, maxFound).map(({ row }) => row), hasMore: !isWhole || sorted.length > maxFound };
}

/** Patients who have arrived today with a token, by time. */
async function withToken(input: string, snapshot: Snapshot, pocId: string | null): Promise<readonly PatientRow[]> {
  const token = tokenTyped(input);
  if (!token) return [];
  const { desk, clientId } = snapshot;
  const { date } = snapshot.clinicOf(clientId);
  const scope = pocId === null ? { clientId } : { pocId };
  const { rows } = await desk.page({ view: 'appointments', where: { ...scope, date }, order: [{ field: 'time' }] });
  const ids = rows
    .filter((row) => isThere(row) && row.presence && isTokenTyped(row.presence, token))
    .map((row) => row.patientId);
  const people = await desk.rows('patients', ids);
  return ids.flatMap((id) => people.get(id) ?? []);
}

const isThere = ({ status, presence }: AppointmentRow): boolean => status === 'Confirmed' && presence !== undefined;

const foundToken = ({ token: number, letter }: Presence, pocName: string): NonNullable<FoundPerson['token']> => ({
  ...{ number, pocName },
  ...(letter !== undefined && { letter }),
});

async function personOf(row: PatientRow, snapshot: Snapshot, pocId: string | null): Promise<FoundPerson> {
  const { desk, directory } = snapshot;
  const { date: today } = snapshot.clinicOf(snapshot.clientId);
  const all = await visitsOf(desk, row.key, maxVisits);
  const visits = pocId === null ? all : all.filter((visit) => visit.pocId === pocId);
  const next = visits.findLast(({ status, date }) => status === 'Confirmed' && date >= today);
  const there = visits.find((visit) => visit.date === today && isThere(visit));
  const nameOf = (visit: AppointmentRow) => directory.doctor(visit.pocId)?.name ?? unknownDoctor.name;
  // A doctor isn't shown who registered first with the phone.
  const [first] = pocId === null ? await familyOnPhone(desk, row) : [];
  return {
    userId: row.key,
    name: row.name,
    ...shownIdentity(row, today),
    phone: row.phone,
    location: row.location,
    family: first && first.key !== row.key ? first.name : null,
    next: next ? { date: next.date, time: next.time, pocName: nameOf(next) } : null,
    ...(there?.presence && { token: foundToken(there.presence, nameOf(there)) }),
    lastVisit: visits.find(({ status }) => status === 'Availed')?.date ?? null,
  };
}

export const patientSearchQueries: Queries<'searchPatients'> = {
  async searchPatients({ search }, snapshot, { caller }) {
    const { role, pocId } = caller.identity;
    const own = role === 'doctor' ? (pocId ?? '') : null;
    const [first, { rows, hasMore }] = await Promise.all([
      withToken(search.trim(), snapshot, own),
      foundBy(search, snapshot, own),
    ]);
    const found = [...new Map([...first, ...rows].map((row) => [row.key, row])).values()].slice(0, maxFound);
    const people = await Promise.all(found.map((row) => personOf(row, snapshot, own)));
    return { body: { today: snapshot.clinicOf(snapshot.clientId).date, people, hasMore } };
  },
};
