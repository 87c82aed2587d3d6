import type { AppointmentStatus, AppointmentType, Money, PaymentMethod } from '@dayline/contracts/appointments';
import { isBehind } from '@dayline/contracts/clinic/day/plan';
import type { Pricing } from '@dayline/contracts/clinic/fees';
import { asksVisitKind, type VisitKind } from '@dayline/contracts/clinic/sessions';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import { unreachable } from '@dayline/contracts/unreachable';
import type { Decider, Decision } from '../command-handler/decider.ts';
import { type ContactCommand, decideContactCommand } from './contact.ts';
import { foldDoctorDay } from './fold.ts';
import { decideHold, decideRelease, type HoldCommand, holdToBook, lapsedHolds, placeOfHold } from './holds.ts';
import { type BlockCommand, decideBlock } from './hours/blocks.ts';
import { type DayHoursCommand, decideDayHours } from './hours/day-hours.ts';
import { decideLeaveDay, type LeaveDayCommand } from './hours/leave-days.ts';
import {
  type CorrectPayment,
  decideCorrectPayment,
  decideRefund,
  decideUndoPayment,
  decideUndoRefund,
  type PaymentFields,
  priceOf,
  type RefundPayment,
  type UndoPayment,
  type UndoRefund,
} from './money/payment.ts';
import { refundOf } from './money/refund.ts';
import { decideMove, type MoveCommand } from './moves.ts';
import { placeBefore, returnToOldPlace } from './old-place.ts';
import {
  bookingEvents,
  type DoctorDayContext,
  isFull,
  overbookingEvents,
  placeFrom,
  plannedDay,
  refusalOfOverbooking,
  slotToBook,
  staleHours,
  visitKindNeeded,
} from './places.ts';
import { decideLateness, decidePresence, type PresenceCommand, type SetLateness } from './presence.ts';
import { decideReschedule, decideUndoReschedule, type Reschedule, type UndoReschedule } from './reschedule.ts';
import { type Appointment, appointmentHere, type DoctorDayState, emptyDay, statusChange } from './state.ts';
import { decideUndo, type UndoStatus } from './undo.ts';
import { decideUndoWalkIn, decideWalkIn, type UndoWalkIn, type WalkIn } from './walk-in.ts';

/** A requested booking, without its doctor and date. */
export interface Booking extends PaymentFields {
  readonly patientId: string;
  /** All records of the person. */
  readonly records?: readonly string[];
  readonly time: string;
  readonly type: AppointmentType;
  /** Null: it counts in no quota of its session. Absent: unknown so far, see `visitKindNeeded`. */
  readonly visit?: VisitKind | null | undefined;
}

export interface BookAppointment extends Booking {
  readonly kind: 'book';
  readonly appointmentId: string;
  /** The doctor's branch at the time of booking; 0 means none. */
  readonly branchId: number;
  /** Absent if the doctor has no fee rules. */
  readonly pricing?: Pricing | undefined;
  /** How to request an appointment with a doctor who can't be booked. */
  readonly onRequest?: string | null;
  /** The refusal of new bookings of the patient; a repeated booking succeeds. */
  readonly gone?: Refusal | null;
  /** The reason for exceeding the slot's capacity; absent: it must not. */
  readonly overbooks?: { readonly reason: string };
  /** The id of the actor whose hold has the appointment's id; absent: the booking has no hold. */
  readonly holder?: string | undefined;
}

export interface ChangeStatus {
  readonly kind: 'changeStatus';
  readonly appointmentId: string;
  readonly status: AppointmentStatus;
  readonly as: 'admin' | 'doctor';
  /** The effect of a cancellation on the payment; absent: none. */
  readonly money?: Money | undefined;
  /** The method of a refund; absent: the method of the payment. */
  readonly method?: PaymentMethod | undefined;
  /** Whether the cancellation of a paid visit must decide about a refund. */
  readonly asksMoney?: boolean;
}

/** Gives an appointment of a person to another record of the person, at the records' split. */
export interface Reassign {
  readonly kind: 'reassign';
  readonly appointmentId: string;
  readonly patientId: string;
  readonly mergeId: string;
}

