import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { CallError } from '../../shared/api/call-error.ts';
import { sendPatiently } from '../../shared/api/plain-calls.ts';
import { FormFrame } from '../../shared/forms/form-frame.tsx';
import { useSubmit } from '../../shared/forms/use-submit.ts';
import { lazyPiece } from '../../shared/lazy-piece.ts';
import { hasPasskeys } from '../../shared/second-factor/has-passkeys.ts';
import { CodeList, KeepCodes } from '../../shared/second-factor/recovery-codes.tsx';
import { codeProblem, ScanApp } from '../../shared/second-factor/scan-app.tsx';
import { addAppText } from '../../shared/second-factor/text.ts';
import { Problem } from '../../ui/feedback/banner.tsx';
import { Inline, Stack } from '../../ui/layout/boxes.tsx';
import { arrive } from './arrival.ts';
import { enrolText as text } from './text.ts';

const EnrolPasskey = lazyPiece(() => import('./passkeys/enrol-passkey.tsx'));

type Enrolment = Pick<ResponseOf<'beginEnrolment'>, 'secret' | 'uri'>;
type SignedIn = ResponseOf<'confirmEnrolment'>;

const onPaper = { '@media print': { 'aside, nav, h1, .MuiButton-root': { display: 'none !important' } } };

/** The recovery codes, before the first page. */
function Codes({ signedIn, onKept }: { signedIn: SignedIn; onKept(): void }) {
  return (
    <FormFrame title={addAppText.codesTitle} lead={addAppText.codesLead}>
      <GlobalStyles styles={onPaper} />
      <CodeList codes={signedIn.recoveryCodes} person={signedIn.user.name} />
      <Inline gap={1} wrap>
        <KeepCodes codes={signedIn.recoveryCodes} onKept={onKept} />
      </Inline>
    </FormFrame>
  );
}

interface Leaving {
  onLeave(sentence?: string): void;
}
const isExpired = (refusal: CallError | undefined): refusal is CallError => refusal?.code === 'factor.sign-in-expired';

/** The second step of a sign-in of somebody who needs a second factor and has none. */
export default function EnrolStep({ onLeave }: Leaving) {
  const navigate = useNavigate();
  const [enrolment, setEnrolment] = useState<Enrolment | 'passkey'>();
  const [signedIn, setSignedIn] = useState<SignedIn>();
  if (signedIn) return <Codes signedIn={signedIn} onKept={() => arrive(signedIn, navigate)} />;
  return (
    <FormFrame title={text.title} lead={text.lead}>
      {enrolment === 'passkey' ? (
        <Suspense fallback={null}>
          <EnrolPasskey onExpired={onLeave} onSignedIn={setSignedIn} />
        </Suspense>
      ) : enrolment ? (
        <Confirm begun={enrolment} onLeave={onLeave} onSignedIn={setSignedIn} />
      ) : (
        <Begin onLeave={onLeave} onBegun={setEnrolment} />
      )}
      <Button variant="text" onClick={() => onLeave()}>
        {text.notYou}
      </Button>
    </FormFrame>
  );
}

/** The ways: a passkey, if the browser has them, or an app. */
function Begin({ onLeave, onBegun }: Leaving & { onBegun(enrolment: Enrolment | 'passkey'): void }) {
  const { submit, isPending, outcome } = useSubmit({
    send: () => sendPatiently('beginEnrolment', {}),
    onDone: (reply) => void onBegun(reply),
    failed: text.failed,
    onFailed: (refusal) => isExpired(refusal) && onLeave(refusal.message),
  });
  return (
    <>
      <Problem>{outcome?.isDone ? undefined : outcome?.sentence}</Problem>
      {hasPasskeys() ? (
        <Button onClick={() => onBegun('passkey')} autoFocus>
          {text.passkey}
        </Button>
      ) : null}
      <Button
        onClick={() => void submit()}
        loading={isPending}
        {...(hasPasskeys() ? { variant: 'outlined' } : { autoFocus: true })}
      >
        {text.begin}
      </Button>
    </>
  );
}

function Confirm(props: Leaving & { readonly begun: Enrolment; onSignedIn(signedIn: SignedIn): void }) {
  const { begun, onLeave, onSignedIn } = props;
  const [code, setCode] = useState('');
  const { submit, isPending, outcome } = useSubmit({
    problem: () => codeProblem(code),
    send: () => sendPatiently('confirmEnrolment', { code }),
    onDone: (reply) => void onSignedIn(reply),
    failed: text.failed,
    onFailed: (refusal) => {
      if (isExpired(refusal)) onLeave(refusal.message);
      else setCode('');
    },
  });
  return (
    <Stack component="form" gap={2} noValidate onSubmit={submit}>
      <ScanApp begun={begun} code={code} onCode={setCode} />
      <Problem>{outcome?.isDone ? undefined : outcome?.sentence}</Problem>
      <Button type="submit" loading={isPending}>
        {addAppText.turnOn}
      </Button>
    </Stack>
  );
}
