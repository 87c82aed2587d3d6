import type { Money, Paid, PaymentMethod, PaymentStatus } from '@dayline/contracts/appointments';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import { afterRefund, heldOf, type VisitMoney } from '@dayline/contracts/fields/visit-money';
import type { Appointment } from '../state.ts';
import { moneyBefore, recordedMoney } from './visit-money.ts';

/** The effect of a cancellation on a visit's payment. */
export function refundOf(
  appointment: Appointment,
  { money, method }: { readonly money: Money | undefined; readonly method: PaymentMethod | undefined },
): DoctorDayEvent[] {
  const { payments } = appointment.money;
  if (payments.length === 0 || money !== 'refunded') return [];
  const cancelled = { ...appointment, status: 'Cancelled' } as const;
  return [refunded(cancelled, { amount: heldOf(payments), method, reason: null })];
}

/** A refund of a cancellation or move is undone with it, unless the payment has changed since. */
export function refundUndoneWith(appointment: Appointment, undone: Recorded): DoctorDayEvent[] {
  const last = appointment.lanes.payment.at(-1);
  if (last?.type !== 'PaymentRefunded' || last.metadata.commandId !== undone.metadata.commandId) return [];
  return [refundUndone(appointment, last)];
}

type RefundedEvent = Extract<DoctorDayEvent, { type: 'PaymentRefunded' }>;

export function refunded(
  { booked, money, status }: Pick<Appointment, 'money' | 'status'> & { readonly booked: OfVisit },
  {
    amount,
    method,
    reason,
  }: { readonly amount: number | null; readonly method: PaymentMethod | undefined; readonly reason: string | null },
): RefundedEvent {
  const { appointmentId, patientId } = booked.data;
  const paidBy = money.payments.at(-1)?.method ?? 'unknown';
  const by = method ?? (paidBy === 'unknown' ? null : paidBy);
  const after = moneyAfterRefund(money, { amount, method: by ?? 'unknown' }, status === 'Cancelled');
  return { type: 'PaymentRefunded', data: { appointmentId, patientId, amount, method: by, money: after, reason } };
}
interface OfVisit {
  readonly data: { readonly appointmentId: string; readonly patientId: string };
}

/** A refund lowers the fee of a visit that takes place. A cancelled visit would be paid anew. */
function moneyAfterRefund(money: VisitMoney, refund: Paid, isCancelled: boolean) {
  const payments = afterRefund(money.payments, refund);
  const isPaid = money.status === 'Paid';
  const status: PaymentStatus = isPaid && payments.length > 0 ? 'Paid' : 'Pay_later';
  const due = isPaid && !isCancelled && money.due !== null ? Math.min(money.due, heldOf(payments) ?? 0) : money.due;
  return recordedMoney({ ...money, due, payments }, status);
}

export function refundUndone(appointment: Appointment, undone: Recorded<RefundedEvent>): DoctorDayEvent {
  const { appointmentId, patientId, amount, method } = undone.data;
  const before = moneyBefore(appointment, undone.id);
  const money = recordedMoney(before, before.status ?? 'Paid');
  return {
    type: 'PaymentRefundUndone',
    data: { appointmentId, patientId, amount, method, money, undoneEventId: undone.id },
  };
}
