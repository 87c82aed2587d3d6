import { noFigures } from '@dayline/contracts/endpoints/audit/figures';
import type { Figures } from '@dayline/contracts/endpoints/audit/report';
import type { AppointmentRow, MovedAppointmentRow, PaymentRow } from '@dayline/contracts/views';

/** What one appointment adds to a report; `fee` in paise is of payments whose amount wasn't recorded. */
export function figuresOf(
  { status, payment, paid, overbookedAt }: Pick<AppointmentRow, 'status' | 'payment' | 'paid' | 'overbookedAt'>,
  fee: number,
): Figures {
  const isPaid = payment === 'Paid';
  const amount = paid?.amount ?? (fee === 0 ? null : fee);
  return {
    ...noFigures,
    visits: status === 'Availed' ? 1 : 0,
    noShows: status === 'Not_Availed' ? 1 : 0,
    cancellations: status === 'Cancelled' ? 1 : 0,
    overbooked: overbookedAt === undefined ? 0 : 1,
    paid: isPaid ? 1 : 0,
    paise: isPaid ? (amount ?? 0) : 0,
    withoutAmount: isPaid && amount === null ? 1 : 0,
  };
}

/** Of one that was moved to another day or doctor. The undo of a move moves back, and doesn't count. */
export const movedFigures = ({ isUndo }: Pick<MovedAppointmentRow, 'isUndo'>): Figures =>
  isUndo ? noFigures : { ...noFigures, movedAway: 1 };

/** Of an event that moved money. Without a recorded amount it adds nothing. */
export function moneyFigures({ kind, isUndo, amount }: Pick<PaymentRow, 'kind' | 'isUndo' | 'amount'>): Figures {
  const paise = (isUndo ? -1 : 1) * (amount ?? 0);
  if (kind === 'refunded') return { ...noFigures, refunded: paise };
  return { ...noFigures, taken: kind === 'taken' ? paise : -paise };
}
