import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { CallError } from '../../shared/api/call-error.ts';
import { FormFrame } from '../../shared/forms/form-frame.tsx';
import { paths } from '../../shared/paths.ts';
import { isLinkInvalid, useIsMoving, useLinkToken } from '../../shared/session/link-token.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Banner, Problem } from '../../ui/feedback/banner.tsx';
import { verifyEmail } from './api.ts';
import { passwordText, verifyText as text } from './text.ts';

type Outcome =
  | { readonly is: 'verified'; readonly email: string; readonly message: string }
  /** `isFinal` if the link itself is invalid: a retry would fail the same way. */
  | { readonly is: 'failed'; readonly sentence: string; readonly isFinal: boolean };

/** Email verification (/verify-email/{token}/{pocId}), section 2. */
export default function VerifyEmailPage() {
  const { token, pocId } = useLinkToken('verify-email');
  const isMoving = useIsMoving();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks again
  useEffect(() => {
    if (token === undefined) return;
    let isShown = true;
    const show = (found: Outcome) => isShown && setOutcome(found);
    verifyEmail(token, pocId).then(
      ({ email, message }) => show({ is: 'verified', email, message }),
      (error: unknown) => show(failureOf(error)),
    );
    return () => {
      isShown = false;
    };
  }, [token, pocId, attempt]);

  const again = () => {
    setOutcome(null);
    setAttempt(attempt + 1);
  };

  if (token === undefined && !isMoving) {
    return (
      <FormFrame title={text.title}>
        <Banner tone="notVisited" icon="mail">
          {passwordText.noLink}
        </Banner>
        <NextSteps />
      </FormFrame>
    );
  }
  return (
    <FormFrame title={text.title}>
      {outcome === null ? (
        <Typography role="status" sx={{ color: 'text.secondary' }}>
          {text.working}
        </Typography>
      ) : null}
      {outcome?.is === 'verified' ? (
        <>
          <Banner tone="visited" icon="check">
            {outcome.message}
          </Banner>
          <Typography>{outcome.email}</Typography>
          <LinkButton to={paths.createPassword} state={{ email: outcome.email, pocId }}>
            {text.proceed}
          </LinkButton>
        </>
      ) : null}
      {outcome?.is === 'failed' ? (
        <>
          <Problem>{outcome.sentence}</Problem>
          {outcome.isFinal ? <NextSteps /> : <Button onClick={again}>{text.tryAgain}</Button>}
        </>
      ) : null}
    </FormFrame>
  );
}

function failureOf(error: unknown): Outcome {
  if (!(error instanceof CallError)) return { is: 'failed', sentence: text.failed, isFinal: false };
  if (isLinkInvalid(error)) return { is: 'failed', sentence: text.invalidLink, isFinal: true };
  return { is: 'failed', sentence: error.message, isFinal: error.status < 500 && error.status !== 429 };
}

/** The next steps if the link is used, expired or another account's. */
function NextSteps() {
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <LinkButton to={paths.signUp}>{text.newLink}</LinkButton>
      <LinkButton to={paths.signIn} variant="outlined">
        {passwordText.toSignIn}
      </LinkButton>
    </Box>
  );
}
