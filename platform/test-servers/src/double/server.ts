/**
 * A double of EventStoreDB for tests: an in-process gRPC server on the client's generated stubs, in memory, that fails
 * on demand. It proves nothing about a real server's speed or durability; `behaviour.test.ts` defines its behaviour and
 * also runs on a real server.
 */

import { randomUUID } from 'node:crypto';
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import featuresService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { Server, ServerCredentials } from '@grpc/grpc-js';
import { type Door, openDoor } from './door.ts';
import { DoubleStore, type LogCopy, type ServerKind } from './store.ts';
import { StreamsService } from './streams-service.ts';

export interface Faults {
  /** Ends every subscription: with a goodbye, by a crash, or because the reader is too slow. */
  dropSubscriptions(how: 'clean' | 'unclean' | 'tooSlow'): void;
  /** Cuts every connection and stops; appended events are kept. */
  stop(): Promise<void>;
  /** Restarts at the same address. */
  start(options?: { notReady?: boolean }): Promise<void>;
  /** The current log, as a backup of the server's files. */
  copyLog(): LogCopy;
  /** While stopped, replaces the log with a copy or an empty one. */
  restoreLog(copy: LogCopy | 'empty'): void;
  /** Whether it accepts reads and writes; otherwise it refuses them with an error. */
  setReady(isReady: boolean): void;
  /** Stops answering until resumed; then it processes the pending requests. */
  hang(isHanging: boolean): void;
  /** Delays all that passes from now on, in each direction, ms. */
  delay(ms: number): void;
  /** As a stopped process or a silent network: connections stay, nothing passes, not even pings, until resumed. */
  freeze(isFrozen: boolean): void;
  /** The open streams of a kind go silent permanently on healthy connections, as if a proxy had lost them. */
  lose(kind: 'subscriptions' | 'appendStreams'): void;
  /** New requests of a kind are lost on their way: no answer, no error. */
  dropNew(kind: 'subscriptions' | 'features', isLosing: boolean): void;
  /** Cuts the connection that carries the next append, before or after executing it. */
  cutNextAppend(when: 'before' | 'after'): void;
  /** After a termination signal, executes this many more appends, then stops. */
  stopAfter(appends: number): Promise<void>;
  /** Number of calls refused while not ready. */
  readonly refused: number;
  /** Number of appends by each method. */
  readonly appends: { readonly batched: number; readonly single: number };
  readonly subscriptions: number;
  /** Number of subscriptions lost on their way. */
  readonly lostSubscriptions: number;
  /** Number of reads, subscriptions included. */
  readonly reads: number;
  /** Number of existing events that reads have requested. */
  readonly eventsRead: number;
  /** Number of calls waiting for it to resume. */
  readonly held: number;
}

export interface Double {
  readonly url: string;
  /** The same server as a cluster of one, whose node the client discovers. */
  readonly clusterUrl: string;
  readonly faults: Faults;
  stop(): Promise<void>;
}

export async function startDouble(kind: ServerKind = { line: 'older' }): Promise<Double> {
  const service = new StreamsService(new DoubleStore(kind));
  const node = new gossip.EndPoint().setAddress('127.0.0.1');
  const server = newServer(service, node);
  const door = await openDoor(await listen(server));
  node.setPort(door.port);
  const faults = faultsOf(service, door);
  return {
    url: `esdb://127.0.0.1:${door.port}?tls=false`,
    clusterUrl: `esdb+discover://127.0.0.1:${door.port}?tls=false&maxDiscoverAttempts=1&discoveryInterval=10`,
    faults,
    async stop() {
      await faults.stop();
      server.forceShutdown();
    },
  };
}

const versions = { older: '22.10.0', newer: '26.1.0' } as const;

function newServer(service: StreamsService, node: gossip.EndPoint): Server {
  const supported = new features.SupportedMethods().setEventStoreServerVersion(versions[service.store.line]);
  for (const name of ['batchappend', 'append', 'read', 'delete', 'tombstone']) {
    const method = new features.SupportedMethod().setMethodName(name);
    supported.addMethods(method.setServiceName('event_store.client.streams.streams'));
  }
  // Like the real server, it accepts larger messages than appends.
  const server = new Server({ 'grpc.max_receive_message_length': 17 * 1024 * 1024 });
  server.addService(streamsService.StreamsService, service.handlers());
  const leader = new gossip.MemberInfo().setIsAlive(true).setState(gossip.MemberInfo.VNodeState.LEADER);
  leader.setInstanceId(new shared.UUID().setString(randomUUID())).setHttpEndPoint(node);
  const cluster = new gossip.ClusterInfo().setMembersList([leader]);
  server.addService(gossipService.GossipService, {
    read: (_: unknown, respond: (error: null, answer: unknown) => void) => respond(null, cluster),
  });
  server.addService(featuresService.ServerFeaturesService, {
    getSupportedMethods: (_: unknown, respond: (error: null, answer: unknown) => void) =>
      service.unlessPaused(() => {
        if (!service.dropsNew.features) respond(null, supported);
      }),
  });
  return server;
}

/** Listens on a free port, and returns it. */
const listen = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });

function faultsOf(service: StreamsService, door: Door): Faults {
  const { store, subscribers, appends } = service;
  async function stop(): Promise<void> {
    service.dropHeld();
    await door.close();
  }

  return {
    stop,
    async start({ notReady = false } = {}) {
      service.isReady = !notReady;
      await door.open();
    },
    copyLog: () => store.copy(),
    restoreLog: (copy) => store.restore(copy === 'empty' ? { events: [], end: 0n } : copy),
    setReady(isReady) {
      service.isReady = isReady;
    },
    dropSubscriptions(how) {
      for (const subscriber of [...subscribers]) subscriber.drop(how);
    },
    hang: (isHanging) => service.hang(isHanging),
    delay: (ms) => door.delay(ms),
    freeze: (isFrozen) => door.freeze(isFrozen),
    lose(kind) {
      if (kind === 'appendStreams') service.loseAppendStreams();
      else for (const subscriber of subscribers) subscriber.mute();
    },
    dropNew(kind, isLosing) {
      service.dropsNew[kind] = isLosing;
    },
    cutNextAppend(when) {
      service.cutNext = when;
    },
    stopAfter: (count) => new Promise((resolve) => service.countDown(count, () => void stop().then(resolve))),
    appends,
    get reads() {
      return service.reads;
    },
    get eventsRead() {
      return store.eventsRead;
    },
    get refused() {
      return service.refused;
    },
    get subscriptions() {
      return subscribers.size;
    },
    get lostSubscriptions() {
      return service.lostSubscriptions;
    },
    get held() {
      return service.held;
    },
  };
}
