import { useEffect, useState } from 'react';
import { CallError } from '../../shared/api/call-error.ts';
import { call } from '../../shared/api/client.ts';
import { isLinkInvalid, useLinkToken } from '../../shared/session/link-token.ts';
import { verifyText } from './text.ts';

type Link = ReturnType<typeof useLinkToken>;
interface LinkAccount {
  readonly email: string;
  readonly name?: string;
}

/** The account of a mailed link once it has been asked for, or whether the link is invalid. */
export function useLinkAccount(
  name: 'checkInvitation' | 'checkResetLink',
  { token, pocId }: Link,
): { account?: LinkAccount; isInvalid?: boolean } {
  const [answer, setAnswer] = useState<{ account?: LinkAccount; isInvalid?: boolean }>({});
  useEffect(() => {
    if (token === undefined) return;
    const abort = new AbortController();
    call(name, { token, pocId }, { signal: abort.signal }).then(
      (account) => setAnswer({ account }),
      // Without a response the form stays: submitting it shows what is wrong.
      (error: unknown) =>
        !abort.signal.aborted && setAnswer({ isInvalid: error instanceof CallError && isLinkInvalid(error) }),
    );
    return () => abort.abort();
  }, [name, token, pocId]);
  return answer;
}

type Outcome =
  | { readonly is: 'done'; readonly email: string; readonly message: string }
  /** `isFinal` if a retry would fail the same way. */
  | { readonly is: 'failed'; readonly sentence: string; readonly isFinal: boolean };

/** The outcome of a link that does its work when it is opened; null while the answer is awaited. */
export function useLinkOutcome(
  page: 'verify-email' | 'confirm-email',
  send: (token: string, pocId: string) => Promise<{ readonly email: string; readonly message: string }>,
  invalidSentence: string,
): Link & { readonly outcome: Outcome | null; retry(): void } {
  const { token, pocId } = useLinkToken(page);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks again
  useEffect(() => {
    if (token === undefined) return;
    let isShown = true;
    const show = (next: Outcome) => isShown && setOutcome(next);
    send(token, pocId).then(
      ({ email, message }) => show({ is: 'done', email, message }),
      (error: unknown) => show(failureOf(error, invalidSentence)),
    );
    return () => {
      isShown = false;
    };
  }, [send, token, pocId, invalidSentence, attempt]);

  const retry = () => {
    setOutcome(null);
    setAttempt(attempt + 1);
  };
  return { token, pocId, outcome, retry };
}

function failureOf(error: unknown, invalidSentence: string): Outcome {
  if (!(error instanceof CallError)) return { is: 'failed', sentence: verifyText.failed, isFinal: false };
  if (isLinkInvalid(error)) return { is: 'failed', sentence: invalidSentence, isFinal: true };
  return { is: 'failed', sentence: error.message, isFinal: error.status < 500 && error.status !== 429 };
}
