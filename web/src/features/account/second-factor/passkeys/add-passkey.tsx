import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { useState } from 'react';
import { call } from '../../../../shared/api/client.ts';
import { useSubmit } from '../../../../shared/forms/use-submit.ts';
import { makePasskey } from '../../../../shared/second-factor/passkeys.ts';
import { FormDialog } from '../../../../ui/dialogs/form-dialog.tsx';
import { Problem } from '../../../../ui/feedback/banner.tsx';
import { TextField } from '../../../../ui/fields/fields.tsx';
import { Muted } from '../../../../ui/layout/boxes.tsx';
import { passkeysText as text } from '../text.ts';

interface AddPasskeyProps {
  readonly options: ResponseOf<'beginAddPasskey'>['options'];
  /** With the recovery codes if these are the account's first. */
  onAdded(recoveryCodes: readonly string[] | undefined): void;
  onClose(): void;
}

/** Names a new passkey, has the browser make it, and adds it. */
export default function AddPasskey({ options, onAdded, onClose }: AddPasskeyProps) {
  const [name, setName] = useState('');
  const { submit, isPending, outcome } = useSubmit({
    problem: () => (name.trim() === '' ? text.nameMissing : undefined),
    async send() {
      const passkey = await makePasskey(options).catch(() => null);
      return passkey && (await call('addPasskey', { name, passkey }));
    },
    onDone: (reply) => {
      if (reply === null) return text.declined;
      onAdded(reply.recoveryCodes);
      return undefined;
    },
    failed: text.failed,
  });
  return (
    <FormDialog
      title={text.addTitle}
      onClose={onClose}
      onSubmit={() => void submit()}
      submitLabel={text.make}
      isPending={isPending}
    >
      <Muted block>{text.addLead}</Muted>
      <TextField label={text.name} hint={text.nameHint} value={name} onChange={setName} maxLength={60} autoFocus />
      <Problem>{outcome?.sentence}</Problem>
    </FormDialog>
  );
}
