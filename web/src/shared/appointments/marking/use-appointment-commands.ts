import type { AppointmentStatus, PaymentStatus } from '@dayline/contracts/appointments';
import { clinicNow, hasPassed } from '@dayline/contracts/clinic/clinic-time';
import type { ShownSession } from '@dayline/contracts/clinic/sessions';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import type { Difference } from '@dayline/contracts/fields/visit-money';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import { showDone, showToast, type ToastAction, toastTimes } from '../../actions/toast.ts';
import { call } from '../../api/client.ts';
import { useLiveState } from '../../api/live/state.ts';
import { serverNow } from '../../clock.ts';
import { clockTime, shortWeekdayAndDate } from '../../format/time.ts';
import { useIdentity } from '../../session/session-store.ts';
import type { Payment } from '../payment/amount.ts';
import type { VisitRow } from '../visit/visit-row.ts';
import type { Cancelling, Change, Changeable, ChangeReply } from './change.ts';
import { followVisit } from './changed-meanwhile.ts';
import { paymentCommands } from './payment-changes.ts';
import { dropChange, holdChange, settleChange } from './pending-changes.ts';
import { reasonOf, undoDeadline, whenOf } from './rules.ts';
import { markingText } from './text.ts';

/** A free time on the visit's day, or on another day or with another doctor. */
export interface MoveTarget {
  /** HH:mm. */
  time: string;
  session: ShownSession | undefined;
  /** Set if it is on another day or with another doctor; `doctor` is the name of another doctor. */
  elsewhere?: { pocId: string; date: string; doctor: string | undefined } | undefined;
  /** The fee shown for it, in paise. */
  fee?: number | null | undefined;
  /** How the difference to the previous fee is settled. */
  difference?: Difference | undefined;
}

export interface AppointmentCommands {
  /**
   * Asks for confirmation if an administrator marks a no-show before the appointment's time. `cancelling`: for a paid
   * visit.
   */
  mark(appointment: Changeable, status: AppointmentStatus, cancelling?: Cancelling): Promise<void>;
  /** After the Undo window; needs a reason. */
  correctStatus(appointment: Changeable, status: AppointmentStatus, reason: string): Promise<void>;
  /** With a reason, it replaces the recorded payment. */
  pay(appointment: VisitRow, payment: Payment & { reason?: string }): Promise<void>;
  /** Changes the payment back to Pay later. */
  undoPayment(appointment: VisitRow, reason: string): Promise<void>;
  /** Refunds the payment, or part of it. */
  refund(appointment: VisitRow, refund: Pick<Payment, 'amount' | 'method'> & { reason?: string }): Promise<void>;
  /**
   * Moves it to another time, day or doctor. `refused` returns whether it shows the reason itself; resolves to whether
   * it was moved.
   */
  move(
    appointment: Changeable & { session?: ShownSession | undefined },
    target: MoveTarget & { reason: string },
    onRefused: (error: unknown) => boolean,
  ): Promise<boolean>;
}

function askBeforeItsTime(client: QueryClient, appointment: Changeable, status: AppointmentStatus): Promise<boolean> {
  return confirm({
    title: markingText.question(status),
    message: `${appointment.about}. ${markingText.notYet}`,
    actionLabel: markingText.markAs(status),
    followed: followVisit(client, appointment, 'status'),
  });
}

type StatusReply = ResponseOf<'updateAppointmentStatusAsAdmin'>;
type MoveReply = ResponseOf<'moveAppointment'>;

/** Shows a change at once and sends it; reports a failure. */
async function perform<Reply extends ChangeReply>(
  client: QueryClient,
  change: Pick<Change<Reply>, 'about' | 'appointmentId' | 'when' | 'shown' | 'settled' | 'failed' | 'refused'> & {
    send(): Promise<Reply>;
    /** Called in the same tick in which the change is settled. */
    onDone(reply: Reply): void;
  },
): Promise<boolean> {
  const { appointmentId, shown, about } = change;
  const id = holdChange(appointmentId, shown);
  try {
    const reply = await change.send();
    if (reply.position === null) {
      dropChange(id);
      void client.invalidateQueries();
    } else {
      settleChange(id, { ...change.settled?.(reply), position: reply.position });
      // Without the socket no live message updates counts and lists.
      if (useLiveState.getState().state !== 'live') void client.invalidateQueries();
    }
    change.onDone(reply);
    return true;
  } catch (error) {
    dropChange(id);
    const reason = reasonOf(error, change.when);
    const detail = reason === undefined ? about : `${about}. ${reason}`;
    if (!change.refused?.(error)) showToast({ kind: 'error', message: change.failed, detail });
    // The server has the appointment's current state.
    void client.invalidateQueries();
    return false;
  }
}

