import type { EventLog } from '@dayline/event-log/port';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { openMemoryEventLog } from '@dayline/event-log/testing/memory';
import type { CommandContext } from '../command-handler/command-context.ts';
import { type CommandHandlerOptions, createCommandHandler } from '../command-handler/command-handler.ts';
import type { CommandKeys } from '../command-handler/command-keys.ts';
import type { Decider, Fact } from '../command-handler/decider.ts';

/** Command handlers on one log, each with its own cache and queue as in a separate process. */

const noKeys = { ensure: async () => new Map(), get: async () => new Map() };
export const at = Date.parse('2026-11-21T02:30:00Z');

/** A command's context; the same number is the same command. */
export const by = (command: number, digest = 'digest'): CommandContext => ({
  commandId: `01J00000000000000000C${String(command).padStart(5, '0')}`,
  commandDigest: digest,
  correlationId: 'c',
  causationId: 'c',
  channel: 'web',
  actor: { kind: 'admin', id: 'a', name: 'A' },
  clientId: '01J0000000000000000000000C',
  traceparent: null,
  now: at,
});

/** Keys as in the vault, without their lifetime. `waiting` is awaited before a key is written. */
export function keysOf(waiting: () => Promise<unknown> = async () => undefined): CommandKeys & {
  readonly calls: string[];
} {
  const calls: string[] = [];
  return {
    calls,
    isReused: async () => false,
    beforeAppend: {
      async take() {
        calls.push('take');
        await waiting();
        return true;
      },
      async release() {
        calls.push('release');
      },
    },
  };
}

export function processesOn<State, Command, Event extends Fact, Context>(
  decider: Decider<State, Command, Event, Context>,
  log: EventLog = openMemoryEventLog(),
) {
  return {
    log,
    /** A process; `seen` replaces its log. */
    start: ({
      seen = log,
      ...options
    }: { readonly seen?: EventLog } & Pick<
      CommandHandlerOptions,
      'keys' | 'contention' | 'cachedEvents' | 'changes' | 'watch'
    > = {}) =>
      createCommandHandler(decider, { log: openSealedLog(seen, noKeys), clock: { now: () => at }, ...options }),
  };
}
