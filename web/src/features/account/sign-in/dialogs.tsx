import { emailSchema } from '@dayline/contracts/fields/email';
import { maxNameLength } from '@dayline/contracts/fields/max-lengths';
import { useState } from 'react';
import { call } from '../../../shared/api/client.ts';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { NewPasswordFields, newPasswordProblem, noPassword } from '../../../shared/passwords/new-password-fields.tsx';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { PasswordField } from '../../../ui/fields/password-field.tsx';
import { Muted } from '../../../ui/layout/boxes.tsx';
import { signInCardText as text } from './text.ts';

interface DialogProps<Done> {
  onDone(outcome: Done): void;
  onClose(): void;
}

/** Changes the own name. */
export function ChangeName({ name: former, onDone, onClose }: { name: string } & DialogProps<string>) {
  const [name, setName] = useState(former);
  const { submit, isPending, outcome } = useSubmit({
    problem: () => (name.trim() === '' ? text.nameMissing : undefined),
    send: () => call('changeOwnName', { name }),
    onDone: () => void onDone(name.trim()),
    failed: text.nameFailed,
  });
  return (
    <FormDialog
      title={text.changeName}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={text.save}
      isPending={isPending}
    >
      <TextField
        label={text.name}
        value={name}
        onChange={setName}
        maxLength={maxNameLength}
        autoComplete="name"
        autoFocus
      />
      {outcome && !outcome.isDone ? <Problem>{outcome.sentence}</Problem> : null}
    </FormDialog>
  );
}

/** Asks for a link to a new address, by the current password. */
export function ChangeEmail({ onDone, onClose }: DialogProps<string>) {
  const [email, setEmail] = useState('');
  const [currentPassword, setCurrentPassword] = useState('');
  const { submit, isPending, outcome } = useSubmit({
    problem: () => {
      if (!emailSchema.safeParse(email).success) return text.emailInvalid;
      return currentPassword === '' ? text.passwordMissing : undefined;
    },
    send: () => call('requestEmailChange', { email, currentPassword }),
    onDone: () => void onDone(email.trim()),
    failed: text.emailFailed,
  });
  return (
    <FormDialog
      title={text.changeEmail}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={text.sendLink}
      isPending={isPending}
    >
      <Muted block>{text.emailLead}</Muted>
      {outcome && !outcome.isDone ? <Problem>{outcome.sentence}</Problem> : null}
      <TextField
        label={text.newEmail}
        value={email}
        onChange={setEmail}
        inputMode="email"
        autoComplete="email"
        autoFocus
      />
      <PasswordField
        label={text.currentPassword}
        value={currentPassword}
        onChange={setCurrentPassword}
        autoComplete="current-password"
      />
    </FormDialog>
  );
}

/** Changes the own password, by the current one. */
export function ChangePassword({ email, onDone, onClose }: { email: string } & DialogProps<void>) {
  const [currentPassword, setCurrentPassword] = useState('');
  const [newPassword, setNewPassword] = useState(noPassword);
  const { submit, isPending, outcome } = useSubmit({
    problem: () => (currentPassword === '' ? text.passwordMissing : newPasswordProblem(newPassword)),
    send: () => call('changePassword', { currentPassword, newPassword: newPassword.password }),
    onDone: () => void onDone(),
    failed: text.passwordFailed,
  });
  return (
    <FormDialog
      title={text.changePassword}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={text.changePassword}
      isPending={isPending}
    >
      <Muted block>{text.passwordLead}</Muted>
      {outcome && !outcome.isDone ? <Problem>{outcome.sentence}</Problem> : null}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={text.currentPassword}
        value={currentPassword}
        onChange={setCurrentPassword}
        autoComplete="current-password"
        autoFocus
      />
      <NewPasswordFields label={text.newPassword} value={newPassword} onChange={setNewPassword} />
    </FormDialog>
  );
}
