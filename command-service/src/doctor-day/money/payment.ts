import {
  type AppointmentType,
  notRecorded,
  type Paid,
  type PaymentMethod,
  type PaymentStatus,
} from '@dayline/contracts/appointments';
import type { PlacePrice } from '@dayline/contracts/clinic/fee-change';
import { classesOfRules, feeOf, type Price, type Pricing } from '@dayline/contracts/clinic/fees';
import type { Session } from '@dayline/contracts/clinic/sessions';
import { classesOfSession, classesOfWeeks } from '@dayline/contracts/clinic/weeks';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import { heldOf, openOf, type VisitMoney } from '@dayline/contracts/fields/visit-money';
import type { Decision } from '../../command-handler/decider.ts';
import type { DoctorDayContext } from '../places.ts';
import { type Appointment, appointmentHere, type DoctorDayState } from '../state.ts';
import { undoneBefore } from '../undo.ts';
import { refunded, refundUndone } from './refund.ts';
import { hasChangedSince, moneyBefore, paymentChangedSince, recordedMoney, wholeOf } from './visit-money.ts';

/** The requested payment of a booking. */
export interface PaymentFields {
  /** The class of patients that the fee depends on; absent: none. */
  readonly patientClass?: string | undefined;
  readonly payment: PaymentStatus;
  /** In paise; absent: the fee. */
  readonly amount?: number | undefined;
  /** The reason for an amount other than by the fee rules. */
  readonly feeReason?: string | undefined;
  /** Absent: unknown. */
  readonly method?: PaymentMethod | undefined;
}

export interface CorrectPayment {
  readonly kind: 'correctPayment';
  readonly appointmentId: string;
  readonly payment: PaymentStatus;
  /** Paise; absent: the open amount, else the fee; for a paid visit, unchanged. */
  readonly amount?: number | undefined;
  /** Absent: unknown; for a paid visit, unchanged. */
  readonly method?: PaymentMethod | undefined;
  /** Required to change to unpaid or to replace a payment; otherwise null. */
  readonly reason: string | null;
  /** The event that last changed the money, as it was shown; absent: any. */
  readonly seen?: string | undefined;
}

interface PricedVisit {
  readonly type: AppointmentType;
  readonly pricing?: Pricing | undefined;
  readonly patientClass?: string | undefined;
}

/** The fee of a visit in a session, which is named if it has a name, unless another amount is requested. */
export function priceIn(
  { type, pricing, patientClass }: PricedVisit,
  session: string | undefined,
  { date, fee: oneFee, hospitalDay }: DoctorDayContext,
): PlacePrice {
  if (!pricing) return { amount: oneFee, fee: undefined };
  const { rules, before, age } = pricing;
  const question = { date, type, session, patientClass, isHospitalDay: Boolean(hospitalDay), age, before };
  const fee = feeOf(rules, oneFee, question);
  return { amount: fee.paise, fee };
}

/** "Decided at booking, recorded with its reason; the desk may change it with a word why." */
export function priceOf(
  { amount, feeReason, ...visit }: Pick<PaymentFields, 'amount' | 'feeReason'> & PricedVisit,
  session: Session | null,
  context: DoctorDayContext,
): Price | Refusal {
  const { pricing, patientClass } = visit;
  if (patientClass !== undefined) {
    const ofSessions = [
      session ? classesOfSession(session) : [],
      classesOfWeeks(context.schedule ? [context.schedule.week] : []),
    ];
    const classes = [...classesOfRules(pricing?.rules ?? null), ...ofSessions.flat()];
    if (!classes.includes(patientClass)) return refuse('class.unknown');
  }
  const { amount: usual, fee } = priceIn(visit, session?.name, context);
  if (!fee) return { amount: amount ?? usual, fee: undefined };
  if (amount === undefined || amount === usual) return { amount: usual, fee: { ...fee, reason: null } };
  return feeReason === undefined ? refuse('fee.reason-missing') : { amount, fee: { ...fee, reason: feeReason } };
}

export interface RefundPayment {
  readonly kind: 'refundPayment';
  readonly appointmentId: string;
  /** Paise; absent: the whole paid amount. */
  readonly amount?: number | undefined;
  /** Absent: the method of the payment. */
  readonly method?: PaymentMethod | undefined;
  readonly reason: string | null;
  /** The event that last changed the money, as it was shown; absent: any. */
  readonly seen?: string | undefined;
}

export interface UndoRefund {
  readonly kind: 'undoRefund';
  readonly appointmentId: string;
  /** The PaymentRefunded to compensate. */
  readonly eventId: string;
}

export interface UndoPayment {
  readonly kind: 'undoPayment';
  readonly appointmentId: string;
  /** The payment to restore. */
  readonly payment: PaymentStatus;
  /** The AppointmentPaymentCorrected to compensate. */
  readonly eventId: string;
}

