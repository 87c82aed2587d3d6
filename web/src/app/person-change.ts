import type { QueryClient } from '@tanstack/react-query';
import { useToastState } from '../shared/actions/toast.ts';
import { forgetChanges } from '../shared/appointments/marking/pending-changes.ts';
import { forgetShown, onForgetShown } from '../shared/session/forget-shown.ts';
import { useSession } from '../shared/session/session-store.ts';
import { dismissQuestions } from '../ui/dialogs/confirm.ts';

/**
 * Clears the previous person's data when somebody else signs in, here or in another tab: rows, positions, changes under
 * way, and what would be sent in the new person's name: open questions and the Undo of toasts. Returns a function that
 * stops watching.
 */
export function forgetOnPersonChange(queryClient: Pick<QueryClient, 'clear'>): () => void {
  const stopForgetting = onForgetShown(() => {
    queryClient.clear();
    useToastState.setState({ toasts: [] });
    forgetChanges();
    dismissQuestions();
  });
  const stopWatching = useSession.subscribe(({ shown }, { shown: before }) => {
    if (shown && before && shown.accountId !== before.accountId) forgetShown();
  });
  return () => {
    stopForgetting();
    stopWatching();
  };
}
