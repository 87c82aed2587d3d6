import type { Recorded } from '@dayline/contracts/events/definition';
import type { PeopleEvent } from '@dayline/contracts/events/organisation';
import type { SecondFactorPolicy } from '@dayline/contracts/fields/password';
import { unreachable } from '@dayline/contracts/unreachable';
import type { Decider } from '../command-handler/decider.ts';

export interface PeopleState {
  /** The accounts that may not sign in. */
  readonly deactivated: ReadonlySet<string>;
  readonly policy: SecondFactorPolicy;
}

type DataOf<Type extends PeopleEvent['type']> = Extract<PeopleEvent, { type: Type }>['data'];
export type PeopleCommand =
  | ({ readonly kind: 'deactivate' | 'reactivate' } & DataOf<'AccountDeactivated'>)
  | ({ readonly kind: 'setSecondFactorPolicy' } & DataOf<'SecondFactorPolicySet'>)
  | ({ readonly kind: 'resetSecondFactor' } & DataOf<'SecondFactorReset'>);

/** Which accounts of a client may sign in, and who of them needs a second factor. */
export const people: Decider<PeopleState, PeopleCommand, PeopleEvent> = {
  initial: { deactivated: new Set(), policy: 'optional' },
  fold: (state, events) => events.reduce(foldOne, state),
  decide({ deactivated, policy }, command) {
    if (command.kind === 'setSecondFactorPolicy') {
      return command.policy === policy ? [] : [{ type: 'SecondFactorPolicySet', data: { policy: command.policy } }];
    }
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

function foldOne(state: PeopleState, { type, data }: Recorded<PeopleEvent>): PeopleState {
  const { deactivated } = state;
  switch (type) {
    case 'AccountDeactivated':
      return { ...state, deactivated: new Set([...deactivated, data.accountId]) };
    case 'AccountReactivated':
      return { ...state, deactivated: new Set([...deactivated].filter((accountId) => accountId !== data.accountId)) };
    case 'SecondFactorPolicySet':
      return { ...state, policy: data.policy };
    case 'SecondFactorReset':
      return state;
    default:
      return unreachable(type);
  }
}
