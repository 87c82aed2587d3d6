import { useState } from 'react';
import { call } from '../../../../shared/api/client.ts';
import { useSubmit } from '../../../../shared/forms/use-submit.ts';
import { FormDialog } from '../../../../ui/dialogs/form-dialog.tsx';
import { Problem } from '../../../../ui/feedback/banner.tsx';
import { TextField } from '../../../../ui/fields/fields.tsx';
import { passkeysText as text } from '../text.ts';
import type { Passkey } from './remove-passkey.tsx';

interface RenamePasskeyProps {
  readonly passkey: Passkey;
  onRenamed(): void;
  onClose(): void;
}

export default function RenamePasskey({ passkey: { passkeyId, name }, onRenamed, onClose }: RenamePasskeyProps) {
  const [input, setInput] = useState(name);
  const { submit, isPending, outcome } = useSubmit({
    problem: () => (input.trim() === '' ? text.nameMissing : undefined),
    send: () => call('renamePasskey', { passkeyId, name: input }),
    onDone: () => void onRenamed(),
    failed: text.failed,
  });
  return (
    <FormDialog
      title={text.renameOf(name)}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={text.saveName}
      isPending={isPending}
    >
      <TextField label={text.name} hint={text.nameHint} value={input} onChange={setInput} maxLength={60} autoFocus />
      <Problem>{outcome?.isDone ? undefined : outcome?.sentence}</Problem>
    </FormDialog>
  );
}
