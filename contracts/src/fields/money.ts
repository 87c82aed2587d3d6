import { z } from 'zod';

/** Money is stored as integers in minor units (paise) and fees are sent as rupees with two decimals ("500.00"). */

/** The highest fee, in paise: seven digits of rupees. */
export const highestFee = 999_999_999;
/** A fee, or the registration, in paise. */
export const feeSchema = z.int().min(0).max(highestFee);
/** A paid or open amount in paise: at most a fee and the registration, so that no two saved ones exceed it. */
export const amountSchema = z
  .int()
  .min(0)
  .max(2 * highestFee);

/** 50000 for "500.00", "500.0" or "500". Parses digits only, to avoid rounding. */
export function paiseOf(rupees: string): number {
  const [whole = '0', fraction = ''] = rupees.split('.');
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0').slice(0, 2));
}

/** "₹700" for 70000, "₹700.50" for 70050. */
export const amountWords = (paise: number): string =>
  (paise / 100).toLocaleString('en-IN', {
    ...{ style: 'currency', currency: 'INR', maximumFractionDigits: 2 },
    minimumFractionDigits: paise % 100 === 0 ? 0 : 2,
  });

/** "500.00" for 50000. */
export const rupeesOf = (paise: number): string => `${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, '0')}`;
