import type { QueryName, RequestInputOf } from '@dayline/contracts/endpoints/table';
import { useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../../shared/actions/toast.ts';
import { CallError } from '../../../shared/api/call-error.ts';
import { useCommand } from '../../../shared/api/hooks.ts';
import { alert } from '../../../ui/dialogs/confirm.ts';
import { profileText as text } from '../text.ts';

/** Saves the consultation fees or the meeting link. */
function useSave<Name extends 'updateConsultationFees' | 'updateLink'>(name: Name, shownBy: QueryName) {
  const client = useQueryClient();
  const update = useCommand(name);
  return async (request: RequestInputOf<Name>) => {
    await update.mutateAsync({ request });
    await client.invalidateQueries({ queryKey: [shownBy] });
  };
}
export const useSaveFees = () => useSave('updateConsultationFees', 'getConsultationFees');
export const useSaveLink = () => useSave('updateLink', 'getLink');

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
      await update.mutateAsync({ request: { pocId }, file });
      await client.invalidateQueries({ queryKey: ['getDoctor'] });
      onSaved();
      showToast({ message: text.updated });
    } catch (error) {
      // An ended session goes to sign-in, and returns here.
      if (error instanceof CallError && error.status === 401) return;
      const detail = error instanceof CallError && error.status < 500 ? error.message : undefined;
      showToast({ kind: 'error', message: text.failed, ...(detail === undefined ? {} : { detail }) });
    }
  };
  return { save, saving: update.isPending };
}
