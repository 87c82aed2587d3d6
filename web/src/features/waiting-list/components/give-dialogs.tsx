import type { WaitingPatient } from '@dayline/contracts/endpoints/appointments/waiting';
import { maxReasonLength } from '@dayline/contracts/fields/max-lengths';
import { useState } from 'react';
import { useDoctorsOf } from '../../../shared/appointments/doctors/doctors.ts';
import { SlotPicker } from '../../../shared/appointments/slot-picker/slot-picker.tsx';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { NativeSelectField } from '../../../ui/fields/native-select-field.tsx';
import { choiceOf, nameOf, placeOf } from '../rules.ts';
import { waitingText as text } from '../text.ts';

/** A place for a patient on the list, with a word why. */
export interface Giving {
  readonly waitingId: string;
  readonly pocId: string;
  readonly date: string;
  readonly time: string;
  readonly reason: string;
  /** The hold of another's offer of this place, which ends. */
  readonly instead?: string;
}

interface DialogProps {
  isPending: boolean;
  onGive(giving: Giving): void;
  onClose(): void;
}

function ReasonField(props: { value: string; onChange(value: string): void; isMissing: boolean }) {
  const { value, onChange, isMissing } = props;
  return (
    <TextField
      label={text.why}
      hint={text.whyHint}
      value={value}
      onChange={onChange}
      error={isMissing && value.trim() === '' ? text.missing.reason : undefined}
      maxLength={maxReasonLength}
    />
  );
}

/** Offers a free place to a patient out of turn. */
export function PlaceDialog({ row, onGive, ...frame }: DialogProps & { row: WaitingPatient }) {
  const [pocId, setDoctor] = useState(row.pocId ?? '');
  const [slot, setSlot] = useState({ date: '', time: '' });
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const doctors = useDoctorsOf(row.departmentId ?? '');
  const submit = () => {
    setTried(true);
    if (pocId === '' || slot.time === '' || reason.trim() === '') return;
    onGive({ waitingId: row.waitingId, pocId, ...slot, reason: reason.trim() });
  };
  return (
    <FormDialog title={text.give} about={nameOf(row)} wide submitLabel={text.give} onSubmit={submit} {...frame}>
      {row.pocId === null ? (
        <NativeSelectField
          label={text.doctor}
          value={pocId}
          placeholder={text.chooseDoctor}
          onChange={(chosen) => {
            setDoctor(chosen);
            setSlot({ date: '', time: '' });
          }}
          error={doctors.isError ? text.doctorsFailed : isTried && pocId === '' ? text.chooseDoctor : undefined}
          choices={(doctors.data ?? []).map(({ POC_ID: value, POC_Name: label }) => ({ value, label }))}
        />
      ) : null}
      {pocId === '' ? null : (
        <SlotPicker
          key={pocId}
          slot={{ pocId, ...slot }}
          errors={isTried && slot.time === '' ? { [slot.date === '' ? 'date' : 'time']: text.missing.time } : {}}
          lost={null}
          isSending={false}
          onChange={(changed) => setSlot({ ...slot, ...changed })}
          onLost={() => setSlot({ ...slot, time: '' })}
        />
      )}
      <ReasonField value={reason} onChange={setReason} isMissing={isTried} />
    </FormDialog>
  );
}

/** Gives an offered place to another patient on the list. */
export function AnotherDialog(
  props: DialogProps & { offer: NonNullable<WaitingPatient['offer']>; others: readonly WaitingPatient[] },
) {
  const { offer, others, onGive, ...frame } = props;
  const [waitingId, setPatient] = useState('');
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const submit = () => {
    setTried(true);
    if (waitingId === '' || reason.trim() === '') return;
    const { pocId, date, time, appointmentId: instead } = offer;
    onGive({ waitingId, pocId, date, time, reason: reason.trim(), instead });
  };
  return (
    <FormDialog
      title={text.giveToAnother}
      about={`${placeOf(offer)}, ${offer.pocName}`}
      submitLabel={text.give}
      onSubmit={submit}
      {...frame}
    >
      <NativeSelectField
        label={text.patient}
        value={waitingId}
        placeholder={text.choosePatient}
        onChange={setPatient}
        error={isTried && waitingId === '' ? text.missing.patient : undefined}
        choices={others.map((row) => ({ value: row.waitingId, label: choiceOf(row) }))}
      />
      <ReasonField value={reason} onChange={setReason} isMissing={isTried} />
    </FormDialog>
  );
}
