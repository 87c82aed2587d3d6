import { type AppointmentStatus, type PaymentStatus, statusWords } from '@dayline/contracts/appointments';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

export type ToneName = 'confirmed' | 'visited' | 'notVisited' | 'cancelled' | 'blocked';

/** A word with its sign on a toned ground: never colour alone. */
export function ToneChip({ tone, icon, children }: { tone: ToneName; icon: IconName; children: ReactNode }) {
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        justifySelf: 'start',
        gap: '6px',
        height: 24,
        pl: '6px',
        pr: 1,
        borderRadius: '12px',
        fontSize: '0.8125rem',
        lineHeight: '1.125rem',
        fontWeight: 600,
        whiteSpace: 'nowrap',
        color: `status.${tone}.main`,
        bgcolor: `status.${tone}.soft`,
      }}
    >
      <Icon name={icon} size={14} />
      {children}
    </Box>
  );
}

const tones: Record<AppointmentStatus, [ToneName, IconName]> = {
  Confirmed: ['confirmed', 'clock'],
  Availed: ['visited', 'check'],
  Not_Availed: ['notVisited', 'cross'],
  Cancelled: ['cancelled', 'cross'],
};

/** An appointment's status in the product's words. `active` says Active for a Confirmed one that can still be marked. */
export function StatusChip({ status, active = false }: { status: AppointmentStatus; active?: boolean }) {
  const [tone, icon] = tones[status];
  return (
    <ToneChip tone={tone} icon={icon}>
      {active && status === 'Confirmed' ? 'Active' : statusWords[status]}
    </ToneChip>
  );
}

/** "Paid gets a paid style, anything else unpaid" (section 2, Admin appointment details). */
export function PaymentChip({ payment }: { payment: PaymentStatus | (string & {}) }) {
  const paid = payment === 'Paid';
  return (
    <ToneChip tone={paid ? 'visited' : 'notVisited'} icon={paid ? 'check' : 'clock'}>
      {paid ? 'Paid' : payment === 'Pay_later' ? 'Pay later' : 'Unpaid'}
    </ToneChip>
  );
}
