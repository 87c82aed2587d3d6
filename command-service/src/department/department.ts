import { refuse } from '@dayline/contracts/errors';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { DepartmentEvent } from '@dayline/contracts/events/organisation';
import { unreachable } from '@dayline/contracts/unreachable';
import type { Decider, Decision } from '../command-handler/decider.ts';

export interface DepartmentState {
  readonly clientId: string;
  readonly name: string;
  readonly isClosed: boolean;
}

export type DepartmentCommand =
  | { readonly kind: 'open'; readonly clientId: string; readonly name: string }
  | { readonly kind: 'rename'; readonly name: string }
  /** `hasDoctors`: doctors of the department can be booked. */
  | { readonly kind: 'close'; readonly hasDoctors: boolean }
  | { readonly kind: 'reopen' };

export const department: Decider<DepartmentState | null, DepartmentCommand, DepartmentEvent> = {
  initial: null,
  fold: (state, events) => events.reduce(foldOne, state),
  decide(state, command) {
    if (command.kind !== 'open') return state ? change(state, command) : refuse('department.unknown');
    const { clientId, name } = command;
    return state ? refuse('value.taken') : [{ type: 'DepartmentOpened', data: { clientId, name } }];
  },
};

/** Appends nothing if it is so already. */
function change(
  { name, isClosed }: DepartmentState,
  command: Exclude<DepartmentCommand, { kind: 'open' }>,
): Decision<DepartmentEvent> {
  switch (command.kind) {
    case 'rename':
      return name === command.name ? [] : [{ type: 'DepartmentRenamed', data: { name: command.name } }];
    case 'close':
      if (isClosed) return [];
      return command.hasDoctors ? refuse('department.has-doctors') : [{ type: 'DepartmentClosed', data: { name } }];
    case 'reopen':
      return isClosed ? [{ type: 'DepartmentReopened', data: { name } }] : [];
    default:
      return unreachable(command);
  }
}

function foldOne(state: DepartmentState | null, event: Recorded<DepartmentEvent>): DepartmentState | null {
  switch (event.type) {
    case 'DepartmentOpened':
      return { ...event.data, isClosed: false };
    case 'DepartmentRenamed':
      return state && { ...state, name: event.data.name };
    case 'DepartmentClosed':
      return state && { ...state, isClosed: true };
    case 'DepartmentReopened':
      return state && { ...state, isClosed: false };
    default:
      return unreachable(event);
  }
}
