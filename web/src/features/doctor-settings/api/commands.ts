import type { QueryName, RequestInputOf } from '@dayline/contracts/endpoints/table';
import { useQueryClient } from '@tanstack/react-query';
import { useCommand } from '../../../shared/api/hooks.ts';

/** Saves the consultation fees or the meeting link. */
function useSave<Name extends 'updateConsultationFees' | 'updateLink'>(name: Name, shownBy: QueryName) {
  const client = useQueryClient();
  const update = useCommand(name);
  return async (request: RequestInputOf<Name>) => {
    const reply: { position: string | null } = await update.mutateAsync({ request });
    await client.invalidateQueries({ queryKey: [shownBy] });
    return reply;
  };
}
export const useSaveFees = () => useSave('updateConsultationFees', 'getConsultationFees');
export const useSaveLink = () => useSave('updateLink', 'getLink');
