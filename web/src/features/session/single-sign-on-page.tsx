import { Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { sendPatiently } from '../../shared/api/plain-calls.ts';
import { FormFrame } from '../../shared/forms/form-frame.tsx';
import { useSubmit } from '../../shared/forms/use-submit.ts';
import { lazyPiece } from '../../shared/lazy-piece.ts';
import { paths } from '../../shared/paths.ts';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { Problem } from '../../ui/feedback/banner.tsx';
import { arrive } from './arrival.ts';
import type { PendingPerson } from './second-step.tsx';
import { singleSignOnText as text } from './single-sign-on/text.ts';

const SecondStep = lazyPiece(() => import('./second-step.tsx'));

/** What the provider added to the address. */
function returnedIn(search: string) {
  const parameters = new URLSearchParams(search);
  const [code, state, iss] = ['code', 'state', 'iss'].map((name) => parameters.get(name));
  return code && state ? { code, state, ...(iss && { iss }) } : null;
}

/** Where the hospital's own provider sends people back (/sign-in/{clientId}/callback). It acts once, by itself. */
export default function SingleSignOnPage() {
  const { clientId = '' } = useParams();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [callbackParams] = useState(() => returnedIn(search));
  const [next, setNext] = useState<Pick<PendingPerson, 'next' | 'factors'>>();
  const { submit, outcome } = useSubmit({
    problem: () => (callbackParams ? undefined : text.declined),
    send: () =>
      sendPatiently('signInByProvider', {
        clientId,
        origin: location.origin,
        ...(callbackParams ?? { code: '', state: '' }),
      }),
    onDone(reply) {
      if ('next' in reply) setNext(reply);
      else arrive(reply, navigate);
      return undefined;
    },
    failed: text.failed,
  });
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    // The code leaves the address, so that neither history nor a reload has it.
    navigate(pathname, { replace: true });
    void submit();
  });
  if (next) {
    const person = { email: undefined, clientName: undefined, first: 'provider', ...next } as const;
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
  return (
    <FormFrame title={text.title} lead={outcome ? undefined : text.lead}>
      <Problem>{outcome?.sentence}</Problem>
      {outcome ? <LinkButton to={paths.signIn}>{text.toSignIn}</LinkButton> : null}
    </FormFrame>
  );
}
