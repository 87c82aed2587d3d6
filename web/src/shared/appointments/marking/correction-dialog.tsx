import { type AppointmentStatus, appointmentStatuses, type PaymentStatus } from '@dayline/contracts/appointments';
import { appointmentText } from '../text.ts';
import type { VisitRow } from '../visit/visit-row.ts';
import { useChangedMeanwhile } from './changed-meanwhile.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { markingText as text } from './text.ts';
import type { AppointmentCommands } from './use-appointment-commands.ts';

export interface Correction {
  kind: 'status' | 'payment';
  appointment: VisitRow;
}

/** Asks for a correction's reason. */
export default function CorrectionDialog(props: {
  correction: Correction;
  commands: AppointmentCommands;
  onClose(): void;
}) {
  const { correction, commands, onClose } = props;
  const { kind, appointment } = correction;
  const problem = useChangedMeanwhile(appointment, kind);
  const draft = `${kind} of ${appointment.AppointmentId}`;
  return kind === 'status' ? (
    <ReasonDialog<AppointmentStatus>
      title={text.correctTitle}
      draft={draft}
      about={appointment.about}
      hint={text.correctHint}
      action={text.correctAction}
      problem={problem}
      choices={appointmentStatuses
        .filter((status) => status !== appointment.Status)
        .map((value) => ({ value, label: appointmentText.status[value] }))}
      onClose={onClose}
      onSubmit={(status, reason) => void commands.correctStatus(appointment, status, reason)}
    />
  ) : (
    <ReasonDialog<PaymentStatus>
      title={text.payLaterTitle}
      draft={draft}
      about={appointment.about}
      hint={text.payLaterHint}
      action={text.payLaterAction}
      problem={problem}
      choices={[{ value: 'Pay_later', label: appointmentText.payment.Pay_later }]}
      onClose={onClose}
      onSubmit={(_, reason) => void commands.undoPayment(appointment, reason)}
    />
  );
}
