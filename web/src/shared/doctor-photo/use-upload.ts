import { useQueryClient } from '@tanstack/react-query';
import { alert } from '../../ui/dialogs/confirm.ts';
import { showDone, showToast } from '../actions/toast.ts';
import { CallError, isSessionOver } from '../api/call-error.ts';
import { useCommand } from '../api/hooks.ts';
import { photoText as text } from './text.ts';

/** Saves the profile photo, and shows whether it was saved. */
export function useUpload(pocId: string | null, onSaved: () => void) {
  const client = useQueryClient();
  const update = useCommand('updateProfileImage');
  const save = async (file: File | undefined) => {
    if (!file || pocId === null) {
      await alert(text.missing);
      return;
    }
    try {
      const reply = await update.mutateAsync({ request: { pocId }, file });
      await client.invalidateQueries({ queryKey: ['getDoctor'] });
      onSaved();
      showDone(reply, { message: text.updated });
    } catch (error) {
      // An ended session goes to sign-in, and returns here.
      if (isSessionOver(error)) return;
      const detail = error instanceof CallError && error.status < 500 ? error.message : undefined;
      showToast({ kind: 'error', message: text.failed, ...(detail === undefined ? {} : { detail }) });
    }
  };
  return { save, saving: update.isPending };
}
