import type { ClientSession, MongoClient, Timestamp } from 'mongodb';

/** Runs reads that see at least what all earlier ones saw. Pass the session to each operation. */
export type CausalRead = <Answer>(ask: (session: ClientSession) => Promise<Answer>) => Promise<Answer>;

/**
 * Orders the reads of a process, over any number of clients of one server. A primary that was just elected may answer a
 * majority read from before what its predecessor has already shown; here the server waits until it has caught up.
 */
export function causalOrder(): (client: MongoClient) => CausalRead {
  let latest: Timestamp | undefined;
  return (client) => async (ask) => {
    const session = client.startSession({ causalConsistency: true });
    if (latest) session.advanceOperationTime(latest);
    try {
      return await ask(session);
    } finally {
      const { operationTime } = session;
      if (operationTime && (!latest || operationTime.greaterThan(latest))) latest = operationTime;
      await session.endSession();
    }
  };
}
