import { noFigures } from '@dayline/contracts/endpoints/audit/figures';
import type { Figures } from '@dayline/contracts/endpoints/audit/report';
import { heldOf } from '@dayline/contracts/fields/visit-money';
import type { AppointmentRow, MovedAppointmentRow, PaymentRow } from '@dayline/contracts/views';

/**
 * The share of one appointment in a report; `fee` in paise applies to payments without a recorded amount. `isReminded`:
 * a reminder was sent before its status was set.
 */
export function figuresOf(
  { status, payment, payments, overbookedAt }: Pick<AppointmentRow, 'status' | 'payment' | 'payments' | 'overbookedAt'>,
  fee: number,
  isReminded = false,
): Figures {
  // A partly paid visit counts too.
  const amount = heldOf(payments) ?? (fee === 0 ? null : fee);
  const [visits, noShows] = [status === 'Availed' ? 1 : 0, status === 'Not_Availed' ? 1 : 0];
  return {
    ...noFigures,
    visits,
    noShows,
    reminded: isReminded ? visits + noShows : 0,
    remindedNoShows: isReminded ? noShows : 0,
    cancellations: status === 'Cancelled' ? 1 : 0,
    overbooked: overbookedAt === undefined ? 0 : 1,
    paid: payment === 'Paid' ? 1 : 0,
    paise: amount ?? 0,
    withoutAmount: amount === null ? 1 : 0,
  };
}

/**
 * The figures of an appointment that was moved to another day or doctor. The undo of a move moves back, and doesn't
 * count.
 */
export const movedFigures = ({ isUndo }: Pick<MovedAppointmentRow, 'isUndo'>): Figures =>
  isUndo ? noFigures : { ...noFigures, movedAway: 1 };

/** The figures of an event that moved money. Without a recorded amount it adds nothing. */
export function moneyFigures({ kind, isUndo, amount }: Pick<PaymentRow, 'kind' | 'isUndo' | 'amount'>): Figures {
  const paise = (isUndo ? -1 : 1) * (amount ?? 0);
  if (kind === 'refunded') return { ...noFigures, refunded: paise };
  return { ...noFigures, taken: kind === 'taken' ? paise : -paise };
}
