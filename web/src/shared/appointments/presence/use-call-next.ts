import type { Action } from '../../../ui/buttons/action.ts';
import { useUnderway } from '../../actions/underway.ts';
import type { Present } from './presence.ts';
import { presenceText } from './text.ts';
import type { PresenceCommands } from './use-presence-commands.ts';

/**
 * A doctor's Call Next. It waits for its response: until then the page only assumes who is next, and another press
 * would call that patient too.
 */
export function useCallNext(commands: PresenceCommands): (next: Present | undefined) => Action {
  const { isUnderway, run } = useUnderway();
  return (next) => ({
    name: presenceText.callNext,
    enabled: next !== undefined,
    isPending: next !== undefined && isUnderway(next.POC_ID),
    perform: () => void (next && run(next.POC_ID, () => commands.callNext(next))),
  });
}
