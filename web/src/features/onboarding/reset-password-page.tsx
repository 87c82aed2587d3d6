import { useEffect, useState } from 'react';
import { CallError } from '../../shared/api/call-error.ts';
import { call } from '../../shared/api/client.ts';
import { sendPatiently } from '../../shared/api/plain-calls.ts';
import { FormFrame } from '../../shared/forms/form-frame.tsx';
import { paths } from '../../shared/paths.ts';
import { forgetShown } from '../../shared/session/forget-shown.ts';
import { isLinkInvalid, useIsMoving, useLinkToken } from '../../shared/session/link-token.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Banner, Problem } from '../../ui/feedback/banner.tsx';
import { NewPasswordForm } from './components/new-password-form.tsx';
import { passwordText as text, verifyText } from './text.ts';

const NewLink = () => <LinkButton to={paths.forgotPassword}>{verifyText.newLink}</LinkButton>;

/** The account of a mailed link once known, or whether the link is invalid. */
function useResetLink(token: string | undefined, pocId: string): { email?: string; isInvalid?: boolean } {
  const [found, setFound] = useState<{ email?: string; isInvalid?: boolean }>({});
  useEffect(() => {
    if (token === undefined) return;
    const abort = new AbortController();
    call('checkResetLink', { token, pocId }, { signal: abort.signal }).then(
      ({ email }) => setFound({ email }),
      // Without a response the form stays: submitting it shows what is wrong.
      (error: unknown) =>
        !abort.signal.aborted && setFound({ isInvalid: error instanceof CallError && isLinkInvalid(error) }),
    );
    return () => abort.abort();
  }, [token, pocId]);
  return found;
}

/** Reset password (/reset-password/{token}/{pocId}), section 2. */
export default function ResetPasswordPage() {
  const { token, pocId } = useLinkToken('reset-password');
  const isMoving = useIsMoving();
  const { email, isInvalid } = useResetLink(token, pocId);
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
