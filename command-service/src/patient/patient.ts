import { isSameAge, noDetails, type PatientDetails } from '@dayline/contracts/clinic/identity';
import { type Refusal, refuse } from '@dayline/contracts/errors';
import { streamKey } from '@dayline/contracts/events/categories';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { PastVisit } from '@dayline/contracts/events/imports';
import type { PatientEvent } from '@dayline/contracts/events/people';
import type { Language } from '@dayline/contracts/fields/language';
import { isCalled } from '@dayline/contracts/fold';
import type { Position } from '@dayline/contracts/ids';
import type { LanguageChoice, MessageChoice } from '@dayline/contracts/patients/messages';
import { correctedPerson, detailFields } from '@dayline/contracts/patients/person';
import { erasedByRetention } from '@dayline/contracts/patients/retention';
import { unreachable } from '@dayline/contracts/unreachable';
import type { Decider } from '../command-handler/decider.ts';
import {
  decideMerging,
  erasedMerging,
  foldMerging,
  type MergeCommand,
  type Merging,
  newMerging,
  refusalOfMerged,
} from './merging.ts';

/**
 * One record of a person at one client, found by phone and name, or by the hospital number. Its details are those of
 * the person, if others are merged into it.
 */
export interface PatientState extends PatientDetails, Merging {
  readonly clientId: string;
  /** UTC, ISO 8601. */
  readonly registeredAt: string;
  readonly isErased: boolean;
  /**
   * The removals of the patient, finished or not (`to` null), by positions in the log: bookings in between are refused.
   */
  readonly leavings: readonly Leaving[];
  readonly pastVisits: readonly PastVisit[];
  /** The records with larger ids that somebody said are of other people. */
  readonly differentFrom: readonly string[];
  /** The record's last word about messages; those of the person's other records count as well. */
  readonly messageChoice: MessageChoice | null;
  readonly messageLanguage: LanguageChoice | null;
}

interface Leaving {
  readonly from: Position;
  readonly to: Position | null;
  /** By the client's retention: a visit on this date or later keeps the patient. */
  readonly unlessVisitedFrom?: string;
}

type Contact = 'name' | 'phone' | 'email' | 'location';
/** A command's details of a patient. Absent ones are unknown for a new patient, and unchanged for an existing one. */
export type GivenDetails = { readonly name: string } & Pick<PatientDetails, Contact> & Partial<PatientDetails>;

export type PatientCommand =
  | { readonly kind: 'correct'; readonly details: GivenDetails }
  /** Registers an unknown patient, or corrects changed details of the one with this phone and name. */
  | { readonly kind: 'save'; readonly clientId: string; readonly details: GivenDetails }
  | { readonly kind: 'noteVisit'; readonly visit: PastVisit }
  | { readonly kind: 'withdrawVisit'; readonly visitId: string }
  /** The other record is of another person; `isUndo`: it may be of the same after all. */
  | { readonly kind: 'dismissDuplicate'; readonly otherId: string; readonly isUndo: boolean }
  /** Whether the patient wants messages, also while the record is merged or being removed. */
  | { readonly kind: 'chooseMessages'; readonly accepted: boolean; readonly reason: string | null }
  /** The language of messages; null: the hospital's. */
  | { readonly kind: 'setMessageLanguage'; readonly language: Language | null }
  /** Appended before the search for objections against the patient's erasure: later bookings are refused. */
  | { readonly kind: 'leave'; readonly unlessVisitedFrom?: string }
  | { readonly kind: 'keep' }
  /** Erases a patient in removal, and nobody else. */
  | { readonly kind: 'remove' }
  | {
      readonly kind: 'erase';
      readonly reason?: string | undefined;
      /** The erased record that this one is merged into. */
      readonly into?: string;
    }
  | MergeCommand;

