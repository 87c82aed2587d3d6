import { refuse } from '@dayline/contracts/errors';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { PatientEvent } from '@dayline/contracts/events/people';
import { isCalled } from '@dayline/contracts/fold';
import { unreachable } from '@dayline/contracts/unreachable';
import type { Decider } from '../command-handler/decider.ts';

/** One person at one client, found by phone and name. Details are null once erased. */
export interface PatientState {
  readonly clientId: string;
  readonly name: string | null;
  /** Country code plus number, digits only. */
  readonly phone: string | null;
  readonly email: string | null;
  readonly location: string | null;
  readonly isErased: boolean;
}

interface Details {
  readonly name: string;
  readonly email: string;
  readonly location: string;
}

export type PatientCommand =
  | ({ readonly kind: 'register'; readonly clientId: string; readonly phone: string } & Details)
  | ({ readonly kind: 'correct' } & Details)
  /** Registers an unknown patient, or corrects changed details of the one of this phone and name. */
  | ({ readonly kind: 'save'; readonly clientId: string; readonly phone: string } & Details)
  | { readonly kind: 'erase' };

export const patient: Decider<PatientState | null, PatientCommand, PatientEvent> = {
  initial: null,
  fold: (state, events) => events.reduce(foldOne, state),
  decide(state, command) {
    if (state?.isErased) return command.kind === 'erase' ? [] : refuse('patient.erased');
    switch (command.kind) {
      case 'register':
        return state ? refuse('value.taken') : [registered(command)];
      case 'save':
        if (!state) return [registered(command)];
        return isCalled(state, command) ? corrections(state, command) : refuse('value.taken');
      case 'correct':
        return state ? corrections(state, command) : refuse('patient.unknown');
      case 'erase':
        return state ? [{ type: 'PatientErased', data: {} }] : refuse('patient.unknown');
      default:
        return unreachable(command);
    }
  },
};

function foldOne(state: PatientState | null, event: Recorded<PatientEvent>): PatientState | null {
  switch (event.type) {
    case 'PatientRegistered':
      return { ...event.data, isErased: false };
    case 'PatientDetailsCorrected':
      return state && { ...state, ...event.data };
    case 'PatientErased':
      return state && { ...state, name: null, phone: null, email: null, location: null, isErased: true };
    default:
      return unreachable(event);
  }
}

function registered({ clientId, name, phone, email, location }: Details & { clientId: string; phone: string }) {
  return { type: 'PatientRegistered' as const, data: { clientId, name, phone, email, location } };
}

function corrections(state: PatientState, { name, email, location }: Details): PatientEvent[] {
  const isSame = state.name === name && state.email === email && state.location === location;
  return isSame ? [] : [{ type: 'PatientDetailsCorrected', data: { name, email, location } }];
}
