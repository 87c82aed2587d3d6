import type { LogCheck } from '@dayline/contracts/endpoints/audit/proof';
import type { ExportVerdict } from '@dayline/contracts/proof/export-check';
import { useState } from 'react';
import { failureText } from '../../../shared/api/call-error.ts';
import { call } from '../../../shared/api/client.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import type { NamedHead } from '../check-export.ts';
import { proofText as text } from '../text.ts';

/** The maximum that the server accepts. */
const maxHeads = 30;

type LogResult = NonNullable<LogCheck['result']> & { readonly events: number };
export type CheckState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly what: string }
  | { readonly kind: 'failed'; readonly why: string }
  | { readonly kind: 'log'; readonly result: LogResult }
  | {
      readonly kind: 'export';
      readonly name: string;
      readonly verdict: ExportVerdict;
      readonly storedHeads: readonly NamedHead[];
    };

/**
 * Checks the log on the server, or a chosen export in the browser with the server's public keys; both against the heads
 * chosen before or together with the export.
 */
export function useCheck() {
  const { clientId } = useIdentity();
  const [state, setState] = useState<CheckState>({ kind: 'idle' });
  const [storedHeads, setStoredHeads] = useState<readonly NamedHead[]>([]);

  async function checkLog(): Promise<void> {
    setState({ kind: 'running', what: text.checkingLog });
    try {
      const last = (await call('checkLog', { clientId, heads: storedHeads.map(({ head }) => head) })).at(-1);
      if (!last?.result) throw new Error(text.brokenOff);
      setState({ kind: 'log', result: { ...last.result, events: last.events } });
    } catch (error) {
      setState({ kind: 'failed', why: failureText(error, text.logFailed) });
    }
  }

  async function checkFiles(files: readonly File[]): Promise<void> {
    setState({ kind: 'running', what: text.checkingExport });
    try {
      const { checkExport, sortFiles } = await import('../check-export.ts');
      const { heads, others } = await sortFiles(files);
      const all = [
        ...storedHeads.filter((storedHead) => !heads.some(({ name }) => name === storedHead.name)),
        ...heads,
      ].slice(-maxHeads);
      setStoredHeads(all);
      const [first, ...more] = others;
      if (!first) return setState({ kind: 'idle' });
      // One of the files may be a kept head that was cut or altered.
      if (more.length > 0) return setState({ kind: 'failed', why: text.oneExport(others.map(({ name }) => name)) });
      const { keys } = await call('listAuditKeys', {});
      const verdict = await checkExport(first, { keys, storedHeads: all.map(({ head }) => head) });
      setState({ kind: 'export', name: first.name, verdict, storedHeads: all });
    } catch (error) {
      const reason =
        error instanceof Error && error.name === 'CheckImpossible'
          ? text.cannotCheck
          : failureText(error, text.fileFailed);
      setState({ kind: 'failed', why: reason });
    }
  }

  return { state, kept: storedHeads, checkLog, checkFiles };
}
