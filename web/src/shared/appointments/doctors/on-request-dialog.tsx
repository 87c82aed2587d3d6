import type { QueryName } from '@dayline/contracts/endpoints/table';
import { maxOnRequestLength } from '@dayline/contracts/fields/max-lengths';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { showDone } from '../../actions/toast.ts';
import { callTable } from '../../api/call-table.ts';
import { call } from '../../api/client.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { appointmentText as text } from '../text.ts';

const shownBy: readonly QueryName[] = ['listDoctorsOfDepartment', 'getDoctor'];

/** Whether a doctor or unit takes appointments on request only, and how to request one. */
export default function OnRequestDialog(props: { pocId: string; name: string; sentence: string; onClose(): void }) {
  const { pocId, name, sentence, onClose } = props;
  const [input, setInput] = useState(sentence);
  const client = useQueryClient();
  const { submit, isPending, outcome } = useSubmit({
    problem: () => (input.trim().length > maxOnRequestLength ? true : undefined),
    send: () => call('setOnRequest', { pocId, sentence: input.trim() || null }),
    onDone: (reply) => {
      showDone(reply, { message: input.trim() === '' ? text.bookedAgain(name) : text.nowOnRequest(name) });
      for (const name of shownBy) void client.invalidateQueries({ queryKey: [name] });
      onClose();
      return undefined;
    },
    failed: callTable.setOnRequest.failure ?? '',
  });
  return (
    <FormDialog
      title={text.onRequestOf(name)}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={text.saveOnRequest}
      isPending={isPending}
    >
      <Problem>{outcome?.sentence}</Problem>
      <TextField
        label={text.howToAsk}
        hint={text.howToAskHint}
        value={input}
        onChange={setInput}
        maxLength={maxOnRequestLength}
        autoFocus
        optional
      />
    </FormDialog>
  );
}
