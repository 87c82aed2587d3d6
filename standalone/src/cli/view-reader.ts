import { setTimeout as pause } from 'node:timers/promises';
import { fold } from '@dayline/contracts/fold';
import type { DeskView, DeskViews } from '@dayline/contracts/views';
import type { ClientRow } from '@dayline/contracts/views/directory';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import { desk } from '@dayline/projector/projections/desk/projection';
import type { Projection } from '@dayline/projector/projections/projection';
import type { EventFeed } from '@dayline/projector/runner/run';
import { startProjector } from '@dayline/projector/runner/start';
import type { ProjectorStatus } from '@dayline/projector/runner/status';
import type { Lease } from '@dayline/runtime/lease/lease';
import type { ProjectionStore, Scalar, ViewStore } from '@dayline/view-store/port';
import { CliFailure } from './terminal/failure.ts';

/** Rows of the desk, read at the log's head. */
export interface ViewReader {
  rows<View extends DeskView>(
    view: View,
    where?: Readonly<Record<string, Scalar>>,
  ): Promise<readonly DeskViews[View][]>;
  /** Where they are read from. */
  readonly store: ProjectionStore;
  close(): Promise<void>;
}

interface ViewReaderParts {
  readonly views: ViewStore;
  readonly lease: Lease;
  readonly log: SealedLog;
}

/** How long (ms) the product may take to bring its views to the log's head. */
const maxWait = 30_000;

export async function openViewReader({ views, lease, log }: ViewReaderParts): Promise<ViewReader> {
  // If no projector runs, this process brings the views to the log's head.
  if (await lease.attempt()) await foldToEnd({ projection: desk, feed: log, views }).finally(() => lease.release());
  const store = await views.open(desk, 'read');
  const head = await log.head();
  const until = Date.now() + maxWait;
  while (((await store.checkpoint())?.position ?? log.start) < head) {
    if (Date.now() > until) throw new CliFailure('The views of the running product are behind the end of its log.');
    await pause(50);
  }
  return {
    store,
    async rows<View extends DeskView>(view: View, where: Readonly<Record<string, Scalar>> = {}) {
      const found: DeskViews[View][] = [];
      // Cast is safe: a view's name determines the type of its rows.
      for await (const row of store.scan(view) as AsyncIterable<DeskViews[View]>) {
        const fields = Object.entries(row);
        const fits = Object.entries(where).every(([name, value]) => fields.some(([n, v]) => n === name && v === value));
        if (fits && row.gone !== true) found.push(row);
      }
      return found;
    },
    close: () => store.close(),
  };
}

/** Keeps the views at the log's head during the work, if no projector does. */
export async function withViewsFolded<Result>(
  { views, lease, log }: ViewReaderParts,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!(await lease.attempt())) return work();
  const projector = await startProjector({ projection: desk, feed: log, views, onStatus: () => undefined });
  try {
    return await work();
  } finally {
    await projector.stop();
    await lease.release();
  }
}

interface Folding {
  readonly projection: Projection;
  readonly feed: EventFeed;
  readonly views: ViewStore;
}

/** Folds the views up to the log's head, in this process. @throws CliFailure if the projection is stuck */
export async function foldToEnd(folding: Folding): Promise<void> {
  let settle: (status: ProjectorStatus) => void = () => {};
  const firstStatus = new Promise<ProjectorStatus>((resolve) => {
    settle = resolve;
  });
  const projector = await startProjector({
    ...folding,
    onStatus: (status) => {
      if (status.caughtUp || status.stopped !== null || status.trouble !== null) settle(status);
    },
  });
  try {
    const status = await firstStatus;
    const fault = status.stopped ?? status.trouble;
    if (fault !== null) throw new CliFailure(`The views cannot be folded: ${fault}`);
  } finally {
    await projector.stop();
  }
}

/** A client by its id or its name. @throws CliFailure if there is none, or if several have the name */
export async function clientNamed(desk: ViewReader, idOrName: string): Promise<ClientRow> {
  const clients = await desk.rows('clients');
  const byId = clients.find(({ key }) => key === idOrName);
  const clientsOfName = clients.filter(({ name }) => fold(name) === fold(idOrName));
  const [found = byId] = clientsOfName;
  if (byId) return byId;
  if (clientsOfName.length > 1) {
    throw new CliFailure(
      `There are ${clientsOfName.length} clients named ${idOrName}: give the id (${clientsOfName.map(({ key }) => key).join(', ')}).`,
    );
  }
  if (found) return found;
  const names = clients.map(({ name }) => name);
  throw new CliFailure(
    `There is no client ${idOrName}.${names.length > 0 ? ` Clients: ${names.join(', ')}.` : ' Add one: client add <name>.'}`,
  );
}
