import { isDuplicateKey, isMongoUnavailable } from '@dayline/runtime/mongodb/unavailable';
import { MongoBulkWriteError } from 'mongodb';
import { VaultUnavailable } from '../port.ts';

/** Runs a call to the server. @throws VaultUnavailable if it is unavailable, Error if it refuses */
export type Reach = <Answer>(ask: () => Promise<Answer>) => Promise<Answer>;

/** The vault's access to its server, until closed. */
export function openReach(): { readonly reach: Reach; close(): void } {
  let isClosed = false;
  return {
    async reach(ask) {
      if (isClosed) throw new VaultUnavailable('The vault is closed.');
      try {
        return await ask();
      } catch (error) {
        if (isMongoUnavailable(error)) throw new VaultUnavailable(`The vault is unavailable: ${nameOf(error)}`);
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

/** Only names and codes: a server message may quote the written data, such as an address. */
const nameOf = (error: unknown): string =>
  isOfServer(error) ? [error.name, error.codeName ?? error.code].filter(Boolean).join(' ') : 'no answer';

/** False if the document already existed; other errors are rethrown. */
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
