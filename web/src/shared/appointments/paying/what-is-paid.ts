import type { PaymentStatus } from '@dayline/contracts/appointments';
import type { MoneyShown } from '@dayline/contracts/endpoints/shapes';
import { heldOf } from '@dayline/contracts/fields/visit-money';
import { paiseAmount } from '../../../ui/locale/words.ts';
import { appointmentText } from '../text.ts';

/** A visit's payment. */
export interface PaidOrNot {
  Payment_Status: PaymentStatus | null;
  money: MoneyShown;
}

/** Whether something is paid, whole or in part: a cancellation asks what becomes of it. */
export const isAnyPaid = ({ Payment_Status, money }: PaidOrNot): boolean =>
  Payment_Status === 'Paid' || money.payments !== undefined;

/** In paise; null if it isn't known. */
export const paidIn = ({ Payment_Status, money }: PaidOrNot): number | null =>
  Payment_Status === 'Paid' ? money.amount : heldOf(money.payments ?? []);

/** '₹400.00 is paid already', of a visit that is paid in part; else undefined. */
export function partPaidWords(visit: PaidOrNot): string | undefined {
  const paid = visit.Payment_Status === 'Pay_later' ? paidIn(visit) : null;
  return paid === null || paid === 0 ? undefined : appointmentText.partPaid(paiseAmount(paid));
}
