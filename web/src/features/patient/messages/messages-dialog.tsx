import { maxReasonLength } from '@dayline/contracts/fields/max-lengths';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { showDone } from '../../../shared/actions/toast.ts';
import { call } from '../../../shared/api/client.ts';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { tooLong } from '../../../ui/fields/too-long.ts';
import type { Overview } from '../rules.ts';
import { messagesText as text } from '../text.ts';

/** Records at the desk what the patient wants. @param props.accepted whether emails are wanted from now on */
export default function MessagesDialog(props: { overview: Overview; accepted: boolean; onClose(): void }) {
  const { overview, accepted, onClose } = props;
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const client = useQueryClient();
  const problem = reason.trim() === '' ? text.reasonMissing : tooLong(reason, maxReasonLength);
  const { submit, isPending, outcome } = useSubmit({
    problem() {
      setChecked(true);
      return problem === undefined ? undefined : true;
    },
    send: () => call('chooseMessages', { userId: overview.userId, email: accepted, reason: reason.trim() }),
    onDone(reply) {
      void client.invalidateQueries({ queryKey: ['getPatientOverview'] });
      showDone(reply, { message: accepted ? text.accepted : text.declined, detail: overview.name ?? '' });
      onClose();
      return '';
    },
    failed: text.failed,
  });
  return (
    <FormDialog
      title={accepted ? text.accept : text.decline}
      about={accepted ? text.acceptHint : text.declineHint}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={text.save}
      isPending={isPending}
    >
      <Problem>{outcome?.isDone ? undefined : outcome?.sentence}</Problem>
      <TextField
        label={text.reason}
        value={reason}
        onChange={setReason}
        error={isChecked ? problem : undefined}
        maxLength={maxReasonLength}
        autoFocus
      />
    </FormDialog>
  );
}
