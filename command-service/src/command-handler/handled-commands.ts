import type { Recorded } from '@dayline/contracts/events/definition';
import type { Fact } from './decider.ts';

export interface HandledCommand<Event extends Fact> {
  readonly digest: string;
  readonly events: readonly Recorded<Event>[];
}

/**
 * The commands of a stream by id, as a list of immutable maps. Each map is smaller than the next, so that there are
 * few: finding and adding a command cost O(log n).
 */
export type HandledCommands<Event extends Fact> = readonly ReadonlyMap<string, HandledCommand<Event>>[];

export const noCommands: HandledCommands<never> = [];

export function handledCommand<Event extends Fact>(
  handledCommands: HandledCommands<Event>,
  commandId: string,
): HandledCommand<Event> | undefined {
  for (const some of handledCommands) {
    const found = some.get(commandId);
    if (found) return found;
  }
  return undefined;
}

/** A copy with the commands of further events. */
export function withCommandsOf<Event extends Fact>(
  handledCommands: HandledCommands<Event>,
  events: readonly Recorded<Event>[],
): HandledCommands<Event> {
  let newest = new Map<string, HandledCommand<Event>>();
  for (const event of events) {
    const { commandId, commandDigest: digest } = event.metadata;
    const earlier = newest.get(commandId) ?? handledCommand(handledCommands, commandId);
    newest.set(commandId, { digest, events: [...(earlier?.events ?? []), event] });
  }
  let keptCount = 0;
  for (const some of handledCommands) {
    if (some.size > newest.size) break;
    newest = new Map([...some, ...newest]);
    keptCount += 1;
  }
  return [newest, ...handledCommands.slice(keptCount)];
}
