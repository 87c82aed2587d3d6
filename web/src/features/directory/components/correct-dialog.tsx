import { maxNameLength } from '@dayline/contracts/fields/max-lengths';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showDone } from '../../../shared/actions/toast.ts';
import { callTable } from '../../../shared/api/call-table.ts';
import { call } from '../../../shared/api/client.ts';
import { DepartmentField } from '../../../shared/appointments/doctors/doctor-fields.tsx';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { tooLong } from '../../../ui/fields/too-long.ts';
import type { Doctor } from '../rules.ts';
import { doctorsText as text } from '../text.ts';

/** A doctor's name, contact number and department, corrected by the desk. */
export default function CorrectDialog(props: { doctor: Doctor; departmentId: string; onClose(): void }) {
  const { doctor, onClose } = props;
  const { pocId, pocName, contactNumber } = doctor;
  const [name, setName] = useState(pocName);
  const [contact, setContact] = useState(contactNumber ?? '');
  const [departmentId, setDepartmentId] = useState(props.departmentId);
  const client = useQueryClient();
  const digits = contact.replaceAll(/\D/g, '');
  const nameProblem = name.trim() === '' ? text.nameMissing : tooLong(name.trim(), maxNameLength);
  const isContact = /^(91)?\d{10}$/.test(digits) || (digits === '' && doctor.kind === 'unit');
  const contactProblem = isContact ? undefined : text.contactWrong;
  const { submit, isPending, outcome } = useSubmit({
    problem: () => (nameProblem === undefined && isContact && departmentId !== '' ? undefined : true),
    send: () =>
      call('correctDoctor', { pocId, departmentId, name: name.trim(), contactNumber: digits === '' ? null : digits }),
    onDone: (reply) => {
      showDone(reply, { message: text.corrected(name.trim()) });
      void client.invalidateQueries({ queryKey: ['listDoctorsOfClient'] });
      onClose();
      return undefined;
    },
    failed: callTable.correctDoctor.failure ?? '',
  });
  return (
    <FormDialog
      title={text.correctOf(pocName)}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={text.saveDetails}
      isPending={isPending}
    >
      <Problem>{outcome && !outcome.isDone ? outcome.sentence : undefined}</Problem>
      <TextField label={text.columns.name} value={name} onChange={setName} error={nameProblem} autoFocus />
      <TextField
        label={text.columns.contact}
        type="tel"
        value={contact}
        onChange={setContact}
        error={contactProblem}
        optional={doctor.kind === 'unit'}
      />
      <DepartmentField label={text.columns.department} value={departmentId} onChange={setDepartmentId} />
    </FormDialog>
  );
}
