import { notRecorded, type Paid, type PaymentStatus, paymentWords } from '@dayline/contracts/appointments';
import { type Refusal, refuse } from '@dayline/contracts/errors';
import { heldOf, paidWords, type VisitMoney } from '@dayline/contracts/fields/visit-money';
import type { Appointment } from '../state.ts';

/** Several payments as one; its method is unknown if they differ. */
export function wholeOf(payments: readonly Paid[]): Paid {
  const [first = notRecorded] = payments;
  const isSameMethod = payments.every(({ method }) => method === first.method);
  return { amount: heldOf(payments), method: isSameMethod ? first.method : 'unknown' };
}

/** A visit's money before one of its events. */
export const moneyBefore = ({ money, moneyEvents }: Appointment, eventId: string): VisitMoney =>
  moneyEvents.find(({ id }) => id === eventId)?.before ?? money;

export const hasChangedSince = ({ moneyEvents }: Appointment, seenEventId: string | undefined): boolean =>
  seenEventId !== undefined && seenEventId !== moneyEvents.at(-1)?.id;

/** The present payment, and who changed it. */
export function paymentChangedSince({ money, moneyEvents }: Appointment): Refusal {
  const { amount, method } = wholeOf(money.payments);
  const paymentStatus = money.status ?? 'Pay_later';
  const isPaid = money.payments.length > 0;
  const by = moneyEvents.at(-1)?.by ?? '';
  const words = [paymentWords[paymentStatus], ...(isPaid ? [paidWords(amount, method)] : [])].join(', ');
  return refuse('payment.changed', {
    message: `${by} has changed the payment. It is now: ${words}.`,
    details: { payment: { paymentStatus, by, ...(isPaid && { amount, method }) } },
  });
}

/** The form that events have. */
export const recordedMoney = ({ due, payments }: VisitMoney, status: PaymentStatus) => ({
  ...{ status, due, payments: [...payments] },
});
