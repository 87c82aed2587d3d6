import { type ClinicTime, type HallTime, isLate } from '@dayline/contracts/clinic/clinic-time';
import { byQueueOrder, type Presence, type QueueRule } from '@dayline/contracts/clinic/queue';
import { minutesOf } from '@dayline/contracts/clinic/schedule';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import type { VisitRow } from '../visit/visit-row.ts';
import { presenceText as text } from './text.ts';

/** A patient's stage today; done once marked or cancelled. */
export type Stage = 'called' | 'waiting' | 'late' | 'next' | 'done';

/** The appointment's fields that arrivals and calls need. */
export type PresenceRow = Pick<
  VisitRow,
  | 'AppointmentId'
  | 'AppointmentDate'
  | 'AppointmentTime'
  | 'PatientName'
  | 'POC_ID'
  | 'Status'
  | 'presence'
  | 'movingTo'
>;
export type PresentRow = PresenceRow & { readonly presence: Presence };
export type Present = TodaysAppointment & { readonly presence: Presence };
type ShownPresence = Pick<PresenceRow, 'Status' | 'presence'>;

export function stageOf(
  row: Pick<TodaysAppointment, 'Status' | 'AppointmentDate' | 'AppointmentTime' | 'presence'>,
  now: HallTime,
): Stage {
  if (row.Status !== 'Confirmed') return 'done';
  if (row.presence) return row.presence.call ? 'called' : 'waiting';
  return isLate(row.AppointmentDate, row.AppointmentTime, now) ? 'late' : 'next';
}

export const isWaiting = <Row extends ShownPresence>(row: Row): row is Row & { readonly presence: Presence } =>
  row.Status === 'Confirmed' && row.presence?.call === null;
export const isCalled = <Row extends ShownPresence>(row: Row): row is Row & { readonly presence: Presence } =>
  row.Status === 'Confirmed' && row.presence !== undefined && row.presence.call !== null;
/** Confirmed, and not arrived yet. */
export const isExpected = (row: ShownPresence): boolean => row.Status === 'Confirmed' && row.presence === undefined;

/** Minutes since the arrival. */
export const waitedFor = ({ presence }: Pick<Present, 'presence'>, now: ClinicTime): number =>
  Math.max(0, minutesOf(now.time) - minutesOf(presence.arrivedAt));

/** "Longest first." */
export const byWait = (a: Present, b: Present): number =>
  a.presence.arrivedAt.localeCompare(b.presence.arrivedAt) || a.presence.token - b.presence.token;

/** A doctor's waiting patients, the next one first. */
export const queueOf = (rows: readonly TodaysAppointment[], pocId: string, rule: QueueRule): Present[] => {
  const compare = byQueueOrder(rule);
  const asArrived = ({ AppointmentTime: time, presence }: Present) => ({ time, presence });
  return rows
    .filter(isWaiting)
    .filter((row) => row.POC_ID === pocId && !row.movingTo)
    .sort((a, b) => compare(asArrived(a), asArrived(b)));
};

/** The latest call first. */
export const byCall = (a: Present, b: Present): number =>
  (b.presence.call?.calledAt ?? '').localeCompare(a.presence.call?.calledAt ?? '');

/** 'Token A 4'; '' before it is known. */
const tokenWords = ({ presence }: Pick<Present, 'presence'>): string => text.token(presence);

/** 'Waiting, token A 4' or 'Called, token A 4'; undefined of somebody who isn't there. */
export const stageWords = (row: ShownPresence): string | undefined =>
  isCalled(row) ? text.called(tokenWords(row)) : isWaiting(row) ? text.waiting(tokenWords(row)) : undefined;

/** The wait as of `now`, or the room; undefined of somebody who isn't there. */
export const presenceNote = (row: ShownPresence, now: ClinicTime): string | undefined =>
  isCalled(row)
    ? (row.presence.call?.room ?? undefined)
    : isWaiting(row)
      ? text.waited(waitedFor(row, now))
      : undefined;

/** 'called at Dr. Rao now, Room 2', of somebody who waits here; undefined otherwise. `rows`: those of all doctors. */
export function elsewhereWords(
  rows: readonly TodaysAppointment[],
  row: Pick<TodaysAppointment, 'User_ID' | 'POC_ID' | 'Status' | 'presence'>,
): string | undefined {
  if (!isWaiting(row)) return undefined;
  const calledRow = rows
    .filter(isCalled)
    .find(({ User_ID, POC_ID }) => User_ID === row.User_ID && POC_ID !== row.POC_ID);
  return calledRow && text.calledElsewhere(calledRow.POC_Name, calledRow.presence.call?.room ?? null);
}

/** The same for a doctor, who has the own rows only and a list of those whom others call. */
export function calledElsewhereWords(
  list: Readonly<ResponseOf<'listCalledElsewhere'>>,
  id: string,
): string | undefined {
  const calledRow = list.find(({ AppointmentId }) => AppointmentId === id);
  return calledRow && text.calledElsewhere(calledRow.POC_Name, calledRow.room);
}
