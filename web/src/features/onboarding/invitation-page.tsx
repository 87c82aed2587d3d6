import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { maxNameLength } from '@dayline/contracts/fields/max-lengths';
import { useEffect, useState } from 'react';
import { CallError } from '../../shared/api/call-error.ts';
import { call } from '../../shared/api/client.ts';
import { sendPatiently } from '../../shared/api/plain-calls.ts';
import { FormFrame } from '../../shared/forms/form-frame.tsx';
import { forgetShown } from '../../shared/session/forget-shown.ts';
import { isLinkInvalid, useIsMoving, useLinkToken } from '../../shared/session/link-token.ts';
import { Banner, Problem } from '../../ui/feedback/banner.tsx';
import { TextField } from '../../ui/fields/fields.tsx';
import { Muted } from '../../ui/layout/boxes.tsx';
import { NewPasswordForm } from './components/new-password-form.tsx';
import { passwordText, invitationText as text } from './text.ts';

type Invited = ResponseOf<'checkInvitation'>;

/** The account of the link once known, or whether the link is invalid. */
function useInvitation(token: string | undefined, pocId: string): { invited?: Invited; isInvalid?: boolean } {
  const [found, setFound] = useState<{ invited?: Invited; isInvalid?: boolean }>({});
  useEffect(() => {
    if (token === undefined) return;
    const abort = new AbortController();
    call('checkInvitation', { token, pocId }, { signal: abort.signal }).then(
      (invited) => setFound({ invited }),
      // Without a response the form stays: submitting it shows what is wrong.
      (error: unknown) =>
        !abort.signal.aborted && setFound({ isInvalid: error instanceof CallError && isLinkInvalid(error) }),
    );
    return () => abort.abort();
  }, [token, pocId]);
  return found;
}

/** Sets the name and password of an invited account (/invitation/{token}/{accountId}). */
export default function InvitationPage() {
  const { token, pocId } = useLinkToken('invitation');
  const isMoving = useIsMoving();
  const { invited, isInvalid } = useInvitation(token, pocId);
  const [typed, setTyped] = useState<string>();
  const name = typed ?? invited?.name ?? '';
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
          email={invited?.email}
          passwordLabel={passwordText.password}
          submitLabel={text.submit}
          rulesSentence={passwordText.rules}
          failedSentence={text.failed}
          onSubmit={submit}
          problemBefore={() => (name.trim() === '' ? text.nameMissing : undefined)}
          before={
            <>
              {invited ? <Muted block>{text.signInWith(invited.email)}</Muted> : null}
              <TextField
                label={text.name}
                value={name}
                onChange={setTyped}
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
