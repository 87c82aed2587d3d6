import type { ImportFile } from '@dayline/contracts/endpoints/import';
import type { ListKind } from '@dayline/contracts/imports/kinds';
import { useState } from 'react';
import { CallError, failureText, isSessionOver } from '../../../shared/api/call-error.ts';
import { useCommand } from '../../../shared/api/hooks.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import { importText as text } from '../text.ts';

/** The longest name that the server accepts. */
const maxNameLength = 120;

/** Uploads a file, and reads its columns as another kind of list; with the problem, if there is one. */
export function useUpload(onRead: (file: ImportFile) => void) {
  const { clientId } = useIdentity();
  const [problem, setProblem] = useState<string>();
  const uploading = useCommand('uploadImport');
  const reading = useCommand('readImportColumns');
  async function take(upload: Promise<{ file: ImportFile }>, failedText: string): Promise<void> {
    setProblem(undefined);
    try {
      onRead((await upload).file);
    } catch (error) {
      if (!isSessionOver(error)) setProblem(failureText(error, failedText));
    }
  }
  return {
    problem,
    isBusy: uploading.isPending || reading.isPending,
    upload: (file: File) => {
      const request = { clientId, fileName: file.name.slice(0, maxNameLength) };
      const upload = uploading.mutateAsync({ request, file }).catch(async (error: unknown) => {
        if (!(error instanceof CallError && error.code === 'import.header-row-unclear')) throw error;
        if (!(await confirm(text.headerRow))) throw error;
        return uploading.mutateAsync({ request: { ...request, headerRow: 'first' }, file });
      });
      return take(upload, text.uploadFailed);
    },
    readAs: (importId: string, kind: ListKind) =>
      take(reading.mutateAsync({ request: { clientId, importId, kind } }), text.kindFailed),
  };
}
