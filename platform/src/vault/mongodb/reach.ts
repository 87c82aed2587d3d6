import { MongoBulkWriteError } from 'mongodb';
import { isDuplicateKey, isMongoAway } from '../../mongodb/away.ts';
import { VaultUnavailable } from '../port.ts';

/** Runs what asks the server. @throws VaultUnavailable where it is away, Error where it refuses */
export type Reach = <Answer>(ask: () => Promise<Answer>) => Promise<Answer>;

/** The vault's way to its server, until it is closed. */
export function openReach(): { readonly reach: Reach; close(): void } {
  let isClosed = false;
  return {
    async reach(ask) {
      if (isClosed) throw new VaultUnavailable('The vault is closed.');
      try {
        return await ask();
      } catch (error) {
        if (isMongoAway(error)) throw new VaultUnavailable(`The vault is away: ${nameOf(error)}`);
        throw isOfServer(error) ? new Error(`The vault's server refused: ${nameOf(error)}`) : error;
      }
    },
    close() {
      isClosed = true;
    },
  };
}

const isOfServer = (error: unknown): error is Error & { code?: unknown; codeName?: unknown } =>
  error instanceof Error && error.name.startsWith('Mongo');

/** A server's own words may quote what was to be written, an address for one: only names and codes are passed on. */
const nameOf = (error: unknown): string =>
  isOfServer(error) ? [error.name, error.codeName ?? error.code].filter(Boolean).join(' ') : 'no answer';

/** False where a document of this key was there before, and nothing else went wrong. */
export async function unlessDuplicate(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (isOnlyDuplicates(error)) return false;
    throw error;
  }
}

function isOnlyDuplicates(error: unknown): boolean {
  if (!(error instanceof MongoBulkWriteError)) return isDuplicateKey(error);
  return [error.writeErrors].flat().every(isDuplicateKey) && !error.result.getWriteConcernError();
}
