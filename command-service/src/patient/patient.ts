import { isSameAge, noDetails, type PatientDetails } from '@dayline/contracts/clinic/identity';
import { refuse } from '@dayline/contracts/errors';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { PastVisit } from '@dayline/contracts/events/imports';
import type { PatientEvent } from '@dayline/contracts/events/people';
import { isCalled } from '@dayline/contracts/fold';
import { unreachable } from '@dayline/contracts/unreachable';
import type { Decider } from '../command-handler/decider.ts';

/** One person at one client, found by phone and name, or by the hospital's number. */
export interface PatientState extends PatientDetails {
  readonly clientId: string;
  readonly isErased: boolean;
  readonly pastVisits: readonly PastVisit[];
}

type Contact = 'name' | 'phone' | 'email' | 'location';
/** What a command says of a patient; what it leaves out is unknown of a new one, and stays of a known one. */
export type GivenDetails = { readonly name: string } & Pick<PatientDetails, Contact> & Partial<PatientDetails>;

export type PatientCommand =
  | { readonly kind: 'correct'; readonly details: GivenDetails }
  /** Registers an unknown patient, or corrects changed details of the one of this phone and name. */
  | { readonly kind: 'save'; readonly clientId: string; readonly details: GivenDetails }
  | { readonly kind: 'noteVisit'; readonly visit: PastVisit }
  | { readonly kind: 'withdrawVisit'; readonly visitId: string }
  | { readonly kind: 'erase'; readonly reason?: string | undefined };

export const patient: Decider<PatientState | null, PatientCommand, PatientEvent> = {
  initial: null,
  fold: (state, events) => events.reduce(foldOne, state),
  decide(state, command) {
    if (state?.isErased) return ['erase', 'withdrawVisit'].includes(command.kind) ? [] : refuse('patient.erased');
    switch (command.kind) {
      case 'save': {
        const { clientId, details } = command;
        if (!state) return [{ type: 'PatientRegistered', data: { clientId, ...noDetails, ...details } }];
        return isCalled(state, details) ? corrections(state, details) : refuse('value.taken');
      }
      case 'correct':
        return state ? corrections(state, command.details) : refuse('patient.unknown');
      case 'noteVisit':
        return state ? noted(state, command.visit) : refuse('patient.unknown');
      case 'withdrawVisit': {
        const { visitId } = command;
        const isThere = state?.pastVisits.some((visit) => visit.visitId === visitId);
        return isThere ? [{ type: 'PastVisitWithdrawn', data: { visitId } }] : [];
      }
      case 'erase': {
        const { reason } = command;
        if (!state) return refuse('patient.unknown');
        return [{ type: 'PatientErased', data: reason === undefined ? {} : { reason } }];
      }
      default:
        return unreachable(command);
    }
  },
};

function foldOne(state: PatientState | null, event: Recorded<PatientEvent>): PatientState | null {
  switch (event.type) {
    case 'PatientRegistered':
      return { ...event.data, isErased: false, pastVisits: [] };
    case 'PatientDetailsCorrected':
      return state && { ...state, ...event.data };
    case 'PatientErased':
      return state && { ...state, ...noDetails, isErased: true };
    case 'PastVisitNoted':
      return state && { ...state, pastVisits: [...state.pastVisits, event.data] };
    case 'PastVisitWithdrawn':
      return (
        state && {
          ...state,
          pastVisits: state.pastVisits.filter(({ visitId }) => visitId !== event.data.visitId),
        }
      );
    default:
      return unreachable(event);
  }
}

/** The same visit is noted once: with one doctor at one time. */
function noted(state: PatientState, visit: PastVisit): PatientEvent[] {
  const isKnown = state.pastVisits.some((known) => isSameVisit(known, visit));
  return isKnown ? [] : [{ type: 'PastVisitNoted', data: visit }];
}

type Occasion = Pick<PastVisit, 'pocId' | 'date' | 'time'>;
export const isSameVisit = (one: Occasion, other: Occasion): boolean =>
  one.pocId === other.pocId && one.date === other.date && one.time === other.time;

const fields = Object.keys(noDetails) as (keyof PatientDetails)[];

function corrections(state: PatientState, details: GivenDetails): PatientEvent[] {
  const changed = fields.filter((field) => {
    const [before, now] = [state[field], details[field]];
    if (now === undefined) return false;
    return field === 'ageText' ? !isSameAge(before, now) : before !== now;
  });
  const data = Object.fromEntries(changed.map((field) => [field, details[field] ?? null]));
  return changed.length === 0 ? [] : [{ type: 'PatientDetailsCorrected', data }];
}
