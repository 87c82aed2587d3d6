// Loaded into a service before its own code: counts its calls to EventStoreDB.
import { EventStoreDBClient } from '@eventstore/db-client';

/** Counts by kind of call, such as `read of patient`. */
export type NodeCalls = Readonly<Record<string, number>>;

const calls: Record<string, number> = {};
const count = (kind: string): void => {
  calls[kind] = (calls[kind] ?? 0) + 1;
};

/** Calls `seen` with the arguments of each method call on the client. */
function watch(method: 'readStream' | 'readAll' | 'subscribeToAll', seen: (args: readonly unknown[]) => void): void {
  // Cast is safe: each is a function, which is called as before.
  const call = EventStoreDBClient.prototype[method] as (...args: unknown[]) => unknown;
  Reflect.set(EventStoreDBClient.prototype, method, function counted(this: EventStoreDBClient, ...args: unknown[]) {
    seen(args);
    return call.apply(this, args);
  });
}

const optionsOf = (args: readonly unknown[], index: number): Readonly<Record<string, unknown>> =>
  // Cast is safe: the client's options are objects.
  (args[index] ?? {}) as Record<string, unknown>;

watch('readStream', (args) => {
  const { maxCount } = optionsOf(args, 1);
  count(`read of ${String(args[0]).split('-')[0]}${maxCount === 1 ? ', one event' : ''}`);
});
watch('readAll', (args) => {
  const { direction, maxCount } = optionsOf(args, 0);
  count(`read of all, ${direction === 'backwards' && maxCount === 1 ? 'the end' : 'a page'}`);
});
watch('subscribeToAll', () => count('subscription'));

process.on('message', () => process.send?.(calls));
// It doesn't keep the service running.
process.channel?.unref();
