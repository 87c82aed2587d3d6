import type { LogCheck } from '@dayline/contracts/endpoints/proof';
import type { ExportVerdict } from '@dayline/contracts/export-check';
import { useState } from 'react';
import { failureText } from '../../../shared/api/call-error.ts';
import { call } from '../../../shared/api/client.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { proofText as text } from '../text.ts';

type LogResult = NonNullable<LogCheck['result']> & { readonly events: number };
export type CheckState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly what: string }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'log'; readonly result: LogResult }
  | { readonly kind: 'export'; readonly name: string; readonly verdict: ExportVerdict };

/** Checks the log on the server, or a chosen export in the browser, with the server's public keys. */
export function useCheck() {
  const { clientId } = useIdentity();
  const [state, setState] = useState<CheckState>({ kind: 'idle' });

  async function checkLog(): Promise<void> {
    setState({ kind: 'running', what: text.checkingLog });
    try {
      const last = (await call('checkLog', { clientId })).at(-1);
      if (!last?.result) throw new Error('The check was broken off.');
      setState({ kind: 'log', result: { ...last.result, events: last.events } });
    } catch (error) {
      setState({ kind: 'failed', why: failureText(error, text.logFailed) });
    }
  }

  async function checkFile(chosen: File): Promise<void> {
    setState({ kind: 'running', what: text.checkingExport });
    const { CannotCheck, checkExport } = await import('../check-export.ts');
    try {
      const { keys } = await call('listAuditKeys', {});
      setState({ kind: 'export', name: chosen.name, verdict: await checkExport(chosen, keys) });
    } catch (error) {
      const why = error instanceof CannotCheck ? text.cannotCheck : failureText(error, text.fileFailed);
      setState({ kind: 'failed', why });
    }
  }

  return { state, checkLog, checkFile };
}
