import type { CommandName } from '@dayline/contracts/endpoints/table';
import type { CommandOutcome } from '@dayline/contracts/errors';
import { alert } from '../../ui/dialogs/confirm.ts';
import { watchCommands } from '../api/carry-out.ts';
import { outcomeText } from './text.ts';
import { dismissToast, readingMs, showToast } from './toast.ts';

/**
 * The message for a command whose outcome is unknown after all attempts, or that wasn't carried out; undefined if it
 * was refused.
 */
export function outcomeSentence(name: CommandName, outcome: CommandOutcome | undefined): string | undefined {
  if (outcome === undefined) return undefined;
  return outcome === 'unknown' ? `${outcomeText.unknown(name)} ${outcomeText.look(name)}` : outcomeText.notCarriedOut;
}

/** The total time of all attempts, ms. */
const maxCheck = 180_000;

watchCommands({
  checking() {
    const id = showToast({
      kind: 'info',
      message: outcomeText.checking,
      detail: outcomeText.checkingDetail,
      time: maxCheck,
    });
    return () => dismissToast(id);
  },
  gaveUp(name, outcome) {
    if (outcome === 'unknown') void alert(outcomeText.unknown(name), outcomeText.look(name));
    // The page's own message comes before it.
    else showToast({ kind: 'warning', message: outcomeText.notCarriedOut, time: readingMs });
  },
});
