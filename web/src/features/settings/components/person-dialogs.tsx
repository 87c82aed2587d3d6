import { emailSchema } from '@dayline/contracts/fields/email';
import { maxNameLength, maxReasonLength } from '@dayline/contracts/fields/max-lengths';
import { useState } from 'react';
import { call } from '../../../shared/api/client.ts';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { NativeSelectField } from '../../../ui/fields/native-select-field.tsx';
import { Muted } from '../../../ui/layout/boxes.tsx';
import { peopleText as text } from '../people-text.ts';

interface DialogProps {
  onDone(message: string): void;
  onClose(): void;
}
interface OfPerson extends DialogProps {
  accountId: string;
  name: string;
}

const invitedRoles = ['admin', 'auditor'] as const;

/** Invites an administrator or auditor. */
export function InvitePerson({ onDone, onClose }: DialogProps) {
  const { clientId } = useIdentity();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<(typeof invitedRoles)[number]>('admin');
  const { submit, isPending, outcome } = useSubmit({
    problem: () => {
      if (name.trim() === '') return text.nameMissing;
      return emailSchema.safeParse(email).success ? undefined : text.emailInvalid;
    },
    send: () => call('invitePerson', { clientId, name, email, role }),
    onDone: () => void onDone(text.sent(name.trim())),
    failed: text.inviteFailed,
  });
  return (
    <FormDialog
      title={text.invite}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={text.sendInvitation}
      isPending={isPending}
    >
      <TextField label={text.name} value={name} onChange={setName} maxLength={maxNameLength} autoFocus />
      <TextField label={text.email} value={email} onChange={setEmail} inputMode="email" autoComplete="off" />
      <NativeSelectField
        label={text.role}
        value={role}
        onChange={(value) => setRole(invitedRoles.find((knownRole) => knownRole === value) ?? 'admin')}
        choices={invitedRoles.map((value) => ({ value, label: text.roleOf[value] }))}
      />
      <Muted block>{text.inviteLead}</Muted>
      {outcome && !outcome.isDone ? <Problem>{outcome.sentence}</Problem> : null}
    </FormDialog>
  );
}

/** Changes the name of an account. */
export function RenamePerson({ accountId, name: former, onDone, onClose }: OfPerson) {
  const { clientId } = useIdentity();
  const [name, setName] = useState(former);
  const { submit, isPending, outcome } = useSubmit({
    problem: () => (name.trim() === '' ? text.nameMissing : undefined),
    send: () => call('renamePerson', { clientId, accountId, name }),
    onDone: () => void onDone(text.renamed(name.trim())),
    failed: text.changeFailed,
  });
  return (
    <FormDialog
      title={text.renameTitle(former)}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={text.save}
      isPending={isPending}
    >
      <TextField label={text.name} value={name} onChange={setName} maxLength={maxNameLength} autoFocus />
      {outcome && !outcome.isDone ? <Problem>{outcome.sentence}</Problem> : null}
    </FormDialog>
  );
}

/** Removes the second factor of somebody who lost it, with a reason for the auditors. */
export function ResetSecondFactor({ accountId, name, onDone, onClose }: OfPerson) {
  const { clientId } = useIdentity();
  const [reason, setReason] = useState('');
  const { submit, isPending, outcome } = useSubmit({
    problem: () => (reason.trim() === '' ? text.reasonMissing : undefined),
    send: () => call('resetSecondFactorOfPerson', { clientId, accountId, reason }),
    onDone: () => void onDone(text.isReset(name)),
    failed: text.changeFailed,
  });
  return (
    <FormDialog
      title={text.resetTitle(name)}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={text.reset}
      isPending={isPending}
    >
      <Muted block>{text.resetLead}</Muted>
      <TextField
        label={text.reason}
        value={reason}
        onChange={setReason}
        placeholder={text.reasonHint}
        maxLength={maxReasonLength}
        autoFocus
      />
      {outcome && !outcome.isDone ? <Problem>{outcome.sentence}</Problem> : null}
    </FormDialog>
  );
}
