import {
  type AppointmentStatus,
  appointmentStatuses,
  type PaymentStatus,
  statusWords,
} from '@dayline/contracts/appointments';
import { type ReactNode, useState } from 'react';
import type { Action } from '../../../ui/buttons/action.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { markingText as text } from './text.ts';
import type { AppointmentCommands, Changeable } from './use-appointment-commands.ts';

type Paying = Omit<Changeable, 'Status'> & { Payment_Status: PaymentStatus };

interface Corrections {
  /** The menu item for a wrong mark. */
  statusAction(appointment: Changeable): Action;
  /** The menu item for a wrong payment. */
  paymentAction(appointment: Paying): Action;
  /** The open dialog; rendered once per page. */
  dialog: ReactNode;
}

type Open = { kind: 'status'; appointment: Changeable } | { kind: 'payment'; appointment: Paying };

/** "Correct status…" and the payment's correction, as menu items with their dialogs. For admins. */
export function useCorrections({ correctStatus, correctPayment }: AppointmentCommands): Corrections {
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return {
    statusAction: (appointment) => ({
      name: text.correct,
      icon: 'edit',
      perform: () => setOpen({ kind: 'status', appointment }),
    }),
    paymentAction: (appointment) =>
      appointment.Payment_Status === 'Paid'
        ? { name: text.payLater, icon: 'fees', perform: () => setOpen({ kind: 'payment', appointment }) }
        : { name: text.payNow, icon: 'fees', perform: () => void correctPayment(appointment, 'Paid') },
    dialog:
      open === undefined ? null : open.kind === 'status' ? (
        <ReasonDialog<AppointmentStatus>
          title={text.correctTitle}
          about={open.appointment.about}
          hint={text.correctHint}
          action={text.correctAction}
          choices={appointmentStatuses
            .filter((status) => status !== open.appointment.Status)
            .map((value) => ({ value, label: statusWords[value] }))}
          onClose={close}
          onSubmit={(status, reason) => void correctStatus(open.appointment, status, reason)}
        />
      ) : (
        <ReasonDialog<PaymentStatus>
          title={text.payLaterTitle}
          about={open.appointment.about}
          hint={text.correctHint}
          action={text.payLaterAction}
          choices={[{ value: 'Pay_later', label: 'Pay later' }]}
          onClose={close}
          onSubmit={(payment, reason) => void correctPayment(open.appointment, payment, reason)}
        />
      ),
  };
}
