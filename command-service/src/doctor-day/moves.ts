import type { AppointmentType } from '@dayline/contracts/appointments';
import type { PlacePrices } from '@dayline/contracts/clinic/fee-change';
import { asksVisitKind, type VisitKind } from '@dayline/contracts/clinic/sessions';
import { type ErrorCode, isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import { requestedAt } from '@dayline/contracts/events/metadata';
import { type FeeChange, type VisitMoney, withNewFee } from '@dayline/contracts/fields/visit-money';
import { unreachable } from '@dayline/contracts/unreachable';
import type { Decision } from '../command-handler/decider.ts';
import { type FeeRequest, feeChangeOf, feeEvents } from './money/fee-of-move.ts';
import { refundUndoneWith } from './money/refund.ts';
import { recordedMoney } from './money/visit-money.ts';
import { placeBefore, returnToOldPlace } from './old-place.ts';
import { type DoctorDayContext, placeFrom, placeOf, plannedDay, slotToBook } from './places.ts';
import { toMove } from './reschedule.ts';
import { type Appointment, appointmentHere, type DoctorDayState, statusChange } from './state.ts';

/** Step 1, on the origin. */
export interface StartMove {
  readonly kind: 'startMove';
  readonly moveId: string;
  readonly appointmentId: string;
  readonly to: string;
  readonly toTime: string;
  readonly reason: string | null;
  /** The fee at the destination; absent: unchanged. */
  readonly prices?: PlacePrices | undefined;
  readonly fee?: FeeRequest;
}

/** Step 1 of the undo of a move, at the visit's present place. */
export interface StartMoveBack {
  readonly kind: 'startMoveBack';
  readonly moveId: string;
  readonly appointmentId: string;
  /** The `AppointmentMovedIn` to compensate. */
  readonly eventId: string;
  /** The old appointment's slot. */
  readonly toTime: string;
}

/** Step 2, on the destination. */
export interface MoveIn {
  readonly kind: 'moveIn';
  readonly moveId: string;
  readonly from: string;
  readonly to: string;
  readonly patientId: string;
  /** All records of the person. */
  readonly records?: readonly string[];
  readonly time: string;
  readonly type: AppointmentType;
  readonly patientClass?: string | undefined;
  readonly visitId: string;
  /** The paid and the open amount at the origin. */
  readonly money: VisitMoney;
  /** The fee rule that applied; undefined without rules. */
  readonly fee: Appointment['fees'][number] | undefined;
  readonly feeChange?: FeeChange;
  /** "A move keeps its kind"; undefined: it has none. */
  readonly visit: VisitKind | undefined;
  /** For a visit without a kind, if the new session has quotas by kind. */
  readonly visitInLists: VisitKind | null;
  /** The doctor's branch; 0 means none. */
  readonly branchId: number;
  /** Objections from outside this day, such as an erased patient. */
  readonly against: ErrorCode | null;
}

/** Step 2 of the undo of a move, on the day of the old appointment. */
export interface MoveBack {
  readonly kind: 'moveBack';
  readonly moveId: string;
  readonly from: string;
  /** The old appointment. */
  readonly to: string;
  readonly patientId: string;
  /** All records of the person. */
  readonly records?: readonly string[] | undefined;
  readonly against: ErrorCode | null;
}

/** Step 3, on the origin: follows the decision of step 2. */
export interface EndMove {
  readonly kind: 'endMove';
  readonly moveId: string;
  /** The destination's refusal; null if it has taken the visit. */
  readonly code: string | null;
}

export type MoveCommand = StartMove | StartMoveBack | MoveIn | MoveBack | EndMove;

/** A move to another day or doctor: each step is decided by the day that records it. */
export function decideMove(
  state: DoctorDayState,
  command: MoveCommand,
  context: DoctorDayContext,
): Decision<DoctorDayEvent> {
  switch (command.kind) {
    case 'startMove':
      return startMove(state, command, context);
    case 'startMoveBack':
      return startMoveBack(state, command, context);
    case 'moveIn':
      return state.moves.get(command.moveId)?.decided ? [] : moveIn(state, command, context);
    case 'moveBack':
      return state.moves.get(command.moveId)?.decided ? [] : moveBack(state, command, context);
    case 'endMove':
      return endMove(state, command);
    default:
      return unreachable(command);
  }
}

function startMove(state: DoctorDayState, command: StartMove, context: DoctorDayContext): Decision<DoctorDayEvent> {
  const { moveId, appointmentId, to, toTime, reason } = command;
  const appointment = toMove(state, appointmentId, context);
  if (isRefusal(appointment)) return appointment;
  const { patientId } = appointment.booked.data;
  const feeChange = feeChangeOf(appointment, command.prices, command.fee ?? {});
  if (feeChange && isRefusal(feeChange)) return feeChange;
  const place = { moveId, appointmentId, patientId, to, toTime };
  const data = { ...place, reason, undoneEventId: null, ...(feeChange && { feeChange }) };
  return [{ type: 'AppointmentMoveStarted', data }];
}

/** "Decided at the living end and refused once anything came after it there." */
function startMoveBack(
  state: DoctorDayState,
  { moveId, appointmentId, eventId, toTime }: StartMoveBack,
  { clinic, undoWindowMs }: DoctorDayContext,
): Decision<DoctorDayEvent> {
  const appointment = appointmentHere(state, appointmentId);
  if (isRefusal(appointment)) return appointment;
  const { movedIn, status, lastEventId } = appointment;
  if (movedIn?.id !== eventId) return refuse('undo.unknown');
  if (lastEventId !== eventId) return refuse('appointment.changed', { details: { status } });
  if (clinic.instant > requestedAt(movedIn.metadata) + undoWindowMs) return refuse('undo.expired');
  const { from: to } = movedIn.data;
  const { patientId } = appointment.booked.data;
  const data = { moveId, appointmentId, patientId, to, toTime, reason: null, undoneEventId: eventId };
  return [{ type: 'AppointmentMoveStarted', data }];
}

/** The slot that a visit moves to; "a move never overbooks". */
function slotOf(
  state: DoctorDayState,
  { time, patientId, records, patientClass, visit, visitInLists, against }: Omit<MoveIn, 'kind'>,
  day: DoctorDayContext,
) {
  const context = { ...day, patientClass };
  if (against) return refuse(against);
  const start = slotToBook(state.book, time, context);
  if (isRefusal(start)) return start;
  const kind = visit ?? (asksVisitKind(start.session) ? visitInLists : null);
  const { slot, refused } = placeFrom(state, { slot: start, patientId, records, visit: kind }, context);
  return refused ?? { slot, kind };
}

/**
 * The refusal of a visit that can't move in; null if it can. An ordinary refusal is found before anything is appended.
 */
export function refusalOfMoveIn(state: DoctorDayState, command: MoveIn, context: DoctorDayContext): Refusal | null {
  const found = slotOf(state, command, context);
  return isRefusal(found) ? found : null;
}

function moveIn(state: DoctorDayState, command: MoveIn, context: DoctorDayContext): DoctorDayEvent[] {
  const { moveId, from, to, patientId, time, type, patientClass, visitId, money, fee, feeChange } = command;
  const found = slotOf(state, command, context);
  if (isRefusal(found)) return [refusedMove(command, found.refused)];
  const { slot, kind } = found;
  const { minutes, session } = slot;
  const place = placeOf(session, command.branchId);
  const after = withNewFee(money, feeChange);
  const payment = recordedMoney(after, after.status ?? 'Pay_later');
  const ofClass = patientClass === undefined ? {} : { patientClass };
  const details = {
    appointmentId: to,
    patientId,
    time,
    minutes,
    ...(kind && { visit: kind }),
    type,
    ...place,
    ...ofClass,
  };
  return [
    ...plannedDay(state.book, context),
    { type: 'AppointmentBooked', data: { ...details, statusBefore: null, statusAfter: 'Confirmed' } },
    {
      type: 'AppointmentMovedIn',
      data: { moveId, appointmentId: to, patientId, from, visitId, payment, ...(feeChange && { feeChange }) },
    },
    ...feeEvents({ appointmentId: to, patientId }, money, { change: feeChange, before: fee }),
  ];
}

const refusedMove = ({ moveId, patientId, from, to }: MoveIn | MoveBack, code: ErrorCode): DoctorDayEvent => ({
  type: 'MoveRefused',
  data: { moveId, patientId, from, to, code },
});

/** The refusal of a visit that can't move back; null if it can. */
export function refusalOfMoveBack(
  state: DoctorDayState,
  command: Omit<MoveBack, 'kind' | 'moveId'>,
  context: DoctorDayContext,
): Refusal | null {
  const freed = freedForMoveBack(state, command, context);
  return isRefusal(freed) ? freed : null;
}

/** The events before a visit moves back, or the refusal. */
function freedForMoveBack(
  state: DoctorDayState,
  { from, to, records, against }: Omit<MoveBack, 'kind' | 'moveId'>,
  context: DoctorDayContext,
): DoctorDayEvent[] | Refusal {
  if (against) return refuse(against);
  const old = state.appointments.get(to);
  if (!old || old.moving?.data.to !== from) return refuse('appointment.changed');
  // It takes up its capacity until the last step of the first move.
  if (old.isMoving) return [];
  if (old.status !== 'Moved') return refuse('appointment.changed', { details: { status: old.status } });
  return returnToOldPlace(state, placeBefore(old, records), context);
}

function moveBack(state: DoctorDayState, command: MoveBack, context: DoctorDayContext): Decision<DoctorDayEvent> {
  const freed = freedForMoveBack(state, command, context);
  const old = state.appointments.get(command.to);
  const first = old?.moving && state.moves.get(old.moving.data.moveId);
  if (isRefusal(freed)) return [refusedMove(command, freed.refused)];
  if (!old?.moving || !first) return [refusedMove(command, 'appointment.changed')];
  // Its third step is appended first, by a command of its own.
  if (!first.ended) return [];
  const change = statusChange({ ...old, status: 'Moved' }, 'Confirmed');
  const undone = { ...change, moveId: command.moveId, undoneEventId: first.ended.id };
  return [...plannedDay(state.book, context), ...freed, { type: 'AppointmentMoveUndone', data: undone }];
}

function endMove(state: DoctorDayState, { moveId, code }: EndMove): DoctorDayEvent[] {
  const { started, ended } = state.moves.get(moveId) ?? {};
  const appointment = started && state.appointments.get(started.data.appointmentId);
  if (!appointment || ended) return [];
  const { appointmentId, patientId, to, undoneEventId } = started.data;
  if (code !== null) {
    return [{ type: 'AppointmentMoveAbandoned', data: { moveId, appointmentId, patientId, to, code } }];
  }
  const change = statusChange({ ...appointment, status: 'Confirmed' }, 'Moved');
  const visitId = visitIdOf(appointment);
  return [
    // The refund of the move is paid again where the undo leads.
    ...(undoneEventId !== null && appointment.movedIn ? refundUndoneWith(appointment, appointment.movedIn) : []),
    { type: 'AppointmentMovedAway', data: { ...change, moveId, to, visitId, undoneEventId } },
  ];
}

/** The id of the visit, which is that of its first appointment. */
export const visitIdOf = ({ movedIn, booked }: Appointment): string =>
  movedIn?.data.visitId ?? booked.data.appointmentId;