export interface CorrectStatus {
  readonly kind: 'correct';
  /** All records of the person. */
  readonly records?: readonly string[] | undefined;
  readonly appointmentId: string;
  readonly status: AppointmentStatus;
  readonly reason: string;
}

export type DoctorDayCommand =
  | BookAppointment
  | ChangeStatus
  | UndoStatus
  | CorrectStatus
  | CorrectPayment
  | UndoPayment
  | RefundPayment
  | UndoRefund
  | Reschedule
  | UndoReschedule
  | PresenceCommand
  | SetLateness
  | WalkIn
  | UndoWalkIn
  | MoveCommand
  | ContactCommand
  | Reassign
  | BlockCommand
  | LeaveDayCommand
  | DayHoursCommand
  | HoldCommand;
type DoctorDayDecision = Decision<DoctorDayEvent>;

export const doctorDay: Decider<DoctorDayState, DoctorDayCommand, DoctorDayEvent, DoctorDayContext> = {
  initial: emptyDay,
  fold: foldDoctorDay,
  decide(state, command, context) {
    const lapsed = lapsedHolds(state, context);
    if (command.kind === 'lapseHolds') return lapsed;
    if (!context.isCurrent && isBehind(state.book, context)) return staleHours;
    const decision = decideOn(state, command, context);
    const hasEvents = Array.isArray(decision) && decision.length > 0;
    return hasEvents ? [...lapsed, ...decision] : decision;
  },
};

function decideOn(
  state: DoctorDayState,
  command: Exclude<DoctorDayCommand, { kind: 'lapseHolds' }>,
  context: DoctorDayContext,
): DoctorDayDecision {
  switch (command.kind) {
    case 'book':
      return book(state, command, context);
    case 'changeStatus':
      return changeStatus(state, command, context);
    case 'undo':
      return decideUndo(state, command, context);
    case 'correct':
      return correct(state, command, context);
    case 'reschedule':
      return decideReschedule(state, command, context);
    case 'undoReschedule':
      return decideUndoReschedule(state, command, context);
    case 'arrive':
    case 'withdrawArrival':
    case 'call':
    case 'callNext':
    case 'withdrawCall':
      return decidePresence(state, command, context);
    case 'setLateness':
      return decideLateness(state, command, context);
    case 'walkIn':
      return decideWalkIn(state, command, context);
    case 'undoWalkIn':
      return decideUndoWalkIn(state, command, context);
    case 'startMove':
    case 'startMoveBack':
    case 'moveIn':
    case 'moveBack':
    case 'endMove':
      return decideMove(state, command, context);
    case 'noteContact':
    case 'undoContact':
    case 'confirmVisit':
      return decideContactCommand(state, command, context);
    case 'reassign':
      return reassign(state, command);
    case 'correctPayment':
      return decideCorrectPayment(state, command, context);
    case 'undoPayment':
      return decideUndoPayment(state, command, context);
    case 'refundPayment':
      return decideRefund(state, command);
    case 'undoRefund':
      return decideUndoRefund(state, command, context);
    case 'blockDay':
    case 'blockSlots':
    case 'unblockDay':
    case 'unblockSlots':
      return decideBlock(state, command, context);
    case 'blockForLeave':
    case 'openAfterLeave':
      return decideLeaveDay(state, command, context);
    case 'setDayHours':
    case 'clearDayHours':
      return decideDayHours(state, command, context);
    case 'hold':
      return decideHold(state, command, context);
    case 'releaseHold':
      return decideRelease(state, command, context);
    default:
      return unreachable(command);
  }
}

