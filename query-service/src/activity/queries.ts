import type { ActivityRow } from '@dayline/contracts/activity';
import { addDays, clinicDate, clinicNow, defaultZone, startOfDay } from '@dayline/contracts/clinic/clinic-time';
import type { ActivityEntry } from '@dayline/contracts/endpoints/audit/activity';
import type { RequestOf } from '@dayline/contracts/endpoints/table';
import { recordsOf } from '@dayline/contracts/patients/person';
import type { PatientRow } from '@dayline/contracts/views/directory';
import type { EventLog } from '@dayline/event-log/port';
import { EventLogNewer } from '@dayline/runtime/unavailable';
import type { RowFilter } from '@dayline/view-store/port';
import type { Snapshot } from '../desk/snapshot.ts';
import type { Queries } from '../queries/answer.ts';
import { accountNames } from '../sign-ins/account-names.ts';
import { type SignInOwners, withActor } from '../sign-ins/owners.ts';
import type { Activity, PastName } from './activity.ts';
import { relatedEntries } from './causes.ts';
import type { OnHistoryRead } from './history-read.ts';
import type { Names } from './names.ts';
import { newestFirst } from './order.ts';
import { activityProgress } from './progress.ts';
import { actorNameOf, entrySentence } from './sentences.ts';

export interface ActivityDeps {
  readonly activity: Activity;
  readonly onHistoryRead: OnHistoryRead;
  readonly eventLog: Pick<EventLog, 'head' | 'start' | 'readAll'>;
}

export function activityQueries({
  activity,
  eventLog,
  onHistoryRead,
}: ActivityDeps): Queries<'listActivity' | 'countActivity' | 'listActivityActors' | 'getActivityCauses'> {
  return {
    async listActivity({ pageSize, cursor, ...filter }, snapshot, context) {
      // The entries about one person are that person's history.
      if (filter.patientId !== undefined) onHistoryRead(context, { patientId: filter.patientId });
      const zone = zoneOf(snapshot, filter.clientId);
      const { isLevel, upTo } = await activityProgress({ activity, eventLog }, snapshot.instant);
      const after = cursor === undefined ? {} : { after: cursor };
      const records = await recordsNamed(filter, snapshot);
      const { rows, next } = await activity.page({
        ...(await withAliases(ofRecords(linesOf(filter, zone), records), filter, activity)),
        view: 'entries',
        order: newestFirst,
        limit: pageSize,
        ...after,
      });
      const entries = await entriesOf(rows, { snapshot, activity, zone });
      const patient = await patientOf(filter.patientId, snapshot);
      return { body: { entries, zone, isLevel, upTo, patient }, next };
    },

    async countActivity({ clientId, date }, snapshot) {
      const zone = zoneOf(snapshot, clientId);
      const count = (more: Omit<Filter, 'clientId' | 'from' | 'to'>) =>
        activity.count({ view: 'entries', ...linesOf({ clientId, from: date, to: date, ...more }, zone) });
      const [all, notable, signIns, reads] = await Promise.all([
        count({}),
        count({ notable: true }),
        count({ action: 'signIn' }),
        count({ action: 'read' }),
      ]);
      return { body: { all, notable, signIns, reads } };
    },

    async getActivityCauses({ clientId, eventId }, snapshot) {
      const entry = (await activity.rows('entries', [eventId])).get(eventId);
      if (entry?.clientId !== clientId) return { body: [] };
      const relations = await relatedEntries(entry, activity);
      const zone = zoneOf(snapshot, clientId);
      const rows = relations.map(({ row }) => row);
      const entries = await entriesOf(rows, { snapshot, activity, zone });
      const byId = new Map(entries.map((entry) => [entry.eventId, entry]));
      return {
        body: relations.flatMap(({ relation, row }) => {
          const found = byId.get(row.key);
          return found ? [{ relation, entry: found }] : [];
        }),
      };
    },

    async listActivityActors({ clientId }) {
      const { rows } = await activity.page({ view: 'actors', where: { clientId }, order: [{ field: 'name' }] });
      const found = rows.map(({ actorId: id, kind, name }) => ({ id, kind, name }));
      const ids = new Set(found.map(({ id }) => id));
      const others = (await activity.accountsOf(clientId)).filter(
        ({ accountId, lastSignInAt }) => lastSignInAt !== null && !ids.has(accountId),
      );
      return { body: [...found, ...others.map(({ accountId: id, role: kind, name }) => ({ id, kind, name }))] };
    },
  };
}

export type Filter = Omit<RequestOf<'listActivity'>, 'pageSize' | 'cursor'> & {
  readonly appointmentId?: string | undefined;
};

