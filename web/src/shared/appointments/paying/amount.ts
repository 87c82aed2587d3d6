import type { PaymentMethod } from '@dayline/contracts/appointments';
import { paiseOf } from '@dayline/contracts/fields/money';

/** What is paid as a command sends it. */
export interface Payment {
  /** Paise; what is due if absent. */
  amount?: number | undefined;
  method?: PaymentMethod | undefined;
  /** Why the amount isn't what the kinds of fees come to. */
  feeReason?: string | undefined;
}

/** '700' or '700.50' for paise; '' for none. */
export const amountTyped = (paise: number | null): string =>
  paise === null ? '' : (paise / 100).toFixed(paise % 100 === 0 ? 0 : 2);

/** The typed rupees in paise; undefined: nothing typed; null: no amount. */
export function paiseTyped(typed: string): number | undefined | null {
  const plain = typed.replaceAll(/[\s,₹]/g, '');
  if (plain === '') return undefined;
  return /^\d{1,7}(\.\d{1,2})?$/.test(plain) ? paiseOf(plain) : null;
}
