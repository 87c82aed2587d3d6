import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { sendPatiently } from '../../shared/api/plain-calls.ts';
import { FormFrame } from '../../shared/forms/form-frame.tsx';
import { paths } from '../../shared/paths.ts';
import { useIsMoving } from '../../shared/session/link-token.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Banner, Problem } from '../../ui/feedback/banner.tsx';
import { useLinkOutcome } from './mailed-link.ts';
import { passwordText, confirmEmailText as text, verifyText } from './text.ts';

const confirmEmail = (token: string, pocId: string) => sendPatiently('confirmEmailChange', { token, pocId });

/** Confirms the new email of an account (/confirm-email/{token}/{accountId}). */
export default function ConfirmEmailPage() {
  const { token, outcome, retry } = useLinkOutcome('confirm-email', confirmEmail, text.invalid);
  const isMoving = useIsMoving();
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
      ) : outcome.is === 'done' ? (
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
            <Button onClick={retry}>{verifyText.tryAgain}</Button>
          )}
        </>
      )}
    </FormFrame>
  );
}
