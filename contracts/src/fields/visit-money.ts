import { z } from 'zod';
import {
  type Paid,
  type PaymentStatus,
  paidByWords,
  paymentStatusSchema,
  type RecordedMethod,
  recordedMethodSchema,
} from '../appointments.ts';
import { amountSchema, amountWords } from './money.ts';

const paidSchema = z.object({
  /** In paise; null if not recorded. */
  amount: amountSchema.nullable(),
  method: recordedMethodSchema,
});
export const paymentsSchema = z.array(paidSchema);

/** Such as "₹500 in cash". */
export const paidWords = (paise: number | null, method: RecordedMethod): string =>
  [paise === null ? null : amountWords(paise), paidByWords[method]].filter(Boolean).join(' ');

/** A visit's money after an event. */
export const visitMoneySchema = z.object({
  /** Also Pay_later while a part is paid. */
  status: paymentStatusSchema,
  /** The visit's amount in all, in paise; null if not recorded. */
  due: amountSchema.nullable(),
  /** Payments that were not refunded, oldest first. */
  payments: paymentsSchema,
});

export interface VisitMoney {
  /** Null between the booking and its payment event, which directly follows. */
  readonly status: PaymentStatus | null;
  readonly due: number | null;
  readonly payments: readonly Paid[];
}
export const noMoney: VisitMoney = { status: null, due: null, payments: [] };

/** The paid amount in paise; null if an amount wasn't recorded. */
export const heldOf = (payments: readonly Paid[]): number | null =>
  payments.reduce<number | null>((sum, { amount }) => (sum === null || amount === null ? null : sum + amount), 0);

/** The open amount in paise; null if unknown. */
export function openOf({ status, due, payments }: VisitMoney): number | null {
  if (status === 'Paid') return 0;
  const amount = heldOf(payments);
  return due === null || amount === null ? null : Math.max(0, due - amount);
}

/**
 * A visit's money as pages show it.
 * @param usual the open amount if no fee was recorded, in paise
 */
export function shownMoney(money: VisitMoney, eventId: string | null, usual: number | null) {
  const { payments, status } = money;
  const isPaid = status === 'Paid';
  const [first] = payments;
  return {
    amount: isPaid ? heldOf(payments) : money.due === null ? usual : openOf(money),
    ...(isPaid && first && payments.length === 1 && { method: first.method }),
    ...(payments.length > (isPaid ? 1 : 0) && { payments: [...payments] }),
    ...(eventId !== null && { eventId }),
  };
}

/**
 * The payments that remain after a refund: it is taken from payments by its method first, then from the latest ones.
 */
export function afterRefund(payments: readonly Paid[], { amount, method }: Paid): Paid[] {
  if (amount === null) return [];
  const order = [...payments.keys()].reverse().sort((a, b) => rank(payments[a], method) - rank(payments[b], method));
  const balances = new Map<number, Paid>(payments.entries());
  let rest = amount;
  for (const index of order) {
    const payment = payments[index];
    if (payment?.amount == null) continue;
    const share = Math.min(rest, payment.amount);
    rest -= share;
    balances.set(index, { ...payment, amount: payment.amount - share });
  }
  return [...balances.values()].filter(({ amount: paid }) => paid !== 0);
}
const rank = (payment: Paid | undefined, method: Paid['method']): number => Number(payment?.method !== method);

/** The decision about a fee's difference: it is charged or refunded, or the agreed amount stays. */
export const differenceSchema = z.enum(['taken', 'left']);
export type Difference = z.infer<typeof differenceSchema>;

/** A different fee at the new place of a moved visit. */
export const feeChangeSchema = z.object({
  /** The visit's previous amount in all, in paise; null if nothing was set. */
  before: amountSchema.nullable(),
  /** The amount at the new place, in paise. */
  after: amountSchema,
  /** The fee rule that applies; absent without rules. */
  fee: z
    .object({ paise: amountSchema.nullable(), rule: z.string().nullable(), registration: amountSchema })
    .exactOptional(),
  difference: differenceSchema,
});
export type FeeChange = z.infer<typeof feeChangeSchema>;

/** A visit's money with the fee of the new place, before any refund. */
export function withNewFee(money: VisitMoney, change: FeeChange | undefined): VisitMoney {
  if (!change || change.difference === 'left') return money;
  const payments = money.payments.filter(({ amount }) => amount !== 0);
  const isAnyPaid = money.status === 'Paid' || payments.length > 0;
  const isSettled = isAnyPaid && (heldOf(payments) ?? 0) >= change.after;
  return {
    status: isSettled ? 'Paid' : 'Pay_later',
    due: change.after,
    payments: isSettled ? money.payments : payments,
  };
}

/** The paid amount beyond the fee, in paise. */
export const surplusOf = ({ due, payments }: VisitMoney): number =>
  Math.max(0, (heldOf(payments) ?? 0) - (due ?? Infinity));
