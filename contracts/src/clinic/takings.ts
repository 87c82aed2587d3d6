import { z } from 'zod';
import { type Paid, type RecordedMethod, recordedMethods } from '../appointments.ts';
import type { Position } from '../ids.ts';
import { addDays, startOfDay } from './clinic-time.ts';

/** The effect of an event on money: paid, a payment corrected to unpaid, or refunded. */
export const moneyKinds = ['taken', 'corrected', 'refunded'] as const;
export type MoneyKind = (typeof moneyKinds)[number];

export interface MoneyMoved extends Paid {
  readonly kind: MoneyKind;
  /** An undo has the opposite amount of the event that it undoes. */
  readonly isUndo: boolean;
  readonly actorId: string;
  /** The actor's name at the time of the event. */
  readonly actorName: string;
}

/** The payments and refunds of one actor (a desk) by one method, in paise. */
export const deskTakingsSchema = z.object({
  actorId: z.string(),
  name: z.string(),
  method: z.enum(recordedMethods),
  taken: z.int(),
  corrected: z.int(),
  refunded: z.int(),
  /** The number of payments without a recorded amount, less those corrected and refunded. They are in no sum. */
  withoutAmount: z.int(),
});
export type DeskTakings = z.infer<typeof deskTakingsSchema>;
export interface DayOfClient {
  readonly clientId: string;
  readonly date: string;
  /** The clinic's time zone. */
  readonly zone: string;
}

export interface DayTakings {
  readonly totals: DeskTakings[];
  /** The position of the takings. */
  readonly position: Position;
  /** The last event that moved money on the day; null if there is none. */
  readonly lastAt: Position | null;
}

type Sums = Pick<DeskTakings, MoneyKind | 'withoutAmount'>;

const nothing: Sums = { taken: 0, corrected: 0, refunded: 0, withoutAmount: 0 };

/** The expected sum. */
export const leftOf = ({ taken, corrected, refunded }: Pick<DeskTakings, MoneyKind>): number =>
  taken - corrected - refunded;

export const sumOf = (desks: readonly Sums[]): Sums =>
  desks.reduce(
    (sum, desk) => ({
      taken: sum.taken + desk.taken,
      corrected: sum.corrected + desk.corrected,
      refunded: sum.refunded + desk.refunded,
      withoutAmount: sum.withoutAmount + desk.withoutAmount,
    }),
    nothing,
  );

/** The expected cash in the drawers, in paise. */
export const cashLeft = (desks: readonly DeskTakings[]): number =>
  leftOf(sumOf(desks.filter(({ method }) => method === 'cash')));

const methodOrder = (method: RecordedMethod): number => recordedMethods.indexOf(method);

/** The query for the rows of a clinic day's money, in the order of the events. */
export function paymentsOfDay({ clientId, date, zone }: DayOfClient) {
  const from = new Date(startOfDay(date, zone)).toISOString();
  const to = new Date(startOfDay(addDays(date, 1), zone) - 1).toISOString();
  const order = [{ field: 'recordedAt' }];
  return { view: 'payments', where: { clientId }, range: { field: 'recordedAt', from, to }, order } as const;
}

/** By desk and method, sorted by name; a desk has the name of its last event. */
export function takingsOf(movements: Iterable<MoneyMoved>): DeskTakings[] {
  const found = new Map<string, DeskTakings>();
  const names = new Map<string, string>();
  for (const { actorId, actorName: name, method, kind, isUndo, amount } of movements) {
    const key = `${actorId} ${method}`;
    const before = found.get(key) ?? { actorId, name, method, ...nothing };
    const sign = isUndo ? -1 : 1;
    found.set(
      key,
      amount === null
        ? { ...before, withoutAmount: before.withoutAmount + (kind === 'taken' ? sign : -sign) }
        : { ...before, [kind]: before[kind] + sign * amount },
    );
    names.set(actorId, name);
  }
  return [...found.values()]
    .map((desk) => ({ ...desk, name: names.get(desk.actorId) ?? desk.name }))
    .sort(
      (a, b) =>
        a.name.localeCompare(b.name, 'en') ||
        a.actorId.localeCompare(b.actorId, 'en') ||
        methodOrder(a.method) - methodOrder(b.method),
    );
}
