import type { ImportOverview } from '@dayline/contracts/endpoints/import/progress';
import { useQueryClient } from '@tanstack/react-query';
import { showDone, toastError } from '../../../shared/actions/toast.ts';
import { failureText, isSessionOver } from '../../../shared/api/call-error.ts';
import { useCommand } from '../../../shared/api/hooks.ts';
import { useIdentity } from '../../../shared/session/session-store.ts';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import { nameOf } from '../rules.ts';
import { importText as text } from '../text.ts';

/** Undoes an import, once that is confirmed. */
export function useUndoImport() {
  const { clientId, zone } = useIdentity();
  const client = useQueryClient();
  const { mutateAsync } = useCommand('undoImport');
  return async (batch: ImportOverview): Promise<void> => {
    const { importId, kind } = batch;
    const name = nameOf(batch, zone);
    const { patients, others } = text.undoMessage;
    const question = {
      title: text.undoTitle(name),
      message: kind === 'patients' ? patients : others,
      actionLabel: text.confirmUndo,
      destructive: true,
    };
    if (!(await confirm(question))) return;
    try {
      const reply = await mutateAsync({ request: { clientId, importId } });
      showDone(reply, { message: text.undoStarted(name) });
    } catch (error) {
      if (!isSessionOver(error)) toastError(failureText(error, text.undoFailed));
    }
    void client.invalidateQueries({ queryKey: ['listImports'] });
  };
}
