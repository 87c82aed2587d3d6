import type { ErrorCode, Refusal } from '@dayline/contracts/errors';
import { isRefusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { doctorDayOf } from '@dayline/contracts/ids';
import type { CommandContext } from '../command-handler/command-context.ts';
import { doctorOf } from '../doctor/doctor-commands.ts';
import { type DayDeps, doctorDayContext } from '../doctor-day/day-commands.ts';
import type { MoveBack, MoveCommand, MoveIn } from '../doctor-day/moves.ts';
import { visitIdOf } from '../doctor-day/moves.ts';
import type { DoctorDayState, MoveSteps } from '../doctor-day/state.ts';
import { patientOf } from '../patient/patient-commands.ts';
import type { Process } from '../process/process.ts';

type Started = NonNullable<MoveSteps['started']>;

/** A move with the two days as they are now. */
export interface MoveStates {
  readonly started: Started;
  readonly origin: DoctorDayState;
  readonly destination: DoctorDayState;
}

type Step = { readonly started: Started } & (
  | { readonly name: 'end the first'; readonly firstMoveId: string }
  | { readonly name: 'decide'; readonly origin: DoctorDayState }
  | { readonly name: 'end'; readonly code: string | null }
);

/** Doctor and day of an appointment's id, with the stream. */
function dayOf(appointmentId: string) {
  const { pocId, date } = doctorDayOf(appointmentId);
  return { pocId, date, stream: streams.doctorDay(pocId, date) };
}

/** Whether the destination has decided a move, and how: the code of its refusal, or null. */
export function decidedIn(destination: DoctorDayState, moveId: string): { readonly code: string | null } | null {
  const decided = destination.moves.get(moveId)?.decided;
  return decided ? { code: decided.type === 'MoveRefused' ? decided.data.code : null } : null;
}

/** Steps 2 and 3 of a move to another day or doctor, whose step 1 began it. */
export function moveProcess(deps: DayDeps): Process<MoveStates, Step> {
  const { aggregates } = deps;
  const execute = async (appointmentId: string, command: MoveCommand, by: CommandContext) => {
    const { pocId, date, stream } = dayOf(appointmentId);
    const context = await contextNow(deps, { pocId, date }, by);
    return aggregates.days.execute({ stream, command, context, by });
  };

  return {
    name: 'moves',
    begunBy: ['AppointmentMoveStarted'],

    async load({ stream, metadata: { commandId } }) {
      const { state: origin } = await aggregates.days.load(stream, 0);
      const started = origin.moves.get(commandId)?.started;
      if (!started) return null;
      const { state: destination } = await aggregates.days.load(dayOf(started.data.to).stream, 0);
      return { started, origin, destination };
    },

    next({ started, origin, destination }) {
      const { moveId, to, appointmentId, undoneEventId } = started.data;
      if (origin.moves.get(moveId)?.ended) return null;
      const decided = decidedIn(destination, moveId);
      if (decided) return { name: 'end', started, ...decided };
      const old = undoneEventId === null ? undefined : destination.appointments.get(to);
      // "A missing third step of the first move is appended before."
      if (old?.isMoving && old.moving?.data.to === appointmentId) {
        return { name: 'end the first', started, firstMoveId: old.moving.data.moveId };
      }
      return { name: 'decide', started, origin };
    },

    async take(step, by) {
      const { moveId, appointmentId, to } = step.started.data;
      switch (step.name) {
        case 'end the first':
          return execute(to, { kind: 'endMove', moveId: step.firstMoveId, code: null }, by);
        case 'end':
          return execute(appointmentId, { kind: 'endMove', moveId, code: step.code }, by);
        default:
          return execute(to, await decisionOf(deps, step.started.data, step.origin, by), by);
      }
    },
  };
}

/** The hours of now: what is decided by them isn't decided again. */
export const contextNow = (
  { aggregates, rules }: DayDeps,
  day: { readonly pocId: string; readonly date: string },
  { clientId, now }: CommandContext,
) => doctorDayContext(aggregates, rules, { ...day, clientId, now }, 0);

type Asked = Pick<Started['data'], 'moveId' | 'appointmentId' | 'to' | 'toTime' | 'undoneEventId'>;

/** Step 2 of a move, with what speaks against it outside of the destination's day. */
export async function decisionOf(
  deps: DayDeps,
  { moveId, appointmentId: from, to, toTime: time, undoneEventId }: Asked,
  origin: DoctorDayState,
  by: CommandContext,
): Promise<MoveIn | MoveBack> {
  const appointment = origin.appointments.get(from);
  // A move begins with an appointment.
  if (!appointment) throw new Error(`${from} is not of this day.`);
  const { patientId, type } = appointment.booked.data;
  const { pocId } = doctorDayOf(to);
  // As they are now: their last second decides.
  await Promise.all([
    deps.aggregates.doctors.load(streams.doctor(pocId), 0),
    deps.aggregates.patients.load(streams.patient(patientId), 0),
  ]);
  const [doctor, patient] = await Promise.all([
    doctorOf(deps.aggregates, pocId, by.clientId),
    patientOf(deps.aggregates, patientId, by.clientId),
  ]);
  const against = codeOf(doctor) ?? codeOf(patient);
  if (undoneEventId !== null) return { kind: 'moveBack', moveId, from, to, patientId, against };
  const onRequest = !isRefusal(doctor) && doctor.onRequest !== null ? 'doctor.on-request' : null;
  return {
    kind: 'moveIn',
    moveId,
    from,
    to,
    patientId,
    time,
    type,
    visitId: visitIdOf(appointment),
    payment: {
      status: appointment.payment ?? 'Pay_later',
      ...(appointment.paid ?? { amount: appointment.due, method: 'unknown' }),
    },
    ...(appointment.fee && { fee: decidedFee(appointment.fee.data) }),
    visit: appointment.visit,
    visitInLists: appointment.visit ? null : ((await deps.visitBefore?.(pocId, patientId)) ?? null),
    branchId: isRefusal(doctor) ? 0 : doctor.branchId,
    against: against ?? onRequest,
  };
}

const decidedFee = ({ paise, rule, registration, reason }: NonNullable<MoveIn['fee']>) => ({
  ...{ paise, rule, registration, reason },
});

const codeOf = (found: object): ErrorCode | null => (isRefusal(found) ? (found as Refusal).refused : null);
