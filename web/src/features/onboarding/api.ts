import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { useEffect, useState } from 'react';
import { CallError } from '../../shared/api/call-error.ts';
import { call, newIntentKey } from '../../shared/api/client.ts';
import { isOfLink } from '../../shared/session/link-token.ts';

/** "call debounced 1000 ms, leading only" (section 7) */
const debounceMs = 1_000;

let last: { readonly token: string; readonly at: number; readonly reply: Promise<ResponseOf<'verifyEmail'>> } | null =
  null;

/** Verifies a mailed link; a repeated call with the same token within a second gets the first one's response. */
export function verifyEmail(token: string, pocId: string): Promise<ResponseOf<'verifyEmail'>> {
  const now = Date.now();
  if (last?.token === token && now - last.at < debounceMs) return last.reply;
  const reply = call('verifyEmail', { token, pocId }, { key: newIntentKey() });
  last = { token, at: now, reply };
  return reply;
}

/** Whose password a mailed link resets, once that is known, or that the link is worth nothing. */
export function useResetLink(token: string | undefined, pocId: string): { email?: string; isInvalid?: boolean } {
  const [found, setFound] = useState<{ email?: string; isInvalid?: boolean }>({});
  useEffect(() => {
    if (token === undefined) return;
    const abort = new AbortController();
    call('checkResetLink', { token, pocId }, { signal: abort.signal }).then(
      ({ email }) => setFound({ email }),
      // Without an answer the form stays: sending it says what is wrong.
      (error: unknown) =>
        !abort.signal.aborted && setFound({ isInvalid: error instanceof CallError && isOfLink(error) }),
    );
    return () => abort.abort();
  }, [token, pocId]);
  return found;
}
