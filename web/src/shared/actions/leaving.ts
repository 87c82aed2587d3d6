import { useCallback, useEffect } from 'react';
import { type BlockerFunction, useBlocker } from 'react-router-dom';
import { confirm, type Question } from '../../ui/dialogs/confirm.ts';
import { useSession } from '../session/session-store.ts';
import { actionsText as text } from './text.ts';

const unsavedQuestion = (): Question => ({
  title: text.leave,
  message: text.leaveHint,
  actionLabel: text.leaveAction,
  destructive: true,
  cancelLabel: text.stay,
});

interface LeavingOptions {
  /** Called once leaving is confirmed. */
  onLeave?: () => void;
  /** A reload restores what was entered, so nothing is asked before one. */
  keptOverReload?: boolean;
}

/**
 * Asks for confirmation before unsaved input is left by a link or the browser's Back; before a reload the browser asks.
 * Leaving because the session ended or the page is locked asks nothing.
 */
export function useAskBeforeLeaving(
  hasChanges: boolean,
  question: Question = unsavedQuestion(),
  { onLeave, keptOverReload = false }: LeavingOptions = {},
): void {
  const isLeaving: BlockerFunction = useCallback(
    ({ currentLocation, nextLocation }) =>
      hasChanges && currentLocation.pathname !== nextLocation.pathname && useSession.getState().identity !== undefined,
    [hasChanges],
  );
  const blocker = useBlocker(isLeaving);
  const { state } = blocker;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one question each time that leaving is held up
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void confirm(question).then((isConfirmed) => {
      if (!isConfirmed) return blocker.reset();
      onLeave?.();
      blocker.proceed();
    });
  }, [state]);
  useEffect(() => {
    if (!hasChanges || keptOverReload) return;
    const hold = (event: BeforeUnloadEvent) => {
      if (useSession.getState().identity) event.preventDefault();
    };
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [hasChanges, keptOverReload]);
}
