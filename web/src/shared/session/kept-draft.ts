import { useEffect, useState } from 'react';
import { draftOf, dropDraft, keepDraft } from './drafts.ts';
import { useSession } from './session-store.ts';

/**
 * State that survives the end of a session: the same person gets it back. Leaving the page drops it. The third function
 * replaces the saved state, unless it was edited meanwhile.
 */
export function useKeptDraft<T>(name: string, initial: T): [T, (value: T) => void, (before: T, after: T) => void] {
  const [value, setValue] = useState(() => draftOf(name, initial));
  useEffect(
    () => () => {
      if (useSession.getState().identity) dropDraft(name);
    },
    [name],
  );
  const change = (next: T) => {
    setValue(next);
    keepDraft(name, next);
  };
  const replaceSaved = (before: T, after: T) => {
    if (draftOf(name, initial) === before) change(after);
  };
  return [value, change, replaceSaved];
}
