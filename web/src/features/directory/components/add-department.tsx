import { maxNameLength } from '@dayline/contracts/fields/max-lengths';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showDone } from '../../../shared/actions/toast.ts';
import { callTable } from '../../../shared/api/call-table.ts';
import { call } from '../../../shared/api/client.ts';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { departmentsText as text } from '../text.ts';

/** Adds a department to the client. */
export default function AddDepartment({ onClose }: { onClose(): void }) {
  const { clientId } = useIdentity();
  const [name, setName] = useState('');
  const client = useQueryClient();
  const { submit, isPending, outcome } = useSubmit({
    problem: () => (name.trim() === '' ? text.nameMissing : undefined),
    send: () => call('openDepartment', { clientId, name }),
    onDone: (reply) => {
      showDone(reply, { message: text.added(name.trim()) });
      void client.invalidateQueries({ queryKey: ['listDepartmentsWithDoctors'] });
      void client.invalidateQueries({ queryKey: ['listDepartments'] });
      onClose();
      return undefined;
    },
    failed: callTable.openDepartment.failure ?? '',
  });
  return (
    <FormDialog
      title={text.add}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={text.add}
      isPending={isPending}
    >
      <TextField label={text.name} value={name} onChange={setName} maxLength={maxNameLength} autoFocus />
      {outcome && !outcome.isDone ? <Problem>{outcome.sentence}</Problem> : null}
    </FormDialog>
  );
}
