import { sendPatiently } from '../../shared/api/plain-calls.ts';
import { FormFrame } from '../../shared/forms/form-frame.tsx';
import { paths } from '../../shared/paths.ts';
import { forgetShown } from '../../shared/session/forget-shown.ts';
import { useIsMoving, useLinkToken } from '../../shared/session/link-token.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Banner, Problem } from '../../ui/feedback/banner.tsx';
import { NewPasswordForm } from './components/new-password-form.tsx';
import { useLinkAccount } from './mailed-link.ts';
import { passwordText as text, verifyText } from './text.ts';

const NewLink = () => <LinkButton to={paths.forgotPassword}>{verifyText.newLink}</LinkButton>;

/** Reset password (/reset-password/{token}/{pocId}), section 2. */
export default function ResetPasswordPage() {
  const link = useLinkToken('reset-password');
  const { token, pocId } = link;
  const isMoving = useIsMoving();
  const { account, isInvalid } = useLinkAccount('checkResetLink', link);
  const submit = async (newPassword: string) => {
    const reply = await sendPatiently('resetPassword', { token: token ?? '', pocId, newPassword });
    // All sessions of the account have ended, including this browser's.
    forgetShown('arriving');
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
          email={account?.email}
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
