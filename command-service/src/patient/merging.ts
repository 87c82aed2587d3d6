import type { PatientDetails } from '@dayline/contracts/clinic/identity';
import { type Refusal, refuse } from '@dayline/contracts/errors';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { PatientEvent } from '@dayline/contracts/events/people';
import {
  type DetailField,
  detailsIn,
  detailsOfPerson,
  erasedPerson,
  type Person,
  withoutRecord,
  withRecord,
} from '@dayline/contracts/patients/person';

/** What a patient's stream says of the person's other records. */
export interface Merging extends Person {
  /** The record that this one is merged into; null if it is not merged. */
  readonly mergedInto: { readonly mergeId: string; readonly into: string } | null;
  /** The open merge that began in this stream. */
  readonly proposed: ProposedMerge | null;
  /** The decided merges, by id. */
  readonly merges: ReadonlyMap<string, MergeOutcome>;
}

/** The record `patientId` is merged into the record `into`. */
export interface ProposedMerge {
  readonly mergeId: string;
  readonly patientId: string;
  readonly into: string;
  readonly chosen: readonly DetailField[];
}

interface MergeOutcome {
  /** The refusal; null if the records were merged. */
  readonly code: string | null;
  /** The last one about the merge. */
  readonly event: Recorded<Exclude<MergeEvent, { type: 'PatientMergeProposed' }>>;
}

export type MergeCommand =
  /** The first step, in the stream of the record with the smaller id. */
  | ({ readonly kind: 'proposeMerge'; readonly reason: string } & ProposedMerge)
  /** The second step, in the other stream, which may refuse. @param details of the record that is merged */
  | ({ readonly kind: 'decideMerge'; readonly details: PatientDetails } & ProposedMerge)
  /** The third step, in the first stream. */
  | {
      readonly kind: 'endMerge';
      readonly mergeId: string;
      readonly code: string | null;
      readonly details: PatientDetails;
    }
  /** In the stream of the merged record, then in the other. */
  | {
      readonly kind: 'unmerge';
      readonly mergeId: string;
      readonly reason: string | null;
      /** The appointments booked since that go to the merged record; in its stream only. */
      readonly visits?: readonly string[];
    };

/** The part of a patient's state that merges are about. */
type MergeState = Merging & { readonly isErased: boolean };

export type MergeEvent = Extract<
  PatientEvent,
  { type: 'PatientMergeProposed' | 'PatientMerged' | 'PatientMergeAbandoned' | 'PatientUnmerged' }
>;

export const newMerging = (own: PatientDetails): Merging => ({
  ...{ own: detailsIn(own), merged: [] },
  ...{ mergedInto: null, proposed: null, merges: new Map() },
});

/** The refusal of changes to a record that another one stands for, or that is about to be merged; null if accepted. */
export function refusalOfMerged({ mergedInto, proposed }: Merging): Refusal | null {
  if (proposed) return refuse('patient.merging');
  return mergedInto && refuse('patient.merged');
}

/** The appointments that splits give to a record: appended to its stream before the appointments' days follow. */
export const visitsOfSplits = ({ merges }: Pick<Merging, 'merges'>, self: string): readonly string[] =>
  [...merges.values()].flatMap(({ event: { type, data } }) =>
    type === 'PatientUnmerged' && data.patientId === self ? (data.visits ?? []) : [],
  );

/** The refusal of a merge by one of its records. @param gone the refusal of any change */
function refusalOfMerge(
  state: Merging,
  { patientId }: ProposedMerge,
  { self, gone }: { readonly self: string; readonly gone: Refusal | null },
): Refusal | null {
  const refusal = gone ?? refusalOfMerged(state);
  if (refusal) return refusal;
  return self === patientId && state.merged.length > 0 ? refuse('patient.has-merged') : null;
}

/**
 * Decides a command about a merge.
 * @param goneRefusal the refusal of any change of the patient
 */
