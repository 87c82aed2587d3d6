import { z } from 'zod';
import { type Paid, type RecordedMethod, recordedMethods } from '../appointments.ts';
import type { Position } from '../ids.ts';
import { addDays, startOfDay } from './clinic-time.ts';

/** How an event moved money: it was taken, what was recorded as paid was corrected to not paid, or it was given back. */
export const moneyKinds = ['taken', 'corrected', 'refunded'] as const;
export type MoneyKind = (typeof moneyKinds)[number];

export interface MoneyMoved extends Paid {
  readonly kind: MoneyKind;
  /** An undo takes away from what it undoes. */
  readonly isUndo: boolean;
  readonly actorId: string;
  /** At the time of the event. */
  readonly actorName: string;
}

/** What one actor, a desk, took and gave back by one method, in paise. */
export const deskTakingsSchema = z.object({
  actorId: z.string(),
  name: z.string(),
  method: z.enum(recordedMethods),
  taken: z.int(),
  corrected: z.int(),
  refunded: z.int(),
  /** How many payments, less those corrected and refunded, have no recorded amount. They are in no sum. */
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
  /** The takings are as of it. */
  readonly position: Position;
  /** The last event that moved money on the day; null if there is none. */
  readonly lastAt: Position | null;
}

type Sums = Pick<DeskTakings, MoneyKind | 'withoutAmount'>;

const nothing: Sums = { taken: 0, corrected: 0, refunded: 0, withoutAmount: 0 };

/** The expected amount. */
export const leftOf = ({ taken, corrected, refunded }: Pick<DeskTakings, MoneyKind>): number =>
  taken - corrected - refunded;

export const sumOf = (desks: readonly Sums[]): Sums =>
  desks.reduce(
    (sum, each) => ({
      taken: sum.taken + each.taken,
      corrected: sum.corrected + each.corrected,
      refunded: sum.refunded + each.refunded,
      withoutAmount: sum.withoutAmount + each.withoutAmount,
    }),
    nothing,
  );

/** What should lie in the drawers, in paise. */
export const cashLeft = (desks: readonly DeskTakings[]): number =>
  leftOf(sumOf(desks.filter(({ method }) => method === 'cash')));

const methodOrder = (method: RecordedMethod): number => recordedMethods.indexOf(method);

/** The query for the rows of what moved money on a clinic's day, in the order of the events. */
export function paymentsOfDay({ clientId, date, zone }: DayOfClient) {
  const from = new Date(startOfDay(date, zone)).toISOString();
  const to = new Date(startOfDay(addDays(date, 1), zone) - 1).toISOString();
  const order = [{ field: 'recordedAt' }];
  return { view: 'payments', where: { clientId }, range: { field: 'recordedAt', from, to }, order } as const;
}

/** By desk and method, in the order of the names; a desk has the name of its last event. */
export function takingsOf(moved: Iterable<MoneyMoved>): DeskTakings[] {
  const found = new Map<string, DeskTakings>();
  const names = new Map<string, string>();
  for (const { actorId, actorName: name, method, kind, isUndo, amount } of moved) {
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
    .map((each) => ({ ...each, name: names.get(each.actorId) ?? each.name }))
    .sort(
      (one, other) =>
        one.name.localeCompare(other.name, 'en') ||
        one.actorId.localeCompare(other.actorId, 'en') ||
        methodOrder(one.method) - methodOrder(other.method),
    );
}
