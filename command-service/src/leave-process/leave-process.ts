import { hasLeft } from '@dayline/contracts/doctors';
import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import type { LeaveRow } from '@dayline/contracts/events/calendar';
import { streamKey, streams } from '@dayline/contracts/events/categories';
import { unreachable } from '@dayline/contracts/unreachable';
import type { Clock } from '@dayline/runtime/clock';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import type { CommandContext } from '../command-handler/command-context.ts';
import { isContended } from '../command-handler/contention.ts';
import { appointmentCommands } from '../doctor-day/appointment-commands.ts';
import { onDoctorDay } from '../doctor-day/day-commands.ts';
import { isBack, type LeaveCommand, type LeaveState, type SettledRow } from '../leave/leave.ts';
import { datesOf, type LeaveDeps } from '../leave/leave-commands.ts';
import { moveCommands } from '../moving/move-commands.ts';
import type { Process } from '../process/process.ts';

interface States {
  readonly leaveId: string;
  readonly state: LeaveState;
}

type Step = States & { readonly name: string } & (
    | { readonly what: 'block' | 'settle' | 'open' }
    | { readonly what: 'row'; readonly row: LeaveRow }
    | { readonly what: 'undo'; readonly row: SettledRow }
  );

export interface LeaveProcessDeps extends LeaveDeps {
  /** Each command of a step has a time of its own. */
  readonly clock: Clock;
}

/** Whether an undo of a row still comes in time was decided by the leave. */
const undoWindowMs = 366 * 24 * 60 * 60 * 1_000;

/** The commands of a leave's steps, each under an id from the leave and the step: the same in each run. */
class LeaveSteps {
  readonly #deps: LeaveProcessDeps;
  readonly #appointments: ReturnType<typeof appointmentCommands>;
  readonly #moves: ReturnType<typeof moveCommands>;

  constructor(deps: LeaveProcessDeps) {
    this.#deps = deps;
    const lasting = { ...deps, rules: { ...deps.rules, undoWindowMs } };
    this.#appointments = appointmentCommands(lasting);
    this.#moves = moveCommands(lasting);
  }

  /** The days one after another; the first with an appointment that no row names ends the leave. */
  async block({ leaveId, state }: Step, by: CommandContext): Promise<object | Refusal> {
    const { pocId, hours, reason, appointments } = state;
    const doctor = await this.#deps.aggregates.doctors.load(streams.doctor(pocId), 0);
    // Nobody can be booked with a doctor who has left, and the days are open at once if the doctor returns.
    if (doctor.state && hasLeft(doctor.state, state.from)) return this.append(leaveId, { kind: 'daysBlocked' }, by);
    const appointmentIds = new Set(appointments.map(({ appointmentId }) => appointmentId));
    for (const date of datesOf(state)) {
      const command = { kind: 'blockForLeave', leaveId, hours, reason, appointmentIds } as const;
      const part = this.#part(leaveId, `block-${date}`, by);
      const { outcome } = await onDoctorDay(this.#deps, { pocId, date }, command, part);
      if (!isRefusal(outcome)) continue;
      if (outcome.refused !== 'leave.changed') return outcome;
      const beside = outcome.details?.bookings?.map(({ appointmentId }) => appointmentId) ?? [];
      return this.append(leaveId, { kind: 'stop', date, appointmentIds: beside }, by);
    }
    return this.append(leaveId, { kind: 'daysBlocked' }, by);
  }

  async settleRow({ leaveId, state }: Step, row: LeaveRow, by: CommandContext): Promise<object | Refusal> {
    const { appointmentId, action, to, fee: seenFee } = row;
    const part = this.#part(leaveId, `row-${appointmentId}`, by);
    const settledRow = (outcome: SettledRow['outcome'], more: Partial<SettledRow> = {}) =>
      this.append(
        leaveId,
        { kind: 'settleRow', appointmentId, outcome, movedTo: null, eventId: null, code: null, ...more },
        by,
      );
    if (action === 'keep') return settledRow('kept');
    if (action === 'move' && to) {
      // The hospital moves the visit: it costs what it did, unless the desk decided otherwise.
      const { reason, difference = 'left' } = state;
      const request = { appointmentId, ...to, reason, fee: { seen: seenFee, difference } };
      const result = await this.#moves.moveAppointment(request, part);
      if (isContended(result)) return result;
      if (isRefusal(result)) return settledRow('open', { code: result.refused });
      return settledRow('moved', { movedTo: result.appointmentId, eventId: result.eventId });
    }
    const change = { appointmentId, status: 'Cancelled', as: 'admin', asksMoney: true } as const;
    const money = state.money && { money: state.money };
    const cancellation = await this.#appointments.changeAppointmentStatus({ ...change, ...money }, part);
    if (isContended(cancellation)) return cancellation;
    if (isRefusal(cancellation)) return settledRow('open', { code: cancellation.refused });
    return settledRow('cancelled', { eventId: cancellation.eventId });
  }

  /** Back to where it was, unless somebody changed it since. */
  async undoRow({ leaveId }: Step, row: SettledRow, by: CommandContext): Promise<object | Refusal> {
    const { appointmentId, outcome, movedTo, eventId } = row;
    const part = this.#part(leaveId, `undo-${appointmentId}`, by);
    const undone =
      eventId === null
        ? null
        : outcome === 'moved'
          ? await this.#moves.undoMove({ appointmentId: movedTo ?? appointmentId, eventId }, part)
          : await this.#appointments.undoAppointmentStatus(
              { appointmentId, status: 'Confirmed', as: 'admin', eventId, batchId: leaveId },
              part,
            );
    if (undone && isContended(undone)) return undone;
    const code = undone && isRefusal(undone) ? undone.refused : null;
    const undoOutcome = code === null ? 'undone' : 'notUndone';
    return this.append(leaveId, { kind: 'settleRow', ...row, outcome: undoOutcome, code }, by);
  }

