import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { sendPatiently } from '../../../shared/api/plain-calls.ts';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { makePasskey } from '../../../shared/second-factor/passkeys.ts';
import { Problem } from '../../../ui/feedback/banner.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { Muted, Stack } from '../../../ui/layout/boxes.tsx';
import { passkeyText as text } from './text.ts';

interface EnrolPasskeyProps {
  onSignedIn(signedIn: ResponseOf<'confirmPasskeyEnrolment'>): void;
  /** Back to the first step, which has expired. */
  onExpired(sentence: string): void;
}

/** Names a passkey, has the browser make it, adds it, and signs in. */
export default function EnrolPasskey({ onSignedIn, onExpired }: EnrolPasskeyProps) {
  const [name, setName] = useState('');
  const { submit, isPending, outcome } = useSubmit({
    problem: () => (name.trim() === '' ? text.nameMissing : undefined),
    async send() {
      const { options } = await sendPatiently('beginPasskeyEnrolment', {});
      const passkey = await makePasskey(options).catch(() => null);
      return passkey && (await sendPatiently('confirmPasskeyEnrolment', { name, passkey }));
    },
    onDone: (reply) => {
      if (reply === null) return text.notMade;
      onSignedIn(reply);
      return undefined;
    },
    failed: text.failed,
    onFailed: (refusal) => refusal?.code === 'factor.sign-in-expired' && onExpired(refusal.message),
  });
  return (
    <Stack component="form" gap={2} noValidate onSubmit={submit}>
      <Muted block>{text.makeLead}</Muted>
      <TextField label={text.name} hint={text.nameHint} value={name} onChange={setName} maxLength={60} autoFocus />
      <Problem>{outcome?.sentence}</Problem>
      <Button type="submit" loading={isPending}>
        {text.make}
      </Button>
    </Stack>
  );
}
