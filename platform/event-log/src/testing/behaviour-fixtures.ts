/** The plain client on any server, for the behaviour tests of both the real server and the double. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Faults } from '@dayline/test-servers/double/server';
import type { EventStoreServer } from '@dayline/test-servers/eventstore-server';
import { EventStoreDBClient, jsonEvent, type ResolvedEvent, type StreamingRead } from '@eventstore/db-client';
import { ulid } from 'ulid';

export const newStream = () => `behaviour-${ulid()}`;
export const plain = (data: Record<string, unknown> = {}, type = 'SomethingHappened') => jsonEvent({ type, data });

/** The error that a call fails with. */
export const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'no failure',
    (error) => error,
  );

export async function until(condition: () => boolean): Promise<void> {
  const latest = performance.now() + 20_000;
  while (!condition()) {
    if (performance.now() > latest) throw new Error(`It never came to be: ${condition}`);
    await pause(5);
  }
}

export async function eventsOf(read: StreamingRead<ResolvedEvent>) {
  const events: NonNullable<ResolvedEvent['event']>[] = [];
  for await (const { event } of read) if (event) events.push(event);
  return events;
}

type Subscription = ReturnType<EventStoreDBClient['subscribeToAll'] | EventStoreDBClient['subscribeToStream']>;

/** A subscription with its events in order. */
export function watch(subscription: Subscription) {
  const types: string[] = [];
  const ids: string[] = [];
  const errors: unknown[] = [];
  const lines: string[] = [];
  subscription.on('data', ({ event }: { event?: { type: string; id: string } }) => {
    if (!event || event.type.startsWith('$')) return;
    types.push(event.type);
    ids.push(event.id);
  });
  subscription.on('confirmation', () => lines.push('confirmation'));
  subscription.on('end', () => lines.push('end'));
  subscription.on('close', () => lines.push('close'));
  subscription.on('error', (error) => {
    lines.push('error');
    errors.push(error);
  });
  return { subscription, types, ids, errors, lines };
}

/** One client of a server, and ways to make it fail. */
export function useServer(server: EventStoreServer) {
  const client = EventStoreDBClient.connectionString(server.url);
  return {
    client,
    /** Declares a test that needs the double's faults; it runs on the double alone. */
    onDemand: server.faults ? test : () => {},
    faults(): Faults {
      if (!server.faults) throw new Error('Only the double fails on demand.');
      return server.faults;
    },
    async appendedPosition(stream = newStream(), event = plain()) {
      const { position } = await client.appendToStream(stream, event);
      if (!position) throw new Error('The server said no position.');
      return position;
    },
    async leave() {
      await client.dispose();
      await server.stop();
    },
  };
}
