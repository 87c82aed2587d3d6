import type { Db } from 'mongodb';
import type { VaultContent } from '../port.ts';
import { vaultCollections } from './collections.ts';
import { openReach } from './reach.ts';

/** The parts of a vault in the database that each service may read. Creates nothing. @throws VaultUnavailable */
export function contentOfMongoVault(db: Db): Promise<VaultContent> {
  const { settings, followers } = vaultCollections(db);
  return openReach().reach(async () => {
    if ((await settings.findOne({ _id: 'fingerprint' })) === null) return 'missing';
    return (await followers.findOne({})) === null ? 'new' : 'content';
  });
}
