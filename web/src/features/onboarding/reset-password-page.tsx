import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { sendPatiently } from '../../shared/api/plain-calls.ts';
import { FormFrame } from '../../shared/forms/form-frame.tsx';
import { paths } from '../../shared/paths.ts';
import { forgetShown } from '../../shared/session/forget-shown.ts';
import { useIsMoving, useLinkToken } from '../../shared/session/link-token.ts';
import { Banner, Problem } from '../../ui/feedback/banner.tsx';
import { useResetLink } from './api.ts';
import { NewPasswordForm } from './components/new-password-form.tsx';
import { passwordText as text, verifyText } from './text.ts';

const NewLink = () => (
  <Button component={Link} to={paths.forgotPassword}>
    {verifyText.newLink}
  </Button>
);

/** Reset password (/reset-password/{token}/{pocId}), section 2. */
export default function ResetPasswordPage() {
  const { token, pocId } = useLinkToken('reset-password');
  const isMoving = useIsMoving();
  const { email, isInvalid } = useResetLink(token, pocId);
  const submit = async (newPassword: string) => {
    const reply = await sendPatiently('resetPassword', { token: token ?? '', pocId, newPassword });
    // All sessions of the account have ended, including this browser's.
    forgetShown();
    return reply;
  };
  return (
    <FormFrame title={text.resetTitle}>
      {token === undefined && !isMoving ? (
        <>
          <Banner tone="notVisited" icon="mail">
            {text.noLink}
          </Banner>
          <NewLink />
        </>
      ) : isInvalid ? (
        <>
          <Problem>{verifyText.invalidLink}</Problem>
          <NewLink />
        </>
      ) : (
        <NewPasswordForm
          email={email}
          passwordLabel={text.newPassword}
          submitLabel={text.reset}
          rulesSentence={text.rules}
          failedSentence={text.resetFailed}
          onSubmit={submit}
          nextStep={<NewLink />}
        />
      )}
    </FormFrame>
  );
}
