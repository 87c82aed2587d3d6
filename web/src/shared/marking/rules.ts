import { type AppointmentStatus, appointmentStatusSchema, undoWindowMs } from '@dayline/contracts/appointments';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/boards';
import { sentenceOf } from '@dayline/contracts/errors';
import { CallError, NetworkFailure } from '../api/call-error.ts';
import { markingText } from './text.ts';

/** "Action buttons appear only when Confirmed and Is_Active is 1" (section 4). */
export const canBeMarked = (row: Pick<TodaysAppointment, 'Status' | 'Is_Active'>): boolean =>
  row.Status === 'Confirmed' && row.Is_Active === 1;

/** "Is_Active becomes 1 only for Confirmed, else 0" (section 4). */
export const withStatus = <Row extends { Status: AppointmentStatus }>(row: Row, status: AppointmentStatus): Row => ({
  ...row,
  Status: status,
  ...('Is_Active' in row ? { Is_Active: status === 'Confirmed' ? 1 : 0 } : {}),
});

/** The rows as they are shown while changes are on their way. */
export const withPending = <Row extends { AppointmentId: string; Status: AppointmentStatus }>(
  rows: readonly Row[],
  pending: ReadonlyMap<string, AppointmentStatus>,
): Row[] =>
  rows.map((row) => {
    const status = pending.get(row.AppointmentId);
    return status === undefined || status === row.Status ? row : withStatus(row, status);
  });

/**
 * Until when the toast offers Undo, ms since the epoch on this device's clock. The server's instant holds where the two
 * clocks agree well enough; else the usual window from now, since a wrong clock must not take the Undo away.
 */
export function undoDeadline(undoUntil: string, now: number): number {
  const left = Date.parse(undoUntil) - now;
  return now + (left > 0 && left <= 4 * undoWindowMs ? left : undoWindowMs);
}

/** What the appointment is by now, where the refusal says so. */
export function statusMeanwhile(error: unknown): AppointmentStatus | undefined {
  if (!(error instanceof CallError)) return undefined;
  const parsed = appointmentStatusSchema.safeParse(error.details.status);
  return parsed.success ? parsed.data : undefined;
}

/** Why a change failed, in a line under the specification's sentence; undefined where there is nothing to add. */
export function reasonOf(error: unknown): string | undefined {
  if (error instanceof NetworkFailure) return error.message;
  if (!(error instanceof CallError) || error.status >= 500) return undefined;
  if (error.code === 'appointment.changed' || error.code === 'appointment.not-confirmed') {
    const status = statusMeanwhile(error);
    return status === undefined
      ? sentenceOf(error.code)
      : `${markingText.changedMeanwhile} ${markingText.itIsNow(status)}`;
  }
  const told = error.message;
  return told === markingText.updateFailed || told === markingText.revertFailed ? undefined : told;
}
