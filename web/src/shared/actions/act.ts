import type { QueryName } from '@dayline/contracts/endpoints/table';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError, isSessionOver } from '../api/call-error.ts';
import { type NewToast, showDone, showToast } from './toast.ts';

interface Act<Reply> {
  /** Undefined if it was cancelled at a confirmation. */
  send(): Promise<Reply | undefined>;
  /** Its toast; absent if the effect is visible. */
  done?(reply: Reply): NewToast;
  /** The message of a failure, with the server's reason below it; or the toast, if there is one. */
  failed: string | ((error: unknown) => NewToast | undefined);
  /** Queries that it changes: without the socket no live message refetches them. */
  refetch?: readonly QueryName[];
}

/** The server's reason for a refusal. */
export const refusalIn = (error: unknown): string | undefined =>
  error instanceof CallError ? error.message : undefined;

/** Sends a command and shows its outcome. If the session has ended, the page goes to sign-in, which says so. */
export function useAct() {
  const client = useQueryClient();
  const [underway, setUnderway] = useState(0);
  const act = async <Reply extends { position: string | null }>(command: Act<Reply>): Promise<void> => {
    const { send, done, failed, refetch = [] } = command;
    setUnderway((count) => count + 1);
    try {
      const reply = await send();
      if (reply && done) showDone(reply, done(reply));
    } catch (error) {
      if (isSessionOver(error)) return;
      const toast = typeof failed === 'string' ? { message: failed, detail: refusalIn(error) } : failed(error);
      if (toast) showToast({ kind: 'error', ...toast });
    } finally {
      setUnderway((count) => count - 1);
    }
    for (const name of refetch) void client.invalidateQueries({ queryKey: [name] });
  };
  return { act, isActing: underway > 0 };
}
