import Button from '@mui/material/Button';
import { Suspense, useState } from 'react';
import { call } from '../../shared/api/client.ts';
import { useCall } from '../../shared/api/hooks.ts';
import { useSubmit } from '../../shared/forms/use-submit.ts';
import { lazyPiece } from '../../shared/lazy-piece.ts';
import { hasPasskeys } from '../../shared/second-factor/has-passkeys.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Problem } from '../../ui/feedback/banner.tsx';
import { TextField } from '../../ui/fields/fields.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { Muted } from '../../ui/layout/boxes.tsx';
import { proofText as text } from './text.ts';

const ProofByPasskey = lazyPiece(() => import('./proof-by-passkey.tsx'));

/** Asks for the password, or for a code or a passkey where the account has them. */
export function ProofDialog({ onAnswer }: { onAnswer(isProved: boolean): void }) {
  const { data: factor } = useCall('getSecondFactor', {});
  const [isByCode, setByCode] = useState(false);
  const [input, setInput] = useState('');
  const { submit, isPending, outcome } = useSubmit({
    problem: () => (input.trim() !== '' ? undefined : isByCode ? text.codeMissing : text.passwordMissing),
    send: () => call('proveIdentity', isByCode ? { code: input } : { password: input }),
    onDone: () => void onAnswer(true),
    failed: text.failed,
    onFailed: () => setInput(''),
  });
  const change = () => {
    setByCode(!isByCode);
    setInput('');
  };
  const field = { value: input, onChange: setInput, autoFocus: true };
  return (
    <FormDialog
      title={text.title}
      onClose={() => onAnswer(false)}
      onSubmit={() => void submit()}
      submitLabel={text.confirm}
      isPending={isPending}
    >
      <Muted block>{text.lead}</Muted>
      {isByCode ? (
        <TextField
          key="code"
          label={factor?.app ? text.code : text.recoveryCode}
          autoComplete={factor?.app ? 'one-time-code' : 'off'}
          maxLength={32}
          {...field}
        />
      ) : (
        <PasswordField key="password" label={text.password} autoComplete="current-password" {...field} />
      )}
      {outcome && !outcome.isDone ? <Problem>{outcome.sentence}</Problem> : null}
      {factor && factor.passkeys.length > 0 && hasPasskeys() ? (
        <Suspense fallback={null}>
          <ProofByPasskey onProved={() => onAnswer(true)} />
        </Suspense>
      ) : null}
      {factor?.app || (factor?.recoveryCodes?.left ?? 0) > 0 ? (
        <Button variant="text" onClick={change} sx={{ justifySelf: 'start' }}>
          {isByCode ? text.usePassword : factor?.app ? text.useCode : text.useRecoveryCode}
        </Button>
      ) : null}
    </FormDialog>
  );
}
