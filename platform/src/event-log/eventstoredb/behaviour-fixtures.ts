/** The client itself on whatever server there is, for the tests of how both behave. */
import { setTimeout as pause } from 'node:timers/promises';
import { EventStoreDBClient, jsonEvent, type ResolvedEvent, type StreamingRead } from '@eventstore/db-client';
import { ulid } from 'ulid';
import type { EventStoreServer } from '../../testing/eventstore-server.ts';
import type { Faults } from './double/server.ts';

export const newStream = () => `behaviour-${ulid()}`;
export const plain = (data: Record<string, unknown> = {}, type = 'SomethingHappened') => jsonEvent({ type, data });

/** What a call fails with. */
export const failure = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'no failure',
    (error) => error,
  );

export async function until(isSo: () => boolean): Promise<void> {
  const latest = performance.now() + 20_000;
  while (!isSo()) {
    if (performance.now() > latest) throw new Error(`It never came to be: ${isSo}`);
    await pause(5);
  }
}

export async function eventsOf(read: StreamingRead<ResolvedEvent>) {
  const events: NonNullable<ResolvedEvent['event']>[] = [];
  for await (const { event } of read) if (event) events.push(event);
  return events;
}

type Subscription = ReturnType<EventStoreDBClient['subscribeToAll'] | EventStoreDBClient['subscribeToStream']>;

/** A subscription with what it said, in order. */
export function watch(subscription: Subscription) {
  const types: string[] = [];
  const ids: string[] = [];
  const errors: unknown[] = [];
  const said: string[] = [];
  subscription.on('data', ({ event }: { event?: { type: string; id: string } }) => {
    if (!event || event.type.startsWith('$')) return;
    types.push(event.type);
    ids.push(event.id);
  });
  subscription.on('confirmation', () => said.push('confirmation'));
  subscription.on('end', () => said.push('end'));
  subscription.on('close', () => said.push('close'));
  subscription.on('error', (error) => {
    said.push('error');
    errors.push(error);
  });
  return { subscription, types, ids, errors, said };
}

/** One client of a server, and the ways to make that fail. */
export function useServer(server: EventStoreServer) {
  const client = EventStoreDBClient.connectionString(server.url);
  return {
    client,
    /** A test of what only the double does on demand. */
    onDemand: server.faults ? test : test.skip,
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