/** "Who paid later is put right from the row's menu: Pay_later → Paid, and back with a reason." */
export function decideCorrectPayment(
  state: DoctorDayState,
  command: CorrectPayment,
  context: DoctorDayContext,
): Decision<DoctorDayEvent> {
  const { payment, reason, seen } = command;
  const appointment = appointmentHere(state, command.appointmentId);
  if (isRefusal(appointment)) return appointment;
  const { money, status } = appointment;
  if (hasChangedSince(appointment, seen)) return paymentChangedSince(appointment);
  if (payment === 'Pay_later') {
    if (money.payments.length === 0 && money.status === payment) return [];
    if (status === 'Cancelled') return refuse('payment.cancelled');
    if (appointment.booked.data.type === 'Tele Consultation') return refuse('payment.upfront');
    if (reason === null) return refuse('payment.reason-missing');
    return [paymentTakenBack(appointment, reason)];
  }
  if (money.status === 'Paid') return replacePayment(appointment, command);
  if (status === 'Cancelled') return refuse('payment.cancelled');
  const amount = command.amount ?? openOf(money) ?? context.fee;
  const paid = { amount, method: command.method ?? 'unknown' } as const;
  const after = { ...money, payments: [...money.payments, paid] };
  return [corrected(appointment, 'Paid', { ...paid, reason, undoneEventId: null, money: after })];
}

/**
 * A mistyped payment is replaced. Without a reason, the request comes from a page that had not seen the first payment.
 */
function replacePayment(appointment: Appointment, { amount, method, reason, seen }: CorrectPayment) {
  const { money } = appointment;
  const { payments } = money;
  const before = wholeOf(payments);
  const after: Paid = { amount: amount === undefined ? before.amount : amount, method: method ?? before.method };
  if (after.amount === before.amount && after.method === before.method) return [];
  if (reason === null) return seen === undefined ? paymentChangedSince(appointment) : refuse('payment.reason-missing');
  const changed = { ...after, replaced: [...payments], reason, undoneEventId: null };
  return [corrected(appointment, 'Paid', { ...changed, money: { ...money, payments: [after] } })];
}

function paymentTakenBack(appointment: Appointment, reason: string): DoctorDayEvent {
  const { payments } = appointment.money;
  const [last = notRecorded] = payments.slice(-1);
  const replaced = payments.slice(0, -1);
  const money = { ...appointment.money, payments: [] };
  const back = { ...last, ...(replaced.length > 0 && { replaced }), reason, undoneEventId: null, money };
  return corrected(appointment, 'Pay_later', back);
}

/** The undo of a payment is a further AppointmentPaymentCorrected, which names the undone event. */
export function decideUndoPayment(
  state: DoctorDayState,
  command: UndoPayment,
  context: DoctorDayContext,
): Decision<DoctorDayEvent> {
  const appointment = appointmentHere(state, command.appointmentId);
  if (isRefusal(appointment)) return appointment;
  const lane = appointment.lanes.payment;
  const undone = lane.find(({ id }) => id === command.eventId);
  if (undone?.type !== 'AppointmentPaymentCorrected') return refuse('undo.unknown');
  if (undone.data.undoneEventId !== null || undone.data.paymentBefore !== command.payment)
    return refuse('undo.unknown');
  const before = undoneBefore({ lane, undone }, appointment, context) ?? movedSince(appointment, undone);
  if (before) return before;
  const { paymentBefore, amount, method, replaced } = undone.data;
  const back = { amount, method, ...(replaced && { replaced }), reason: null, undoneEventId: undone.id };
  return [corrected(appointment, paymentBefore, { ...back, money: moneyBefore(appointment, undone.id) })];
}

function corrected(
  { booked, money: before }: Appointment,
  paymentAfter: PaymentStatus,
  {
    money,
    ...more
  }: Paid & {
    readonly replaced?: Paid[];
    readonly reason: string | null;
    readonly undoneEventId: string | null;
    readonly money: VisitMoney;
  },
): DoctorDayEvent {
  const { appointmentId, patientId } = booked.data;
  // Null cannot occur: since the first release, each booking records a payment in the same append.
  const paymentBefore = before.status ?? 'Pay_later';
  return {
    type: 'AppointmentPaymentCorrected',
    data: { appointmentId, patientId, paymentBefore, paymentAfter, ...more, money: recordedMoney(money, paymentAfter) },
  };
}

/** Refunds the payment or a part of it, at any status and any time later. */
export function decideRefund(state: DoctorDayState, command: RefundPayment): Decision<DoctorDayEvent> {
  const appointment = appointmentHere(state, command.appointmentId);
  if (isRefusal(appointment)) return appointment;
  const { payments } = appointment.money;
  if (hasChangedSince(appointment, command.seen)) return paymentChangedSince(appointment);
  const netAmount = heldOf(payments);
  if (payments.length === 0 || netAmount === 0) return refuse('refund.nothing');
  const amount = command.amount ?? netAmount;
  if (netAmount !== null && amount !== null && amount > netAmount) return refuse('refund.too-much');
  return [refunded(appointment, { amount, method: command.method, reason: command.reason })];
}

export function decideUndoRefund(
  state: DoctorDayState,
  command: UndoRefund,
  context: DoctorDayContext,
): Decision<DoctorDayEvent> {
  const appointment = appointmentHere(state, command.appointmentId);
  if (isRefusal(appointment)) return appointment;
  const lane = appointment.lanes.payment;
  const undone = lane.find(({ id }) => id === command.eventId);
  if (undone?.type !== 'PaymentRefunded') return refuse('undo.unknown');
  return (
    undoneBefore({ lane, undone }, appointment, context) ??
    movedSince(appointment, undone) ?? [refundUndone(appointment, undone)]
  );
}

/** A move has changed the fee since. */
const movedSince = (appointment: Appointment, { id }: Recorded): Refusal | null =>
  hasChangedSince(appointment, id) ? paymentChangedSince(appointment) : null;