export function whereOf(
  filter: Filter,
  zone: string,
): Omit<RowFilter, 'view'> & { readonly where: RowFilter['where'] } {
  const { from, to, ...equal } = filter;
  const where = Object.fromEntries(
    Object.entries(equal).flatMap(([field, value]) => (value === undefined ? [] : [[field, value]])),
  );
  if (from === undefined && to === undefined) return { where };
  const range = {
    field: 'recordedAt',
    ...(from !== undefined && { from: new Date(startOfDay(from, zone)).toISOString() }),
    // The last millisecond of the day: ends of a range are inclusive.
    ...(to !== undefined && { to: new Date(startOfDay(addDays(to, 1), zone) - 1).toISOString() }),
  };
  return { where, range };
}

/** All records of the person that a filter names. */
export async function recordsNamed({ patientId }: Pick<Filter, 'patientId'>, { desk }: Pick<Snapshot, 'desk'>) {
  const person = patientId === undefined ? null : await desk.row('patients', patientId);
  return person ? recordsOf(person.key, person.person) : [];
}

/** With the entries of all records of a person who has several. */
export function ofRecords(lines: ReturnType<typeof whereOf>, records: readonly string[]): ReturnType<typeof whereOf> {
  if (records.length < 2) return lines;
  const { patientId: _, ...where } = lines.where;
  return { ...lines, where, among: { field: 'patientId', values: records } };
}

/** With the sign-ins of a person as the actor, which are about nobody else. */
export async function withAliases(
  lines: ReturnType<typeof whereOf>,
  { clientId, actorId, ...days }: Pick<Filter, 'clientId' | 'actorId' | 'from' | 'to'>,
  { aliasesOf }: Pick<Activity, 'aliasesOf'>,
): Promise<ReturnType<typeof whereOf>> {
  if (actorId === undefined || lines.among || lines.where['patientId'] !== undefined) return lines;
  const { actorId: _, ...where } = lines.where;
  return {
    ...lines,
    where,
    among: { field: 'actorId', values: [actorId, ...(await aliasesOf(clientId, actorId, days))] },
  };
}

/** As `whereOf`, but without the rows of imports unless the filter names a person or an action. */
function linesOf(filter: Filter, zone: string): ReturnType<typeof whereOf> {
  const { patientId, pocId, appointmentId, action } = filter;
  const found = whereOf(filter, zone);
  const isOfOne = (patientId ?? pocId ?? appointmentId ?? action) !== undefined;
  return isOfOne ? found : { ...found, where: { ...found.where, inBatch: false } };
}

export const zoneOf = ({ directory }: Snapshot, clientId: string): string =>
  directory.client(clientId)?.zone ?? defaultZone;

interface Setting {
  /** A snapshot of one client: only its own entries and names are shown. */
  readonly snapshot: Snapshot;
  readonly activity: Pick<
    Activity,
    'rows' | 'count' | 'namesOf' | 'weeksOf' | 'signInOwners' | 'accountsOf' | 'onDamage'
  >;
  readonly zone: string;
}

/** The person that a filter names. */
async function patientOf(id: string | undefined, { desk }: Snapshot) {
  const row = id === undefined ? undefined : await desk.row('patients', id);
  return row ? { id: row.key, name: row.name, phone: row.phone } : null;
}

/** Joins names when reading, so that an erased patient's entries remain without the name. */
export async function entriesOf(rows: readonly ActivityRow[], setting: Setting): Promise<ActivityEntry[]> {
  const { clientId: ownId } = setting.snapshot;
  const ownRows = rows.filter(({ clientId }) => clientId === ownId);
  const owners = await setting.activity.signInOwners(ownId, ownRows);
  const own = ownRows.map((row) => withActor(row, owners));
  const names = await namesFor(own, setting, owners);
  return own.map((row) => ({
    eventId: row.key,
    recordedAt: row.recordedAt,
    actor: { kind: row.actorKind, id: row.actorId, name: actorNameOf(row) },
    ...sentenceOrNote(row, names, setting.activity),
    action: row.action,
    outcome: row.outcome,
    channel: row.channel,
    appointmentId: row.appointmentId,
    patientId: row.patientId,
    undoes: row.undoes,
    undoneBy: row.undoneBy,
    type: row.type,
    stream: row.stream,
    revision: row.revision,
    position: row.position,
    correlationId: row.correlationId,
  }));
}

/** The fault of an entry that can't be worded is shown in `/readyz`, like that of a stream that can't be read. */
function sentenceOrNote(row: ActivityRow, names: Names, { rows, onDamage }: Setting['activity']) {
  try {
    return entrySentence(row, names);
  } catch (error) {
    if (error instanceof EventLogNewer)
      onDamage(error.message, error, async () =>
        entrySentence((await rows('entries', [row.key])).get(row.key) ?? row, names),
      );
    throw error;
  }
}