export const patient: Decider<PatientState | null, PatientCommand, PatientEvent> = {
  initial: null,
  fold: (state, events) => events.reduce(foldOne, state),
  decide(state, command) {
    if (isMergeCommand(command)) return decideMerging(state, command, state && refusalIfRemoved(state));
    const goneRefusal = lasting.includes(command.kind) ? null : state && refusalIfRemoved(state);
    if (goneRefusal) return goneRefusal;
    if (state?.isErased) return [];
    const refusal = state && refusalOfOther(state, command);
    if (refusal) return refusal;
    const isLeaving = leavingOf(state) !== null;
    switch (command.kind) {
      case 'save': {
        const { clientId, details } = command;
        if (!state) return [{ type: 'PatientRegistered', data: { clientId, ...noDetails, ...details } }];
        return isCalled(state, details) ? corrections(state, details) : refuse('value.taken');
      }
      case 'correct':
        return state ? corrections(state, command.details) : refuse('patient.unknown');
      case 'noteVisit':
        return state ? noteVisit(state, command.visit) : refuse('patient.unknown');
      case 'withdrawVisit': {
        const { visitId } = command;
        const isThere = state?.pastVisits.some((visit) => visit.visitId === visitId);
        return isThere ? [{ type: 'PastVisitWithdrawn', data: { visitId } }] : [];
      }
      case 'dismissDuplicate': {
        const { otherId, isUndo } = command;
        if (!state) return refuse('patient.unknown');
        if (state.differentFrom.includes(otherId) !== isUndo) return [];
        return [{ type: isUndo ? 'DuplicateReopened' : 'DuplicateDismissed', data: { otherId } }];
      }
      case 'chooseMessages': {
        const { accepted, reason } = command;
        if (!state) return refuse('patient.unknown');
        if (accepted === (state.messageChoice?.accepted ?? true)) return [];
        return [{ type: accepted ? 'MessagesAccepted' : 'MessagesDeclined', data: { channel: 'email', reason } }];
      }
      case 'setMessageLanguage': {
        const { language } = command;
        if (!state) return refuse('patient.unknown');
        if (language === (state.messageLanguage?.language ?? null)) return [];
        return [{ type: 'MessageLanguageSet', data: { language } }];
      }
      case 'leave': {
        const { unlessVisitedFrom: from } = command;
        if (!state) return refuse('patient.unknown');
        if (isLeaving || (from !== undefined && isKnownSince(state, from))) return [];
        return [{ type: 'PatientRemovalStarted', data: from === undefined ? {} : { unlessVisitedFrom: from } }];
      }
      case 'keep':
        return isLeaving ? [{ type: 'PatientKept', data: {} }] : [];
      case 'remove': {
        const from = openLeavingOf(state)?.unlessVisitedFrom;
        const data = from === undefined ? {} : { reason: erasedByRetention(from) };
        return isLeaving ? [{ type: 'PatientErased', data }] : [];
      }
      case 'erase': {
        const { reason, into } = command;
        if (!state) return refuse('patient.unknown');
        const data = { ...(reason !== undefined && { reason }), ...(into !== undefined && { into }) };
        return [{ type: 'PatientErased', data }];
      }
      default:
        return unreachable(command);
    }
  },
};

type ByMerge = MergeCommand['kind'];
const mergeKinds = ['proposeMerge', 'decideMerge', 'endMerge', 'unmerge'] as const satisfies readonly ByMerge[];
const isMergeCommand = (command: PatientCommand): command is MergeCommand =>
  (mergeKinds as readonly string[]).includes(command.kind);

/** The refusal of a change to a record that another one stands for, or to one that is about to be merged. */
function refusalOfOther(state: PatientState, command: Exclude<PatientCommand, MergeCommand>): Refusal | null {
  if (['withdrawVisit', 'keep', 'chooseMessages', 'setMessageLanguage'].includes(command.kind)) return null;
  // An import's undo removes one record only.
  if (command.kind === 'leave' && state.merged.length > 0) return refuse('patient.merged');
  if (command.kind !== 'erase' || command.into === undefined) return refusalOfMerged(state);
  return state.mergedInto?.into === command.into ? null : refuse('patient.merged');
}

/** The commands that a patient in removal, or an erased one, still accepts. */
const lasting: readonly PatientCommand['kind'][] = [
  ...(['leave', 'keep', 'remove', 'erase', 'withdrawVisit', 'chooseMessages', 'setMessageLanguage'] as const),
];

/** The removal that has started and not ended; null if there is none. */
export const openLeavingOf = (state: PatientState | null): Leaving | null => {
  const last = state?.leavings.at(-1);
  return last?.to === null ? last : null;
};
/** The position at which the removal started; null if there is none. */
export const leavingOf = (state: PatientState | null): Position | null => openLeavingOf(state)?.from ?? null;

