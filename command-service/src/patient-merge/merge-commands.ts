import { isErrorCode, isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { Recorded } from '@dayline/contracts/events/definition';
import { requestedAt } from '@dayline/contracts/events/metadata';
import { doctorDayOf, type Position } from '@dayline/contracts/ids';
import { type DetailField, detailFields, recordsOf } from '@dayline/contracts/patients/person';
import { clockFrom } from '@dayline/runtime/clock';
import type { CommandContext } from '../command-handler/command-context.ts';
import type { Changed } from '../command-handler/plain-reply.ts';
import type { DayDeps } from '../doctor-day/day-commands.ts';
import type { Appointment } from '../doctor-day/state.ts';
import type { ProposedMerge } from '../patient/merging.ts';
import type { PatientCommand, PatientState } from '../patient/patient.ts';
import { patientOf, personIdOf } from '../patient/patient-commands.ts';
import { type Beginning, runProcess } from '../process/process.ts';
import type { Views } from '../views/views.ts';
import { inOrder, personProcess } from './person-process.ts';

/** How long a merge can be undone without a reason, ms. */
export const mergeUndoMs = 60_000;

export interface MergeRequest {
  /** The record that stands, unless others are merged into the other one. */
  readonly userId: string;
  readonly otherId: string;
  /** The fields in which the other record's details stand. */
  readonly fromOther: readonly DetailField[];
  readonly reason: string;
}

export interface MergeResult extends Changed {
  readonly userId: string;
  readonly mergeId: string;
  /** ISO 8601, UTC. */
  readonly undoUntil: string;
}

export interface ErasureResult extends Changed {
  /** The ids of the person's records; the first one stood for the others. */
  readonly records: readonly string[];
}

export interface SplitRequest {
  readonly userId: string;
  readonly mergeId: string;
  /** Null: an undo of the merge. */
  readonly reason: string | null;
  /** Appointments booked since the merge that go to the merged record; the others stay. */
  readonly visits?: readonly string[];
}

export interface MergeDeps extends DayDeps {
  /** Absent without views. */
  readonly underWay?: Views['underWay'] | undefined;
}

/**
 * The appointments of visits, with those that they were moved from; refused if one isn't of the record `into`, booked
 * since.
 */
async function appointmentsOf(
  { days }: DayDeps['aggregates'],
  visits: readonly string[],
  { into, after }: { readonly into: string; readonly after: Position },
): Promise<readonly string[] | Refusal> {
  const found: string[] = [];
  for (const visit of new Set(visits)) {
    for (let next: string | undefined = visit; next !== undefined; ) {
      const { pocId, date } = doctorDayOf(next);
      const { state } = await days.load(streams.doctorDay(pocId, date), 0);
      const appointment: Appointment | undefined = state.appointments.get(next);
      if (!appointment || appointment.booked.data.patientId !== into || appointment.booked.position < after) {
        return refuse('appointment.unknown');
      }
      if (appointment.isMoving) return refuse('appointment.moving');
      found.push(next);
      next = appointment.movedIn?.data.from;
    }
  }
  return found;
}

const undoableUntil = ({ metadata }: Pick<Recorded, 'metadata'>): number => requestedAt(metadata) + mergeUndoMs;

/** What the stream of the smaller id says of a merge; null if it isn't decided. */
function outcomeOf(state: PatientState | null, mergeId: string): MergeResult | Refusal | null {
  const outcome = state?.merges.get(mergeId);
  if (!outcome) return null;
  const { code, event } = outcome;
  if (code !== null || event.type === 'PatientMergeAbandoned') {
    return refuse(code !== null && isErrorCode(code) ? code : 'log.conflict');
  }
  const undoUntil = new Date(undoableUntil(event)).toISOString();
  return { userId: event.data.into, mergeId, undoUntil, position: event.position };
}

export type MergeCommands = ReturnType<typeof mergeCommands>;

/** Merges of records that belong to one person, and their splits. */
export function mergeCommands(deps: MergeDeps) {
  const { aggregates, underWay } = deps;
  const { patients } = aggregates;
  const persons = personProcess(deps);
  const execute = (patientId: string, command: PatientCommand, by: CommandContext) =>
    patients.execute({ stream: streams.patient(patientId), command, context: undefined, by });

  /** Takes the remaining steps. */
  async function run(event: Recorded, by: CommandContext): Promise<void> {
    // Cast is safe: a recorded event is plain data.
    await runProcess(persons, event as unknown as Beginning, by, { clock: clockFrom(by.now) });
  }

  /** The merge of two records, decided by their present states; or the refusal. */
  async function mergeOf(request: MergeRequest, by: CommandContext): Promise<ProposedMerge | Refusal> {
    const ownId = await personIdOf(aggregates, request.userId, 0);
    const otherId = await personIdOf(aggregates, request.otherId, 0);
    const [state, otherState] = [
      await patientOf(aggregates, ownId, by.clientId),
      await patientOf(aggregates, otherId, by.clientId),
    ];
    if (isRefusal(state)) return state;
    if (isRefusal(otherState)) return otherState;
    if (ownId === otherId) return refuse('patient.same-record');
    const isOtherWay = otherState.merged.length > 0 && state.merged.length === 0;
    const fromOther = new Set<DetailField>(request.fromOther);
    const chosenFields = detailFields.filter((field) => fromOther.has(field) !== isOtherWay);
    const [patientId, into] = isOtherWay ? [ownId, otherId] : [otherId, ownId];
    return { mergeId: by.commandId, patientId, into, chosen: chosenFields };
  }

  /** The first step, which an earlier attempt may have taken already; or the refusal. */
  async function proposalOf(request: MergeRequest, by: CommandContext): Promise<ProposedMerge | Refusal> {
    const merge = await mergeOf(request, by);
    if (isRefusal(merge)) return merge;
    const [first, second] = inOrder(merge);
    const busy = (await underWay?.(first)) ?? (await underWay?.(second)) ?? null;
    return busy ? refuse(busy) : merge;
  }

  async function mergePatients(request: MergeRequest, by: CommandContext): Promise<MergeResult | Refusal> {
    const { userId: into, otherId: patientId, reason } = request;
    const { state: before } = await patients.load(streams.patient(inOrder({ patientId, into })[0]), 0);
    const earlier = outcomeOf(before, by.commandId);
    if (earlier) return earlier;
    const isBegun = before?.proposed?.mergeId === by.commandId;
    const merge = isBegun ? before.proposed : await proposalOf(request, by);
    if (isRefusal(merge)) return merge;
    const [first] = inOrder(merge);
    const result = await execute(first, { kind: 'proposeMerge', ...merge, reason }, by);
    if (isRefusal(result)) return result;
    const [proposal] = result.events;
    if (proposal) await run(proposal, by);
    const { state } = await patients.load(streams.patient(first), 0);
    return outcomeOf(state, by.commandId) ?? refuse('log.conflict');
  }

  async function splitPatient(
    { mergeId, userId, reason, visits = [] }: SplitRequest,
    by: CommandContext,
  ): Promise<Changed | Refusal> {
    const personId = await personIdOf(aggregates, userId, 0);
    const person = await patientOf(aggregates, personId, by.clientId);
    if (isRefusal(person)) return person;
    const outcome = person.merges.get(mergeId);
    if (!outcome || outcome.event.type === 'PatientMergeAbandoned') return refuse('undo.unknown');
    const isLate = outcome.event.type === 'PatientMerged' && by.now > undoableUntil(outcome.event);
    if (reason === null && isLate) return refuse('undo.expired');
    const { patientId, into } = outcome.event.data;
    const merged = outcome.event.type === 'PatientMerged' ? outcome.event.position : null;
    const toRecord = merged === null ? [] : await appointmentsOf(aggregates, visits, { into, after: merged });
    if (isRefusal(toRecord)) return toRecord;
    const split = await execute(patientId, { kind: 'unmerge', mergeId, reason, visits: toRecord }, by);
    if (isRefusal(split)) return split;
    const [event] = split.events;
    if (event) await run(event, by);
    const { state } = await patients.load(streams.patient(personId), 0);
    const last = state?.merges.get(mergeId)?.event.position ?? null;
    return { position: split.position === null ? null : last };
  }

  /** Erases the person of a record: the record that stands, then those that are merged into it. */
  async function erasePatient(
    { patientId, reason }: { readonly patientId: string; readonly reason?: string | undefined },
    by: CommandContext,
  ): Promise<ErasureResult | Refusal> {
    const personId = await personIdOf(aggregates, patientId, 0);
    const { state } = await patients.load(streams.patient(personId), 0);
    if (state && state.clientId !== by.clientId) return refuse('access.foreign');
    const result = await execute(personId, { kind: 'erase', reason }, by);
    if (isRefusal(result)) return result;
    const [event] = result.events;
    if (event) await run(event, by);
    return { position: result.position, records: recordsOf(personId, state ?? undefined) };
  }

  return { mergePatients, splitPatient, erasePatient };
}
