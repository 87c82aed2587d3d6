import { useQueryClient } from '@tanstack/react-query';
import { alert } from '../../ui/dialogs/confirm.ts';
import { useAct } from '../actions/act.ts';
import { CallError } from '../api/call-error.ts';
import { call } from '../api/client.ts';
import { photoText as text } from './text.ts';

/** Saves the profile photo, and shows whether it was saved. */
export function useUpload(pocId: string | null, onSaved: () => void) {
  const client = useQueryClient();
  const { act, isActing: saving } = useAct();
  const save = async (file: File | undefined) => {
    if (!file || pocId === null) {
      await alert(text.missing);
      return;
    }
    await act({
      send: async () => {
        const reply = await call('updateProfileImage', { pocId }, { file });
        await client.invalidateQueries({ queryKey: ['getDoctor'] });
        onSaved();
        return reply;
      },
      done: () => ({ message: text.updated }),
      failed: (error) => ({
        message: text.failed,
        detail: error instanceof CallError && error.status < 500 ? error.message : undefined,
      }),
    });
  };
  return { save, saving };
}
