import { useState } from 'react';
import type { CallError } from '../../../shared/api/call-error.ts';
import { newIntentKey } from '../../../shared/api/client.ts';
import { sendPatiently } from '../../../shared/api/plain-calls.ts';
import { useSubmit } from '../../../shared/forms/use-submit.ts';
import { wallText as text } from '../text.ts';
import { InBoth } from './both.tsx';
import { Notice } from './notice.tsx';

/** Waits for a click, so that a link preview doesn't use up the link. */
export function Pair({ link, onPaired }: { link: string; onPaired(): void }) {
  const [displayId = '', token = ''] = link.split('.');
  // A repeat after a lost response pairs the same screen.
  const [nonce] = useState(newIntentKey);
  const { submit, isPending, outcome } = useSubmit({
    send: () => sendPatiently('pairDisplay', { displayId, token, nonce }),
    onDone: () => void onPaired(),
    refused: ({ code }: CallError) => (code === 'token.invalid' || code === 'request.invalid' ? 'invalid' : 'failed'),
    failed: 'failed',
  });
  if (outcome?.sentence === 'invalid') return <Notice title={text.invalid} />;
  return (
    <Notice title={text.pairTitle} hint={text.pairHint}>
      {outcome ? (
        <p role="alert">
          <InBoth words={text.failed} />
        </p>
      ) : null}
      <button type="button" className="filled" disabled={isPending} onClick={() => void submit()}>
        <InBoth words={text.pair} />
      </button>
    </Notice>
  );
}
