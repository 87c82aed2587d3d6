import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { FormFrame } from '../../shared/forms/form-frame.tsx';
import { paths } from '../../shared/paths.ts';
import { useIsMoving } from '../../shared/session/link-token.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Banner, Problem } from '../../ui/feedback/banner.tsx';
import { verifyEmail } from './api.ts';
import { useLinkOutcome } from './mailed-link.ts';
import { passwordText, verifyText as text } from './text.ts';

/** Email verification (/verify-email/{token}/{pocId}), section 2. */
export default function VerifyEmailPage() {
  const { token, pocId, outcome, retry } = useLinkOutcome('verify-email', verifyEmail, text.invalidLink);
  const isMoving = useIsMoving();
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
      {outcome?.is === 'done' ? (
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
          {outcome.isFinal ? <NextSteps /> : <Button onClick={retry}>{text.tryAgain}</Button>}
        </>
      ) : null}
    </FormFrame>
  );
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
