import { type Db, MongoClient, type MongoClientOptions } from 'mongodb';
import { type CausalRead, causalOrder } from './causal.ts';
import { endWritesOfClosedConnections } from './pending-writes.ts';

/** A connection to MongoDB, with a separate database for each set of data that an account may have access to. */
export interface Mongo {
  readonly client: MongoClient;
  /** The one that the address names: the vault and the photos. */
  readonly db: Db;
  /** Named after it, with `_views`: the views, and the leases of the processes that write them. */
  readonly views: Db;
  /** The views over a small separate pool, so that searches and counts only delay each other. */
  readonly searches: Db;
  /**
   * Await before each use of `searches`: if its first connection fails, the driver abandons a client until an explicit
   * connect. Returns at once if connected.
   */
  connectSearches(): Promise<unknown>;
  /** For reads over `views` and over `searches` of which a later one must not be older than an earlier one. */
  readonly read: CausalRead;
  readonly search: CausalRead;
  /** `maxTimeMS` of reads, below the socket time-out: the server ends the read and the connection survives. */
  readonly readWithinMs: number;
  close(): Promise<void>;
}

export interface MongoAddress {
  /** `mongodb://` or `mongodb+srv://`; the path names the vault's database, default `dayline`. */
  readonly url: string;
  /** Time limit of an answer, in ms; default 5 s. */
  readonly answerWithinMs?: number;
  /** Time limit for finding a server or waiting for a pooled connection, in ms; default 2.5 s. */
  readonly findWithinMs?: number;
}

/** A write waits for its majority for this share of its answer time. */
const shareOfMajority = 0.6;

/**
 * Options of every connection; the address can't weaken them.
 *
 * Durability: a write is acknowledged once journalled on a majority, and retried once by the driver under the same
 * number, so that a change of primary neither loses nor doubles it. Reads are majority reads from the primary: they see
 * one's own writes and never data that a failover rolls back. Limits: the driver has no overall time limit, so finding
 * a server, waiting for a connection and waiting for an answer each have one. With the one retry, an operation ends
 * within twice their sum.
 */
export const mongoOptions = ({ answerWithinMs = 5000, findWithinMs = 2500 }: Omit<MongoAddress, 'url'> = {}) =>
  ({
    appName: 'dayline',
    // As separate options: with an object, journal=false in the address would win.
    w: 'majority',
    journal: true,
    // Below the socket time-out, so that a lagging majority is reported and the connection survives.
    wtimeoutMS: Math.ceil(answerWithinMs * shareOfMajority),
    readConcernLevel: 'majority',
    readPreference: 'primary',
    retryWrites: true,
    retryReads: true,
    serverSelectionTimeoutMS: findWithinMs,
    connectTimeoutMS: findWithinMs,
    waitQueueTimeoutMS: findWithinMs,
    socketTimeoutMS: answerWithinMs,
    // Finds a returned server quickly.
    heartbeatFrequencyMS: 2000,
    maxPoolSize: 20,
    // Undefined fields are omitted, as in JSON.
    ignoreUndefined: true,
  }) as const satisfies MongoClientOptions;

endWritesOfClosedConnections();

/** Pool size for searches and counts; others wait. */
const searchConnections = 5;
/** Share of the answer time for `maxTimeMS`. */
const shareOfReading = 0.8;

/** Doesn't connect yet: an unavailable server shows at the first operation. */
export function openMongo({ url, ...limits }: MongoAddress): Mongo {
  const options = mongoOptions(limits);
  const client = new MongoClient(url, options);
  const searching = new MongoClient(url, { ...options, maxPoolSize: searchConnections });
  const name = databaseOf(url);
  const causalReads = causalOrder();
  return {
    client,
    db: client.db(name),
    views: client.db(viewsOf(name)),
    searches: searching.db(viewsOf(name)),
    connectSearches: () => searching.connect(),
    read: causalReads(client),
    search: causalReads(searching),
    readWithinMs: Math.ceil(options.socketTimeoutMS * shareOfReading),
    async close() {
      await Promise.all([client.close(), searching.close()]);
    },
  };
}

/** The name of the views' database, which goes with a database. */
export const viewsOf = (database: string): string => `${database}_views`;

/** The database named by an address. Node's URL class can't parse a list of servers. */
export function databaseOf(url: string): string {
  const path = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/.exec(url)?.[1];
  return path === undefined ? 'dayline' : decodeURIComponent(path);
}
