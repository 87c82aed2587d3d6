import { desk as deskProjection } from '@dayline/projector/projections/desk/projection';
import { followOnce } from '@dayline/projector/runner/run';
import { openMongo } from '@dayline/runtime/mongodb/connect';
import { openMongoViewStore } from '@dayline/view-store/mongodb/open';
import type { CommandStartedEvent, Document, MongoClient } from 'mongodb';
import type { TestClinic } from './clinic.ts';
import { openViewReader } from './clinic-queries.ts';

export interface RecordedQuery {
  readonly command: Document;
  readonly kind: 'find' | 'count';
  readonly view: string;
  readonly hint: unknown;
}

/** The clinic's log as views in MongoDB, and the queries that the handlers send. */
export async function openMongoDesk(clinic: TestClinic, url: string, more: { readonly maxKeys?: number } = {}) {
  // Long enough for a busy machine: a write retried by the driver would look like another writer's.
  const mongo = openMongo({ url, answerWithinMs: 60_000 });
  const requests: RecordedQuery[] = [];
  for (const client of [mongo.client, mongo.searches.client]) {
    // The driver's types lack this option; the driver accepts it before connecting.
    (client as MongoClient & { monitorCommands: boolean }).monitorCommands = true;
    client.on('commandStarted', ({ commandName, command }: CommandStartedEvent) => {
      const view = /\.rows\.(\w+)$/.exec(String(command[commandName]))?.[1];
      const isRead = commandName === 'find' || commandName === 'aggregate';
      if (!view || !isRead || isByKeys(command)) return;
      requests.push({ command, kind: commandName === 'find' ? 'find' : 'count', view, hint: command['hint'] });
    });
  }
  const views = openMongoViewStore({ mongo, ...more });
  const store = await views.open(deskProjection, 'write');
  const ending = new AbortController();
  await followOnce({
    projection: deskProjection,
    feed: clinic.sealedLog,
    store,
    signal: ending.signal,
    report: ({ caughtUp }) => {
      if (caughtUp) ending.abort();
    },
  });
  const desk = openViewReader({ ...clinic, views: store });
  // The directory is loaded by the first query.
  await desk.reply('countDepartmentsAndDoctors', { clientId: '01ARZ3NDEKTSV4RRFFQ69G5FAV' });
  return {
    /** The queries of a call, in order. */
    async asking(
      call: (desk: ReturnType<typeof openViewReader>) => Promise<unknown>,
    ): Promise<readonly RecordedQuery[]> {
      requests.length = 0;
      await call(desk);
      return [...requests];
    },
    async explain({ command }: RecordedQuery): Promise<Plan> {
      const { lsid: _, $db: __, $clusterTime: ___, readConcern: ____, ...explained } = command;
      const plan = await mongo.views.command({ explain: explained, verbosity: 'executionStats' });
      return planOf(plan);
    },
    async close() {
      await views.close();
      await mongo.close();
    },
  };
}

/** Lookups of rows by key, which have only one index, and loading the directory. */
const isByKeys = ({ filter }: Document): boolean =>
  typeof filter === 'object' && Object.keys(filter).every((path) => path === '_id' || path === 'at');

export interface Plan {
  readonly stages: readonly string[];
  readonly indexes: readonly string[];
  readonly keysExamined: number;
  readonly docsExamined: number;
  readonly returned: number;
}

/** The winning plan's stages, wherever the server's version puts them. */
function planOf(explained: Document): Plan {
  const stages: string[] = [];
  const indexes: string[] = [];
  const stats: Document[] = [];
  const collect = (part: unknown, isWinning: boolean): void => {
    if (typeof part !== 'object' || part === null) return;
    for (const [name, value] of Object.entries(part)) {
      if (name === 'rejectedPlans' || name === 'executionStages') continue;
      if (name === 'executionStats') stats.push(value as Document);
      if (isWinning && name === 'stage') stages.push(String(value));
      if (isWinning && name === 'indexName') indexes.push(String(value));
      collect(value, isWinning || name === 'winningPlan');
    }
  };
  collect(explained, false);
  const [first = {}] = stats;
  return {
    stages,
    indexes: [...new Set(indexes)],
    keysExamined: Number(first['totalKeysExamined']),
    docsExamined: Number(first['totalDocsExamined']),
    returned: Number(first['nReturned']),
  };
}
