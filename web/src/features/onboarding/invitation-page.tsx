import { maxNameLength } from '@dayline/contracts/fields/max-lengths';
import { useState } from 'react';
import { sendPatiently } from '../../shared/api/plain-calls.ts';
import { FormFrame } from '../../shared/forms/form-frame.tsx';
import { forgetShown } from '../../shared/session/forget-shown.ts';
import { useIsMoving, useLinkToken } from '../../shared/session/link-token.ts';
import { Banner, Problem } from '../../ui/feedback/banner.tsx';
import { TextField } from '../../ui/fields/fields.tsx';
import { Muted } from '../../ui/layout/boxes.tsx';
import { NewPasswordForm } from './components/new-password-form.tsx';
import { useLinkAccount } from './mailed-link.ts';
import { passwordText, invitationText as text } from './text.ts';

/** Sets the name and password of an invited account (/invitation/{token}/{accountId}). */
export default function InvitationPage() {
  const link = useLinkToken('invitation');
  const { token, pocId } = link;
  const isMoving = useIsMoving();
  const { account: invitation, isInvalid } = useLinkAccount('checkInvitation', link);
  const [input, setInput] = useState<string>();
  const name = input ?? invitation?.name ?? '';
  const submit = async (password: string) => {
    const reply = await sendPatiently('acceptInvitation', { token: token ?? '', pocId, name: name.trim(), password });
    forgetShown('arriving');
    return reply;
  };
  return (
    <FormFrame title={text.title}>
      {token === undefined && !isMoving ? (
        <Banner tone="notVisited" icon="mail">
          {passwordText.noLink}
        </Banner>
      ) : isInvalid ? (
        <Problem>{text.invalid}</Problem>
      ) : (
        <NewPasswordForm
          email={invitation?.email}
          passwordLabel={passwordText.password}
          submitLabel={text.submit}
          rulesSentence={passwordText.rules}
          failedSentence={text.failed}
          onSubmit={submit}
          problemBefore={() => (name.trim() === '' ? text.nameMissing : undefined)}
          before={
            <>
              {invitation ? <Muted block>{text.signInWith(invitation.email)}</Muted> : null}
              <TextField
                label={text.name}
                value={name}
                onChange={setInput}
                autoComplete="name"
                maxLength={maxNameLength}
                autoFocus
              />
            </>
          }
          nextStep={<Muted block>{text.invalid}</Muted>}
        />
      )}
    </FormFrame>
  );
}
