import type { ErrorCode, Refusal } from '@dayline/contracts/errors';
import { isRefusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { doctorDayOf } from '@dayline/contracts/ids';
import type { CommandContext } from '../command-handler/command-context.ts';
import { doctorOf } from '../doctor/doctor-commands.ts';
import { type DayDeps, doctorDayContext } from '../doctor-day/day-commands.ts';
import { type EndMove, type MoveBack, type MoveCommand, type MoveIn, visitIdOf } from '../doctor-day/moves.ts';
import type { DoctorDayContext } from '../doctor-day/places.ts';
import type { DoctorDayState, MoveSteps } from '../doctor-day/state.ts';
import { patientOf, recordIdsOf } from '../patient/patient-commands.ts';
import type { Process } from '../process/process.ts';

type MoveStart = NonNullable<MoveSteps['started']>;

/** A move with its two days. */
export interface MoveStates {
  readonly started: MoveStart;
  readonly origin: DoctorDayState;
  readonly destination: DoctorDayState;
}

type Step = { readonly started: MoveStart } & (
  | { readonly name: 'end the first'; readonly firstMoveId: string }
  | { readonly name: 'decide'; readonly origin: DoctorDayState }
  | { readonly name: 'end'; readonly code: string | null }
);

export function streamOf(appointmentId: string): string {
  const { pocId, date } = doctorDayOf(appointmentId);
  return streams.doctorDay(pocId, date);
}

/** The destination's decision about a move, if there is one: the code of its refusal, or null. */
export function decidedIn(destination: DoctorDayState, moveId: string): { readonly code: string | null } | null {
  const decision = destination.moves.get(moveId)?.decided;
  return decision ? { code: decision.type === 'MoveRefused' ? decision.data.code : null } : null;
}

/** Steps 2 and 3 of a move to another day or doctor, which step 1 started. */
export function moveProcess(deps: DayDeps): Process<MoveStates, Step, 'moves'> {
  const { aggregates, rules } = deps;
  const execute = (appointmentId: string, command: MoveCommand, context: DoctorDayContext, by: CommandContext) =>
    aggregates.days.execute({ stream: streamOf(appointmentId), command, context, by });
  /** Decided only by the day, whatever its hours are. */
  const end = async (appointmentId: string, move: Pick<EndMove, 'moveId' | 'code'>, by: CommandContext) => {
    const question = { ...doctorDayOf(appointmentId), clientId: by.clientId, now: by.now };
    const context = await doctorDayContext(aggregates, rules, question, Number.POSITIVE_INFINITY);
    return execute(appointmentId, { kind: 'endMove', ...move }, context, by);
  };

  return {
    name: 'moves',
    begunBy: ['AppointmentMoveStarted'],

    async load({ stream, metadata: { commandId } }, maxAgeMs) {
      const { state: origin } = await aggregates.days.load(stream, maxAgeMs);
      const moveStart = origin.moves.get(commandId)?.started;
      if (!moveStart) return null;
      const { state: destination } = await aggregates.days.load(streamOf(moveStart.data.to), maxAgeMs);
      return { started: moveStart, origin, destination };
    },

    next({ started, origin, destination }) {
      const { moveId, to, appointmentId, undoneEventId } = started.data;
      if (origin.moves.get(moveId)?.ended) return null;
      const decision = decidedIn(destination, moveId);
      if (decision) return { name: 'end', started, ...decision };
      const old = undoneEventId === null ? undefined : destination.appointments.get(to);
      // "A missing third step of the first move is appended before."
      if (old?.isMoving && old.moving?.data.to === appointmentId) {
        return { name: 'end the first', started, firstMoveId: old.moving.data.moveId };
      }
      return { name: 'decide', started, origin };
    },

    async take(step, by) {
      const { moveId, appointmentId, to } = step.started.data;
      if (step.name === 'end the first') return end(to, { moveId: step.firstMoveId, code: null }, by);
      if (step.name === 'end') return end(appointmentId, { moveId, code: step.code }, by);
      const [context, command] = await Promise.all([
        contextNow(deps, doctorDayOf(to), by),
        decisionOf(deps, step.started.data, step.origin, by),
      ]);
      return execute(to, command, context, by);
    },
  };
}

/** The present hours, so that the decision isn't repeated. */
export const contextNow = (
  { aggregates, rules }: DayDeps,
  day: { readonly pocId: string; readonly date: string },
  { clientId, now }: CommandContext,
) => doctorDayContext(aggregates, rules, { ...day, clientId, now }, 0);

export type MoveFields = Pick<
  MoveStart['data'],
  'moveId' | 'appointmentId' | 'to' | 'toTime' | 'undoneEventId' | 'feeChange'
>;

/** Step 2 of a move, with the objections from outside the destination's day. */
export async function decisionOf(
  deps: DayDeps,
  { moveId, appointmentId: from, to, toTime: time, undoneEventId, feeChange }: MoveFields,
  origin: DoctorDayState,
  by: CommandContext,
): Promise<MoveIn | MoveBack> {
  const appointment = origin.appointments.get(from);
  // A move starts with an appointment.
  if (!appointment) throw new Error(`${from} is not of this day.`);
  const { patientId, type, patientClass } = appointment.booked.data;
  const { pocId } = doctorDayOf(to);
  // The present ones: their last second decides.
  await Promise.all([
    deps.aggregates.doctors.load(streams.doctor(pocId), 0),
    deps.aggregates.patients.load(streams.patient(patientId), 0),
  ]);
  const [doctor, patient] = await Promise.all([
    doctorOf(deps.aggregates, pocId, by.clientId),
    patientOf(deps.aggregates, patientId, by.clientId),
  ]);
  const against = codeOf(doctor) ?? codeOf(patient);
  const records = await recordIdsOf(deps.aggregates, patientId);
  if (undoneEventId !== null) return { kind: 'moveBack', moveId, from, to, patientId, records, against };
  const onRequest = !isRefusal(doctor) && doctor.onRequest !== null ? 'doctor.on-request' : null;
  return {
    kind: 'moveIn',
    moveId,
    from,
    to,
    patientId,
    records,
    time,
    type,
    patientClass,
    visitId: visitIdOf(appointment),
    money: appointment.money,
    fee: appointment.fees.at(-1),
    ...(feeChange && { feeChange }),
    visit: appointment.visit,
    visitInLists: appointment.visit ? null : ((await deps.visitBefore?.(pocId, patientId)) ?? null),
    branchId: isRefusal(doctor) ? 0 : doctor.branchId,
    against: against ?? onRequest,
  };
}

const codeOf = (found: object): ErrorCode | null => (isRefusal(found) ? (found as Refusal).refused : null);
