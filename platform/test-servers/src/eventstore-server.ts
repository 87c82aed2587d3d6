import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { type Double, type Faults, startDouble } from './double/server.ts';
import type { ServerKind } from './double/store.ts';
import { nodeProgram, startNode } from './eventstore-node.ts';
import { reportServer } from './report-server.ts';

/** A current LTS release. */
const image = 'kurrentplatform/kurrentdb:26.0';
const containerPort = 2113;

export interface EventStoreServer {
  /** For `openEventStoreLog`. A real server keeps other tests' events, so streams need unique names. */
  readonly url: string;
  readonly from: 'TEST_EVENTSTORE_URL' | 'node' | 'container' | 'double';
  /** Faults that only the double offers. */
  readonly faults: Faults | null;
  stop(): Promise<void>;
}

const names = {
  TEST_EVENTSTORE_URL: 'TEST_EVENTSTORE_URL',
  node: 'a node for each suite',
  container: 'a container for each suite',
  double: 'the double (a gRPC server inside the test)',
} as const satisfies Record<EventStoreServer['from'], string>;

/**
 * The configured address, else a node that the program of `nodeProgram` starts, else a container if Docker runs, else
 * the double; `npm test` prints which one served each suite.
 */
export async function startEventStore(): Promise<EventStoreServer> {
  const server = (await configured()) ?? (await startAsNode()) ?? (await startInContainer()) ?? (await startAsDouble());
  reportServer(`EventStoreDB: ${names[server.from]}`);
  return server;
}

/** The double even if a real server is available, for tests of faults. */
export async function startFaultyEventStore(kind?: ServerKind): Promise<EventStoreServer & Double> {
  return await startAsDouble(kind);
}

async function configured(): Promise<EventStoreServer | null> {
  const url = process.env['TEST_EVENTSTORE_URL'];
  if (!url) return null;
  await untilWritable(url);
  return { url, from: 'TEST_EVENTSTORE_URL', faults: null, stop: async () => {} };
}

/**
 * The health page reports live some seconds before the server accepts writes. The event has none of the product's
 * metadata, so that a product on this server skips it.
 */
async function untilWritable(url: string): Promise<void> {
  const client = EventStoreDBClient.connectionString(url);
  const latest = performance.now() + 300_000;
  try {
    for (;;) {
      try {
        await client.appendToStream(`ready-${randomUUID()}`, jsonEvent({ type: 'ServerIsReady', data: {} }));
        return;
      } catch (error) {
        if (performance.now() > latest) throw error;
        await pause(250);
      }
    }
  } finally {
    await client.dispose();
  }
}

async function startAsNode(): Promise<EventStoreServer | null> {
  const program = nodeProgram();
  if (!program) return null;
  try {
    const { url, stop } = await startNode(program);
    return { url, from: 'node', faults: null, stop };
  } catch (error) {
    reportServer(`EventStoreDB: no node started (${error instanceof Error ? error.message : error})`);
    return null;
  }
}

async function startAsDouble(kind?: ServerKind): Promise<EventStoreServer & Double> {
  const double = await startDouble(kind);
  return { ...double, from: 'double' };
}

/** Checked before loading the library, which takes a second and logs. */
const hasDocker = (): boolean => Boolean(process.env['DOCKER_HOST']) || existsSync('/var/run/docker.sock');

async function startInContainer(): Promise<EventStoreServer | null> {
  if (!hasDocker()) return null;
  const { GenericContainer, Wait } = await import('testcontainers');
  try {
    const container = await new GenericContainer(image)
      .withEnvironment({ KURRENTDB_INSECURE: 'true', KURRENTDB_MEM_DB: 'true' })
      .withExposedPorts(containerPort)
      .withWaitStrategy(Wait.forHttp('/health/live', containerPort).forStatusCode(204))
      .start();
    const url = `esdb://${container.getHost()}:${container.getMappedPort(containerPort)}?tls=false`;
    await untilWritable(url);
    return { url, from: 'container', faults: null, stop: async () => void (await container.stop()) };
  } catch {
    // A dead socket, or the image can't be pulled: the double is used, which is reported.
    return null;
  }
}
