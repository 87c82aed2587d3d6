import type { Server as HttpServer } from 'node:http';
import { endpoints, type QueryName } from '@dayline/contracts/endpoints/table';
import type { EventLog } from '@dayline/event-log/port';
import type { SealedLog } from '@dayline/event-log/sealed-log/open';
import { type CallDeps, createRouter, type Router } from '@dayline/http/call-routes';
import type { QueryHandlers } from '@dayline/http/handler';
import type { Building } from '@dayline/http/operations/building';
import type { CalendarFeeds } from '@dayline/http/session/calendar-feeds';
import type { Displays } from '@dayline/http/session/displays';
import type { Sessions } from '@dayline/http/session/sessions';
import type { Damage } from '@dayline/stores/damage';
import type { Blobs } from '@dayline/vault/blobs/port';
import type { Vault } from '@dayline/vault/port';
import type { ReadStore } from '@dayline/view-store/lazy';
import type { ProjectionStore } from '@dayline/view-store/port';
import { activityOf } from './activity/activity.ts';
import type { OnHistoryRead } from './activity/history-read.ts';
import { recordingLists } from './activity/lists-read.ts';
import { VisitsToCall } from './calls/visits-to-call.ts';
import { ChatsAtDesk } from './chats/chats-at-desk.ts';
import { deskOf } from './desk/desk.ts';
import { DirectoryCopy } from './desk/directory.ts';
import { snapshotsFrom } from './desk/snapshot.ts';
import { queryHandlers } from './handlers.ts';
import { attachHub, type Hub, type SocketRole, socketRoles } from './live/hub.ts';
import type { TraceOf } from './live/traces.ts';
import { ownershipFrom } from './ownership.ts';
import type { ChatbotTrialDeps } from './partner/chatbot-trial.ts';
import { openEventFeed } from './partner/event-feed.ts';
import type { ProofDeps } from './proof/queries.ts';
import { clientsWithoutViews } from './readiness/clients-without-views.ts';
import { checkpointReached, readYourWrites } from './readiness/read-your-writes.ts';

/** While the views are being built, people can sign in and stay signed in. */
const answeredWithoutViews: ReadonlySet<string> = new Set<QueryName>([
  'validateSession',
  'listClients',
  'listAuditKeys',
  // Reads the log: if the views can't be built, it shows why.
  'checkLog',
  'getLastCheck',
]);

/** These queries also read the activity, which is projected alongside the desk. */
const readsActivity = (path: string): boolean =>
  path.startsWith('/api/audit/') || path === endpoints.listDeskChanges.path || path === endpoints.listDueSignIns.path;

/** The dependencies of the query service. The caller opens all of them, and closes them after `stop`. */
export interface QueryServiceDeps
  extends Omit<CallDeps, 'ownership' | 'waitFor' | 'sessions' | 'onRefused' | 'building'> {
  /** The projection `desk`, opened for reading. */
  readonly desk: ProjectionStore;
  /** The projection `activity`, opened for reading. */
  readonly activity: ReadStore;
  /** Whether the views are still being built: calls that read them are refused until then. */
  readonly building?: Building;
  /** The clients offered for sign-in while there are no views yet, and the people of a client. */
  readonly accounts: Pick<Vault['accounts'], 'clientIds' | 'ofClient' | 'byId'>;
  /** As stored: histories verify the chain on it. */
  readonly eventLog: Pick<EventLog, 'readStream' | 'readAll' | 'follow' | 'head' | 'start'>;
  readonly sealedLog: Pick<SealedLog, 'readStream' | 'start'>;
  readonly sessions: Pick<Sessions, 'isOurs' | 'find' | 'watch' | 'cookie' | 'isProved' | 'ofAccount' | 'publicIdOf'>;
  /** The displays. */
  readonly displays: Pick<Displays, 'find' | 'isOurs' | 'renewed'>;
  readonly calendarFeeds: Pick<CalendarFeeds, 'find'>;
  readonly secondFactors: Pick<Vault['secondFactors'], 'read' | 'policyOf' | 'idleMinutesOf' | 'localAdministratorsOf'>;
  readonly reservations: Pick<Vault['reservations'], 'find'>;
  /** How API keys are used. */
  readonly keyUses: Pick<Vault['keyUses'], 'since'>;
  /** What webhooks were sent, and up to where. */
  readonly webhooks: Pick<Vault, 'followers' | 'deliveries'>;
  /** The store of profile photos. */
  readonly blobs: Blobs;
  /** `BOOKING_HORIZON_DAYS` */
  readonly horizonDays: number;
  /** Open sockets per account; 20 by default. */
  readonly socketsPerAccount?: number;
  /** The traceparent of the event at a position; messages to sockets contain it. */
  readonly traceOf?: TraceOf;
  /** Called for each history that was read; the command side records it in the account's trail. Must not throw. */
  readonly onHistoryRead?: OnHistoryRead;
  /** Notes damage that a read has found, for `/readyz`. */
  readonly onDamage?: Damage['record'];
  /** Signed heads, the check of the log, and the records of exports. */
  readonly proof: Omit<ProofDeps, 'activity' | 'eventLog' | 'sealedLog' | 'storedLog'>;
  readonly trial?: ChatbotTrialDeps['trial'];
}

