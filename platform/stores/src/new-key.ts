import { rmSync } from 'node:fs';
import { WrongMasterKey } from '@dayline/runtime/key-ring';
import type { StoreSettings } from './settings.ts';

/**
 * Opens a vault that isn't in the data folder, where a missing key was made before anybody could look for it. One that
 * doesn't open it is removed: the next start would take it for the vault's.
 */
export async function withoutUselessKey<Opened>(
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
