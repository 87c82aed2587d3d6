import type { DayTakings } from '@dayline/contracts/clinic/takings';
import { refuse } from '@dayline/contracts/errors';
import type { ClientDayEvent } from '@dayline/contracts/events/client-day';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { Position } from '@dayline/contracts/ids';
import { unreachable } from '@dayline/contracts/unreachable';
import type { Decider } from '../command-handler/decider.ts';

export interface ClientDay {
  /** The number of closes. */
  readonly closings: number;
  readonly last: { readonly at: string; readonly by: string } | null;
}

export interface CloseDay {
  readonly kind: 'close';
  readonly date: string;
  /** The position of the takings that were shown. */
  readonly position: Position;
  /** The number of closes that were shown. */
  readonly closings: number;
  /** In paise; absent if it wasn't counted. */
  readonly countedCash?: number | undefined;
}

export interface ClientDayContext {
  /** The clinic's date. */
  readonly today: string;
  /** The day's present takings. */
  readonly taken: DayTakings;
}

/** A clinic day of a hospital. If two people close it at once, the second is refused and shown the first. */
export const clientDay: Decider<ClientDay, CloseDay, ClientDayEvent, ClientDayContext> = {
  initial: { closings: 0, last: null },
  fold: (state, events) => events.reduce(foldOne, state),
  decide({ closings, last }, command, { today, taken }) {
    if (command.date > today) return refuse('close.early');
    if (command.closings !== closings) return refuse('close.again', last ? { details: { closed: last } } : {});
    const { totals, position, lastAt } = taken;
    if (lastAt !== null && lastAt > command.position) return refuse('close.changed');
    const counted = command.countedCash === undefined ? {} : { countedCash: command.countedCash };
    return [{ type: 'DayClosed', data: { totals, position, ...counted } }];
  },
};

function foldOne({ closings }: ClientDay, { type, metadata }: Recorded<ClientDayEvent>): ClientDay {
  switch (type) {
    case 'DayClosed':
      return { closings: closings + 1, last: { at: metadata.recordedAt, by: metadata.actor.name } };
    default:
      return unreachable(type);
  }
}
