import { type Db, MongoClient, type MongoClientOptions } from 'mongodb';

/** A connection to MongoDB and the database that the address names. */
export interface Mongo {
  readonly client: MongoClient;
  readonly db: Db;
  close(): Promise<void>;
}

export interface MongoAddress {
  /** `mongodb://` or `mongodb+srv://`; its path names the database, `dayline` where it names none. */
  readonly url: string;
  /** How long an answer may take, in ms; 5 s unless a test wants less. */
  readonly answerWithinMs?: number;
  /** How long a server is looked for, or a place in the pool waited for, in ms; 2.5 s unless a test wants less. */
  readonly findWithinMs?: number;
}

/**
 * What every connection is opened with; the address can't weaken it.
 *
 * Durable: a write is acknowledged when a majority has it in its journal, and is repeated once by the driver under the
 * same number, so that a change of the primary neither loses nor doubles it. Reads see what a majority has, from the
 * primary: one's own writes, never something that a failover takes back. Limits: this driver has no limit over a whole
 * operation, so each step has its own; finding a server, waiting for a connection, and an answer. With its one repeat,
 * an operation ends within twice their sum.
 */
export const mongoOptions = ({ answerWithinMs = 5000, findWithinMs = 2500 }: Omit<MongoAddress, 'url'> = {}) =>
  ({
    appName: 'dayline',
    // As single options: as one object, an address with journal=false would have its way.
    w: 'majority',
    journal: true,
    wtimeoutMS: answerWithinMs,
    readConcernLevel: 'majority',
    readPreference: 'primary',
    retryWrites: true,
    retryReads: true,
    serverSelectionTimeoutMS: findWithinMs,
    connectTimeoutMS: findWithinMs,
    waitQueueTimeoutMS: findWithinMs,
    socketTimeoutMS: answerWithinMs,
    // A server that went away is found soon after it is back.
    heartbeatFrequencyMS: 2000,
    maxPoolSize: 20,
    // A field that is undefined is not there, as in JSON.
    ignoreUndefined: true,
  }) as const satisfies MongoClientOptions;

/** Opens no connection yet: a server that is away is met by the first operation, and found when it is there. */
export function openMongo({ url, ...limits }: MongoAddress): Mongo {
  const client = new MongoClient(url, mongoOptions(limits));
  return { client, db: client.db(databaseOf(url)), close: () => client.close() };
}

/** The database that an address names. A list of servers is no URL that Node's class can read. */
export function databaseOf(url: string): string {
  const path = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/.exec(url)?.[1];
  return path === undefined ? 'dayline' : decodeURIComponent(path);
}
