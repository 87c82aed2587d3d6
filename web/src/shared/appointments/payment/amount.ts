import type { PaymentMethod, RecordedMethod } from '@dayline/contracts/appointments';
import { paiseOf } from '@dayline/contracts/fields/money';
import { paiseAmount } from '../../../ui/locale/words.ts';
import { appointmentText } from '../text.ts';

/** A payment as sent by a command. */
export interface Payment {
  /** In paise; the amount due if absent. */
  amount?: number | undefined;
  method?: PaymentMethod | undefined;
  /** Why the amount differs from the fee rules. */
  feeReason?: string | undefined;
}

/** '700' or '700.50' for paise; '' for null. */
export const amountTyped = (paise: number | null): string =>
  paise === null ? '' : (paise / 100).toFixed(paise % 100 === 0 ? 0 : 2);

/** '₹400 cash' on a button, or after a status; without the method if unknown. */
export const paidWords = (paise: number, method: RecordedMethod): string =>
  method === 'unknown' ? paiseAmount(paise) : appointmentText.paidBy(paiseAmount(paise), method);

/** The typed rupees in paise; undefined: nothing typed; null: not an amount. */
export function paiseTyped(input: string): number | undefined | null {
  const plain = input.replaceAll(/[\s,₹]/g, '');
  if (plain === '') return undefined;
  return /^\d{1,7}(\.\d{1,2})?$/.test(plain) ? paiseOf(plain) : null;
}
