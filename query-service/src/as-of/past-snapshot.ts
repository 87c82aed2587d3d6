import { clinicNow, defaultZone } from '@dayline/contracts/clinic/clinic-time';
import { type AsOf, latestPosition } from '@dayline/contracts/endpoints/audit/as-of';
import { type Refusal, refuse } from '@dayline/contracts/errors';
import { isInLog, notInLog, type Position } from '@dayline/contracts/ids';
import type { EventLog } from '@dayline/event-log/port';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import type { SignedInContext } from '@dayline/http/handler';
import type { Activity } from '../activity/activity.ts';
import { activityProgress, refusedUntilLevel } from '../activity/progress.ts';
import type { DayDesk } from '../desk/desk.ts';
import { type Directory, directoryOf } from '../desk/directory.ts';
import type { Snapshot } from '../desk/snapshot.ts';
import { openTurns } from '../turns/turns.ts';
import { instantOf, positionAt } from './moment.ts';
import { PastDesk } from './past-desk.ts';
import { PastRows } from './past-rows.ts';

export interface AsOfDeps {
  readonly activity: Activity;
  readonly eventLog: Pick<EventLog, 'head' | 'start' | 'readAll'>;
  /** Decrypted, since the projections fold these events. */
  readonly sealedLog: Pick<SealedLog, 'readStream'>;
}

/** An instant, a position, or neither for now; see the endpoint table. */
export interface Moment {
  readonly at?: string | undefined;
  readonly position?: string | undefined;
  /** The name of the request's field with the position. */
  readonly field?: string;
}

export interface PastSnapshot {
  readonly snapshot: Snapshot<DayDesk>;
  readonly asOf: AsOf;
}

/** The sources of the live queries as they were, for one client, with names and hours of that time. */
export async function readPast(
  deps: AsOfDeps,
  live: Snapshot,
  { clientId, signal }: Pick<SignedInContext, 'clientId' | 'signal'>,
  moment: Moment,
): Promise<PastSnapshot | Refusal> {
  const pauseBetween = openTurns(signal);
  const target = await resolve(deps, live, clientId, moment);
  if ('refused' in target) return target;
  const { position, instant } = target;
  const past = new PastRows({ desk: live.desk, sealedLog: deps.sealedLog, position, pauseBetween });
  const directory = await pastDirectory(past, live.directory, clientId);
  const pocIds = live.directory.doctorsOf(clientId).map(({ key }) => key);
  const zone = directory.client(clientId)?.zone ?? defaultZone;
  const clinic = clinicNow(instant, zone);
  const { date, time } = clinic;
  const { desk: liveDesk, horizonDays } = live;
  const desk = new PastDesk({
    desk: liveDesk,
    activity: deps.activity,
    past,
    clientId,
    position,
    pocIds,
    pauseBetween,
  });
  return {
    snapshot: { clientId, desk, directory, position, horizonDays, instant, clinicOf: () => clinic },
    asOf: { position, instant: new Date(instant).toISOString(), date, time, zone },
  };
}

/**
 * The position and the instant, at most the views' checkpoint, so that an answer as of now equals the live one. Refused
 * while the activity, which finds instants and positions, is being built or far behind.
 */
async function resolve(
  { activity, eventLog }: AsOfDeps,
  live: Snapshot,
  clientId: string,
  { at, position: requested, field = 'position' }: Moment,
): Promise<{ readonly position: Position; readonly instant: number } | Refusal> {
  const isNamed = requested !== undefined && requested !== latestPosition;
  if (isNamed && !isInLog(requested, await eventLog.head())) return refuse('request.invalid', notInLog(field));
  const { isLevel } = await activityProgress({ activity, eventLog }, live.instant);
  if (!isLevel) return refusedUntilLevel(activity);
  const activityPosition = (await activity.checkpoint())?.position ?? eventLog.start;
  const last = activityPosition < live.position ? activityPosition : live.position;
  const deps = { activity, clientId, start: eventLog.start };
  if (at === undefined && requested === undefined) return { position: last, instant: live.instant };
  const instantOfAt = at === undefined ? null : Math.min(Date.parse(at), live.instant);
  const position = requested ?? (await positionAt(deps, instantOfAt ?? live.instant));
  const instant = instantOfAt ?? (await instantOf(deps, position)) ?? live.instant;
  return { position: position < last ? position : last, instant };
}

async function pastDirectory(past: PastRows, live: Directory, clientId: string): Promise<Directory> {
  const client = live.client(clientId);
  const calendar = live.calendar(clientId);
  const [clients, calendars, departments, doctors] = [
    await past.asOf('clients', client ? [client] : []),
    await past.asOf('calendars', calendar ? [calendar] : []),
    await past.asOf('departments', live.departmentsOf(clientId)),
    await past.asOf('doctors', live.doctorsOf(clientId)),
  ];
  const byKey = <Row extends { readonly key: string }>(rows: readonly Row[]) =>
    new Map(rows.map((row) => [row.key, row]));
  const rows = {
    clients: byKey(clients),
    calendars: byKey(calendars),
    departments: byKey(departments),
    doctors: byKey(doctors),
    sorted: new Map(),
  };
  return directoryOf(() => rows, clientId);
}
