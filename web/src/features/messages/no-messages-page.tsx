import Button from '@mui/material/Button';
import { useState } from 'react';
import { CallError } from '../../shared/api/call-error.ts';
import { sendPatiently } from '../../shared/api/plain-calls.ts';
import { FormFrame } from '../../shared/forms/form-frame.tsx';
import { isLinkInvalid, useIsMoving, useLinkToken } from '../../shared/session/link-token.ts';
import { Banner, Problem } from '../../ui/feedback/banner.tsx';
import { Muted } from '../../ui/layout/boxes.tsx';
import { noMessagesText as text } from './text.ts';

type State = 'open' | 'sending' | 'done' | { readonly sentence: string; readonly isFinal: boolean };

function failureOf(error: unknown): State {
  if (!(error instanceof CallError)) return { sentence: text.failed, isFinal: false };
  const isFinal = isLinkInvalid(error);
  return { sentence: isFinal ? text.invalid : error.message, isFinal };
}

/** Ends the emails about visits (/no-messages/{token}/{patientId}); opening the page changes nothing. */
export default function NoMessagesPage() {
  const { token, pocId: userId } = useLinkToken('no-messages');
  const isMoving = useIsMoving();
  const [state, setState] = useState<State>('open');
  if (token === undefined && !isMoving) {
    return (
      <FormFrame title={text.title}>
        <Banner tone="notVisited" icon="mail">
          {text.noLink}
        </Banner>
      </FormFrame>
    );
  }
  if (state === 'done') {
    return (
      <FormFrame title={text.title}>
        <Banner tone="visited" icon="check">
          {text.done}
        </Banner>
        <Muted block>{text.again}</Muted>
      </FormFrame>
    );
  }
  const problem = typeof state === 'object' ? state : null;
  const submit = async () => {
    setState('sending');
    await sendPatiently('declineMessages', { token: token ?? '', userId }).then(
      () => setState('done'),
      (error: unknown) => setState(failureOf(error)),
    );
  };
  return (
    <FormFrame title={text.title} lead={text.lead}>
      <Problem>{problem?.sentence}</Problem>
      {problem?.isFinal ? null : (
        <Button variant="contained" disabled={token === undefined || state === 'sending'} onClick={() => void submit()}>
          {text.submit}
        </Button>
      )}
    </FormFrame>
  );
}
