import type { Actor, Channel } from '@dayline/contracts/events/metadata';
import type { Clock } from '@dayline/runtime/clock';
import { derivedId } from '@dayline/runtime/ids/derived';
import { newUlid } from '@dayline/runtime/ids/ulid';
import type { CommandContext } from './command-context.ts';

export interface SystemCommand {
  readonly clock: Clock;
  readonly clientId: string;
  /** Default: the product itself. Demo data acts as its desks and doctors. */
  readonly actor?: Actor;
  /** Default `system`. */
  readonly channel?: Channel;
  /** Makes the command's id repeatable (together with the clock's time); without it each command is new. */
  readonly key?: string;
}

export const systemActor: Actor = { kind: 'system', id: 'dayline', name: 'Dayline' };

/** The context of a command outside a call. */
export function systemContext({
  clock,
  clientId,
  actor = systemActor,
  channel = 'system',
  key,
}: SystemCommand): CommandContext {
  const ulid = newUlid(clock);
  // The clock's time keeps ids in order; the rest is derived from the key.
  const commandId = key === undefined ? ulid : ulid.slice(0, 10) + derivedId(actor.id, 'system', key).slice(10);
  return {
    commandId,
    commandDigest: '',
    correlationId: commandId,
    causationId: commandId,
    actor,
    clientId,
    channel,
    traceparent: null,
    now: clock.now(),
  };
}
