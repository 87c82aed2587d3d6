import { existsSync } from 'node:fs';
import { newEvents, newStream } from '../event-log/contract-fixtures.ts';
import { type Faults, startDouble } from '../event-log/eventstoredb/double/server.ts';
import { openEventStoreLog } from '../event-log/eventstoredb/open.ts';
import { sayServer } from './servers-said.ts';

/** A current release with long-term support. */
const image = 'kurrentplatform/kurrentdb:26.0';
const containerPort = 2113;

export interface EventStoreServer {
  /** For `openEventStoreLog`. A real server keeps what other tests appended, so streams need names of their own. */
  readonly url: string;
  readonly from: 'TEST_EVENTSTORE_URL' | 'container' | 'double';
  /** What only the double does on demand. */
  readonly faults: Faults | null;
  stop(): Promise<void>;
}

/** The address that is given, else a container where Docker runs, else the double; `npm test` says which it was. */
export async function startEventStore(): Promise<EventStoreServer> {
  const server = (await given()) ?? (await inContainer()) ?? (await asDouble());
  sayServer(`EventStoreDB: ${server.from}${server.from === 'double' ? ' (a gRPC server inside the test)' : ''}`);
  return server;
}

/** The double also where a real server is at hand: for the tests of faults. */
export async function startFaultyEventStore(): Promise<EventStoreServer & { readonly faults: Faults }> {
  return await asDouble();
}

async function given(): Promise<EventStoreServer | null> {
  const url = process.env['TEST_EVENTSTORE_URL'];
  if (!url) return null;
  await untilItWrites(url);
  return { url, from: 'TEST_EVENTSTORE_URL', faults: null, stop: async () => {} };
}

/** Its health page says live some seconds before it accepts writes. */
async function untilItWrites(url: string): Promise<void> {
  const log = await openEventStoreLog({ url, timeLimitMs: 60_000 });
  await log.append(newStream(), 'noStream', newEvents(1));
  await log.close();
}

async function asDouble(): Promise<EventStoreServer & { readonly faults: Faults }> {
  const double = await startDouble();
  return { ...double, from: 'double' };
}

/** Looked for before the library is loaded, which takes a second and logs. */
const hasDocker = (): boolean => Boolean(process.env['DOCKER_HOST']) || existsSync('/var/run/docker.sock');

async function inContainer(): Promise<EventStoreServer | null> {
  if (!hasDocker()) return null;
  const { GenericContainer, Wait } = await import('testcontainers');
  try {
    const container = await new GenericContainer(image)
      .withEnvironment({ KURRENTDB_INSECURE: 'true', KURRENTDB_MEM_DB: 'true' })
      .withExposedPorts(containerPort)
      .withWaitStrategy(Wait.forHttp('/health/live', containerPort).forStatusCode(204))
      .start();
    const url = `esdb://${container.getHost()}:${container.getMappedPort(containerPort)}?tls=false`;
    await untilItWrites(url);
    return { url, from: 'container', faults: null, stop: async () => void (await container.stop()) };
  } catch {
    // There is a socket and nobody behind it, or no way to the image: the double answers, and that is said.
    return null;
  }
}
