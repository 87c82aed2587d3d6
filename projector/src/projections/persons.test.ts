import { noDetails, type PatientDetails } from '@dayline/contracts/clinic/identity';
import { streamKey } from '@dayline/contracts/events/categories';
import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { fold } from '@dayline/contracts/fold';
import { doctorDayOf } from '@dayline/contracts/ids';
import { areDifferent, isNamedAlike, pairKey } from '@dayline/contracts/patients/duplicates';
import { detailFields, recordsOf } from '@dayline/contracts/patients/person';
import { runs } from '@dayline/contracts/testing/trials';
import type { AppointmentRow, CountsRow, VisitorRow } from '@dayline/contracts/views';
import type { DuplicateRow, PatientRow } from '@dayline/contracts/views/directory';
import { recorded } from '../testing/draft.ts';
import { randomHistory } from '../testing/history.ts';
import { countsKey } from './desk/counts.ts';
import { desk } from './desk/projection.ts';
import { foldAll } from './fold.ts';

/** "A person is one record or several merged ones": a fold that knows events alone, and no view. */

interface PersonsRecord {
  readonly clientId: string;
  /** What gave a detail, oldest first: the record itself, or a merge by its id. Without those that a split took back. */
  given: readonly { readonly by: string; readonly details: Partial<PatientDetails> }[];
  mergedInto: string | null;
  isErased: boolean;
}

interface Found {
  readonly records: ReadonlyMap<string, PersonsRecord>;
  /** The record of each appointment. */
  readonly booked: ReadonlyMap<string, string>;
  readonly merges: number;
  readonly splits: number;
}

const own = 'own';

function personsIn(events: readonly RecordedDaylineEvent[]): Found {
  const records = new Map<string, PersonsRecord>();
  const booked = new Map<string, string>();
  let [merges, splits] = [0, 0];
  for (const event of events) {
    const { type, data } = event;
    if (type === 'AppointmentBooked' || type === 'AppointmentReassigned')
      booked.set(data.appointmentId, data.patientId);
    if (type === 'PatientRegistered') {
      const { clientId, ...details } = data;
      const given = [{ by: own, details }];
      records.set(streamKey(event.stream), { clientId, given, mergedInto: null, isErased: false });
    }
    const record = records.get(streamKey(event.stream));
    if (!record) continue;
    if (type === 'PatientDetailsCorrected') record.given = [...record.given, { by: own, details: data }];
    if (type === 'PatientErased') record.isErased = true;
    if (type === 'PatientMerged') {
      const isStanding = streamKey(event.stream) === data.into;
      if (!isStanding) record.mergedInto = data.into;
      if (!isStanding) continue;
      const details = Object.fromEntries(data.chosen.map((field) => [field, data[field] ?? null]));
      record.given = [...record.given, { by: data.mergeId, details }];
      merges += 1;
    }
    if (type === 'PatientUnmerged') {
      if (streamKey(event.stream) === data.patientId) record.mergedInto = null;
      else record.given = record.given.filter(({ by }) => by !== data.mergeId);
      splits += 1;
    }
  }
  return { records, booked, merges, splits };
}

const detailsOf = ({ given, isErased }: PersonsRecord): PatientDetails => {
  if (isErased) return noDetails;
  const found = Object.assign({ ...noDetails }, ...given.map(({ details }) => details)) as PatientDetails;
  return Object.fromEntries(detailFields.map((field) => [field, found[field] ?? null])) as unknown as PatientDetails;
};

/** The pairs that somebody said are of two people, or that were split as such; not those of erased people. */
function dismissedIn(events: readonly RecordedDaylineEvent[]): ReadonlySet<string> {
  const dismissed = new Set<string>();
  for (const { type, data, stream } of events) {
    if (type === 'DuplicateDismissed') dismissed.add(pairKey(streamKey(stream), data.otherId));
    if (type === 'DuplicateReopened') dismissed.delete(pairKey(streamKey(stream), data.otherId));
    if (type === 'PatientUnmerged' && data.reason !== null) dismissed.add(pairKey(data.patientId, data.into));
    if (type !== 'PatientErased') continue;
    for (const key of dismissed) if (key.split('_').includes(streamKey(stream))) dismissed.delete(key);
  }
  return dismissed;
}

