import type { Server as HttpServer } from 'node:http';
import { type Role, roles } from '@dayline/contracts/endpoints/definition';
import type { Blobs } from '@dayline/platform/blobs/port';
import type { EventLog } from '@dayline/platform/event-log/port';
import { type CallDeps, type CallHandler, createRouter } from '@dayline/platform/http/calls';
import type { Ownership } from '@dayline/platform/http/claims';
import type { CallContext, QueryHandlers } from '@dayline/platform/http/handler';
import type { SealedLog } from '@dayline/platform/sealed-log/open';
import type { Sessions } from '@dayline/platform/session/sessions';
import type { ProjectionStore } from '@dayline/platform/view-store/port';
import { deskOf } from './desk/desk.ts';
import { copyDirectory } from './desk/directory.ts';
import { readingFrom } from './desk/reading.ts';
import { queryHandlers } from './handlers.ts';
import { attachHub, type Hub } from './live/hub.ts';
import type { TraceOf } from './live/traces.ts';
import { ownershipFrom } from './ownership.ts';
import { readYourWrites } from './readiness/read-your-writes.ts';

/** What the query service needs; all of it is opened, and closed after `stop`, by whoever composes. */
export interface QueryServiceDeps extends Omit<CallDeps, 'ownership' | 'waitFor' | 'sessions' | 'onRefused'> {
  /** The projection `desk`, opened for reading. */
  readonly desk: ProjectionStore;
  /** As stored: histories check the chain on it. */
  readonly eventLog: Pick<EventLog, 'readStream'>;
  readonly sealedLog: Pick<SealedLog, 'readStream' | 'start'>;
  readonly sessions: Pick<Sessions, 'remembered' | 'find'>;
  /** Where profile photos are. */
  readonly blobs: Blobs;
  /** `BOOKING_HORIZON_DAYS` */
  readonly horizonDays: number;
  /** How many sockets an account may have open; 20 unless told. */
  readonly socketsPerAccount?: number;
  /** Whose trace the event at a position belongs to; what is sent to sockets names it. */
  readonly traceOf?: TraceOf;
  /** Told of each history that was read: the command side puts it on the account's trail. Must not throw. */
  readonly onHistoryRead?: (context: CallContext, subject: Readonly<Record<string, string>>) => void;
}

export interface QueryService {
  /** Answers the queries of the endpoint table, and passes on whatever isn't one. */
  readonly router: CallHandler;
  readonly handlers: QueryHandlers;
  /** Whose a doctor, a department and a patient are; a command service beside this one may ask it too. */
  readonly ownership: Ownership;
  /** Serves the sockets of `/socket.io` on this server. */
  attachLive(httpServer: HttpServer): void;
  /** Reads the names anew and tells every page to fetch anew: done by itself when the views were swapped. */
  refetchAll(): Promise<void>;
  /** How many sockets are open, by role; for metrics. */
  openSockets(): ReadonlyMap<Role, number>;
  /** Lets those go who wait, and closes the sockets. */
  stop(): Promise<void>;
}

/** Composes what answers: lists and counts from the views, histories from the log, and the sockets. */
export function createQueryService(deps: QueryServiceDeps): QueryService {
  const { sealedLog, eventLog, sessions, logger, settings, clock, horizonDays } = deps;
  const desk = deskOf(deps.desk, sealedLog.start);
  const copy = copyDirectory(desk, sealedLog.start);
  const read = readingFrom({ desk, copy, clock, horizonDays });
  const handlers = queryHandlers(
    read,
    {
      eventLog,
      sealedLog,
      onHistoryRead: deps.onHistoryRead ?? (() => undefined),
    },
    deps.blobs,
  );
  const ownership = ownershipFrom(desk, copy);
  const waits = readYourWrites(desk);
  const router = createRouter('query', handlers, { ...deps, ownership, waitFor: waits.reached });
  const hubs: Hub[] = [];
  async function refetchAll(): Promise<void> {
    copy.forget();
    await Promise.all(hubs.map((hub) => hub.refetchAll()));
  }
  // Other rows may stand at the same position now: nothing that was read or sent before holds.
  const stopHearing = deps.desk.onSwap(() => {
    refetchAll().catch((error: unknown) => logger.error({ err: error }, 'pages could not be told to fetch anew'));
  });

  return {
    router,
    handlers,
    ownership,
    attachLive(httpServer) {
      const { socketsPerAccount, traceOf } = deps;
      const cap = socketsPerAccount === undefined ? {} : { socketsPerAccount };
      const traces = traceOf === undefined ? {} : { traceOf };
      hubs.push(attachHub(httpServer, { desk, read, sessions, origins: settings, logger, ...cap, ...traces }));
    },
    refetchAll,
    openSockets: () => {
      const open = hubs.map((hub) => hub.openSockets());
      return new Map(roles.map((role) => [role, open.reduce((sum, counts) => sum + (counts.get(role) ?? 0), 0)]));
    },
    async stop() {
      stopHearing();
      waits.stop();
      await Promise.all(hubs.map((hub) => hub.stop()));
    },
  };
}
