import { rmSync } from 'node:fs';
import { WrongMasterKey } from '@dayline/runtime/key-ring';
import type { StoreSettings } from './settings.ts';

/**
 * Opens a vault outside the data folder; a missing key was created before the vault could be looked for. A key that
 * doesn't open it is removed: the next start would take it for the vault's.
 */
export async function discardingNewKey<Opened>(
  { newSecrets }: Pick<StoreSettings, 'newSecrets'>,
  vault: Promise<Opened>,
): Promise<Opened> {
  try {
    return await vault;
  } catch (error) {
    if (newSecrets && error instanceof WrongMasterKey) rmSync(newSecrets, { force: true });
    throw error;
  }
}
