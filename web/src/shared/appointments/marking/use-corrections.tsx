import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Action } from '../../../ui/buttons/action.ts';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import { untilLoaded } from '../../lazy-piece.ts';
import type { Correction } from './correction-dialog.tsx';
import { markingText as text } from './text.ts';
import type { AppointmentCommands, Changeable, Paying } from './use-appointment-commands.ts';

const RefundDialog = lazy(() => untilLoaded(() => import('./refund-dialog.tsx')));
const PayDialog = lazy(() => untilLoaded(() => import('../paying/pay-dialog.tsx')));
const CorrectionDialog = lazy(() => untilLoaded(() => import('./correction-dialog.tsx')));

interface Corrections {
  /** The menu item for a wrong mark. */
  statusAction(appointment: Changeable): Action;
  /** The menu item for a wrong payment. */
  paymentAction(appointment: Paying): Action;
  /** The menu item that cancels, with a confirmation that names the doctor too, and asks what becomes of the money. */
  cancelAction(appointment: Changeable & { isPaid: boolean }, doctor: string): Action;
  /** The open dialog; rendered once per page. */
  dialog: ReactNode;
}

/** "Correct status…", Cancel and the payment's correction, as menu items with their dialogs. For admins. */
export function useCorrections(commands: AppointmentCommands): Corrections {
  const [correction, setCorrection] = useState<Correction>();
  const [paying, setPaying] = useState<Paying>();
  const [refund, setRefund] = useState<{ appointment: Changeable; message: string }>();
  return {
    statusAction: (appointment) => ({
      name: text.correct,
      icon: 'edit',
      perform: () => setCorrection({ kind: 'status', appointment }),
    }),
    paymentAction: (appointment) =>
      appointment.Payment_Status === 'Paid'
        ? { name: text.payLater, icon: 'fees', perform: () => setCorrection({ kind: 'payment', appointment }) }
        : { name: text.payNow, icon: 'fees', perform: () => setPaying(appointment) },
    cancelAction: (appointment, doctor) => ({
      name: text.cancel,
      icon: 'cross',
      destructive: true,
      perform: async () => {
        const message = `${appointment.about}, ${doctor}. ${text.cancelHint}`;
        if (appointment.isPaid) {
          setRefund({ appointment, message });
          return;
        }
        const isAgreed = await confirm({
          title: text.cancelQuestion,
          message,
          actionLabel: text.cancel,
          cancelLabel: text.keep,
          destructive: true,
        });
        if (isAgreed) await commands.mark(appointment, 'Cancelled');
      },
    }),
    dialog: (
      <Suspense>
        {correction === undefined ? null : (
          <CorrectionDialog correction={correction} commands={commands} onClose={() => setCorrection(undefined)} />
        )}
        {paying === undefined ? null : (
          <PayDialog
            about={paying.about}
            due={paying.money.amount}
            onClose={() => setPaying(undefined)}
            onPay={(payment) => void commands.pay(paying, payment)}
          />
        )}
        {refund === undefined ? null : (
          <RefundDialog
            title={text.cancelQuestion}
            message={`${refund.message} ${text.isPaid}`}
            onClose={() => setRefund(undefined)}
            onCancel={(money) => void commands.mark(refund.appointment, 'Cancelled', money)}
          />
        )}
      </Suspense>
    ),
  };
}
