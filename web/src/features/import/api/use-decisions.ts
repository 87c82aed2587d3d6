import { useRef, useState } from 'react';
import { toastError } from '../../../shared/actions/toast.ts';
import { failureText, isSessionOver } from '../../../shared/api/call-error.ts';
import { useCommand } from '../../../shared/api/hooks.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { changedParts, type Draft } from '../rules.ts';
import { importText as text } from '../text.ts';

/** Sends the changed decisions, so that they are previewed. */
export function useDecisions(current: Draft, onChange: (draft: Draft) => void) {
  // More decisions may be made while some are sent.
  const latest = useRef(current);
  latest.current = current;
  const { clientId } = useIdentity();
  const { mutateAsync } = useCommand('decideImportRows');
  const [isBusy, setBusy] = useState(false);
  async function send(draft: Draft): Promise<void> {
    const { importId } = draft.file;
    setBusy(true);
    try {
      let { decisionsId } = draft;
      for (const decisions of changedParts(draft)) {
        ({ decisionsId } = await mutateAsync({ request: { clientId, importId, decisions } }));
      }
      onChange({ ...latest.current, sent: draft.decisions, decisionsId });
    } catch (error) {
      if (!isSessionOver(error)) toastError(failureText(error, text.previewFailed));
    } finally {
      setBusy(false);
    }
  }
  return { send: (draft = current) => void send(draft), isBusy };
}
