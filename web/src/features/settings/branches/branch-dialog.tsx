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
import { branchesText as text } from './text.ts';

/** Adds a branch, or renames one. */
export function BranchDialog(props: { branch?: { readonly id: number; readonly name: string }; onClose(): void }) {
  const { branch, onClose } = props;
  const { clientId } = useIdentity();
  const [name, setName] = useState(branch?.name ?? '');
  const client = useQueryClient();
  const { submit, isPending, outcome } = useSubmit({
    problem: () => (name.trim() === '' ? text.nameMissing : undefined),
    send: () => call('changeBranch', { clientId, change: branch ? { id: branch.id, name } : { name } }),
    onDone: (reply) => {
      showDone(reply, { message: branch ? text.renamed(name.trim()) : text.added(name.trim()) });
      void client.invalidateQueries({ queryKey: ['getClient'] });
      onClose();
      return undefined;
    },
    failed: text.changeFailed,
  });
  return (
    <FormDialog
      title={branch ? text.renameOf(branch.name) : text.add}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={branch ? text.saveName : text.add}
      isPending={isPending}
    >
      <TextField label={text.name} value={name} onChange={setName} maxLength={maxNameLength} autoFocus />
      {outcome && !outcome.isDone ? <Problem>{outcome.sentence}</Problem> : null}
    </FormDialog>
  );
}
