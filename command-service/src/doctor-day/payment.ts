import {
  type AppointmentType,
  notRecorded,
  type Paid,
  type PaymentMethod,
  type PaymentStatus,
} from '@dayline/contracts/appointments';
import { feeOf, type Price, type Pricing } from '@dayline/contracts/clinic/fees';
import type { Session } from '@dayline/contracts/clinic/sessions';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import type { Decision } from '../command-handler/decider.ts';
import type { DoctorDayContext } from './places.ts';
import { type Appointment, appointmentHere, type DoctorDayState } from './state.ts';
import { undoneBefore } from './undo.ts';

/** The payment of a booking, as it is asked for. */
export interface AskedPayment {
  readonly payment: PaymentStatus;
  /** Paise; absent: the fee. */
  readonly amount?: number | undefined;
  /** Why another amount than by the kinds of fees is taken. */
  readonly feeReason?: string | undefined;
  /** Absent: unknown. */
  readonly method?: PaymentMethod | undefined;
}

export interface CorrectPayment {
  readonly kind: 'correctPayment';
  readonly appointmentId: string;
  readonly payment: PaymentStatus;
  /** Paise; absent: what is due, else the fee. */
  readonly amount?: number | undefined;
  /** Absent: unknown. */
  readonly method?: PaymentMethod | undefined;
  /** Required to take back a payment; otherwise null. */
  readonly reason: string | null;
}

/** "Decided at booking, recorded with its reason; the desk may change it with a word why." */
export function priceOf(
  {
    type,
    amount,
    feeReason,
    pricing,
  }: Pick<AskedPayment, 'amount' | 'feeReason'> & {
    readonly type: AppointmentType;
    readonly pricing?: Pricing | undefined;
  },
  session: Session | null,
  { date, fee: oneFee, hospitalDay }: DoctorDayContext,
): Price | Refusal {
  if (!pricing) return { amount: amount ?? oneFee, fee: undefined };
  const { rules, before, age } = pricing;
  const question = { date, type, session: session?.name, isHospitalDay: Boolean(hospitalDay), age, before };
  const decided = feeOf(rules, oneFee, question);
  if (amount === undefined || amount === decided.paise) {
    return { amount: decided.paise, fee: { ...decided, reason: null } };
  }
  return feeReason === undefined ? refuse('fee.reason-missing') : { amount, fee: { ...decided, reason: feeReason } };
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
  { fee }: DoctorDayContext,
): Decision<DoctorDayEvent> {
  const { payment, reason, amount, method } = command;
  const appointment = appointmentHere(state, command.appointmentId);
  if (isRefusal(appointment)) return appointment;
  if (appointment.payment === payment) return [];
  if (payment === 'Pay_later') {
    if (appointment.booked.data.type === 'Tele Consultation') return refuse('payment.upfront');
    if (reason === null) return refuse('payment.reason-missing');
  }
  const taken = { amount: amount ?? appointment.due ?? fee, method: method ?? 'unknown' } as const;
  const money = payment === 'Paid' ? taken : (appointment.paid ?? notRecorded);
  return [paymentCorrected(appointment, payment, { ...money, reason, undoneEventId: null })];
}

/** The undo of a payment is another AppointmentPaymentCorrected, which names the undone event. */
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
  const before = undoneBefore({ lane, undone }, appointment, context);
  if (before) return before;
  const { paymentBefore, amount, method } = undone.data;
  return [paymentCorrected(appointment, paymentBefore, { amount, method, reason: null, undoneEventId: undone.id })];
}

function paymentCorrected(
  { booked, payment }: Appointment,
  paymentAfter: PaymentStatus,
  more: Paid & { readonly reason: string | null; readonly undoneEventId: string | null },
): DoctorDayEvent {
  const { appointmentId, patientId } = booked.data;
  // Null cannot occur: since the first release, bookings record a payment in the same append.
  const paymentBefore = payment ?? 'Pay_later';
  return {
    type: 'AppointmentPaymentCorrected',
    data: { appointmentId, patientId, paymentBefore, paymentAfter, ...more },
  };
}
