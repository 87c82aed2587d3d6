import { type ErrorCode, isErrorCode, isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { appointmentId as appointmentIdOf, doctorDayOf } from '@dayline/contracts/ids';
import { clockFrom } from '@dayline/runtime/clock';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import type { CommandContext } from '../command-handler/command-context.ts';
import { doctorOf } from '../doctor/doctor-commands.ts';
import { onDayOf, refusedAsErased, undoableUntil, withFollowingDays } from '../doctor-day/appointment-commands.ts';
import type { DayDeps } from '../doctor-day/day-commands.ts';
import type { FeeRequest } from '../doctor-day/money/fee-of-move.ts';
import { refusalOfMoveBack, refusalOfMoveIn, type StartMove, type StartMoveBack } from '../doctor-day/moves.ts';
import { isFull, visitKindNeeded } from '../doctor-day/places.ts';
import { type Reschedule, type UndoReschedule, withoutTime } from '../doctor-day/reschedule.ts';
import type { Appointment, DoctorDayState } from '../doctor-day/state.ts';
import { patientOf, recordIdsOf } from '../patient/patient-commands.ts';
import { type Beginning, runProcess } from '../process/process.ts';
import { pricesOfMove, pricingOfMove } from './move-prices.ts';
import {
  contextNow,
  decidedIn,
  decisionOf,
  type MoveFields,
  type MoveStates,
  moveProcess,
  streamOf,
} from './move-process.ts';

export interface MoveResult {
  /** Another id on another day or with another doctor. */
  readonly appointmentId: string;
  readonly pocId: string;
  readonly date: string;
  readonly time: string;
  /** The event to name in an undo; null if nothing was appended. */
  readonly eventId: string | null;
  /** Until when it can be undone (ISO 8601, UTC); null if it can't. */
  readonly undoUntil: string | null;
  readonly position: string | null;
}

export interface MoveRequest {
  readonly appointmentId: string;
  readonly pocId?: string | undefined;
  readonly date?: string | undefined;
  readonly time: string;
  readonly reason: string | null;
  readonly fee?: FeeRequest;
}
type UndoRequest = { readonly appointmentId: string; readonly eventId: string };

export type MoveCommands = ReturnType<typeof moveCommands>;

/** Moves of appointments to other times, days and doctors. */
export function moveCommands(deps: DayDeps) {
  const moves = new Moves(deps);
  return {
    /** Moves an appointment to another time, day or doctor. */
    async moveAppointment(request: MoveRequest, by: CommandContext): Promise<MoveResult | Refusal> {
      const here = doctorDayOf(request.appointmentId);
      const { pocId = here.pocId, date = here.date } = request;
      return pocId === here.pocId && date === here.date
        ? moves.withinDay(request, by)
        : moves.elsewhere({ ...request, pocId, date }, by);
    },

    /** Compensates the move's event `eventId`, restoring the previous time, day and doctor. */
    undoMove: (request: UndoRequest, by: CommandContext): Promise<MoveResult | Refusal> => moves.back(request, by),
  };
}

class Moves {
  readonly #deps: DayDeps;
  readonly #process: ReturnType<typeof moveProcess>;

  constructor(deps: DayDeps) {
    this.#deps = deps;
    this.#process = moveProcess(deps);
  }

  async withinDay(
    { appointmentId, time, reason, fee = {} }: MoveRequest,
    by: CommandContext,
  ): Promise<MoveResult | Refusal> {
    const { aggregates, visitBefore } = this.#deps;
    const { pocId } = doctorDayOf(appointmentId);
    const doctor = await doctorOf(aggregates, pocId, by.clientId);
    if (isRefusal(doctor)) return doctor;
    const appointment = (await this.#dayOf(appointmentId)).appointments.get(appointmentId);
    const patient = appointment && (await patientOf(aggregates, appointment.booked.data.patientId, by.clientId));
    if (patient && isRefusal(patient)) return patient;
    const pricing = appointment && (await pricingOfMove(this.#deps, appointment, doctorDayOf(appointmentId), by));
    const { branchId } = doctor;
    const records = appointment && (await recordIdsOf(aggregates, appointment.booked.data.patientId));
    const command = {
      ...({ kind: 'reschedule', appointmentId, branchId, time, reason, pricing, fee } as const),
      ...(records && { records }),
    };
    const first = await this.#changeTime(command, by);
    if (first !== visitKindNeeded || !appointment) return first;
    const visit = (await visitBefore?.(pocId, appointment.booked.data.patientId)) ?? null;
    return this.#changeTime({ ...command, visit }, by);
  }

  async elsewhere(
    request: MoveRequest & { readonly pocId: string; readonly date: string },
    by: CommandContext,
  ): Promise<MoveResult | Refusal> {
    const { appointmentId, pocId, date, time, reason, fee = {} } = request;
    const doctor = await doctorOf(this.#deps.aggregates, pocId, by.clientId);
    if (isRefusal(doctor)) return doctor;
    const to = appointmentIdOf(pocId, date, derivedFrom(by.commandId, 'appointment'));
    const move = { moveId: by.commandId, appointmentId, to, toTime: time };
    return this.#run({ ...move, undoneEventId: null }, { kind: 'startMove', ...move, reason, fee }, by);
  }

  async back({ appointmentId, eventId }: UndoRequest, by: CommandContext): Promise<MoveResult | Refusal> {
    const appointment = (await this.#dayOf(appointmentId)).appointments.get(appointmentId);
    if (!appointment?.movedIn || appointment.movedIn.id !== eventId) {
      const records = appointment && (await recordIdsOf(this.#deps.aggregates, appointment.booked.data.patientId));
      return this.#changeTime({ kind: 'undoReschedule', appointmentId, eventId, records }, by);
    }
    const to = appointment.movedIn.data.from;
    const toTime = (await this.#dayOf(to)).appointments.get(to)?.time ?? '';
    const move = { moveId: by.commandId, appointmentId, to, toTime };
    const begin = { kind: 'startMoveBack', moveId: by.commandId, appointmentId, eventId, toTime } as const;
    return this.#run({ ...move, undoneEventId: eventId }, begin, by);
  }

  /**
   * "The destination is looked at before step 1, so an ordinary refusal appends nothing." Null also if the move has
   * started: a retry finds its own visit there. The origin decides about refusals of the start itself.
   */
  async #refusalOf(move: MoveFields, by: CommandContext): Promise<Refusal | null> {
    const [origin, destination, context] = await Promise.all([
      this.#dayOf(move.appointmentId),
      this.#dayOf(move.to),
      contextNow(this.#deps, doctorDayOf(move.to), by),
    ]);
    const appointment = origin.appointments.get(move.appointmentId);
    if (appointment?.status !== 'Confirmed' || appointment.isMoving) return null;
    const command = await decisionOf(this.#deps, move, origin, by);
    const refusal =
      command.kind === 'moveIn'
        ? refusalOfMoveIn(destination, command, context)
        : refusalOfMoveBack(destination, command, context);
    if (!refusal) return null;
    const hasBegun = (await this.#dayOf(move.appointmentId)).moves.has(move.moveId);
    return hasBegun ? null : this.#withFreeTimes(refusal, { ...move, appointment, context }, by);
  }

  async #withFreeTimes(
    refusal: Refusal,
    {
      to,
      toTime: time,
      appointmentId,
      appointment,
      context,
    }: {
      readonly to: string;
      readonly toTime: string;
      readonly appointmentId: string;
      readonly appointment: Appointment;
      readonly context: Awaited<ReturnType<typeof contextNow>>;
    },
    by: CommandContext,
  ): Promise<Refusal> {
    if (!isFull(refusal)) return refusal;
    const { visit, booked } = appointment;
    const { patientClass } = booked.data;
    const more = await withFollowingDays(this.#deps, refusal, { ...context, time, visit, patientClass, by });
    const own = doctorDayOf(appointmentId);
    return own.pocId === doctorDayOf(to).pocId ? withoutTime(more, { date: own.date, time: appointment.time }) : more;
  }

  /** Takes the first step and the following ones, and answers with their decisions: the same on each retry. */
  async #run(move: MoveFields, command: StartMove | StartMoveBack, by: CommandContext): Promise<MoveResult | Refusal> {
    const { aggregates } = this.#deps;
    const here = doctorDayOf(move.appointmentId);
    const [refusal, doctor, context] = await Promise.all([
      this.#refusalOf(move, by),
      doctorOf(aggregates, here.pocId, by.clientId),
      contextNow(this.#deps, here, by),
    ]);
    if (refusal) return refusal;
    if (isRefusal(doctor)) return doctor;
    const isBack = command.kind === 'startMoveBack';
    const first = isBack ? command : { ...command, prices: await pricesOfMove(this.#deps, move, by) };
    try {
      const stream = streamOf(move.appointmentId);
      const result = await aggregates.days.execute({ stream, command: first, context, by });
      if (isRefusal(result)) return result;
      const moveStart = result.events.find(({ type }) => type === 'AppointmentMoveStarted');
      if (!moveStart) throw new Error('A move begins with an event.');
      // Cast is safe: a recorded event is plain data.
      const beginning = moveStart as unknown as Beginning;
      // Both days were read before the first step.
      const run = { clock: clockFrom(by.now), maxAgeMs: Number.POSITIVE_INFINITY };
      const { states } = await runProcess(this.#process, beginning, by, run);
      if (!states) throw new Error('The move is gone.');
      return this.#outcome(states);
    } catch (error) {
      return refusedAsErased(error);
    }
  }

  #outcome({ started, origin, destination }: MoveStates): MoveResult | Refusal {
    const { moveId, to, toTime: time, undoneEventId } = started.data;
    const { code } = decidedIn(destination, moveId) ?? { code: 'log.conflict' };
    if (code !== null) return refuse(isErrorCode(code) ? (code satisfies ErrorCode) : 'log.conflict');
    const decision = destination.moves.get(moveId)?.decided;
    const isUndo = undoneEventId !== null;
    const { undoWindowMs } = this.#deps.rules;
    return {
      appointmentId: to,
      ...doctorDayOf(to),
      time,
      eventId: decision?.id ?? null,
      undoUntil: decision && !isUndo ? undoableUntil(decision, undoWindowMs) : null,
      position: origin.moves.get(moveId)?.ended?.position ?? null,
    };
  }

  async #changeTime(command: Reschedule | UndoReschedule, by: CommandContext): Promise<MoveResult | Refusal> {
    const { appointmentId, kind } = command;
    try {
      const outcome = await onDayOf(this.#deps, appointmentId, command, by);
      if (isRefusal(outcome)) return outcome;
      const time = outcome.state.appointments.get(appointmentId)?.time ?? '';
      const event = outcome.events.find(({ type }) => type === 'AppointmentRescheduled');
      const undoUntil = event && kind === 'reschedule' ? undoableUntil(event, this.#deps.rules.undoWindowMs) : null;
      const { position } = outcome;
      return { appointmentId, ...doctorDayOf(appointmentId), time, eventId: event?.id ?? null, undoUntil, position };
    } catch (error) {
      return refusedAsErased(error);
    }
  }

  /** The present state. */
  async #dayOf(appointmentId: string): Promise<DoctorDayState> {
    const { pocId, date } = doctorDayOf(appointmentId);
    return (await this.#deps.aggregates.days.load(streams.doctorDay(pocId, date), 0)).state;
  }
}
