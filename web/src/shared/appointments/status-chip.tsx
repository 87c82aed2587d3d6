import type { AppointmentStatus, PaymentStatus } from '@dayline/contracts/appointments';
import { ToneChip } from '../../ui/feedback/tone-chip.tsx';
import type { IconName } from '../../ui/icons/icon.tsx';
import { Muted } from '../../ui/layout/boxes.tsx';
import type { ToneName } from '../../ui/theme/tokens.ts';
import { type PaidOrNot, partPaidWords } from './payment/what-is-paid.ts';
import { appointmentText as text } from './text.ts';

const tones: Record<AppointmentStatus, [ToneName, IconName]> = {
  Confirmed: ['confirmed', 'clock'],
  Availed: ['visited', 'check'],
  Not_Availed: ['notVisited', 'cross'],
  Cancelled: ['cancelled', 'cross'],
};

/** A status in the product's words: Active for a Confirmed one that can still be marked, if `active` is set. */
export const statusWord = (status: AppointmentStatus, active: boolean): string =>
  active && status === 'Confirmed' ? text.active : text.status[status];

/** An appointment's status. */
export function StatusChip({ status, active = false }: { status: AppointmentStatus; active?: boolean }) {
  const [tone, icon] = tones[status];
  return (
    <ToneChip tone={tone} icon={icon}>
      {statusWord(status, active)}
    </ToneChip>
  );
}

/** "Paid gets a paid style, anything else unpaid" (section 2, Admin appointment details). */
export function PaymentChip({ payment }: { payment: PaymentStatus | (string & {}) }) {
  const paid = payment === 'Paid';
  return (
    <ToneChip tone={paid ? 'visited' : 'notVisited'} icon={paid ? 'check' : 'clock'}>
      {paid ? text.payment.Paid : payment === 'Pay_later' ? text.payment.Pay_later : text.unpaid}
    </ToneChip>
  );
}

/** The chip of a visit, with its partial payment below. */
export function PaymentOf({ visit }: { visit: PaidOrNot }) {
  const part = partPaidWords(visit);
  return (
    <>
      <PaymentChip payment={visit.Payment_Status ?? 'Unpaid'} />
      {part === undefined ? null : (
        <Muted block sx={{ whiteSpace: 'normal' }}>
          {part}
        </Muted>
      )}
    </>
  );
}
