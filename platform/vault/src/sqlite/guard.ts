import type { OpenedFile } from '@dayline/runtime/opened-file';
import { mapFileErrors } from '@dayline/runtime/sqlite-error';
import { VaultExchanged } from '@dayline/runtime/unavailable';
import { VaultUnavailable } from '../port.ts';

type Call = (...args: readonly unknown[]) => Promise<unknown>;

/**
 * Maps file errors of reads to VaultUnavailable; the writer maps its own. Once another file is at the path, such as a
 * restored backup, all calls are refused: what is written into the open file would be lost.
 */
export function guard(file: OpenedFile): <Group extends object>(group: Group) => Group {
  let isLeft = false;
  const refuse = (): void => {
    const state = file.state();
    if (state === 'same') return;
    // Until the restart that opens the other file.
    if (state === 'exchanged' && !isLeft) file.removeLeftovers();
    isLeft = state === 'exchanged';
    throw new VaultExchanged(state);
  };
  return <Group extends object>(group: Group): Group => {
    const calls = Object.entries(group).map(([name, call]: [string, Call]) => {
      const guarded: Call = async (...args) => {
        refuse();
        return await call(...args);
      };
      return [name, guarded];
    });
    // Cast is safe: the calls' names, arguments and results are unchanged.
    return mapFileErrors(
      Object.fromEntries(calls) as Group,
      (cause) => new VaultUnavailable(`The vault could not be read: ${cause.message}`, { cause }),
    );
  };
}
