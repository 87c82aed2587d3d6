import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Document, MongoClient } from 'mongodb';
import { startMongodbContainer } from './mongodb-container.ts';
import { reportServer } from './report-server.ts';
import { startSecantusDb } from './secantusdb.ts';

/** Faults that the owning suite can cause; not available on a given server. */
export interface MongodbFaults {
  /** Arms `failCommand`: `mode` as `{ times: 1 }` or `'alwaysOn'`, `data` with the commands and their failure. */
  failPoint(mode: Document | 'alwaysOn' | 'off', data?: Document): Promise<void>;
  /** Only if the server is a local process. */
  readonly process?: { kill(): Promise<void>; restart(): Promise<void> };
}

export interface MongodbServer {
  readonly from: 'TEST_MONGODB_URL' | 'container' | 'SecantusDB';
  /** An address with a new randomly named database, dropped at the end. */
  database(): string;
  /** Host and port, for a proxy. */
  readonly host: string;
  readonly port: number;
  readonly faults: MongodbFaults | null;
  stop(): Promise<void>;
}

interface Found {
  readonly from: MongodbServer['from'];
  readonly url: string;
  readonly process?: NonNullable<MongodbFaults['process']>;
  stop(): Promise<void>;
}

async function find(): Promise<Found | null> {
  const url = process.env['TEST_MONGODB_URL'];
  if (url) return { from: 'TEST_MONGODB_URL', url, stop: async () => {} };
  try {
    const container = await startMongodbContainer();
    if (container) return { from: 'container', ...container };
  } catch (error) {
    reportServer(`MongoDB: Docker runs, but no container came up (${error instanceof Error ? error.message : error})`);
  }
  const folder = mkdtempSync(join(tmpdir(), 'dayline-mongodb-'));
  const secantus = await startSecantusDb(folder);
  if ('missing' in secantus) {
    rmSync(folder, { recursive: true, force: true });
    reportServer(`MongoDB: none, its suites were skipped (${secantus.missing.split('\n')[0]})`);
    return null;
  }
  return {
    from: 'SecantusDB',
    url: `mongodb://127.0.0.1:${secantus.port}/?directConnection=true`,
    process: { kill: () => secantus.kill(), restart: () => secantus.restart() },
    async stop() {
      await secantus.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The address with another database in its path. */
function withDatabase(url: string, name: string): string {
  const [, start, rest] = /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?(\?.*)?$/.exec(url) ?? [];
  return `${start}/${name}${rest ?? ''}`;
}

/**
 * A MongoDB-compatible server for one test file: TEST_MONGODB_URL, else MongoDB in a container if Docker runs, else
 * SecantusDB if Python is installed; null if none is available. Reports which one.
 */
export async function startMongodb(): Promise<MongodbServer | null> {
  const found = await find();
  if (!found) return null;
  reportServer(`MongoDB: ${found.from}${found.from === 'SecantusDB' ? ' 0.7.0b3' : ''}`);
  const [, host = '127.0.0.1', port = '27017'] = /^mongodb:\/\/(?:[^@/]*@)?([^:/,?]+)(?::(\d+))?/.exec(found.url) ?? [];
  const databases: string[] = [];
  const using = async (work: (client: MongoClient) => Promise<unknown>) => {
    const client = new MongoClient(found.url, { serverSelectionTimeoutMS: 5000 });
    try {
      await work(client);
    } finally {
      await client.close();
    }
  };
  const faults: MongodbFaults = {
    failPoint: (mode, data) =>
      using((client) =>
        client.db('admin').command({ configureFailPoint: 'failCommand', mode, ...(data ? { data } : {}) }),
      ),
    ...(found.process ? { process: found.process } : {}),
  };
  return {
    from: found.from,
    host,
    port: Number(port),
    database() {
      const name = `dayline_test_${randomBytes(6).toString('hex')}`;
      databases.push(name);
      return withDatabase(found.url, name);
    },
    faults: found.from === 'TEST_MONGODB_URL' ? null : faults,
    async stop() {
      // Other servers are removed with their files.
      if (found.from === 'TEST_MONGODB_URL') {
        // With the database of the views.
        const all = databases.flatMap((name) => [name, `${name}_views`]);
        await using((client) => Promise.all(all.map((name) => client.db(name).dropDatabase())));
      }
      await found.stop();
    },
  };
}

/**
 * A suite that needs MongoDB, declared with top-level `await`. Without a server, a skipped test of the suite's name
 * replaces it. The server stops with the suite.
 */
export async function describeOnMongodb(name: string, suite: (server: MongodbServer) => void): Promise<void> {
  const server = await startMongodb();
  if (!server) {
    test.skip(`${name}: no MongoDB, container or Python`, () => {});
    return;
  }
  describe(name, () => {
    suite(server);
    afterAll(() => server.stop());
  });
}