/**
 * The names of patients who were renamed at or after one of the entries: each entry has the name of its time. An erased
 * patient has none.
 */
async function formerNames(
  rows: readonly ActivityRow[],
  patients: ReadonlyMap<string, PatientRow>,
  { namesOf }: Pick<Activity, 'namesOf'>,
): Promise<ReadonlyMap<string, readonly PastName[]>> {
  const ids = rows.flatMap(({ patientId, position, type }) => {
    const patient = patients.get(patientId ?? '');
    const mayDiffer = patient && (position < patient.at || type === 'PatientDetailsCorrected');
    return mayDiffer && patient.name !== null && patientId !== null ? [patientId] : [];
  });
  return new Map(await Promise.all([...new Set(ids)].map(async (id) => [id, await namesOf(id)] as const)));
}

/** The weekly hours that entries set, by position. */
async function weeksSet(rows: readonly ActivityRow[], { weeksOf }: Pick<Activity, 'weeksOf'>) {
  const pocIds = rows.flatMap(({ type, pocId }) => (type === 'WeeklyScheduleSet' && pocId !== null ? pocId : []));
  const changes = (await Promise.all([...new Set(pocIds)].map((pocId) => weeksOf(pocId)))).flat();
  return new Map(changes.map((change) => [change.position, change]));
}

/** How many each batch has changed, by the key of its first entry. */
async function changedByBatch(rows: readonly ActivityRow[], { count }: Pick<Activity, 'count'>) {
  const first = rows.filter(({ batchSize, inBatch }) => batchSize !== undefined && !inBatch);
  const counts = first.map(async ({ key, clientId, batchId, type }) => {
    const changedCount = await count({ view: 'entries', where: { clientId, batchId, type } });
    return [key, changedCount] as const;
  });
  return new Map(await Promise.all(counts));
}

/** The names of the snapshot's client for the ids in its entries. */
async function namesFor(
  rows: readonly ActivityRow[],
  { snapshot, activity, zone }: Setting,
  owners: SignInOwners,
): Promise<Names> {
  const { clientId, desk, directory } = snapshot;
  const patientIds = new Set(rows.flatMap(({ patientId }) => patientId ?? []));
  // Only if the entry itself lacks the data of its appointment.
  const appointmentIds = new Set(
    rows.flatMap(({ appointmentId, patientId, time }) =>
      appointmentId !== null && (patientId === null || time === null) ? appointmentId : [],
    ),
  );
  const destinations = rows.flatMap(({ type, facts }) =>
    type === 'AppointmentMovedAway' && typeof facts['to'] === 'string' ? facts['to'] : [],
  );
  for (const id of destinations) appointmentIds.add(id);
  const [patients, appointments, movedById, account, weeks, changedCounts] = await Promise.all([
    desk.rows('patients', [...patientIds]),
    desk.rows('appointments', [...appointmentIds]),
    desk.rows('movedAppointments', [...appointmentIds]),
    accountNames(rows, clientId, { activity, owners }),
    weeksSet(rows, activity),
    changedByBatch(rows, activity),
  ]);
  const movedRows = await desk.rows(
    'patients',
    [...movedById.values()].map(({ patientId }) => patientId),
  );
  const former = await formerNames(rows, patients, activity);
  const appointmentOf = ({ appointmentId }: ActivityRow) =>
    appointmentId === null ? undefined : appointments.get(appointmentId);
  const movedOf = ({ appointmentId }: ActivityRow) =>
    appointmentId === null ? undefined : movedById.get(appointmentId);
  const patientNameOf = (row: ActivityRow) =>
    appointmentOf(row)?.patientName ?? movedRows.get(movedOf(row)?.patientId ?? '')?.name;
  return {
    patient(row) {
      if (row.patientId === null) return patientNameOf(row);
      const names = former.get(row.patientId)?.filter(({ position }) => position <= row.position);
      return names?.at(-1)?.name ?? patients.get(row.patientId)?.name;
    },
    patientBefore: (row) => former.get(row.patientId ?? '')?.findLast(({ position }) => position < row.position)?.name,
    time: (row) => row.time ?? appointmentOf(row)?.time ?? movedOf(row)?.time ?? null,
    timeOf: (id) => (appointments.get(id) ?? movedById.get(id))?.time ?? null,
    doctor: (pocId) => directory.doctor(pocId)?.name ?? null,
    branch: (id) => directory.client(clientId)?.branches.find((branch) => branch.id === id)?.name ?? null,
    department: (id) => directory.department(id)?.name ?? null,
    week: ({ position }) => weeks.get(position),
    changed: ({ key }) => changedCounts.get(key),
    account,
    day: (row) => clinicDate(Date.parse(row.recordedAt), zone),
    clock: (instant) => clinicNow(Date.parse(instant), zone).time,
  };
}