/** Whether the patient was registered on a date or later, or visited then by an imported list. */
const isKnownSince = ({ registeredAt, pastVisits }: PatientState, date: string): boolean =>
  registeredAt >= date || pastVisits.some((visit) => visit.date >= date);

/** The refusal of new bookings and changes of the patient; null if they are accepted. */
export function refusalIfRemoved(state: PatientState): Refusal | null {
  if (state.isErased) return refuse('patient.erased');
  return leavingOf(state) === null ? null : refuse('patient.leaving');
}

/** The refusal of an event at a position: it was appended during the patient's removal, or later; else null. */
export function refusalIfGone(state: PatientState, position: Position): Refusal | null {
  const isGone = state.leavings.some(({ from, to }) => from < position && (to === null || position < to));
  return isGone ? refuse(state.isErased ? 'patient.erased' : 'patient.leaving') : null;
}

const unasked = {
  leavings: [],
  pastVisits: [],
  differentFrom: [],
  messageChoice: null,
  messageLanguage: null,
} as const;

function foldOne(state: PatientState | null, event: Recorded<PatientEvent>): PatientState | null {
  switch (event.type) {
    case 'PatientRegistered':
      return {
        ...event.data,
        registeredAt: event.metadata.recordedAt,
        isErased: false,
        ...unasked,
        ...newMerging(event.data),
      };
    case 'PatientDetailsCorrected':
      return state && { ...state, ...event.data, ...correctedPerson(state, event.data) };
    case 'PatientRemovalStarted':
      return state && { ...state, leavings: [...state.leavings, { from: event.position, to: null, ...event.data }] };
    case 'PatientKept':
      return (
        state && {
          ...state,
          leavings: state.leavings.map((leaving) => ({ ...leaving, to: leaving.to ?? event.position })),
        }
      );
    case 'PatientErased': {
      if (!state) return null;
      const isLeaving = leavingOf(state) !== null;
      const leavings = isLeaving ? state.leavings : [...state.leavings, { from: event.position, to: null }];
      return { ...state, ...noDetails, ...erasedMerging(state), isErased: true, leavings };
    }
    case 'PastVisitNoted':
      return state && { ...state, pastVisits: [...state.pastVisits, event.data] };
    case 'PastVisitWithdrawn':
      return (
        state && {
          ...state,
          pastVisits: state.pastVisits.filter(({ visitId }) => visitId !== event.data.visitId),
        }
      );
    case 'MessagesDeclined':
    case 'MessagesAccepted':
      return state && { ...state, messageChoice: { accepted: event.type === 'MessagesAccepted', at: event.position } };
    case 'MessageLanguageSet':
      return state && { ...state, messageLanguage: { ...event.data, at: event.position } };
    case 'DuplicateDismissed':
      return state && { ...state, differentFrom: [...state.differentFrom, event.data.otherId] };
    case 'DuplicateReopened':
      return state && { ...state, differentFrom: state.differentFrom.filter((id) => id !== event.data.otherId) };
    case 'PatientMergeProposed':
    case 'PatientMerged':
    case 'PatientMergeAbandoned':
    case 'PatientUnmerged':
      return state && foldMerging(state, event, streamKey(event.stream));
    default:
      return unreachable(event);
  }
}

/** A visit with one doctor at one time is recorded once. */
function noteVisit(state: PatientState, visit: PastVisit): PatientEvent[] {
  const isKnown = state.pastVisits.some((pastVisit) => isSameVisit(pastVisit, visit));
  return isKnown ? [] : [{ type: 'PastVisitNoted', data: visit }];
}

type Occasion = Pick<PastVisit, 'pocId' | 'date' | 'time'>;
export const isSameVisit = (one: Occasion, other: Occasion): boolean =>
  one.pocId === other.pocId && one.date === other.date && one.time === other.time;

function corrections(state: PatientState, details: GivenDetails): PatientEvent[] {
  const changed = detailFields.filter((field) => {
    const [before, now] = [state[field], details[field]];
    if (now === undefined) return false;
    return field === 'ageText' ? !isSameAge(before, now) : before !== now;
  });
  const data = Object.fromEntries(changed.map((field) => [field, details[field] ?? null]));
  return changed.length === 0 ? [] : [{ type: 'PatientDetailsCorrected', data }];
}