test('any history: the possible duplicates are those that a comparison of all with all finds', () => {
  const found = { open: 0, dismissed: 0, gone: 0 };
  for (let seed = 1; seed <= runs(12, 300); seed += 1) {
    const events = recorded(randomHistory({ seed, size: 400 }));
    const { records } = personsIn(events);
    const dismissed = dismissedIn(events);
    const standing = [...records].filter(([, { mergedInto, isErased }]) => mergedInto === null && !isErased);
    const people = standing.map(([id, record]) => ({ id, clientId: record.clientId, details: detailsOf(record) }));
    const alike = people.flatMap((one) =>
      people
        .filter((other) => one.id < other.id && one.clientId === other.clientId)
        .filter(({ details }) => {
          const isSame = (field: 'phone' | 'bornOn') =>
            one.details[field] !== null && one.details[field] === details[field];
          const isNear = isNamedAlike(one.details.name, details.name) && !areDifferent(one.details, details);
          return isNear && (isSame('phone') || isSame('bornOn'));
        })
        .map((other) => pairKey(one.id, other.id)),
    );
    const rows = foldAll(desk, events).rows('duplicates') as DuplicateRow[];
    const keysOf = (kept: (row: DuplicateRow) => boolean) => new Set(rows.filter(kept).map(({ key }) => key));
    expect([seed, keysOf(({ open }) => open)]).toEqual([seed, new Set(alike.filter((key) => !dismissed.has(key)))]);
    expect([seed, keysOf((row) => row.dismissed)]).toEqual([seed, dismissed]);
    for (const { gone, open, dismissed: isDismissed } of rows) {
      if (gone) found.gone += 1;
      else if (open) found.open += 1;
      else if (isDismissed) found.dismissed += 1;
    }
  }
  expect(Object.values(found).every((number) => number > 0)).toBe(true);
});

test('any history of merges, splits and erasures: rows name the persons that the events say', () => {
  let [merges, splits, former] = [0, 0, 0];
  for (let seed = 1; seed <= runs(12, 300); seed += 1) {
    const events = recorded(randomHistory({ seed, size: 400 }));
    const rows = foldAll(desk, events);
    // Casts are safe: a view's name fixes the type of its rows.
    const patients = new Map((rows.rows('patients') as PatientRow[]).map((row) => [row.key, row]));
    const { records, booked, ...count } = personsIn(events);
    merges += count.merges;
    splits += count.splits;
    const personIdOf = (id: string) => records.get(id)?.mergedInto ?? id;
    const shown = new Map<string, number>();
    for (const [id, record] of records) {
      const row = patients.get(id);
      expect([id, row?.mergedInto ?? null]).toEqual([id, record.mergedInto]);
      if (record.mergedInto !== null) {
        expect(row).toMatchObject({ erased: true, patientSearch: '' });
        if (record.isErased) expect(row).toMatchObject(noDetails);
        continue;
      }
      expect(row).toMatchObject({ ...detailsOf(record), erased: record.isErased });
      const others = [...records].filter(([, { mergedInto }]) => mergedInto === id).map(([key]) => key);
      expect(recordsOf(id, row?.person).toSorted()).toEqual([id, ...others].toSorted());
      for (const other of others) {
        const { name } = detailsOf(records.get(other) as PersonsRecord);
        if (name === null) continue;
        former += 1;
        expect(row?.former?.split('\n')).toContain(fold(name));
      }
      if (!record.isErased) shown.set(record.clientId, (shown.get(record.clientId) ?? 0) + 1);
    }
    for (const [clientId, number] of shown) {
      expect((rows.get('counts', countsKey.ofClient(clientId)) as CountsRow | null)?.patients).toBe(number);
    }
    const visitors = new Set<string>();
    for (const row of rows.rows('appointments') as AppointmentRow[]) {
      const recordId = booked.get(row.key) ?? '';
      const personId = personIdOf(recordId);
      expect([row.key, row.bookedAs ?? row.patientId, row.patientId]).toEqual([row.key, recordId, personId]);
      const { name, phone, email, location } = detailsOf(records.get(personId) as PersonsRecord);
      const copied = { patientName: name, patientPhone: phone, patientEmail: email, patientLocation: location };
      expect(row).toMatchObject({ ...copied, patientSearch: patients.get(personId)?.patientSearch });
      if (row.status === 'Availed') visitors.add(`${doctorDayOf(row.key).pocId}_${personId}`);
    }
    const kept = (rows.rows('visitors') as VisitorRow[]).filter(({ gone }) => !gone);
    expect(new Set(kept.map(({ pocId, patientId, personId }) => `${pocId}_${personId ?? patientId}`))).toEqual(
      visitors,
    );
  }
  expect([merges > 0, splits > 0, former > 0]).toEqual([true, true, true]);
});
