import type { ImportFile } from '@dayline/contracts/endpoints/import';
import type { ImportKind } from '@dayline/contracts/imports/kinds';
import { useState } from 'react';
import { CallError, failureText, isSessionOver } from '../../../shared/api/call-error.ts';
import { useCommand } from '../../../shared/api/hooks.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import { importText as text } from '../text.ts';

/** The server takes names of this length. */
const longestName = 120;

/** Brings a file, and reads its columns as those of another kind of rows; with what went wrong. */
export function useFile(onRead: (file: ImportFile) => void) {
  const { clientId } = useIdentity();
  const [problem, setProblem] = useState<string>();
  const bringing = useCommand('bringImport');
  const reading = useCommand('readImportColumns');
  async function take(read: Promise<{ file: ImportFile }>, failed: string): Promise<void> {
    setProblem(undefined);
    try {
      onRead((await read).file);
    } catch (error) {
      if (!isSessionOver(error)) setProblem(failureText(error, failed));
    }
  }
  return {
    problem,
    isBusy: bringing.isPending || reading.isPending,
    bring: (file: File) => {
      const request = { clientId, fileName: file.name.slice(0, longestName) };
      const read = bringing.mutateAsync({ request, file }).catch(async (error: unknown) => {
        if (!(error instanceof CallError && error.code === 'import.first-line')) throw error;
        if (!(await confirm(text.firstLine))) throw error;
        return bringing.mutateAsync({ request: { ...request, firstLine: 'names' }, file });
      });
      return take(read, text.bringFailed);
    },
    readAs: (importId: string, what: ImportKind) =>
      take(reading.mutateAsync({ request: { clientId, importId, what } }), text.kindFailed),
  };
}
