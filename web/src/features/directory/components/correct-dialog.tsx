import { maxExternalIdLength, maxNameLength } from '@dayline/contracts/fields/max-lengths';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showDone } from '../../../shared/actions/toast.ts';
import { call } from '../../../shared/api/client.ts';
import { useCall } from '../../../shared/api/hooks.ts';
import { DepartmentField } from '../../../shared/appointments/doctors/doctor-fields.tsx';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { NativeSelectField } from '../../../ui/fields/native-select-field.tsx';
import { tooLong } from '../../../ui/fields/too-long.ts';
import type { Doctor } from '../rules.ts';
import { doctorsText as text } from '../text.ts';

/** The branches where the doctor may sit: the open ones, and the present one. */
function useBranches(present: number) {
  const { clientId } = useIdentity();
  const { data } = useCall('getClient', { clientId });
  return (data?.branches ?? [])
    .filter(({ id, closed }) => !closed || id === present)
    .map(({ id, name }) => ({ value: String(id), label: name ?? text.branchNumber(id) }));
}

/** A doctor's name, contact number, department, branch and external id, corrected by the desk. */
export default function CorrectDialog(props: { doctor: Doctor; departmentId: string; onClose(): void }) {
  const { doctor, onClose } = props;
  const { pocId, pocName, contactNumber, branchId = 0 } = doctor;
  const [name, setName] = useState(pocName);
  const [contact, setContact] = useState(contactNumber ?? '');
  const [departmentId, setDepartmentId] = useState(props.departmentId);
  const [branch, setBranch] = useState(branchId === 0 ? '' : String(branchId));
  const [externalId, setExternalId] = useState(doctor.externalId ?? '');
  const branches = useBranches(branchId);
  const client = useQueryClient();
  const digits = contact.replaceAll(/\D/g, '');
  const nameProblem = name.trim() === '' ? text.nameMissing : tooLong(name.trim(), maxNameLength);
  const isContact = /^(91)?\d{10}$/.test(digits) || (digits === '' && doctor.kind === 'unit');
  const contactProblem = isContact ? undefined : text.contactWrong;
  const { submit, isPending, outcome } = useSubmit({
    problem: () => (nameProblem === undefined && isContact && departmentId !== '' ? undefined : true),
    send: () =>
      call('correctDoctor', {
        ...{ pocId, departmentId, name: name.trim(), contactNumber: digits === '' ? null : digits },
        ...(Number(branch) !== branchId && { branchId: Number(branch) }),
        ...(externalId.trim() !== (doctor.externalId ?? '') && { externalId }),
      }),
    onDone: (reply) => {
      showDone(reply, { message: text.corrected(name.trim()) });
      void client.invalidateQueries({ queryKey: ['listDoctorsOfClient'] });
      onClose();
      return undefined;
    },
    failed: text.correctFailed,
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
      {branches.length > 0 ? (
        <NativeSelectField
          label={text.branch}
          value={branch}
          onChange={setBranch}
          placeholder={text.noBranch}
          choices={branches}
        />
      ) : null}
      <TextField
        label={text.columns.externalId}
        value={externalId}
        onChange={setExternalId}
        maxLength={maxExternalIdLength}
        optional
      />
    </FormDialog>
  );
}