  async open({ leaveId, state }: Step, by: CommandContext): Promise<object | Refusal> {
    const { pocId, openFrom, to } = state;
    for (const date of datesOf({ from: openFrom, to })) {
      const part = this.#part(leaveId, `open-${date}`, by);
      const { outcome } = await onDoctorDay(this.#deps, { pocId, date }, { kind: 'openAfterLeave', leaveId }, part);
      if (isRefusal(outcome)) return outcome;
    }
    return this.append(leaveId, { kind: 'daysOpened' }, by);
  }

  append(leaveId: string, command: LeaveCommand, by: CommandContext): Promise<object | Refusal> {
    const name = command.kind === 'settleRow' ? `${command.outcome}-${command.appointmentId}` : command.kind;
    const part = this.#part(leaveId, name, by);
    const stream = streams.leave(leaveId);
    return this.#deps.aggregates.leaves.execute({ stream, command, context: { now: part.now }, by: part });
  }

  #part(leaveId: string, name: string, by: CommandContext): CommandContext {
    // No digest: the id is used for one body only.
    const own = { commandId: derivedFrom(leaveId, name), commandDigest: '', batchId: leaveId };
    return { ...by, ...own, now: this.#deps.clock.now() };
  }
}

/**
 * Carries out a leave: blocks its days, settles its rows one after another, and undoes or ends it if somebody asks for
 * that. What each step came to is in the leave's stream, so a crash loses nothing and a later run takes the rest.
 */
export function leaveProcess(deps: LeaveProcessDeps): Process<States, Step, 'leaves'> {
  const steps = new LeaveSteps(deps);
  return {
    name: 'leaves',
    begunBy: ['LeaveStarted', 'LeaveUndoStarted', 'LeaveEnded'],

    async load({ stream }, maxAgeMs) {
      const { state } = await deps.aggregates.leaves.load(stream, maxAgeMs);
      return state && { leaveId: streamKey(stream), state };
    },

    next: nextStep,

    take(step, by) {
      switch (step.what) {
        case 'block':
          return steps.block(step, by);
        case 'row':
          return steps.settleRow(step, step.row, by);
        case 'settle':
          return steps.append(step.leaveId, { kind: 'settle' }, by);
        case 'undo':
          return steps.undoRow(step, step.row, by);
        case 'open':
          return steps.open(step, by);
        default:
          return unreachable(step);
      }
    },
  };
}

function nextStep({ leaveId, state }: States): Step | null {
  const { phase, isBlocked, appointments, settledRows } = state;
  const step = (name: 'block' | 'settle' | 'open'): Step => ({ leaveId, state, what: name, name });
  if (phase === 'running') {
    if (!isBlocked) return step('block');
    const row = appointments.find(({ appointmentId }) => !settledRows.has(appointmentId));
    return row ? { leaveId, state, what: 'row', row, name: `row-${row.appointmentId}` } : step('settle');
  }
  if (!isBack(state)) return null;
  const row = phase === 'undoing' && [...settledRows.values()].findLast(({ outcome }) => isChanged(outcome));
  return row ? { leaveId, state, what: 'undo', row, name: `undo-${row.appointmentId}` } : step('open');
}

const isChanged = (outcome: SettledRow['outcome']): boolean => outcome === 'moved' || outcome === 'cancelled';
