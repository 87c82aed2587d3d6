import type { PaymentStatus } from '@dayline/contracts/appointments';
import type { MoneyShown } from '@dayline/contracts/endpoints/shapes';
import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import { shownMoney } from '@dayline/contracts/fields/visit-money';
import type { CommandContext } from '../../command-handler/command-context.ts';
import { onDayOf, refusedAsErased, undoableUntil } from '../appointment-commands.ts';
import type { DayDeps } from '../day-commands.ts';
import type { CorrectPayment, RefundPayment, UndoPayment, UndoRefund } from './payment.ts';

type PaymentCommand = CorrectPayment | UndoPayment | RefundPayment | UndoRefund;
type RequestOf<Command extends PaymentCommand> = Omit<Command, 'kind' | 'reason'> & {
  readonly reason?: string | undefined;
};
type PaymentEvent = Extract<
  DoctorDayEvent,
  { type: 'AppointmentPaymentCorrected' | 'PaymentRefunded' | 'PaymentRefundUndone' }
>;

export interface PaymentChanged {
  readonly appointmentId: string;
  readonly payment: PaymentStatus;
  readonly money: MoneyShown;
  /** The amount that was moved; null if nothing was appended. */
  readonly event: PaymentEvent | null;
  /** The event to name in an undo; null if nothing was appended. */
  readonly eventId: string | null;
  /** Until when it can be undone (ISO 8601, UTC); null if it can't. */
  readonly undoUntil: string | null;
  readonly position: string | null;
}

export type PaymentCommands = ReturnType<typeof paymentCommands>;

/** Corrections of payments and refunds, decided by the doctor-day. */
export function paymentCommands(deps: DayDeps) {
  async function change(command: PaymentCommand, by: CommandContext): Promise<PaymentChanged | Refusal> {
    const { appointmentId } = command;
    try {
      const outcome = await onDayOf(deps, appointmentId, command, by);
      if (isRefusal(outcome)) return outcome;
      const event = outcome.events.filter(isPayment).at(-1);
      const { money, moneyEvents } = outcome.state.appointments.get(appointmentId) ?? {};
      // Composed from the event, so that a retry gets the same answer after later changes too.
      const after = event?.data.money ?? money;
      if (!after) throw new Error('An appointment with a payment has money.');
      const eventId = event?.id ?? null;
      const isUndo = event && 'undoneEventId' in event.data && event.data.undoneEventId !== null;
      return {
        appointmentId,
        payment: after.status ?? 'Pay_later',
        money: shownMoney(after, eventId ?? moneyEvents?.at(-1)?.id ?? null, null),
        event: event ?? null,
        eventId,
        undoUntil: event && !isUndo ? undoableUntil(event, deps.rules.undoWindowMs) : null,
        position: event ? outcome.position : null,
      };
    } catch (error) {
      return refusedAsErased(error);
    }
  }

  return {
    /** Corrects a payment; changing it to unpaid, or replacing it, requires a reason. */
    correctPayment: ({ reason, ...request }: RequestOf<CorrectPayment>, by: CommandContext) =>
      change({ kind: 'correctPayment', ...request, reason: reason ?? null }, by),

    /** Compensates the payment correction `eventId`, restoring `payment`. */
    undoPaymentCorrection: (request: Omit<UndoPayment, 'kind'>, by: CommandContext) =>
      change({ kind: 'undoPayment', ...request }, by),

    /** Refunds the payment, or a part of it. */
    refundPayment: ({ reason, ...request }: RequestOf<RefundPayment>, by: CommandContext) =>
      change({ kind: 'refundPayment', ...request, reason: reason ?? null }, by),

    /** Compensates the refund `eventId`. */
    undoRefund: (request: Omit<UndoRefund, 'kind'>, by: CommandContext) =>
      change({ kind: 'undoRefund', ...request }, by),
  };
}

const isPayment = (event: Recorded<DoctorDayEvent>): event is Recorded<PaymentEvent> =>
  event.type === 'AppointmentPaymentCorrected' ||
  event.type === 'PaymentRefunded' ||
  event.type === 'PaymentRefundUndone';
