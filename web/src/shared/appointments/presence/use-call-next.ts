import type { Action } from '../../../ui/buttons/action.ts';
import { useUnderway } from '../../actions/underway.ts';
import type { Present } from './presence.ts';
import { presenceText } from './text.ts';
import type { PresenceCommands } from './use-presence-commands.ts';

/**
 * Call Next of a doctor. It waits for its answer: until then the page only assumes who is next, and a further press would
 * call that patient too.
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