/** "After a change a toast 'Appointment marked as {status}' with Undo (5 s)" (section 4). */
export async function performWithUndo<Reply extends ChangeReply>(client: QueryClient, change: Change<Reply>) {
  const { about, back, appointmentId } = change;
  const undo = (id: string): Promise<boolean> =>
    perform(client, {
      about,
      appointmentId,
      ...(change.when !== undefined && { when: change.when }),
      shown: back.shown,
      ...(change.settled && { settled: change.settled }),
      failed: back.failed,
      send: () => back.send(id),
      onDone: (reply) => {
        showDone(reply, { message: back.done(reply), detail: about, time: toastTimes.brief });
      },
    });
  const undoOf = ({ eventId, undoUntil }: Reply): { action?: ToastAction } =>
    eventId === null || undoUntil === null
      ? {}
      : {
          action: {
            name: markingText.undo,
            shortcut: 'u',
            until: undoDeadline(undoUntil, Date.now()),
            perform: () => void undo(eventId),
          },
        };
  return perform(client, {
    ...change,
    onDone: (reply) => {
      const { action } = undoOf(reply);
      const time = change.isLongUndo && action?.until ? { time: action.until - Date.now() } : {};
      const toast = { message: change.done(reply), detail: about, subject: appointmentId, ...time };
      showDone(reply, { ...toast, ...(action && { action }) });
    },
  });
}

/**
 * Changes an appointment as in section 4: shown at once, then the toast with Undo; a failure reverts it and is
 * reported. The optimistic state is shown until the server's rows have reached the command's position.
 */
export function useAppointmentCommands(side: 'admin' | 'doctor'): AppointmentCommands {
  const client = useQueryClient();
  const { zone } = useIdentity();
  // Only an administrator's call contains what happens to the money.
  const update = side === 'admin' ? 'updateAppointmentStatusAsAdmin' : 'updateAppointmentStatusAsDoctor';

  const backTo = (
    appointmentId: string,
    status: AppointmentStatus,
    payment?: PaymentStatus | null,
  ): Change<StatusReply>['back'] => ({
    shown: { Status: status, ...(payment && { Payment_Status: payment }) },
    send: (undo: string) => call(update, { appointmentId, status, undo }),
    done: (reply) => markingText.reverted(reply.status),
    failed: markingText.revertFailed,
  });
  return {
    mark: async (appointment, status, cancelling) => {
      const { money, payment } = cancelling ?? {};
      const { AppointmentId: appointmentId, AppointmentDate, AppointmentTime, Status: before, about } = appointment;
      const isAhead = !hasPassed(AppointmentDate, AppointmentTime, clinicNow(serverNow(), zone));
      const asks = side === 'admin' && status === 'Not_Availed' && isAhead;
      if (asks && !(await askBeforeItsTime(client, appointment, status))) return;
      await performWithUndo<StatusReply>(client, {
        about,
        appointmentId,
        when: whenOf(appointment),
        shown: { Status: status, ...(money === 'refunded' && { Payment_Status: 'Pay_later' }) },
        send: () => call(update, { appointmentId, status, ...(money && { money }) }),
        done: (reply) => markingText.marked(reply.status),
        failed: markingText.updateFailed,
        back: backTo(appointmentId, before, money === 'refunded' ? payment : null),
      });
    },
    correctStatus: async (appointment, status, reason) => {
      const { AppointmentId: appointmentId, Status: before, about } = appointment;
      await performWithUndo<StatusReply>(client, {
        about,
        appointmentId,
        when: whenOf(appointment),
        shown: { Status: status },
        send: () => call('correctAppointmentStatus', { appointmentId, status, reason }),
        done: (reply) => markingText.corrected(reply.status),
        failed: markingText.updateFailed,
        back: backTo(appointmentId, before),
      });
    },
    ...paymentCommands((change) => performWithUndo(client, change)),
    move: (appointment, target, onRefused) => {
      const { AppointmentId, AppointmentTime, session, about } = appointment;
      const { time, elsewhere, reason, fee, difference } = target;
      const place = elsewhere && { pocId: elsewhere.pocId, date: elsewhere.date };
      const options = {
        ...(reason && { reason }),
        ...(fee !== undefined && { fee }),
        ...(difference && { difference }),
      };
      const request = { appointmentId: AppointmentId, ...place, time, ...options };
      // On another day or with another doctor it is another appointment.
      let appointmentId = AppointmentId;
      const newTime = (reply: MoveReply) =>
        [elsewhere && shortWeekdayAndDate(reply.date), clockTime(reply.time)].filter(Boolean).join(', ');
      return performWithUndo<MoveReply>(client, {
        about,
        appointmentId,
        when: whenOf(appointment),
        // Its row disappears once the views have moved it.
        shown: elsewhere ? {} : { moved: { AppointmentTime: time, session: target.session } },
        send: async () => {
          const reply = await call('moveAppointment', request);
          appointmentId = reply.appointmentId;
          return reply;
        },
        done: (reply) => markingText.movedTo([newTime(reply), elsewhere?.doctor].filter(Boolean).join(', ')),
        failed: markingText.moveFailed,
        refused: onRefused,
        isLongUndo: true,
        back: {
          shown: elsewhere ? {} : { moved: { AppointmentTime, session } },
          send: (undo) => call('undoMove', { appointmentId, undo }),
          done: (reply) => markingText.movedBack(newTime(reply)),
          failed: markingText.moveBackFailed,
        },
      });
    },
  };
}
