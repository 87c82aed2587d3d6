import { writeFile } from 'node:fs/promises';
import type { Recorded } from '@dayline/contracts/events/definition';
import { counted } from '@dayline/contracts/fields/phrase';
import type { PatientRow } from '@dayline/contracts/views/directory';
import { CliFailure } from '../terminal/failure.ts';
import { say } from '../terminal/output.ts';
import type { Workplace } from '../workplace.ts';

export interface CopyOptions {
  readonly by: string;
  readonly out: string;
}

/** Number of events read at once. */
const pageLength = 2_000;

/** What a view's row has for the views alone. */
const internal = new Set(['at', 'key', 'clientId', 'search', 'patientSearch', 'statusEventId', 'moneyEventId']);
/** Who of the staff did something, by name: the history has the roles. */
const staff = new Set(['by', 'statusBy', 'movedBy', 'mergedBy']);
const withoutStaff = (value: object): object =>
  JSON.parse(JSON.stringify(value, (name, inner: unknown) => (staff.has(name) ? undefined : inner)));
const exportedFields = (row: object): object =>
  withoutStaff(Object.fromEntries(Object.entries(row).filter(([name]) => !internal.has(name))));

/**
 * Writes everything that is kept about a person into a new file, as JSON: the details, the visits, and each event with
 * what it recorded. Of the staff it names the role only. @throws CliFailure
 */
export async function exportPatient(
  workplace: Workplace,
  { patientId, clientId }: { readonly patientId: string; readonly clientId: string },
  { by, out }: CopyOptions,
): Promise<void> {
  const reader = await workplace.desk();
  const records = await recordsOf(await reader.rows('patients', { clientId }), patientId);
  const ids = new Set(records.map(({ key }) => key));
  const ofPerson = <Row extends { readonly patientId: string; readonly bookedAs?: string }>(rows: readonly Row[]) =>
    rows.filter((row) => ids.has(row.patientId) || ids.has(row.bookedAs ?? ''));
  const appointments = ofPerson(await reader.rows('appointments', { clientId }));
  const importedVisits = ofPerson(await reader.rows('pastVisits', { clientId }));
  const [client] = await reader.rows('clients', { key: clientId });
  const appointmentIds = new Set(appointments.map(({ key }) => key));
  const copy = {
    hospital: client?.name ?? null,
    records: records.map((row) => ({ id: row.key, ...exportedFields(row) })),
    appointments: appointments.map((row) => ({ id: row.key, ...exportedFields(row) })),
    importedVisits: importedVisits.map((row) => ({ id: row.key, ...exportedFields(row) })),
    history: await historyOf(workplace, (value) => ids.has(value) || appointmentIds.has(value)),
  };
  await writeFile(out, `${JSON.stringify(copy, null, 2)}\n`, { flag: 'wx', mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      throw new CliFailure(`${out} cannot be written${error.code === 'EEXIST' ? ': the file already exists' : ''}.`);
    },
  );
  const { now: _, ...context } = workplace.by(clientId, by);
  const subject = { format: 'json', patientId, entries: String(copy.history.length), complete: 'yes' };
  workplace.trail.record({ ...context, accountId: null, event: { type: 'ExportMade', data: { subject } } });
  await workplace.trail.flush();
  const visits = counted(appointments.length + importedVisits.length, 'visit');
  say(`${visits} and ${counted(copy.history.length, 'event')} written to ${out}.`);
}

/** The person's record and those that are merged into it. @throws CliFailure if there is none, or it was erased */
function recordsOf(rows: readonly PatientRow[], patientId: string): readonly PatientRow[] {
  const match = rows.find(({ key }) => key === patientId);
  if (match === undefined) throw new CliFailure(`There is no patient ${patientId}.`);
  const personId = match.mergedInto ?? patientId;
  const records = rows.filter(({ key, mergedInto }) => key === personId || mergedInto === personId);
  if (records.some(({ key, erased }) => key === personId && erased)) {
    throw new CliFailure(`Patient ${personId} was erased: nothing is known of the person.`);
  }
  return records;
}

/** The events that name one of the ids, oldest first. The whole log is read. */
async function historyOf({ sealedLog }: Workplace, isOfPerson: (id: string) => boolean): Promise<readonly object[]> {
  const history: object[] = [];
  let after = sealedLog.start;
  for (;;) {
    const page = await sealedLog.readAll(after, pageLength);
    for (const event of page) if (namesPerson(event, isOfPerson)) history.push(entryOf(event));
    const last = page.at(-1);
    if (last === undefined) return history;
    after = last.position;
  }
}

const namesPerson = ({ stream, data }: Recorded, isOfPerson: (id: string) => boolean): boolean =>
  [stream.replace(/^patient-/, ''), ...Object.values(data)].some(
    (value) => typeof value === 'string' && isOfPerson(value),
  );

const entryOf = ({ type, data, metadata: { recordedAt, actor, channel } }: Recorded): object => ({
  recordedAt,
  type,
  by: actor.kind,
  channel,
  data: withoutStaff(data),
});
