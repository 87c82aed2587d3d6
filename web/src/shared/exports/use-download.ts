import type { RequestInputOf } from '@dayline/contracts/endpoints/table';
import { useState } from 'react';
import { showToast, toastError } from '../actions/toast.ts';
import { failureText, isSessionOver } from '../api/call-error.ts';
import { download, type FileName } from '../api/download.ts';
import { sharedText as text } from '../text.ts';

/** Saves a call's file; a toast names it, or says why not. */
export function useDownload<Name extends FileName>(name: Name, failedText: string) {
  /** The request in progress. */
  const [running, setRunning] = useState<RequestInputOf<Name>>();
  const save = async (request: RequestInputOf<Name>): Promise<void> => {
    setRunning(request);
    try {
      showToast({ kind: 'info', message: text.exported(await download(name, request)) });
    } catch (error) {
      if (!isSessionOver(error)) toastError(failureText(error, failedText));
    } finally {
      setRunning(undefined);
    }
  };
  return { save, running };
}
