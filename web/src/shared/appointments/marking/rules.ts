import { type AppointmentStatus, appointmentStatusSchema, undoWindowMs } from '@dayline/contracts/appointments';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import { sentenceOf } from '@dayline/contracts/errors';
import { CallError, NetworkFailure } from '../../api/call-error.ts';
import { clockTime, shortDate } from '../../format/time.ts';
import { errorText } from '../../sentences/errors-text.ts';
import { paidWords } from '../payment/amount.ts';
import { appointmentText } from '../text.ts';
import { changeOver, type Pending, type PendingChange } from './pending-changes.ts';
import { markingText } from './text.ts';

/** "Action buttons appear only when Confirmed and Is_Active is 1" (section 4). */
export const canBeMarked = (row: Pick<TodaysAppointment, 'Status' | 'Is_Active' | 'movingTo'>): boolean =>
  row.Status === 'Confirmed' && row.Is_Active === 1 && !row.movingTo;

/** A row with a change applied. "Is_Active becomes 1 only for Confirmed, else 0" (section 4). */
export const withChange = <Row extends { Status: AppointmentStatus }>(row: Row, change: PendingChange): Row => ({
  ...(change.presence === undefined ? row : { ...row, presence: change.presence ?? undefined }),
  ...(change.Status === undefined ? {} : { Status: change.Status }),
  ...(change.Status !== undefined && 'Is_Active' in row ? { Is_Active: change.Status === 'Confirmed' ? 1 : 0 } : {}),
  ...(change.Payment_Status !== undefined && 'Payment_Status' in row ? { Payment_Status: change.Payment_Status } : {}),
  // A card of today's board.
  ...(change.Payment_Status !== undefined && 'StatusBy' in row
    ? { paid: change.Payment_Status === 'Paid' || undefined }
    : {}),
  ...(change.money !== undefined && 'money' in row ? { money: change.money } : {}),
  ...change.moved,
});

/** The displayed rows: a change is applied until its row has reached the change's position. */
export const withPending = <Row extends { AppointmentId: string; Status: AppointmentStatus; at: string }>(
  rows: readonly Row[],
  pending: Pending,
): Row[] =>
  rows.map((row) => {
    const change = changeOver(pending, row.AppointmentId, row.at);
    return change ? withChange(row, change) : row;
  });

/**
 * When the toast's Undo expires, ms since the epoch on this device's clock. The server's instant is used if the two
 * clocks roughly agree; otherwise the usual window from now, since a wrong clock must not disable Undo.
 */
export function undoDeadline(undoUntil: string, now: number, window = undoWindowMs): number {
  const remainder = Date.parse(undoUntil) - now;
  return now + (remainder > 0 && remainder <= 4 * window ? remainder : window);
}

/** The appointment's current status, if the refusal contains it. */
export function statusMeanwhile(error: unknown): AppointmentStatus | undefined {
  if (!(error instanceof CallError)) return undefined;
  const parsed = appointmentStatusSchema.safeParse(error.details.status);
  return parsed.success ? parsed.data : undefined;
}

/** A visit's day and time: `Nov 30, 9:00 AM`. */
export const whenOf = (visit: { AppointmentDate: string; AppointmentTime: string }): string =>
  `${shortDate(visit.AppointmentDate)}, ${clockTime(visit.AppointmentTime)}`;

/** The parts of a refusal that determine the next step. */
export interface Refusal {
  code: string;
  /** The server's message. */
  message: string;
  /** The current status, if it is known. */
  status?: AppointmentStatus | null | undefined;
}

const isFull: ReadonlySet<string> = new Set(['slot.full', 'session.list-full', 'overbook.limit']);

/** The message for a visit that somebody else has given this status. */
export const changedTo = (status: AppointmentStatus): string =>
  `${markingText.changedMeanwhile} ${markingText.itIsNow(status)}`;

/** Why a change was refused, with the next step. `when`: the requested time; undefined if there are several. */
export function refusalWords({ code, message, status }: Refusal, when: string | undefined): string {
  if (isFull.has(code)) return when === undefined ? markingText.allFull : markingText.full(when);
  if (status && (code === 'appointment.changed' || code === 'appointment.not-confirmed')) {
    return changedTo(status);
  }
  return errorText[code] ?? message;
}

/**
 * Why a change failed, for the line below the specification's message; undefined if there is nothing to add.
 * @param when the time that an undo needs again
 */
export function reasonOf(error: unknown, when?: string): string | undefined {
  if (error instanceof NetworkFailure) return error.message;
  if (!(error instanceof CallError) || error.status >= 500) return undefined;
  const { code, message } = error;
  if (when !== undefined) return refusalWords({ code, message: message, status: statusMeanwhile(error) }, when);
  if (code === 'appointment.changed' || code === 'appointment.not-confirmed') {
    return refusalWords({ code, message: sentenceOf(code), status: statusMeanwhile(error) }, when);
  }
  const { payment } = error.details;
  if (code === 'payment.changed' && payment) {
    const { amount, method = 'unknown', by, paymentStatus } = payment;
    const paidText = amount == null ? appointmentText.payment[paymentStatus] : paidWords(amount, method);
    return markingText.paymentChangedBy(by, paidText);
  }
  return message === markingText.updateFailed || message === markingText.revertFailed ? undefined : message;
}
