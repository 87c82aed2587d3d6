import { refuse } from '@dayline/contracts/errors';
import type { DepartmentEvent } from '@dayline/contracts/events/organisation';
import type { Decider } from '../command-handler/decider.ts';

export interface DepartmentState {
  readonly clientId: string;
  readonly name: string;
}

export type DepartmentCommand =
  | { readonly kind: 'open'; readonly clientId: string; readonly name: string }
  | { readonly kind: 'rename'; readonly name: string };

export const department: Decider<DepartmentState | null, DepartmentCommand, DepartmentEvent> = {
  initial: null,
  evolve(state, events) {
    let after = state;
    for (const event of events) {
      if (event.type === 'DepartmentOpened') after = event.data;
      else if (after) after = { clientId: after.clientId, name: event.data.name };
    }
    return after;
  },
  decide(state, command) {
    if (command.kind === 'open') {
      const { clientId, name } = command;
      return state ? refuse('value.taken') : [{ type: 'DepartmentOpened', data: { clientId, name } }];
    }
    if (!state) return refuse('department.unknown');
    return state.name === command.name ? [] : [{ type: 'DepartmentRenamed', data: { name: command.name } }];
  },
};
