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

/** Whether it is paid in full or in part: a cancellation then asks what to do with the money. */
export const isAnyPaid = ({ Payment_Status, money }: PaidOrNot): boolean =>
  Payment_Status === 'Paid' || money.payments !== undefined;

/** In paise; null if unknown. */
export const paidIn = ({ Payment_Status, money }: PaidOrNot): number | null =>
  Payment_Status === 'Paid' ? money.amount : heldOf(money.payments ?? []);

/** '₹400.00 is paid already' for a partly paid visit; otherwise undefined. */
export function partPaidWords(visit: PaidOrNot): string | undefined {
  const paidAmount = visit.Payment_Status === 'Pay_later' ? paidIn(visit) : null;
  return paidAmount === null || paidAmount === 0 ? undefined : appointmentText.partPaid(paiseAmount(paidAmount));
}
