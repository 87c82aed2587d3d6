import { paymentMethods } from '@dayline/contracts/appointments';
import type { ClinicTime } from '@dayline/contracts/clinic/clinic-time';
import type { FoundPerson } from '@dayline/contracts/endpoints/patient-search';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAct } from '../../../shared/actions/act.ts';
import { showDone } from '../../../shared/actions/toast.ts';
import { call } from '../../../shared/api/client.ts';
import { useCall } from '../../../shared/api/hooks.ts';
import { undoDeadline } from '../../../shared/appointments/marking/rules.ts';
import { markingText } from '../../../shared/appointments/marking/text.ts';
import { AmountField, useAmount } from '../../../shared/appointments/payment/paid-fields.tsx';
import { PatientClassField } from '../../../shared/appointments/payment/patient-class-field.tsx';
import type { Column } from '../../../shared/appointments/presence/column.ts';
import { appointmentText } from '../../../shared/appointments/text.ts';
import { slipOf } from '../../../shared/appointments/visit/visit-links.ts';
import { clockTime } from '../../../shared/format/time.ts';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { useDebounced } from '../../../shared/list/debounced.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Problem } from '../../../ui/feedback/banner.tsx';
import type { Choice } from '../../../ui/fields/fields.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { NativeSelectField } from '../../../ui/fields/native-select-field.tsx';
import { SearchChoiceField } from '../../../ui/fields/search-choice-field.tsx';
import { phoneText } from '../../../ui/locale/words.ts';
import { queueText as text } from '../text.ts';
import { NewPersonFields, useNewPerson } from './new-person.tsx';
import { OtherTimes } from './other-times.tsx';
import { WalkInWhen } from './walk-in-when.tsx';

/** Pay later, or the payment method. */
const payments = ['Pay_later', ...paymentMethods] as const;
type PaymentChoice = (typeof payments)[number];
const paymentWords = (choice: PaymentChoice): string =>
  choice === 'Pay_later' ? appointmentText.payment.Pay_later : text.paidBy(appointmentText.methods[choice]);

const choiceOf = ({ userId, name, phone }: FoundPerson): Choice => ({
  value: userId,
  label: [name ?? appointmentText.erased, phone === null ? null : phoneText(phone)].filter(Boolean).join(', '),
});

/** The value of the choice that takes the typed text as a new person's. */
const asNew = 'new';

/** The patient search, and the chosen patient. Once the results are there, the last choice is a new person. */
function usePatientChoice(choice: Choice | null) {
  const { clientId } = useIdentity();
  const [patient, setPatient] = useState(choice);
  const [phone, setPhone] = useState<string | null>(null);
  const [input, setInput] = useState('');
  const search = useDebounced(input.trim());
  const request = { clientId, search };
  const { data, isFetching } = useCall('searchPatients', request, { enabled: search !== '', keepsPrevious: true });
  const found = search === '' ? [] : (data?.people ?? []).map(choiceOf);
  const isSearched = search !== '' && search === input.trim() && !isFetching;
  const choices = isSearched ? [...found, { value: asNew, label: text.addAsNew(search) }] : found;
  const choose = (choice: Choice | null) => {
    setPatient(choice);
    setPhone(data?.people.find(({ userId }) => userId === choice?.value)?.phone ?? null);
  };
  return { patient, setPatient, choose, phone, search, onSearch: setInput, choices };
}

/** The payment; an amount that differs from the fee rules needs a reason. */
function usePaid(pocId: string, payment: PaymentChoice) {
  const fees = useCall('getFeeRules', { pocId }, { enabled: pocId !== '' && payment !== 'Pay_later' }).data;
  // Which of several fee rules applies depends on the time, which the server finds.
  const hasRules = (fees?.own ?? fees?.ofClient ?? null) !== null;
  const amount = useAmount(hasRules ? null : (fees?.fee ?? null));
  const [feeReason, setFeeReason] = useState('');
  const isOther = hasRules && typeof amount.paise === 'number';
  const paymentPart =
    payment === 'Pay_later'
      ? ({ paymentStatus: 'Pay_later' } as const)
      : ({
          paymentStatus: 'Paid',
          method: payment,
          amount: amount.paise ?? undefined,
          ...(isOther && { feeReason: feeReason.trim() }),
        } as const);
  return { amount, isOther, feeReason, setFeeReason, paid: paymentPart };
}

type Reply = ResponseOf<'walkIn'>;

/** The toast of a walk-in: its token and time, with Undo and the slip. */
function useAddedToast() {
  const { act } = useAct();
  const navigate = useNavigate();
  return (reply: Reply, about: string) => {
    const { appointmentId, time, presence, eventId, undoUntil } = reply;
    const slip = slipOf(appointmentId);
    const until = undoUntil === null ? undefined : undoDeadline(undoUntil, Date.now());
    const undo = () =>
      act({
        send: () => call('undoWalkIn', { appointmentId, undo: eventId ?? '' }),
        done: () => ({ message: text.walkInUndone, detail: about }),
        failed: text.undoFailed,
        refetch: ['listTodaysAppointmentsOfClient', 'getQueueBoard'],
      });
    showDone(reply, {
      message: `${text.addedToQueue}: ${text.added(presence ?? { token: 0 }, clockTime(time))}`,
      detail: about,
      beside: { ...slip, perform: () => void navigate(slip.to) },
      ...(until !== undefined && {
        time: until - Date.now(),
        action: { name: markingText.undo, shortcut: 'u', until, perform: () => void undo() },
      }),
    });
  };
}

