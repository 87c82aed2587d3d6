import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { lastBlockableDate, maxLeaveDays } from '@dayline/contracts/clinic/horizon';
import type { LeavePlace, LeaveProposal, SettledLeaveRow } from '@dayline/contracts/endpoints/leave';
import type { RequestOf, ResponseOf } from '@dayline/contracts/endpoints/table';
import type { Difference } from '@dayline/contracts/fields/visit-money';

export type Preview = ResponseOf<'previewLeave'>;
export type PreviewDay = Preview['days'][number];
export type Leave = ResponseOf<'getLeave'>;

/** What happens to an appointment. */
export const choices = ['later', 'colleague', 'cancel', 'keep'] as const;
export type Choice = (typeof choices)[number];
/** What happens to all of them, unless a row says otherwise. */
export const planForAll = ['proposed', 'later', 'colleague', 'cancel', 'keep'] as const;
export type PlanForAll = (typeof planForAll)[number];

export interface Plan {
  readonly from: string;
  readonly to: string;
  /** Null: the whole days. */
  readonly hours: { readonly from: string; readonly to: string } | null;
}

const time = /^([01]\d|2[0-3]):[0-5]\d$/;

/** The plan of an address; today where it has none. */
export function planOf(params: URLSearchParams, today: string): Plan {
  const from = params.get('from') ?? today;
  const to = params.get('to') ?? from;
  const [start, end] = [params.get('start') ?? '', params.get('end') ?? ''];
  return { from, to, hours: time.test(start) && time.test(end) ? { from: start, to: end } : null };
}

/** All days on which a doctor who leaves can have appointments, from the first day without the doctor. */
export function planOfLast(params: URLSearchParams, today: string): Plan {
  const from = params.get('from') ?? addDays(today, 1);
  const [last, lastOfAll] = [addDays(from, maxLeaveDays - 1), lastBlockableDate(today)];
  return { from, to: last < lastOfAll ? last : lastOfAll, hours: null };
}

/** Whether it can be previewed. */
export const isWhole = ({ from, to, hours }: Plan, today: string): boolean =>
  from >= today && from <= to && (hours === null || hours.from < hours.to);

export const placeOf = ({ later, colleague }: LeaveProposal, choice: Choice): LeavePlace | null =>
  choice === 'later' ? later : choice === 'colleague' ? colleague : null;

/** What a row offers: what was found, and what is always possible. A doctor cancels nothing. */
export const choicesFor = (row: LeaveProposal, isDesk: boolean): Choice[] =>
  choices.filter((choice) => choice === 'keep' || (choice === 'cancel' ? isDesk : placeOf(row, choice) !== null));

/** The choice of a row: its own, else that for all; kept where no time was found. */
export function choiceOf(row: LeaveProposal, all: PlanForAll, own: ReadonlyMap<string, Choice>): Choice {
  const ownChoice = own.get(row.appointmentId);
  if (ownChoice !== undefined && (ownChoice === 'cancel' || ownChoice === 'keep' || placeOf(row, ownChoice)))
    return ownChoice;
  if (all === 'proposed') return row.later ? 'later' : row.colleague ? 'colleague' : 'keep';
  if (all === 'cancel' || all === 'keep') return all;
  return placeOf(row, all) ? all : 'keep';
}

export const bookingsOf = ({ days }: Preview): LeaveProposal[] => days.flatMap(({ bookings }) => bookings);

type Rows = RequestOf<'startLeave'>['rows'];

/** The visit's amount at the chosen time, in paise; undefined if it isn't moved, or the fees aren't shown. */
const feeAt = ({ fees }: LeaveProposal, choice: Choice): number | null | undefined =>
  fees && (choice === 'later' || choice === 'colleague') ? fees[choice] : undefined;

/** @param difference if it is taken, each moved row names the fee that was shown */
export const rowsOf = (
  bookings: readonly LeaveProposal[],
  choiceFor: (row: LeaveProposal) => Choice,
  difference?: Difference,
): Rows =>
  bookings.map((row) => {
    const { appointmentId } = row;
    const choice = choiceFor(row);
    const place = placeOf(row, choice);
    if (!place) return { appointmentId, action: choice === 'cancel' ? 'cancel' : 'keep', to: null };
    const { pocId, date, time: at } = place;
    const fee = difference === 'taken' ? feeAt(row, choice) : undefined;
    return { appointmentId, action: 'move', to: { pocId, date, time: at }, ...(fee !== undefined && { fee }) };
  });

/** In paise, of all moved appointments whose fee differs. */
export interface FeeDifferences {
  readonly appointments: number;
  readonly toPay: number;
  readonly lessToPay: number;
  readonly refunded: number;
}

/** The effect of settling the differences: open amounts grow or shrink, and excess payments are refunded. */
export function feeDifferences(
  bookings: readonly LeaveProposal[],
  choiceFor: (row: LeaveProposal) => Choice,
): FeeDifferences {
  const sum = { appointments: 0, toPay: 0, lessToPay: 0, refunded: 0 };
  for (const row of bookings) {
    const fee = feeAt(row, choiceFor(row)) ?? null;
    if (!row.fees || fee === null || fee === row.fees.due) continue;
    const { due, paid } = row.fees;
    const paidAmount = paid ?? 0;
    const openNow = row.paymentStatus === 'Paid' ? 0 : Math.max(0, (due ?? 0) - paidAmount);
    const change = Math.max(0, fee - paidAmount) - openNow;
    sum.appointments += 1;
    sum.toPay += Math.max(0, change);
    sum.lessToPay += Math.max(0, -change);
    sum.refunded += Math.max(0, paidAmount - fee);
  }
  return sum;
}

export type Counts = Readonly<Record<Choice, number>>;

export function countsOf(bookings: readonly LeaveProposal[], choiceFor: (row: LeaveProposal) => Choice): Counts {
  const counts = { later: 0, colleague: 0, cancel: 0, keep: 0 };
  for (const row of bookings) counts[choiceFor(row)] += 1;
  return counts;
}

/** Whether a paid appointment is cancelled: then the desk says what becomes of the money. */
export const needsMoney = (bookings: readonly LeaveProposal[], choiceFor: (row: LeaveProposal) => Choice): boolean =>
  bookings.some((row) => row.paymentStatus === 'Paid' && choiceFor(row) === 'cancel');

/** The rows of a leave: those that need the desk first, then by day. */
export function groupsOf(rows: readonly SettledLeaveRow[]) {
  const needsDesk = rows.filter(({ outcome }) => outcome === 'open' || outcome === 'notUndone');
  const dates = [...new Set(rows.map(({ date }) => date))].sort();
  const others = rows.filter((row) => !needsDesk.includes(row));
  const days = dates.map((date) => ({ date, rows: others.filter((row) => row.date === date) }));
  return { needsDesk, days: days.filter((day) => day.rows.length > 0) };
}

export const isUndo = (state: Leave['state']): boolean => state === 'undoing' || state === 'undone';

/** How many rows are done; of a leave that is undone, how many were undone. */
export const settledCount = ({ state, rows }: Pick<Leave, 'state' | 'rows'>): number =>
  rows.filter(({ outcome }) => (isUndo(state) ? outcome === 'undone' : outcome !== null)).length;