export interface QueryService {
  /** Answers the queries of the endpoint table, and passes on any other request. */
  readonly router: Router;
  readonly handlers: QueryHandlers;
  /** Serves the sockets of `/socket.io` on this server. */
  attachLive(httpServer: HttpServer): void;
  /** Rereads the names and makes every page refetch; runs automatically when the views are swapped. */
  refetchAll(): Promise<void>;
  /** How many sockets are open, by role; for metrics. */
  openSockets(): ReadonlyMap<SocketRole, number>;
  /** Releases pending reads, and closes the sockets. */
  stop(): Promise<void>;
}

/** The log, without streams that are known to differ from the signed ones. */
function signedOnly<Log extends Pick<EventLog, 'readStream'> & Partial<Pick<EventLog, 'readAll'>>>(
  log: Log,
  record: Pick<ProofDeps['record'], 'refuseUnlike'>,
): Log {
  async function judged<Event extends { readonly position: string }>(
    reading: Promise<readonly Event[]>,
  ): Promise<readonly Event[]> {
    const events = await reading;
    record.refuseUnlike(events);
    return events;
  }
  const { readAll } = log;
  return {
    ...log,
    readStream: (...args) => judged(log.readStream(...args)),
    ...(readAll && { readAll: (...args: Parameters<EventLog['readAll']>) => judged(readAll(...args)) }),
  };
}

/** Composes the query side: lists and counts from the views, histories from the log, and the sockets. */
export function createQueryService(deps: QueryServiceDeps): QueryService {
  const { sealedLog, eventLog, sessions, logger, settings, clock, horizonDays } = deps;
  const desk = deskOf(deps.desk, sealedLog.start);
  const copy = new DirectoryCopy(desk, sealedLog.start);
  const visitsToCall = new VisitsToCall(desk);
  const read = snapshotsFrom({ desk, copy, clock, horizonDays });
  const { building = async () => null, onHistoryRead = () => undefined } = deps;
  const signedEvents = signedOnly(eventLog, deps.proof.record);
  const eventFeed = openEventFeed(signedEvents);
  const chatsAtDesk = new ChatsAtDesk(signedOnly(sealedLog, deps.proof.record));
  const chatsWatch = chatsAtDesk.watch({ desk, clock, logger });
  const answers = queryHandlers(
    read,
    {
      eventLog: signedEvents,
      eventFeed,
      webhooks: deps.webhooks,
      sealedLog: signedOnly(sealedLog, deps.proof.record),
      activity: activityOf(deps.activity, deps.sealedLog, { ...deps, ...deps.proof }, deps.onDamage),
      ...deps.proof,
      storedLog: eventLog,
      onHistoryRead,
      visitsToCall,
      displays: deps.displays,
      calendarFeeds: deps.calendarFeeds,
      secondFactors: deps.secondFactors,
      reservations: deps.reservations,
      accounts: deps.accounts,
      keyUses: deps.keyUses,
      trial: deps.trial,
      chatsAtDesk,
      sessions,
    },
    deps.blobs,
  );
  const fromViews = recordingLists(answers, onHistoryRead);
  const waits = readYourWrites(desk);
  const handlers: QueryHandlers = {
    ...fromViews,
    listClients: async (request, context) =>
      (await building()) === null
        ? fromViews.listClients(request, context)
        : { body: await clientsWithoutViews(deps.accounts, sealedLog) },
  };
  const router = createRouter('query', handlers, {
    ...deps,
    ownership: ownershipFrom(desk, copy),
    waitFor: async (position, path) => {
      const reached = [waits.reached(position)];
      if (readsActivity(path)) reached.push(checkpointReached(deps.activity, position));
      return (await Promise.all(reached)).every(Boolean);
    },
    building: async (name) => (answeredWithoutViews.has(name) ? null : building()),
  });
  const hubs: Hub[] = [];
  async function refetchAll(): Promise<void> {
    copy.forget();
    visitsToCall.forget();
    chatsAtDesk.forget();
    await Promise.all(hubs.map((hub) => hub.refetchAll()));
  }
  // Other rows may have the same position now: nothing that was read or sent before is valid.
  const unsubscribe = deps.desk.onSwap(() => {
    refetchAll().catch((error: unknown) => logger.error({ err: error }, 'pages could not be notified to refetch'));
  });

  return {
    router,
    handlers,
    attachLive(httpServer) {
      const { socketsPerAccount, traceOf, security, throttle, displays } = deps;
      const cap = socketsPerAccount === undefined ? {} : { socketsPerAccount };
      const traces = traceOf === undefined ? {} : { traceOf };
      hubs.push(
        attachHub(httpServer, {
          desk,
          read,
          sessions,
          displays,
          ...{ settings, throttle, security, logger },
          ...cap,
          ...traces,
        }),
      );
    },
    refetchAll,
    openSockets: () => {
      const open = hubs.map((hub) => hub.openSockets());
      return new Map(socketRoles.map((role) => [role, open.reduce((sum, counts) => sum + (counts.get(role) ?? 0), 0)]));
    },
    async stop() {
      unsubscribe();
      eventFeed.stop();
      waits.stop();
      await Promise.all([chatsWatch.stop(), ...hubs.map((hub) => hub.stop())]);
    },
  };
}
