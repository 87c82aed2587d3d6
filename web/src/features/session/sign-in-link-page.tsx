import Button from '@mui/material/Button';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { sendPatiently } from '../../shared/api/plain-calls.ts';
import { FormFrame } from '../../shared/forms/form-frame.tsx';
import { useSubmit } from '../../shared/forms/use-submit.ts';
import { lazyPiece } from '../../shared/lazy-piece.ts';
import { paths } from '../../shared/paths.ts';
import { isLinkInvalid, useIsMoving, useLinkToken } from '../../shared/session/link-token.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Banner, Problem } from '../../ui/feedback/banner.tsx';
import { arrive } from './arrival.ts';
import type { PendingPerson } from './second-step.tsx';
import { signInLinkText as text } from './text.ts';

const SecondStep = lazyPiece(() => import('./second-step.tsx'));

/** Sign-in by a mailed link (/sign-in-link/{token}/{pocId}). It waits for a click: mail scanners open links, too. */
export default function SignInLinkPage() {
  const { token, pocId } = useLinkToken('sign-in-link');
  const isMoving = useIsMoving();
  const navigate = useNavigate();
  const [next, setNext] = useState<Pick<PendingPerson, 'next' | 'factors'>>();
  const { submit, isPending, outcome } = useSubmit({
    send: () => sendPatiently('signInByLink', { token: token ?? '', pocId }),
    onDone: (reply) => {
      if ('next' in reply) setNext(reply);
      else arrive(reply, navigate);
      return undefined;
    },
    refused: (refusal) => (isLinkInvalid(refusal) ? text.invalidLink : refusal.message),
    failed: text.failed,
  });
  if (next) {
    const person = { email: undefined, clientName: undefined, first: 'link', ...next } as const;
    return (
      <Suspense>
        <SecondStep
          person={person}
          onLeave={(error) =>
            void navigate(paths.signIn, { replace: true, state: error === undefined ? null : { error } })
          }
        />
      </Suspense>
    );
  }
  const hasLink = token !== undefined || isMoving;
  const isFinal = outcome?.refusal && isLinkInvalid(outcome.refusal);
  return (
    <FormFrame title={text.title} lead={hasLink ? text.lead : undefined}>
      {hasLink ? null : (
        <Banner tone="notVisited" icon="mail">
          {text.noLink}
        </Banner>
      )}
      <Problem>{outcome?.sentence}</Problem>
      {hasLink && !isFinal ? (
        <Button onClick={() => token !== undefined && submit()} loading={isPending} autoFocus>
          {text.submit}
        </Button>
      ) : (
        <LinkButton to={paths.signIn}>{text.toSignIn}</LinkButton>
      )}
    </FormFrame>
  );
}
