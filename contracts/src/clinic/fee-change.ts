import { type FeeChange, heldOf, type VisitMoney } from '../fields/visit-money.ts';
import type { Fee } from './fees.ts';

/** What a visit costs at a place. */
export interface PlacePrice {
  /** Paise; null if no fee is set. */
  readonly amount: number | null;
  /** By which of several kinds of fees; undefined where there is one fee alone. */
  readonly fee: Fee | undefined;
}

export interface PlacePrices {
  /** The fee at the visit's own time, by the current rules; null with another doctor. */
  readonly here: PlacePrice | null;
  readonly there: PlacePrice;
}

/**
 * The fee of the place that a visit moves to, if it is another one: with another doctor, or where the same doctor's
 * fees tell the two times apart. An amount that was agreed on, or a free visit, is asked about.
 * @param isOther whether the desk took another amount than by the kinds of fees
 */
export function newFeeOf(
  { due, status, payments }: VisitMoney,
  isOther: boolean,
  { here, there }: PlacePrices,
): { readonly change: Omit<FeeChange, 'difference'>; readonly asks: boolean } | null {
  const { amount: after, fee } = there;
  if (after === null || after === due || here?.amount === after) return null;
  if (status === 'Paid' && (due === null || heldOf(payments) === null)) return null;
  const decided = fee && { paise: fee.paise, rule: fee.rule, registration: fee.registration };
  return {
    change: { before: due, after, ...(decided && { fee: decided }) },
    asks: payments.length > 0 || due === 0 || isOther,
  };
}
