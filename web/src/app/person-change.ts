import type { QueryClient } from '@tanstack/react-query';
import { forgetPositions } from '../shared/api/positions.ts';
import { useSession } from '../shared/session/session-store.ts';
import { useToastState } from '../shared/ui/toast.ts';

/**
 * When this tab finds somebody else signed in (another tab did it), what the person before had on the screen goes: rows,
 * positions, and toasts whose Undo would be sent in the next one's name. Returns the way to stop watching.
 */
export const forgetOnPersonChange = (queryClient: Pick<QueryClient, 'clear'>): (() => void) =>
  useSession.subscribe(({ shown }, { shown: before }) => {
    if (!shown || !before || shown.accountId === before.accountId) return;
    queryClient.clear();
    forgetPositions();
    useToastState.setState({ toasts: [] });
  });
