import type { BothFigures, Figures } from '@dayline/contracts/endpoints/audit/report';
import type { AppointmentRow } from '@dayline/contracts/views';

export const noFigures: Figures = { visits: 0, noShows: 0, cancellations: 0, paid: 0, paise: 0 };
export const noneOfBoth: BothFigures = { earlier: noFigures, later: noFigures, moved: noFigures };

/** What one appointment adds to a report; `fee` in paise is of payments whose amount wasn't recorded. */
export function figuresOf(
  { status, payment, paid }: Pick<AppointmentRow, 'status' | 'payment' | 'paid'>,
  fee: number,
): Figures {
  const isPaid = payment === 'Paid';
  return {
    visits: status === 'Availed' ? 1 : 0,
    noShows: status === 'Not_Availed' ? 1 : 0,
    cancellations: status === 'Cancelled' ? 1 : 0,
    paid: isPaid ? 1 : 0,
    paise: isPaid ? (paid?.amount ?? fee) : 0,
  };
}

function eachOf(one: Figures, other: Figures, combine: (one: number, other: number) => number): Figures {
  return {
    visits: combine(one.visits, other.visits),
    noShows: combine(one.noShows, other.noShows),
    cancellations: combine(one.cancellations, other.cancellations),
    paid: combine(one.paid, other.paid),
    paise: combine(one.paise, other.paise),
  };
}

export const plus = (one: Figures, other: Figures): Figures => eachOf(one, other, (a, b) => a + b);
export const minus = (one: Figures, other: Figures): Figures => eachOf(one, other, (a, b) => a - b);
export const sizesOf = (change: Figures): Figures => eachOf(change, noFigures, Math.abs);
export const plusBoth = (one: BothFigures, other: BothFigures): BothFigures => ({
  earlier: plus(one.earlier, other.earlier),
  later: plus(one.later, other.later),
  moved: plus(one.moved, other.moved),
});

export const isNone = (figures: Figures): boolean => Object.values(figures).every((figure) => figure === 0);
