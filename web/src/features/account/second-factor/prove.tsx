import { useState } from 'react';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { Muted } from '../../../ui/layout/boxes.tsx';
import { secondFactorText as text } from './text.ts';

interface ProveProps<Reply> {
  readonly title: string;
  readonly lead: string;
  readonly submitLabel: string;
  send(proofs: { readonly password: string; readonly code: string }): Promise<Reply>;
  onDone(reply: Reply): void;
  onClose(): void;
}

/** Asks for the password and a code before a change of the second factor. */
export function Prove<Reply>({ title, lead, submitLabel, send, onDone, onClose }: ProveProps<Reply>) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const { submit, isPending, outcome } = useSubmit({
    problem: () => (password === '' ? text.passwordMissing : code.trim() === '' ? text.proofMissing : undefined),
    send: () => send({ password, code }),
    onDone: (reply) => void onDone(reply),
    failed: text.saveFailed,
    onFailed: () => setCode(''),
  });
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={submitLabel}
      isPending={isPending}
    >
      <Muted block>{lead}</Muted>
      <PasswordField
        label={text.password}
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        autoFocus
      />
      <TextField label={text.proofCode} value={code} onChange={setCode} autoComplete="one-time-code" maxLength={32} />
      {outcome && !outcome.isDone ? <Problem>{outcome.sentence}</Problem> : null}
    </FormDialog>
  );
}
