import type { QueryClient } from '@tanstack/react-query';
import { useToastState } from '../shared/actions/toast.ts';
import { forgetShown, onForgetShown } from '../shared/session/forget-shown.ts';
import { useSession } from '../shared/session/session-store.ts';

/**
 * Clears the previous person's data when somebody else signs in, here or in another tab: rows, positions, and toasts
 * whose Undo would be sent in the new person's name. Returns a function that stops watching.
 */
export function forgetOnPersonChange(queryClient: Pick<QueryClient, 'clear'>): () => void {
  const stopForgetting = onForgetShown(() => {
    queryClient.clear();
    useToastState.setState({ toasts: [] });
  });
  const stopWatching = useSession.subscribe(({ shown }, { shown: before }) => {
    if (shown && before && shown.accountId !== before.accountId) forgetShown();
  });
  return () => {
    stopForgetting();
    stopWatching();
  };
}
