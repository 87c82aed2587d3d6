import { setTimeout as pause } from 'node:timers/promises';
import type { Collection, CreateIndexesOptions, Document, IndexDescription } from 'mongodb';
import { isMongoUnavailable } from './unavailable.ts';

/** The driver's errors after its client was closed, which is final. */
const closedNames: ReadonlySet<unknown> = new Set([
  'MongoClientClosedError',
  'MongoNotConnectedError',
  'MongoPoolClosedError',
  'MongoTopologyClosedError',
]);
const isClosed = (error: unknown): boolean => error instanceof Error && closedNames.has(error.name);

/** Longer than a change of primary takes, ms; a new primary continues the build. */
const maxOutageMs = 120_000;
const tryAgainMs = 500;

/**
 * Creates missing indexes. Building one may exceed any time-out, so the socket has none: the driver's heartbeat, every
 * two seconds, cuts it if the server is gone. Then the command is repeated, for up to two minutes without an answer;
 * the server continues a running build. A majority of members must have built it, so one that is down doesn't block.
 */
export async function buildIndexes<Kept extends Document>(
  collection: Collection<Kept>,
  indexes: IndexDescription[],
): Promise<void> {
  // The driver's types lack the per-command socket time-out.
  const options: CreateIndexesOptions & { socketTimeoutMS: number } = { commitQuorum: 'majority', socketTimeoutMS: 0 };
  const until = performance.now() + maxOutageMs;
  for (;;) {
    try {
      await collection.createIndexes(indexes, options);
      return;
    } catch (error) {
      if (!isMongoUnavailable(error) || isClosed(error) || performance.now() > until) throw error;
      await pause(tryAgainMs);
    }
  }
}
