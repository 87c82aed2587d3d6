import { z } from 'zod';

/** The statuses as sent over the wire (specification, section 3). */
export const appointmentStatuses = ['Confirmed', 'Availed', 'Not_Availed', 'Cancelled'] as const;
export const appointmentStatusSchema = z.enum(appointmentStatuses);
export type AppointmentStatus = z.infer<typeof appointmentStatusSchema>;

/** The statuses as stored. Moved is never sent over the wire: a moved appointment is in no list and no sum. */
export const storedStatusSchema = z.enum([...appointmentStatuses, 'Moved']);
export type StoredStatus = z.infer<typeof storedStatusSchema>;

export const appointmentTypes = ['Direct Consultation', 'Tele Consultation'] as const;
export const appointmentTypeSchema = z.enum(appointmentTypes);
export type AppointmentType = z.infer<typeof appointmentTypeSchema>;

export const paymentStatuses = ['Paid', 'Pay_later'] as const;
export const paymentStatusSchema = z.enum(paymentStatuses);
export type PaymentStatus = z.infer<typeof paymentStatusSchema>;

export const paymentMethods = ['cash', 'upi', 'card', 'other'] as const;
export const paymentMethodSchema = z.enum(paymentMethods);
export type PaymentMethod = z.infer<typeof paymentMethodSchema>;

/** The payment methods as stored; unknown if nobody recorded one. */
export const recordedMethods = [...paymentMethods, 'unknown'] as const;
export const recordedMethodSchema = z.enum(recordedMethods);
export type RecordedMethod = z.infer<typeof recordedMethodSchema>;

/** The payment method in words, behind an amount. */
export const paidByWords: Record<RecordedMethod, string | null> = {
  cash: 'in cash',
  upi: 'by UPI',
  card: 'by card',
  other: 'in another way',
  unknown: null,
};

/** A payment as recorded. */
export interface Paid {
  /** Paise; null if it wasn't recorded. */
  readonly amount: number | null;
  readonly method: RecordedMethod;
}
/** A payment without a recorded amount and method. */
export const notRecorded: Paid = { amount: null, method: 'unknown' };

/** The effect of a cancellation on the payment. */
export const moneySchema = z.enum(['refunded', 'notRefunded']);
export type Money = z.infer<typeof moneySchema>;

/** Labels of the statuses in chips, toasts and dialogs, shared by server and pages. */
export const statusWords: Record<AppointmentStatus, string> = {
  Confirmed: 'Confirmed',
  Availed: 'Visited',
  Not_Availed: 'Not Visited',
  Cancelled: 'Cancelled',
};

/** Labels of the payment statuses in chips and sentences. */
export const paymentWords: Record<PaymentStatus, string> = { Paid: 'Paid', Pay_later: 'Pay later' };

/** How long an undo is accepted, in ms: the 5 s of the toast plus time for a slow network. */
export const undoWindowMs = 15_000;
/** How long an undo of many changes at once is accepted, in ms. */
export const undoManyWindowMs = 60_000;
