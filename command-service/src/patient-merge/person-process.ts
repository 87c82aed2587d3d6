import { streamKey, streams } from '@dayline/contracts/events/categories';
import { detailsIn } from '@dayline/contracts/patients/person';
import type { CommandContext } from '../command-handler/command-context.ts';
import type { ProposedMerge } from '../patient/merging.ts';
import type { PatientCommand, PatientState } from '../patient/patient.ts';
import type { PatientAggregate } from '../patient/patient-commands.ts';
import type { Process } from '../process/process.ts';

interface Step {
  readonly name: string;
  /** The record whose stream decides. */
  readonly patientId: string;
  readonly command: PatientCommand;
}

/** The ids of a merge's records, the smaller one first. */
export const inOrder = ({ patientId, into }: Pick<ProposedMerge, 'patientId' | 'into'>): readonly [string, string] =>
  patientId < into ? [patientId, into] : [into, patientId];

type StateOf = (patientId: string) => Promise<PatientState | null>;

/** Steps 2 and 3 of a merge, which step 1 began in the stream of the smaller id. */
async function afterProposal(
  state: PatientState,
  { self, mergeId }: { readonly self: string; readonly mergeId: string },
  stateOf: StateOf,
): Promise<Step | null> {
  const merge = state.proposed;
  if (merge?.mergeId !== mergeId) return intoErased(state, { self, mergeId }, stateOf);
  const [first, second] = inOrder(merge);
  const other = await stateOf(second);
  if (!other) return null;
  const details = detailsIn(merge.patientId === first ? state : other);
  const decided = other.merges.get(mergeId) ?? (other.isErased ? { code: 'patient.erased' } : undefined);
  return decided
    ? { name: 'end', patientId: first, command: { kind: 'endMerge', mergeId, code: decided.code, details } }
    : { name: 'decide', patientId: second, command: { kind: 'decideMerge', ...merge, details } };
}

/** The erasure of a record whose person was erased between the steps of its merge. */
async function intoErased(
  state: PatientState,
  { self, mergeId }: { readonly self: string; readonly mergeId: string },
  stateOf: StateOf,
): Promise<Step | null> {
  const { mergedInto } = state;
  if (mergedInto?.mergeId !== mergeId || state.isErased) return null;
  const { into } = mergedInto;
  if (!(await stateOf(into))?.isErased) return null;
  return { name: 'erase', patientId: self, command: { kind: 'erase', into } };
}

/** The second step of a split, which began in the merged record's stream. */
async function afterSplit(state: PatientState, self: string, stateOf: StateOf): Promise<Step | null> {
  for (const [mergeId, { event }] of state.merges) {
    if (event.type !== 'PatientUnmerged' || event.data.patientId !== self) continue;
    const { into } = event.data;
    const person = await stateOf(into);
    const isStanding = person?.merged.some((record) => record.mergeId === mergeId) === true && !person.isErased;
    const command = { kind: 'unmerge', mergeId, reason: null } as const;
    if (isStanding) return { name: `split ${mergeId}`, patientId: into, command };
  }
  return null;
}

/** The erasures of the records that are merged into an erased one. */
async function afterErasure(state: PatientState, self: string, stateOf: StateOf): Promise<Step | null> {
  for (const { patientId } of state.merged) {
    const record = await stateOf(patientId);
    if (!record || record.isErased || record.mergedInto?.into !== self) continue;
    return { name: `erase ${patientId}`, patientId, command: { kind: 'erase', into: self } };
  }
  return null;
}

/** What a merge, a split or an erasure of a person still has to do in the streams of the other records. */
export function personProcess({
  patients,
}: PatientAggregate): Process<{ readonly next: Step | null }, Step, 'persons'> {
  return {
    name: 'persons',
    begunBy: ['PatientMergeProposed', 'PatientUnmerged', 'PatientErased'],

    async load({ type, stream, metadata: { commandId } }, maxAgeMs) {
      const stateOf: StateOf = async (patientId) => (await patients.load(streams.patient(patientId), maxAgeMs)).state;
      const self = streamKey(stream);
      const state = await stateOf(self);
      if (!state) return null;
      if (type === 'PatientMergeProposed')
        return { next: await afterProposal(state, { self, mergeId: commandId }, stateOf) };
      if (type === 'PatientUnmerged') return { next: await afterSplit(state, self, stateOf) };
      return { next: await afterErasure(state, self, stateOf) };
    },
    next: ({ next }) => next,
    take: ({ patientId, command }: Step, by: CommandContext) =>
      patients.execute({ stream: streams.patient(patientId), command, context: undefined, by }),
  };
}
