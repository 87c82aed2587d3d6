/** Payments of a visit and how events change them, implemented independently of the product. */

export interface Payment {
  /** Paise. */
  readonly amount: number;
  readonly method: string;
}
/** The money that an event took, corrected to unpaid, or refunded. */
export interface Moved extends Payment {
  readonly kind: 'taken' | 'corrected' | 'refunded';
}
/** Sums in paise, by kind and method: 'taken cash'. */
export type Sums = ReadonlyMap<string, number>;

export const taken = (payment: Payment): Moved => ({ kind: 'taken', ...payment });
export const corrected = (payment: Payment): Moved => ({ kind: 'corrected', ...payment });
export const sumOf = (payments: readonly Payment[]): number => payments.reduce((sum, { amount }) => sum + amount, 0);
export const leftOf = (moves: readonly Moved[]): number =>
  moves.reduce((sum, { kind, amount }) => sum + (kind === 'taken' ? amount : -amount), 0);
export const isSameList = (a: readonly Payment[], b: readonly Payment[]): boolean =>
  JSON.stringify(a.map(({ amount, method }) => [amount, method])) ===
  JSON.stringify(b.map(({ amount, method }) => [amount, method]));

/** A refund comes from the payments of its method first, then from the others; in each group the latest first. */
export function without(payments: readonly Payment[], given: Payment): Payment[] {
  const left = payments.map(({ amount }) => amount);
  let rest = given.amount;
  for (const isOwn of [true, false])
    for (let index = payments.length - 1; index >= 0; index -= 1) {
      if ((payments[index]?.method === given.method) !== isOwn) continue;
      const part = Math.min(rest, left[index] ?? 0);
      left[index] = (left[index] ?? 0) - part;
      rest -= part;
    }
  return payments.flatMap(({ method }, index) => (left[index] ? [{ amount: left[index], method }] : []));
}
