import { plainDigits } from '@dayline/contracts/fold';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Suspense, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { sendPatiently } from '../../shared/api/plain-calls.ts';
import { FormFrame } from '../../shared/forms/form-frame.tsx';
import { useSubmit } from '../../shared/forms/use-submit.ts';
import { lazyPiece } from '../../shared/lazy-piece.ts';
import { hasPasskeys } from '../../shared/second-factor/has-passkeys.ts';
import { Problem } from '../../ui/feedback/banner.tsx';
import { CodeField } from '../../ui/fields/code-field.tsx';
import { TextField } from '../../ui/fields/fields.tsx';
import { Bold, Inline, Muted, outlined, Round, Stack } from '../../ui/layout/boxes.tsx';
import { initials } from '../../ui/locale/words.ts';
import { arrive } from './arrival.ts';
import { Or, PasskeyWay } from './passkeys/passkey-way.tsx';
import { secondStepText as text } from './text.ts';

/** A person whose first factor was right. */
export interface PendingPerson {
  /** Who it is, as far as the page knows: the typed address, and the chosen client. */
  readonly email: string | undefined;
  readonly clientName: string | undefined;
  readonly first: 'password' | 'link' | 'provider';
  readonly next: 'secondFactor' | 'enrol';
  /** Absent: an app alone. */
  readonly factors?: readonly ('passkey' | 'totp')[] | undefined;
}

function Who({ person: { email, clientName }, onLeave }: { person: PendingPerson; onLeave(): void }) {
  return (
    <Inline gap={1.5} sx={{ ...outlined, borderRadius: '6px', px: 1.5, py: 1 }}>
      {email === undefined ? null : (
        <Round aria-hidden="true" size={28} sx={{ fontSize: '0.75rem', bgcolor: 'teal.soft', color: 'primary.main' }}>
          {initials(email)}
        </Round>
      )}
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere', fontSize: '0.8125rem' }}>
        <Bold sx={{ display: 'block' }}>{email}</Bold>
        {clientName}
      </Box>
      <Button variant="text" onClick={onLeave} sx={{ ml: 'auto', flexShrink: 0 }}>
        {text.notYou}
      </Button>
    </Inline>
  );
}

function RecoveryCode({ send, isPending }: { send(code: string): void; isPending: boolean }) {
  const [code, setCode] = useState('');
  return (
    <Box
      component="details"
      sx={{ borderBlock: '1px solid', borderColor: 'divider', '& > summary': { py: 1.5, cursor: 'pointer' } }}
    >
      <Box component="summary" sx={{ color: 'primary.main', fontWeight: 600 }}>
        {text.useRecoveryCode}
      </Box>
      <Stack
        component="form"
        gap={1.5}
        noValidate
        sx={{ pb: 2 }}
        onSubmit={(event) => {
          event.preventDefault();
          if (code.trim() !== '') send(code);
        }}
      >
        <TextField
          label={text.recoveryCode}
          hint={text.recoveryHint}
          placeholder={text.recoveryForm}
          value={code}
          onChange={setCode}
          autoComplete="off"
          maxLength={32}
        />
        <Button type="submit" variant="outlined" loading={isPending}>
          {text.signIn}
        </Button>
      </Stack>
    </Box>
  );
}

interface StepProps {
  readonly person: PendingPerson;
  /** Back to the first step, with the sentence that says why if the person didn't ask for it. */
  onLeave(sentence?: string): void;
}

const EnrolStep = lazyPiece(() => import('./enrol-step.tsx'));

/** The second step of a sign-in: a code, or a second factor to add first. */
export default function SecondStep(props: StepProps) {
  if (props.person.next === 'secondFactor') return <FactorStep {...props} />;
  return (
    <Suspense>
      <EnrolStep onLeave={props.onLeave} />
    </Suspense>
  );
}

/** A passkey, a code of the authenticator app, or a recovery code. */
function FactorStep({ person, onLeave }: StepProps) {
  const { factors = ['totp'] } = person;
  const hasPasskey = factors.includes('passkey') && hasPasskeys();
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const sentCode = useRef('');
  const { submit, isPending, outcome } = useSubmit({
    send: () => sendPatiently('completeSignIn', { code: sentCode.current }),
    onDone: (reply) => void arrive(reply, navigate),
    failed: text.failed,
    onFailed: (refusal) => {
      if (refusal?.code === 'factor.sign-in-expired') return onLeave(refusal.message);
      setCode('');
      field.current?.focus();
    },
  });
  const send = (input: string) => {
    sentCode.current = input;
    void submit();
  };
  return (
    <FormFrame title={text.title} lead={text.lead[person.first]}>
      <Who person={person} onLeave={() => onLeave()} />
      {hasPasskey ? <PasskeyWay onExpired={onLeave} /> : null}
      {hasPasskey && factors.includes('totp') ? <Or /> : null}
      {factors.includes('totp') ? (
        <CodeField
          label={text.code}
          hint={text.codeHint}
          value={code}
          onChange={(input) => {
            const digits = plainDigits(input).replace(/\D/g, '').slice(0, 6);
            setCode(digits);
            if (digits.length === 6 && digits !== code) send(digits);
          }}
          inputRef={field}
          autoFocus={!hasPasskey}
        />
      ) : null}
      <Problem>{outcome?.isDone ? undefined : outcome?.sentence}</Problem>
      <RecoveryCode send={send} isPending={isPending} />
      <Muted block>{text.lost}</Muted>
    </FormFrame>
  );
}
