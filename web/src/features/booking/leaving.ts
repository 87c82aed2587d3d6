import { useCallback, useEffect } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router-dom';
import { useSession } from '../../shared/session/session-store.ts';
import { confirm } from '../../shared/ui/confirm.ts';
import { clearDraft } from './draft.ts';
import { bookingText as text } from './text.ts';

/**
 * Asks before a booking that was begun is left by a link or by the browser's Back; before a reload the browser asks itself.
 * What was typed is a patient's, and so is never put into storage. A session that ends leaves without a question.
 */
export function useAskBeforeLeaving(begun: boolean): void {
  const isLeaving: BlockerFunction = useCallback(
    ({ currentLocation, nextLocation }) =>
      begun && currentLocation.pathname !== nextLocation.pathname && useSession.getState().identity !== undefined,
    [begun],
  );
  const blocker = useBlocker(isLeaving);
  const { state } = blocker;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one question each time that leaving is held up
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const question = { title: text.leave, message: text.leaveHint, actionLabel: text.leaveAction, destructive: true };
    void confirm({ ...question, cancelLabel: text.stay }).then((agreed) => {
      if (!agreed) return blocker.reset();
      clearDraft();
      blocker.proceed();
    });
  }, [state]);
  useEffect(() => {
    if (!begun) return;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [begun]);
}
