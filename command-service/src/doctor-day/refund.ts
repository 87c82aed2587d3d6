import { type Money, notRecorded, type PaymentMethod } from '@dayline/contracts/appointments';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import type { Appointment } from './state.ts';

/** What becomes of the payment of a visit that is cancelled. */
export const refundOf = (
  { booked, payment, paid }: Appointment,
  { money, method }: { readonly money: Money | undefined; readonly method: PaymentMethod | undefined },
): DoctorDayEvent[] => {
  const { appointmentId, patientId } = booked.data;
  if (payment !== 'Paid' || money !== 'refunded') return [];
  const { amount, method: paidBy } = paid ?? notRecorded;
  const by = method ?? (paidBy === 'unknown' ? null : paidBy);
  return [{ type: 'PaymentRefunded', data: { appointmentId, patientId, amount, method: by } }];
};

/** With a cancellation its refund is undone, unless the payment was changed since. */
export function refundUndoneWith(appointment: Appointment, cancelled: Recorded): DoctorDayEvent[] {
  const last = appointment.lanes.payment.at(-1);
  if (last?.type !== 'PaymentRefunded' || last.metadata.commandId !== cancelled.metadata.commandId) return [];
  const { appointmentId, patientId, amount, method } = last.data;
  return [{ type: 'PaymentRefundUndone', data: { appointmentId, patientId, amount, method, undoneEventId: last.id } }];
}