export function decideMerging(
  state: MergeState | null,
  command: MergeCommand,
  goneRefusal: Refusal | null,
): Refusal | readonly MergeEvent[] {
  if (!state) return refuse('patient.unknown');
  switch (command.kind) {
    case 'proposeMerge': {
      const { kind: _, reason, ...merge } = command;
      const { patientId, into } = merge;
      const refusal = refusalOfMerge(state, merge, { self: patientId < into ? patientId : into, gone: goneRefusal });
      return refusal ?? [{ type: 'PatientMergeProposed', data: { ...merge, chosen: [...merge.chosen], reason } }];
    }
    case 'decideMerge': {
      const { kind: _, details, ...merge } = command;
      const { mergeId, patientId, into } = merge;
      if (state.merges.has(mergeId)) return [];
      // Nothing follows an erasure, which is final: no run can decide otherwise.
      if (state.isErased) return refuse('patient.erased');
      const self = patientId < into ? into : patientId;
      const refusal = refusalOfMerge(state, merge, { self, gone: goneRefusal });
      return refusal ? [abandonment(mergeId, refusal.refused)] : [mergedEvent(merge, self, details)];
    }
    case 'endMerge': {
      const { mergeId, code, details } = command;
      const { proposed } = state;
      if (proposed?.mergeId !== mergeId) return [];
      const { patientId, into } = proposed;
      return code === null
        ? [mergedEvent(proposed, patientId < into ? patientId : into, details)]
        : [abandonment(mergeId, code)];
    }
    case 'unmerge':
      return unmergedBy(state, command);
  }
}

function unmergedBy(
  { mergedInto, merged, merges, isErased }: MergeState,
  { mergeId, reason, visits = [] }: Extract<MergeCommand, { kind: 'unmerge' }>,
): Refusal | readonly MergeEvent[] {
  const outcome = merges.get(mergeId);
  if (!outcome || outcome.event.type === 'PatientMergeAbandoned') return refuse('undo.unknown');
  const isStanding = mergedInto?.mergeId === mergeId || merged.some((record) => record.mergeId === mergeId);
  if (isStanding && isErased) return refuse('patient.erased');
  const { patientId, into } = outcome.event.data;
  const toRecord = visits.length > 0 && { visits: [...visits] };
  return isStanding ? [{ type: 'PatientUnmerged', data: { mergeId, patientId, into, reason, ...toRecord } }] : [];
}

/** The record that stands keeps the details of the other one, which split them again. */
const mergedEvent = (
  { mergeId, patientId, into, chosen }: ProposedMerge,
  self: string,
  details: PatientDetails,
): MergeEvent => ({
  type: 'PatientMerged',
  data: { mergeId, patientId, into, chosen: [...chosen], ...(self === into ? detailsIn(details) : {}) },
});

const abandonment = (mergeId: string, code: string): MergeEvent => ({
  type: 'PatientMergeAbandoned',
  data: { mergeId, code },
});

/** @param self the record whose stream it is */
export function foldMerging<State extends MergeState & PatientDetails>(
  state: State,
  event: Recorded<MergeEvent>,
  self: string,
): State {
  const merges = new Map(state.merges);
  switch (event.type) {
    case 'PatientMergeProposed': {
      const { reason: _, ...proposed } = event.data;
      return { ...state, proposed };
    }
    case 'PatientMergeAbandoned': {
      const { mergeId, code } = event.data;
      const proposal = state.proposed?.mergeId === mergeId ? null : state.proposed;
      return { ...state, proposed: proposal, merges: merges.set(mergeId, { code, event }) };
    }
    case 'PatientMerged': {
      const { mergeId, patientId, into } = event.data;
      const nextState = { ...state, proposed: null, merges: merges.set(mergeId, { code: null, event }) };
      if (self === patientId) return { ...nextState, mergedInto: { mergeId, into } };
      const { recordedAt: mergedAt, actor } = event.metadata;
      const person = withRecord(state, event.data, { mergedAt, mergedBy: actor.name, eventId: event.id });
      return { ...nextState, ...person, ...detailsOfPerson(person) };
    }
    case 'PatientUnmerged': {
      const { mergeId } = event.data;
      const split = { ...state, merges: merges.set(mergeId, { code: null, event }) };
      if (state.mergedInto?.mergeId === mergeId) return { ...split, mergedInto: null };
      const person = withoutRecord(state, mergeId);
      return { ...split, ...person, ...detailsOfPerson(person) };
    }
  }
}

export const erasedMerging = (state: Merging): Merging => ({ ...state, ...erasedPerson(state) });
