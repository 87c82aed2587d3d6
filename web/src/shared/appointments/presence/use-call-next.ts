import { useRef, useState } from 'react';
import type { Action } from '../../../ui/buttons/action.ts';
import type { Present } from './presence.ts';
import { presenceText } from './text.ts';
import type { PresenceCommands } from './use-presence-commands.ts';

/**
 * Call Next of a doctor. It waits for its answer: until then the page only assumes who is next, and a further press would
 * call that patient too.
 */
export function useCallNext(commands: PresenceCommands): (next: Present | undefined) => Action {
  const [calling, setCalling] = useState<ReadonlySet<string>>(new Set());
  const underway = useRef(new Set<string>());
  const call = async (next: Present): Promise<void> => {
    const { POC_ID: pocId } = next;
    if (underway.current.has(pocId)) return;
    underway.current.add(pocId);
    setCalling(new Set(underway.current));
    try {
      await commands.callNext(next);
    } finally {
      underway.current.delete(pocId);
      setCalling(new Set(underway.current));
    }
  };
  return (next) => ({
    name: presenceText.callNext,
    enabled: next !== undefined,
    isPending: next !== undefined && calling.has(next.POC_ID),
    perform: () => void (next && call(next)),
  });
}
