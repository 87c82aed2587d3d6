import type { Recorded } from '@dayline/contracts/events/definition';
import type { PeopleEvent } from '@dayline/contracts/events/organisation';
import { unreachable } from '@dayline/contracts/unreachable';
import type { Decider } from '../command-handler/decider.ts';

/** The accounts that may not sign in. */
export type PeopleState = ReadonlySet<string>;

type DataOf<Type extends PeopleEvent['type']> = Extract<PeopleEvent, { type: Type }>['data'];
export type PeopleCommand =
  | ({ readonly kind: 'deactivate' | 'reactivate' } & DataOf<'AccountDeactivated'>)
  | ({ readonly kind: 'resetSecondFactor' } & DataOf<'SecondFactorReset'>);

/** Which accounts of a client may sign in. */
export const people: Decider<PeopleState, PeopleCommand, PeopleEvent> = {
  initial: new Set(),
  fold: (state, events) => events.reduce(foldOne, state),
  decide(deactivated, command) {
    if (command.kind === 'resetSecondFactor') {
      const { kind: _, ...data } = command;
      return [{ type: 'SecondFactorReset', data }];
    }
    const { kind, ...data } = command;
    const isDeactivating = kind === 'deactivate';
    if (deactivated.has(data.accountId) === isDeactivating) return [];
    return isDeactivating ? [{ type: 'AccountDeactivated', data }] : [{ type: 'AccountReactivated', data }];
  },
};

function foldOne(state: PeopleState, event: Recorded<PeopleEvent>): PeopleState {
  const { accountId } = event.data;
  switch (event.type) {
    case 'AccountDeactivated':
      return new Set([...state, accountId]);
    case 'AccountReactivated':
      return new Set([...state].filter((deactivated) => deactivated !== accountId));
    case 'SecondFactorReset':
      return state;
    default:
      return unreachable(event);
  }
}
