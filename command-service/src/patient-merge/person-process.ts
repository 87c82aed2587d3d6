import { streamKey, streams } from '@dayline/contracts/events/categories';
import { doctorDayOf } from '@dayline/contracts/ids';
import { detailsIn } from '@dayline/contracts/patients/person';
import type { CommandContext } from '../command-handler/command-context.ts';
import { type DayDeps, onDoctorDay } from '../doctor-day/day-commands.ts';
import type { Reassign } from '../doctor-day/decide.ts';
import type { ProposedMerge } from '../patient/merging.ts';
import type { PatientCommand, PatientState } from '../patient/patient.ts';
import type { Process } from '../process/process.ts';

interface PatientStep {
  readonly name: string;
  /** The record whose stream decides. */
  readonly patientId: string;
  readonly command: PatientCommand;
}
/** An appointment that goes to the record which a split gives back. */
interface VisitStep {
  readonly name: string;
  readonly appointmentId: string;
  readonly command: Reassign;
}
type Step = PatientStep | VisitStep;

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
  const stateOfSecond = await stateOf(second);
  if (!stateOfSecond) return null;
  const details = detailsIn(merge.patientId === first ? state : stateOfSecond);
  const outcome =
    stateOfSecond.merges.get(mergeId) ?? (stateOfSecond.isErased ? { code: 'patient.erased' } : undefined);
  return outcome
    ? { name: 'end', patientId: first, command: { kind: 'endMerge', mergeId, code: outcome.code, details } }
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

/** The other steps of a split, which began in the merged record's stream: its appointments, then the other record. */
async function afterSplit(state: PatientState, self: string, stateOf: StateOf): Promise<readonly Step[]> {
  const steps: Step[] = [];
  for (const [mergeId, { event }] of state.merges) {
    if (event.type !== 'PatientUnmerged' || event.data.patientId !== self) continue;
    const { into, visits = [] } = event.data;
    const person = await stateOf(into);
    // It ends in the other record's stream, so nothing is left to do once that has it.
    if (!person?.merged.some((record) => record.mergeId === mergeId)) continue;
    for (const appointmentId of visits) {
      const command = { kind: 'reassign', appointmentId, patientId: self, mergeId } as const;
      steps.push({ name: `visit ${appointmentId} ${mergeId}`, appointmentId, command });
    }
    const command = { kind: 'unmerge', mergeId, reason: null } as const;
    if (!person.isErased) steps.push({ name: `split ${mergeId}`, patientId: into, command });
  }
  return steps;
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

/** The steps that are left, in their order. */
interface Left {
  readonly steps: readonly Step[];
  /** The appointments that are the record's already. */
  readonly reassigned: ReadonlySet<string>;
}

const only = (step: Step | null): Left => ({ steps: step ? [step] : [], reassigned: new Set() });

/** What a merge, a split or an erasure of a person still has to do in the streams of the other records and visits. */
export function personProcess(deps: DayDeps): Process<Left, Step, 'persons'> {
  const { patients, days } = deps.aggregates;

  async function ownOf(steps: readonly Step[]): Promise<ReadonlySet<string>> {
    const own = new Set<string>();
    for (const step of steps) {
      if (!('appointmentId' in step)) continue;
      const { appointmentId, command } = step;
      const { pocId, date } = doctorDayOf(appointmentId);
      const { state } = await days.load(streams.doctorDay(pocId, date));
      if (state.appointments.get(appointmentId)?.booked.data.patientId === command.patientId) own.add(appointmentId);
    }
    return own;
  }

  return {
    name: 'persons',
    begunBy: ['PatientMergeProposed', 'PatientUnmerged', 'PatientErased'],

    async load({ type, stream, metadata: { commandId } }, maxAgeMs) {
      const stateOf: StateOf = async (patientId) => (await patients.load(streams.patient(patientId), maxAgeMs)).state;
      const self = streamKey(stream);
      const state = await stateOf(self);
      if (!state) return null;
      if (type === 'PatientMergeProposed')
        return only(await afterProposal(state, { self, mergeId: commandId }, stateOf));
      if (type === 'PatientErased') return only(await afterErasure(state, self, stateOf));
      const steps = await afterSplit(state, self, stateOf);
      return { steps, reassigned: await ownOf(steps) };
    },
    // An appointment that can't be reassigned, because it is being moved, stays where it is.
    next: ({ steps, reassigned }, refusals) =>
      steps.find(
        (step) => !('appointmentId' in step && (reassigned.has(step.appointmentId) || refusals.has(step.name))),
      ) ?? null,
    async take(step: Step, by: CommandContext) {
      if (!('appointmentId' in step)) {
        const { patientId, command } = step;
        return patients.execute({ stream: streams.patient(patientId), command, context: undefined, by });
      }
      return (await onDoctorDay(deps, doctorDayOf(step.appointmentId), step.command, by)).outcome;
    },
  };
}
