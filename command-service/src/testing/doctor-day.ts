import type { AppointmentStatus, AppointmentType, Paid } from '@dayline/contracts/appointments';
import { clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { lastBookableDate } from '@dayline/contracts/clinic/horizon';
import { type PlanSlot, recordedPlan, type Week } from '@dayline/contracts/clinic/schedule';
import { type Span, spanFrom } from '@dayline/contracts/clinic/spans';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import { appointmentId } from '@dayline/contracts/ids';
import type { BookAppointment } from '../doctor-day/decide.ts';
import type { DoctorDayContext } from '../doctor-day/places.ts';

/** Fixtures of the doctor-day's tests: a Saturday, 09:00 to 10:00, two places per half hour. */
export const pocId = '01J00000000000000000000001';
export const date = '2026-11-21';
/** Each appointment is for another patient. */
export const patientOf = (index: number): string => `01J1000000000000000000${String(index).padStart(4, '0')}`;
export const idOf = (index: number): string =>
  appointmentId(pocId, date, `01J0000000000000000000${String(index).padStart(4, '0')}`);

export const week: Week = [
  {
    day: 'Saturday',
    timeIntervals: [{ startTime: '09:00', endTime: '10:00', appointmentsPerSlot: 2, slotDuration: 30 }],
  },
];
const slot = { minutes: 30, capacity: 2, session: null };
export const slots: readonly PlanSlot[] = [
  { time: '09:00', ...slot },
  { time: '09:30', ...slot },
];
export const plan = (of: readonly PlanSlot[] = slots, weekRevision = 0): DoctorDayEvent => ({
  type: 'SlotsPlanned',
  data: { ...recordedPlan(of), weekRevision, calendarRevision: null },
});
export const planned = plan();
export const halfHour = (from: string): Span => spanFrom(from, 30);

/** ₹700, in paise. */
export const fee = 70_000;

/** An instant at the clinic in Kolkata, ms since the epoch. */
export const clinicAt = (day: string, time: string): number => Date.parse(`${day}T${time}:00+05:30`);
export const early = clinicAt(date, '08:00');

/** @param now ms since the epoch */
export function context({
  now = early,
  ...more
}: Partial<DoctorDayContext> & { readonly now?: number } = {}): DoctorDayContext {
  return {
    pocId,
    date,
    schedule: { week, revision: 0 },
    hospitalDay: null,
    skipped: [],
    clinic: clinicNow(now, 'Asia/Kolkata'),
    hasLeft: false,
    lastBookable: lastBookableDate(clinicNow(now, 'Asia/Kolkata').date),
    undoWindowMs: 15_000,
    overbookPerSlot: 1,
    fee,
    isCurrent: true,
    ...more,
  };
}

export const book = (index: number, more: Partial<BookAppointment> = {}): BookAppointment => ({
  kind: 'book',
  appointmentId: idOf(index),
  patientId: patientOf(index),
  time: '09:00',
  type: 'Direct Consultation',
  payment: 'Pay_later',
  branchId: 0,
  ...more,
});

const of = (index: number, time: string, type: AppointmentType) => ({
  appointmentId: idOf(index),
  patientId: patientOf(index),
  time,
  minutes: 30,
  type,
});

export const booked = (
  index: number,
  time = '09:00',
  type: AppointmentType = 'Direct Consultation',
  patientId = patientOf(index),
): DoctorDayEvent => ({
  type: 'AppointmentBooked',
  data: { ...of(index, time, type), patientId, statusBefore: null, statusAfter: 'Confirmed', branchId: 0 },
});
export const paid = (
  index: number,
  payment: 'Paid' | 'Pay_later' = 'Pay_later',
  more: Partial<Paid> = {},
): DoctorDayEvent => ({
  type: 'AppointmentPaymentRecorded',
  data: { appointmentId: idOf(index), patientId: patientOf(index), payment, amount: fee, method: 'unknown', ...more },
});

export const repaid = (
  index: number,
  paymentAfter: 'Paid' | 'Pay_later',
  {
    reason = null,
    undoneEventId = null,
    due = fee,
    ...more
  }: Partial<Paid> & { reason?: string | null; undoneEventId?: string | null; due?: number | null } = {},
): DoctorDayEvent => {
  const paid = { amount: fee, method: 'unknown', ...more } as const;
  return {
    type: 'AppointmentPaymentCorrected',
    data: {
      appointmentId: idOf(index),
      patientId: patientOf(index),
      paymentBefore: paymentAfter === 'Paid' ? 'Pay_later' : 'Paid',
      paymentAfter,
      ...paid,
      money: { status: paymentAfter, due, payments: paymentAfter === 'Paid' ? [paid] : [] },
      ...{ reason, undoneEventId },
    },
  };
};

type Change = 'AppointmentMarkedVisited' | 'AppointmentMarkedNotVisited' | 'AppointmentCancelled';
const after = {
  AppointmentMarkedVisited: 'Availed',
  AppointmentMarkedNotVisited: 'Not_Availed',
  AppointmentCancelled: 'Cancelled',
} as const;
export const changed = (type: Change, index: number, time = '09:00'): DoctorDayEvent => ({
  type,
  data: { ...of(index, time, 'Direct Consultation'), statusBefore: 'Confirmed', statusAfter: after[type] },
});
export const undone = (
  type: 'AppointmentMarkUndone' | 'AppointmentCancellationUndone',
  index: number,
  statusBefore: AppointmentStatus,
  undoneEventId: string,
): DoctorDayEvent => ({
  type,
  data: { ...of(index, '09:00', 'Direct Consultation'), statusBefore, statusAfter: 'Confirmed', undoneEventId },
});
