import { maxNameLength } from '@dayline/contracts/fields/max-lengths';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showDone } from '../../../shared/actions/toast.ts';
import { call } from '../../../shared/api/client.ts';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { departmentsText as text } from '../text.ts';

/** Adds a department to the client, or renames one. */
export default function DepartmentDialog(props: {
  department?: { readonly departmentId: string; readonly DepartmentName: string };
  onClose(): void;
}) {
  const { department, onClose } = props;
  const { clientId } = useIdentity();
  const [name, setName] = useState(department?.DepartmentName ?? '');
  const client = useQueryClient();
  const { submit, isPending, outcome } = useSubmit({
    problem: () => (name.trim() === '' ? text.nameMissing : undefined),
    send: () =>
      department
        ? call('changeDepartment', { clientId, departmentId: department.departmentId, change: { name } })
        : call('openDepartment', { clientId, name }),
    onDone: (reply) => {
      showDone(reply, { message: department ? text.renamed(name.trim()) : text.added(name.trim()) });
      void client.invalidateQueries({ queryKey: ['listDepartmentsWithDoctors'] });
      void client.invalidateQueries({ queryKey: ['listDepartments'] });
      onClose();
      return undefined;
    },
    failed: department ? text.changeFailed : text.addFailed,
  });
  return (
    <FormDialog
      title={department ? text.renameOf(department.DepartmentName) : text.add}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={department ? text.saveName : text.add}
      isPending={isPending}
    >
      <TextField label={text.name} value={name} onChange={setName} maxLength={maxNameLength} autoFocus />
      {outcome && !outcome.isDone ? <Problem>{outcome.sentence}</Problem> : null}
    </FormDialog>
  );
}
