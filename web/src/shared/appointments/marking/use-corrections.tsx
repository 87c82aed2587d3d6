import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Action } from '../../../ui/buttons/action.ts';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import { paiseAmount } from '../../../ui/locale/words.ts';
import { untilLoaded } from '../../lazy-piece.ts';
import type { PayKind } from '../payment/pay-dialog.tsx';
import { isAnyPaid, type PaidOrNot, paidIn, partPaidWords } from '../payment/what-is-paid.ts';
import type { VisitRow } from '../visit/visit-row.ts';
import { followVisit } from './changed-meanwhile.ts';
import type { Correction } from './correction-dialog.tsx';
import { markingText as text } from './text.ts';
import type { AppointmentCommands } from './use-appointment-commands.ts';

const RefundDialog = lazy(() => untilLoaded(() => import('./refund-dialog.tsx')));
const PayDialog = lazy(() => untilLoaded(() => import('../payment/pay-dialog.tsx')));
const CorrectionDialog = lazy(() => untilLoaded(() => import('./correction-dialog.tsx')));

/** '₹400.00 is paid.' A visit that is free, or whose amount isn't known, also counts as paid. */
function paidSentence(appointment: PaidOrNot): string {
  const paidAmount = paidIn(appointment);
  return paidAmount ? text.isPaid(paiseAmount(paidAmount)) : text.countsAsPaid;
}

/** "Correct status…", Cancel and the payment's correction, as menu items with their dialogs. For admins. */
export function useCorrections(commands: AppointmentCommands) {
  const client = useQueryClient();
  const [correction, setCorrection] = useState<Correction>();
  const [openPayment, setOpenPayment] = useState<{ appointment: VisitRow; kind: PayKind; due: number | null }>();
  const [refund, setRefund] = useState<{ appointment: VisitRow; message: string }>();
  /** Records a payment. */
  const payAction = (appointment: VisitRow): Action => ({
    name: text.payNow,
    icon: 'fees',
    perform: () => setOpenPayment({ appointment, kind: 'pay', due: appointment.money.amount }),
  });
  return {
    /** Corrects a wrong mark. */
    statusAction: (appointment: VisitRow): Action => ({
      name: text.correct,
      icon: 'edit',
      perform: () => setCorrection({ kind: 'status', appointment }),
    }),
    payAction,
    /** Record a payment (unless a button next to the menu does), correct it, refund it. */
    paymentActions: (appointment: VisitRow, isPaidBeside = false): Action[] => {
      const { Payment_Status, Status, money } = appointment;
      if (Payment_Status === null) return [];
      const isAny = isAnyPaid(appointment);
      const isCancelled = Status === 'Cancelled';
      const isPaid = Payment_Status === 'Paid';
      const dialogAction = (name: string, kind: PayKind, due: number | null): Action => ({
        ...{ name, icon: 'fees', perform: () => setOpenPayment({ appointment, kind, due }) },
      });
      const paidAmount = paidIn(appointment);
      return [
        ...(isPaid || isCancelled || isPaidBeside ? [] : [payAction(appointment)]),
        ...(isPaid ? [dialogAction(text.change, 'change', money.amount)] : []),
        ...(paidAmount === 0 || !isAny ? [] : [dialogAction(text.refund, 'refund', paidAmount)]),
        ...(!isCancelled && isAny
          ? [
              {
                name: text.payLater,
                icon: 'fees' as const,
                perform: () => setCorrection({ kind: 'payment', appointment }),
              },
            ]
          : []),
      ];
    },
    /** Cancels, after a confirmation that also names the doctor and asks what to do with the money. */
    cancelAction: (appointment: VisitRow): Action => ({
      name: text.cancel,
      icon: 'cross',
      destructive: true,
      perform: async () => {
        const message = `${appointment.about}, ${appointment.POC_Name}. ${text.cancelHint}`;
        if (isAnyPaid(appointment)) {
          setRefund({ appointment, message });
          return;
        }
        const isAgreed = await confirm({
          title: text.cancelQuestion,
          message,
          actionLabel: text.cancel,
          cancelLabel: text.keep,
          destructive: true,
          followed: followVisit(client, appointment, 'both'),
        });
        if (isAgreed) await commands.mark(appointment, 'Cancelled');
      },
    }),
    /** The open dialog. */
    dialog: (
      <Suspense>
        {correction === undefined ? null : (
          <CorrectionDialog correction={correction} commands={commands} onClose={() => setCorrection(undefined)} />
        )}
        {openPayment === undefined ? null : (
          <PayDialog
            kind={openPayment.kind}
            visit={openPayment.appointment}
            due={openPayment.due}
            paid={openPayment.kind === 'pay' ? partPaidWords(openPayment.appointment) : undefined}
            onClose={() => setOpenPayment(undefined)}
            onPay={(payment) => {
              const note = openPayment.kind === 'refund' ? commands.refund : commands.pay;
              void note(openPayment.appointment, payment);
            }}
          />
        )}
        {refund === undefined ? null : (
          <RefundDialog
            title={text.cancelQuestion}
            visit={refund.appointment}
            message={`${refund.message} ${paidSentence(refund.appointment)}`}
            onClose={() => setRefund(undefined)}
            onCancel={(money) => {
              const payment = refund.appointment.Payment_Status;
              void commands.mark(refund.appointment, 'Cancelled', { money, payment });
            }}
          />
        )}
      </Suspense>
    ),
  };
}
