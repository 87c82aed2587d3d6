import { refuse } from '@dayline/contracts/errors';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { DepartmentEvent } from '@dayline/contracts/events/organisation';
import { unreachable } from '@dayline/contracts/unreachable';
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
  fold: (state, events) => events.reduce(foldOne, state),
  decide(state, command) {
    switch (command.kind) {
      case 'open': {
        const { clientId, name } = command;
        return state ? refuse('value.taken') : [{ type: 'DepartmentOpened', data: { clientId, name } }];
      }
      case 'rename':
        if (!state) return refuse('department.unknown');
        return state.name === command.name ? [] : [{ type: 'DepartmentRenamed', data: { name: command.name } }];
      default:
        return unreachable(command);
    }
  },
};

function foldOne(state: DepartmentState | null, event: Recorded<DepartmentEvent>): DepartmentState | null {
  switch (event.type) {
    case 'DepartmentOpened':
      return event.data;
    case 'DepartmentRenamed':
      return state && { ...state, name: event.data.name };
    default:
      return unreachable(event);
  }
}