/** What a walk-in needs; its submission registers a new person first. */
function useWalkIn(props: WalkInProps) {
  const { columns, opened, onAdded, onClose } = props;
  const { clientId } = useIdentity();
  const [pocId, setPocId] = useState(opened.pocId ?? '');
  const [payment, setPayment] = useState<PaymentChoice>('Pay_later');
  const [patientClass, setPatientClass] = useState('');
  const chooseDoctor = (next: string) => {
    setPocId(next);
    setPatientClass('');
  };
  const paidFields = usePaid(pocId, payment);
  const search = usePatientChoice(opened.patient ?? null);
  const person = useNewPerson();
  const column = columns.find(({ doctor }) => doctor.pocId === pocId);
  const showAdded = useAddedToast();
  const paymentProblem = (): string | undefined => {
    if (payment === 'Pay_later') return undefined;
    const isReasonMissing = paidFields.isOther && paidFields.feeReason.trim() === '';
    return paidFields.amount.error ?? (isReasonMissing ? appointmentText.feeReasonMissing : undefined);
  };
  const form = useSubmit({
    problem() {
      if (pocId === '') return text.doctorMissing;
      if (person.fields) return person.isWrong() || paymentProblem();
      return search.patient === null ? text.patientMissing : paymentProblem();
    },
    async send() {
      const found = person.fields ? await person.findSimilar() : [];
      if (found.length > 0) return { found };
      const patient = person.fields ? await person.register() : search.patient;
      // After a refusal of the walk-in the person is registered.
      search.setPatient(patient);
      person.leave();
      const ofClass = patientClass === '' ? {} : { patientClass };
      const reply = await call('walkIn', {
        userId: patient?.value ?? '',
        pocId,
        ...paidFields.paid,
        ...ofClass,
        clientId,
      });
      return { ...reply, about: [patient?.label, column?.doctor.name].filter(Boolean).join(', ') };
    },
    onDone(result) {
      if ('found' in result) {
        person.ask(result.found);
        return '';
      }
      const { about, ...reply } = result;
      showAdded(reply, about);
      onAdded(pocId, reply.appointmentId);
      onClose();
      return undefined;
    },
    refused: ({ code, message, details: { visit } }) =>
      code === 'patient.already-booked' && visit ? text.hasVisit(clockTime(visit.time)) : message,
    failed: text.addFailed,
  });
  return {
    ...form,
    ...{ column, pocId, chooseDoctor, payment, setPayment, patientClass, setPatientClass, paidFields, search, person },
  };
}

interface WalkInProps {
  /** Of all doctors on duty. */
  columns: readonly Column[];
  now: ClinicTime;
  /** The doctor and the patient that it opens with. */
  opened: { readonly pocId?: string | undefined; readonly patient?: Choice | undefined };
  onArrive(appointmentId: string): void;
  onAdded(pocId: string, appointmentId: string): void;
  onClose(): void;
}

/** Books a patient who is there without an appointment; a patient with one today is marked as arrived instead. */
export default function WalkInDialog(props: WalkInProps) {
  const { columns, now, onArrive, onClose } = props;
  const walkIn = useWalkIn(props);
  const { column, pocId, chooseDoctor, payment, setPayment, paidFields, search, person, outcome } = walkIn;
  const { patient, setPatient, onSearch, choices } = search;
  const { visit, freeTimes = [] } = outcome?.refusal?.details ?? {};
  const seenAt = column?.doctor.walkIn?.time;
  return (
    <FormDialog
      title={text.walkIn}
      wide
      onClose={onClose}
      onSubmit={() => void walkIn.submit()}
      submitLabel={seenAt === undefined ? text.add : text.addAt(clockTime(seenAt))}
      isPending={walkIn.isPending}
    >
      {person.fields ? (
        <NewPersonFields
          person={person}
          onExisting={(existing) => {
            setPatient(existing);
            person.leave();
          }}
          onDifferent={() => {
            person.isDifferent();
            void walkIn.submit();
          }}
        />
      ) : (
        <SearchChoiceField
          label={text.patient}
          placeholder={text.patientHint}
          value={patient}
          choices={choices}
          none={text.noPatient}
          autoFocus={patient === null}
          onSearch={onSearch}
          onChoose={(choice) => (choice?.value === asNew ? person.begin(search.search) : search.choose(choice))}
        />
      )}
      <NativeSelectField
        label={text.doctor}
        value={pocId}
        onChange={chooseDoctor}
        placeholder={text.doctor}
        autoFocus={props.opened.patient !== undefined}
        choices={columns.map(({ doctor }) => ({ value: doctor.pocId, label: doctor.name }))}
      />
      <WalkInWhen columns={columns} chosen={column} now={now} onChoose={chooseDoctor} />
      <PatientClassField pocId={pocId} value={walkIn.patientClass} onChange={walkIn.setPatientClass} />
      <NativeSelectField
        label={text.payment}
        value={payment}
        onChange={(value) => setPayment(payments.find((payment) => payment === value) ?? 'Pay_later')}
        choices={payments.map((value) => ({ value, label: paymentWords(value) }))}
      />
      {payment === 'Pay_later' ? null : <AmountField amount={paidFields.amount} />}
      {paidFields.isOther && payment !== 'Pay_later' ? (
        <TextField label={appointmentText.feeReason} value={paidFields.feeReason} onChange={paidFields.setFeeReason} />
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
      {column && freeTimes.length > 0 ? (
        <OtherTimes doctor={column.doctor} phone={search.phone} times={freeTimes} />
      ) : null}
    </FormDialog>
  );
}
