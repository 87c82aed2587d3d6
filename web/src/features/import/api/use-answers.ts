import { useRef, useState } from 'react';
import { toastError } from '../../../shared/actions/toast.ts';
import { failureText, isSessionOver } from '../../../shared/api/call-error.ts';
import { useCommand } from '../../../shared/api/hooks.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { type Brought, changedParts } from '../rules.ts';
import { importText as text } from '../text.ts';

/** Keeps the answers beside the file, the changed ones alone, so that they are rehearsed. */
export function useAnswers(now: Brought, onChange: (brought: Brought) => void) {
  // While they are sent, more may be given.
  const latest = useRef(now);
  latest.current = now;
  const { clientId } = useIdentity();
  const { mutateAsync } = useCommand('answerImport');
  const [isBusy, setBusy] = useState(false);
  async function keep(brought: Brought): Promise<void> {
    const { importId } = brought.file;
    setBusy(true);
    try {
      let { answered } = brought;
      for (const answers of changedParts(brought)) {
        ({ answered } = await mutateAsync({ request: { clientId, importId, answers } }));
      }
      onChange({ ...latest.current, kept: brought.answers, answered });
    } catch (error) {
      if (!isSessionOver(error)) toastError(failureText(error, text.rehearsalFailed));
    } finally {
      setBusy(false);
    }
  }
  return { keep: (brought = now) => void keep(brought), isBusy };
}