function book(state: DoctorDayState, command: BookAppointment, day: DoctorDayContext): DoctorDayDecision {
  const { onRequest, gone } = command;
  const context = { ...day, patientClass: command.patientClass };
  if (gone) return gone;
  if (onRequest) return refuse('doctor.on-request', { details: { onRequest } });
  if (command.type === 'Tele Consultation' && command.payment !== 'Paid') return refuse('payment.upfront');
  const { appointmentId, patientId, records, type, payment, method, visit, patientClass, branchId, overbooks, holder } =
    command;
  const hold = holder === undefined ? null : holdToBook(state, { appointmentId, time: command.time, holder });
  if (hold && isRefusal(hold)) return hold;
  const start = slotToBook(state.book, command.time, context, overbooks !== undefined);
  if (isRefusal(start)) return start;
  if (visit === undefined && asksVisitKind(start.session)) return visitKindNeeded;
  const request = { slot: start, patientId, records, visit: visit ?? null };
  const { slot, refused } = hold ? placeOfHold(state, hold, request, context) : placeFrom(state, request, context);
  const price = priceOf(command, slot.session, context);
  if (isRefusal(price)) return price;
  const entry = hold?.placed.data.waitingId;
  const ofList = entry !== undefined && { waitingId: entry };
  const details = { appointmentId, patientId, type, patientClass, branchId, payment, method, ...price, ...ofList };
  // Capacity that has become free meanwhile is used like any other.
  if (!refused) return bookingEvents(state.book, slot, { ...details, visit }, context);
  if (!overbooks || !isFull(refused)) return refused;
  return (
    refusalOfOverbooking(state, slot, context) ??
    overbookingEvents(state.book, slot, { ...details, ...overbooks }, context)
  );
}

/** Confirmed → Availed, Not_Availed or Cancelled; other changes only by undo or correction. */
function changeStatus(state: DoctorDayState, command: ChangeStatus, context: DoctorDayContext): DoctorDayDecision {
  if (command.status === 'Cancelled' && command.as === 'doctor') return refuse('cancel.admin-only');
  const appointment = appointmentHere(state, command.appointmentId);
  if (isRefusal(appointment)) return appointment;
  if (appointment.status === command.status) return [];
  if (command.status === 'Confirmed' || appointment.status !== 'Confirmed') {
    return refuse('appointment.not-confirmed', { details: { status: appointment.status } });
  }
  if (command.status !== 'Cancelled' && context.date > context.clinic.date) return refuse('appointment.too-early');
  const changed = { type: eventOfStatus[command.status], data: statusChange(appointment, command.status) };
  if (command.status !== 'Cancelled') return [changed];
  const { money, method, asksMoney } = command;
  if (asksMoney && money === undefined && isPaidFor(appointment)) return refuse('refund.undecided');
  return [changed, ...refundOf(appointment, { money, method })];
}

/** A free visit that counts as paid has nothing to refund; the event says so too. */
const isPaidFor = ({ money }: Appointment): boolean => money.status === 'Paid' || money.payments.length > 0;

const eventOfStatus = {
  Availed: 'AppointmentMarkedVisited',
  Not_Availed: 'AppointmentMarkedNotVisited',
  Cancelled: 'AppointmentCancelled',
} as const;

/** Any status can be corrected to any other; leaving Cancelled takes up the old capacity again. */
function correct(state: DoctorDayState, command: CorrectStatus, context: DoctorDayContext): DoctorDayDecision {
  const appointment = appointmentHere(state, command.appointmentId);
  if (isRefusal(appointment)) return appointment;
  if (appointment.status === command.status) return [];
  const isMark = command.status === 'Availed' || command.status === 'Not_Availed';
  if (isMark && context.date > context.clinic.date) return refuse('appointment.too-early');
  const corrected: DoctorDayEvent = {
    type: 'AppointmentStatusCorrected',
    data: { ...statusChange(appointment, command.status), reason: command.reason },
  };
  if (appointment.status !== 'Cancelled') return [corrected];
  const freed = returnToOldPlace(state, placeBefore(appointment, command.records), context);
  return isRefusal(freed) ? freed : [...plannedDay(state.book, context), ...freed, corrected];
}

/** Whatever its status, so that a move or a mark that is undone later names the right record too. */
function reassign(
  { appointments }: DoctorDayState,
  { appointmentId, patientId, mergeId }: Reassign,
): DoctorDayDecision {
  const appointment = appointments.get(appointmentId);
  if (!appointment) return refuse('appointment.unknown');
  if (appointment.isMoving) return refuse('appointment.moving');
  const { status, booked } = appointment;
  const { patientId: patientBefore } = booked.data;
  if (patientBefore === patientId) return [];
  return [{ type: 'AppointmentReassigned', data: { appointmentId, patientId, patientBefore, status, mergeId } }];
}
