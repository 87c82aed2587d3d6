import type { DayTakings } from '@dayline/contracts/clinic/takings';
import { refuse } from '@dayline/contracts/errors';
import type { ClientDayEvent } from '@dayline/contracts/events/client-day';
import type { Recorded } from '@dayline/contracts/events/definition';
import { tokenLetter } from '@dayline/contracts/hall/tokens';
import type { Position } from '@dayline/contracts/ids';
import { unreachable } from '@dayline/contracts/unreachable';
import type { Decider, Decision } from '../command-handler/decider.ts';

export interface ClientDay {
  /** How often the day was closed. */
  readonly closings: number;
  readonly last: { readonly at: string; readonly by: string } | null;
  /** The letter of each doctor with a token, in the order of their first tokens. */
  readonly letters: ReadonlyMap<string, string>;
}

/** Gives a doctor's tokens of the day their letter; nothing if they have one. */
export interface AssignTokenLetter {
  readonly kind: 'assignTokenLetter';
  readonly pocId: string;
}

export interface CloseDay {
  readonly kind: 'close';
  readonly date: string;
  /** The position of the takings that were shown. */
  readonly position: Position;
  /** How often the day was closed, as the page showed it. */
  readonly closings: number;
  /** In paise; absent if it wasn't counted. */
  readonly countedCash?: number | undefined;
  /** The clinic's date. */
  readonly today: string;
  /** The day's present takings. */
  readonly taken: DayTakings;
}

/** A clinic day of a hospital. If two people close it at once, the second is refused and shown the first. */
export const clientDay: Decider<ClientDay, CloseDay | AssignTokenLetter, ClientDayEvent> = {
  initial: { closings: 0, last: null, letters: new Map() },
  fold: (state, events) => events.reduce(foldOne, state),
  decide(state, command) {
    switch (command.kind) {
      case 'close':
        return close(state, command);
      case 'assignTokenLetter': {
        const { pocId } = command;
        const letter = tokenLetter(state.letters.size);
        return state.letters.has(pocId) ? [] : [{ type: 'TokenLetterAssigned', data: { pocId, letter } }];
      }
      default:
        return unreachable(command);
    }
  },
};

function close({ closings, last }: ClientDay, command: CloseDay): Decision<ClientDayEvent> {
  const { today, taken, countedCash } = command;
  if (command.date > today) return refuse('close.early');
  if (command.closings !== closings) return refuse('close.again', last ? { details: { closed: last } } : {});
  const { totals, position, lastAt } = taken;
  if (lastAt !== null && lastAt > command.position) return refuse('close.changed');
  const cashField = countedCash === undefined ? {} : { countedCash };
  return [{ type: 'DayClosed', data: { totals, position, ...cashField } }];
}

function foldOne(state: ClientDay, event: Recorded<ClientDayEvent>): ClientDay {
  const { metadata } = event;
  switch (event.type) {
    case 'DayClosed':
      return { ...state, closings: state.closings + 1, last: { at: metadata.recordedAt, by: metadata.actor.name } };
    case 'TokenLetterAssigned':
      return { ...state, letters: new Map(state.letters).set(event.data.pocId, event.data.letter) };
    default:
      return unreachable(event);
  }
}
