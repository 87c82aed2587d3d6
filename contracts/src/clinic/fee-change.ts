import { type FeeChange, heldOf, type VisitMoney } from '../fields/visit-money.ts';
import type { Fee } from './fees.ts';

/** The fee of a visit at a time with a doctor. */
export interface PlacePrice {
  /** Paise; null if no fee is set. */
  readonly amount: number | null;
  /** The fee rule that applies; undefined if the doctor has no rules. */
  readonly fee: Fee | undefined;
}

export interface PlacePrices {
  /** The present fee at the visit's own time; null for another doctor. */
  readonly here: PlacePrice | null;
  readonly there: PlacePrice;
}

/**
 * The fee at the new time of a moved visit, if it differs: for another doctor, or if the doctor's rules distinguish the
 * two times. The desk must confirm it if another amount was agreed or the visit is free.
 * @param isOther whether the desk took an amount that differs from the fee rules
 */
export function newFeeOf(
  { due, status, payments }: VisitMoney,
  isOther: boolean,
  { here, there }: PlacePrices,
): { readonly change: Omit<FeeChange, 'difference'>; readonly asks: boolean } | null {
  const { amount: after, fee } = there;
  if (after === null || after === due || here?.amount === after) return null;
  if (status === 'Paid' && (due === null || heldOf(payments) === null)) return null;
  const feeFields = fee && { paise: fee.paise, rule: fee.rule, registration: fee.registration };
  return {
    change: { before: due, after, ...(feeFields && { fee: feeFields }) },
    asks: payments.length > 0 || due === 0 || isOther,
  };
}
