import { maxNameLength } from '@dayline/contracts/fields/max-lengths';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showDone } from '../../../shared/actions/toast.ts';
import { call } from '../../../shared/api/client.ts';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { tooLong } from '../../../ui/fields/too-long.ts';
import { viewPocText as text } from '../text.ts';

/** Renames a unit; a doctor's name is the doctor's own. */
export default function RenameDialog(props: { pocId: string; name: string; onClose(): void }) {
  const { pocId, name, onClose } = props;
  const [input, setInput] = useState(name);
  const client = useQueryClient();
  const problem = input.trim() === '' ? text.nameMissing : tooLong(input.trim(), maxNameLength);
  const { submit, isPending, outcome } = useSubmit({
    problem: () => (problem === undefined ? undefined : true),
    send: () => call('renameUnit', { pocId, name: input.trim() }),
    onDone: (reply) => {
      showDone(reply, { message: text.renamed(name, input.trim()) });
      void client.invalidateQueries({ queryKey: ['listDoctorsOfDepartment'] });
      onClose();
      return undefined;
    },
    failed: text.renameFailed,
  });
  return (
    <FormDialog
      title={text.renameOf(name)}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={text.saveName}
      isPending={isPending}
    >
      <Problem>{outcome?.sentence}</Problem>
      <TextField label={text.unitName} name="name" value={input} onChange={setInput} error={problem} autoFocus />
    </FormDialog>
  );
}
