import { paymentMethods } from '@dayline/contracts/appointments';
import type { QueueDoctor } from '@dayline/contracts/endpoints/appointments/queue';
import type { FoundPerson } from '@dayline/contracts/endpoints/patient-search';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { showDone } from '../../../shared/actions/toast.ts';
import { call } from '../../../shared/api/client.ts';
import { useCall } from '../../../shared/api/hooks.ts';
import { AmountField, useAmount } from '../../../shared/appointments/paying/paid-fields.tsx';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { clockTime, shortDate } from '../../../shared/format/time.ts';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { useDebounced } from '../../../shared/list/debounced.ts';
import { paths } from '../../../shared/paths.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Problem } from '../../../ui/feedback/banner.tsx';
import type { Choice } from '../../../ui/fields/fields.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { NativeSelectField } from '../../../ui/fields/native-select-field.tsx';
import { SearchChoiceField } from '../../../ui/fields/search-choice-field.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import { phoneText } from '../../../ui/locale/words.ts';
import { queueText as text } from '../text.ts';

/** Pay later, or how it is paid now. */
const payments = ['Pay_later', ...paymentMethods] as const;
type PaymentChoice = (typeof payments)[number];
const paymentWords = (choice: PaymentChoice): string =>
  choice === 'Pay_later' ? appointmentText.payment.Pay_later : text.paidBy(appointmentText.methods[choice]);

const choiceOf = ({ userId, name, phone }: FoundPerson): Choice => ({
  value: userId,
  label: [name ?? appointmentText.erased, phone === null ? null : phoneText(phone)].filter(Boolean).join(', '),
});

/** The search for a patient, and the chosen one. */
function usePatientChoice() {
  const { clientId } = useIdentity();
  const [patient, setPatient] = useState<Choice | null>(null);
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim());
  const { data } = useCall('searchPatients', { clientId, search }, { enabled: search !== '', keepsPrevious: true });
  return { patient, setPatient, setTyped, choices: search === '' ? [] : (data?.people ?? []).map(choiceOf) };
}

/** The payment; an amount that differs from the fee rules needs a reason. */
function usePaid(pocId: string, payment: PaymentChoice) {
  const fees = useCall('getFeeRules', { pocId }, { enabled: pocId !== '' && payment !== 'Pay_later' }).data;
  // Which of several kinds it is depends on the time, which the server finds.
  const hasRules = (fees?.own ?? fees?.ofClient ?? null) !== null;
  const amount = useAmount(hasRules ? null : (fees?.fee ?? null));
  const [feeReason, setFeeReason] = useState('');
  const isOther = hasRules && typeof amount.paise === 'number';
  const paid =
    payment === 'Pay_later'
      ? ({ paymentStatus: 'Pay_later' } as const)
      : ({
          paymentStatus: 'Paid',
          method: payment,
          amount: amount.paise ?? undefined,
          ...(isOther && { feeReason: feeReason.trim() }),
        } as const);
  return { amount, isOther, feeReason, setFeeReason, paid };
}

/** Books somebody who is there without an appointment; who has one today is noted as arrived instead. */
export default function WalkInDialog(props: {
  doctors: readonly QueueDoctor[];
  pocId: string | undefined;
  onArrive(appointmentId: string): void;
  onClose(): void;
}) {
  const { doctors, onArrive, onClose } = props;
  const { clientId } = useIdentity();
  const [pocId, setPocId] = useState(props.pocId ?? '');
  const [payment, setPayment] = useState<PaymentChoice>('Pay_later');
  const { amount, isOther, feeReason, setFeeReason, paid } = usePaid(pocId, payment);
  const { patient, setPatient, setTyped, choices } = usePatientChoice();
  const { submit, isPending, outcome } = useSubmit({
    problem: () =>
      pocId === ''
        ? text.doctorMissing
        : patient === null
          ? text.patientMissing
          : payment !== 'Pay_later'
            ? (amount.error ?? (isOther && feeReason.trim() === '' ? appointmentText.feeReasonMissing : undefined))
            : undefined,
    send: () =>
      call('walkIn', {
        userId: patient?.value ?? '',
        pocId,
        ...paid,
        ...(isOther && { feeReason: feeReason.trim() }),
        clientId,
      }),
    onDone: (reply) => {
      const { time, presence } = reply;
      const detail = text.added(presence?.token ?? 0, clockTime(time));
      showDone(reply, { message: patient?.label ?? '', detail });
      onClose();
      return undefined;
    },
    refused: ({ code, message, details: { visit, freeTimes = [] } }) => {
      if (code === 'patient.already-booked' && visit) return text.hasVisit(clockTime(visit.time));
      const free = freeTimes.map(({ date, time }) => `${shortDate(date)}, ${clockTime(time)}`);
      return free.length === 0 ? message : `${message} ${text.nextFree(free.slice(0, 3).join(' · '))}`;
    },
    failed: text.addFailed,
  });
  const visit = outcome?.refusal?.details.visit;
  return (
    <FormDialog
      title={text.walkIn}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={text.add}
      isPending={isPending}
    >
      <SearchChoiceField
        label={text.patient}
        placeholder={text.patientHint}
        value={patient}
        choices={choices}
        none={text.noPatient}
        autoFocus
        onSearch={setTyped}
        onChoose={setPatient}
      />
      <TextLink to={paths.newPatient}>{text.newPatient}</TextLink>
      <NativeSelectField
        label={text.doctor}
        value={pocId}
        onChange={setPocId}
        placeholder={text.doctor}
        choices={doctors.map((doctor) => ({ value: doctor.pocId, label: doctor.name }))}
      />
      <NativeSelectField
        label={text.payment}
        value={payment}
        onChange={(value) => setPayment(payments.find((payment) => payment === value) ?? 'Pay_later')}
        choices={payments.map((value) => ({ value, label: paymentWords(value) }))}
      />
      {payment === 'Pay_later' ? null : <AmountField amount={amount} />}
      {isOther && payment !== 'Pay_later' ? (
        <TextField label={appointmentText.feeReason} value={feeReason} onChange={setFeeReason} />
      ) : null}
      {outcome === undefined || outcome.isDone ? null : (
        <Problem
          aside={
            visit ? (
              <Button
                size="small"
                onClick={() => {
                  onArrive(visit.appointmentId);
                  onClose();
                }}
              >
                {text.noteArrival}
              </Button>
            ) : undefined
          }
        >
          {outcome.sentence}
        </Problem>
      )}
    </FormDialog>
  );
}
