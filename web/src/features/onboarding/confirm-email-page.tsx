import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { CallError } from '../../shared/api/call-error.ts';
import { sendPatiently } from '../../shared/api/plain-calls.ts';
import { FormFrame } from '../../shared/forms/form-frame.tsx';
import { paths } from '../../shared/paths.ts';
import { isLinkInvalid, useIsMoving, useLinkToken } from '../../shared/session/link-token.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Banner, Problem } from '../../ui/feedback/banner.tsx';
import { passwordText, confirmEmailText as text, verifyText } from './text.ts';

type Outcome =
  | { readonly is: 'changed'; readonly email: string; readonly message: string }
  /** `isFinal` if a retry would fail the same way. */
  | { readonly is: 'failed'; readonly sentence: string; readonly isFinal: boolean };

/** Confirms the new email of an account (/confirm-email/{token}/{accountId}). */
export default function ConfirmEmailPage() {
  const { token, pocId } = useLinkToken('confirm-email');
  const isMoving = useIsMoving();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks again
  useEffect(() => {
    if (token === undefined) return;
    let isShown = true;
    const show = (found: Outcome) => isShown && setOutcome(found);
    sendPatiently('confirmEmailChange', { token, pocId }).then(
      ({ email, message }) => show({ is: 'changed', email, message }),
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

  return (
    <FormFrame title={text.title}>
      {token === undefined && !isMoving ? (
        <Banner tone="notVisited" icon="mail">
          {passwordText.noLink}
        </Banner>
      ) : outcome === null ? (
        <Typography role="status" sx={{ color: 'text.secondary' }}>
          {text.working}
        </Typography>
      ) : outcome.is === 'changed' ? (
        <>
          <Banner tone="visited" icon="check">
            {outcome.message}
          </Banner>
          <Typography>{outcome.email}</Typography>
          <LinkButton to={paths.signIn}>{passwordText.toSignIn}</LinkButton>
        </>
      ) : (
        <>
          <Problem>{outcome.sentence}</Problem>
          {outcome.isFinal ? (
            <LinkButton to={paths.account}>{text.toAccount}</LinkButton>
          ) : (
            <Button onClick={again}>{verifyText.tryAgain}</Button>
          )}
        </>
      )}
    </FormFrame>
  );
}

function failureOf(error: unknown): Outcome {
  if (!(error instanceof CallError)) return { is: 'failed', sentence: verifyText.failed, isFinal: false };
  if (isLinkInvalid(error)) return { is: 'failed', sentence: text.invalid, isFinal: true };
  return { is: 'failed', sentence: error.message, isFinal: error.status < 500 && error.status !== 429 };
}
