import type { RequestInputOf } from '@dayline/contracts/endpoints/table';
import { useState } from 'react';
import { showToast, toastError } from '../../../shared/actions/toast.ts';
import { failureText, isSessionOver } from '../../../shared/api/call-error.ts';
import { download, type FileName } from '../../../shared/api/download.ts';
import { importText as text } from '../text.ts';

/** Saves a list, or the refused rows of a preview, as a file. */
export function useDownload<Name extends Extract<FileName, 'exportList' | 'exportRefusedRows'>>(
  name: Name,
  failed: string,
) {
  /** The request in progress. */
  const [running, setRunning] = useState<RequestInputOf<Name>>();
  const save = async (request: RequestInputOf<Name>): Promise<void> => {
    setRunning(request);
    try {
      showToast({ kind: 'info', message: text.savedAs(await download(name, request)) });
    } catch (error) {
      if (!isSessionOver(error)) toastError(failureText(error, failed));
    } finally {
      setRunning(undefined);
    }
  };
  return { save, running };
}
