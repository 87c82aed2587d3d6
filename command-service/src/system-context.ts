import type { Actor } from '@dayline/contracts/events/metadata';
import type { Clock } from '@dayline/platform/clock';
import { derivedId } from '@dayline/platform/ids/derived';
import { newUlid } from '@dayline/platform/ids/ulid';
import type { CommandContext } from './kernel/command-context.ts';

export interface SystemCommand {
  readonly clock: Clock;
  readonly clientId: string;
  /** The product itself unless told; the demo data acts as its desks and doctors. */
  readonly actor?: Actor;
  /** Makes the command's id the same each time (with the clock's time in it); without, each command is a new one. */
  readonly key?: string;
}

export const systemActor: Actor = { kind: 'system', id: 'dayline', name: 'Dayline' };

/** The context of a command that no call carries: the command line's and the demo data's. */
export function systemContext({ clock, clientId, actor = systemActor, key }: SystemCommand): CommandContext {
  const ulid = newUlid(clock);
  // The time comes from the clock, so that ids stay in the order of time; the rest from the key.
  const commandId = key === undefined ? ulid : ulid.slice(0, 10) + derivedId(actor.id, 'system', key).slice(10);
  return {
    commandId,
    commandDigest: '',
    correlationId: commandId,
    causationId: commandId,
    actor,
    clientId,
    traceparent: null,
    now: clock.now(),
  };
}
