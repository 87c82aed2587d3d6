import type { PaymentStatus } from '@dayline/contracts/appointments';
import type { VisitKind } from '@dayline/contracts/clinic/sessions';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { call, newIntentKey } from '../../../shared/api/client.ts';
import type { Payment } from '../../../shared/appointments/payment/amount.ts';
import type { targetOf } from '../family.ts';
import { type CompleteBooking, wirePhone } from '../rules.ts';
import { type BookingDraft, changeDraft, draftId, readDraft } from './draft.ts';

export const verifyPhone = (phone: string, clientId: string): Promise<ResponseOf<'verifyUser'>> =>
  call('verifyUser', { phone, clientId });

export interface BookingIntent {
  accountId: string;
  clientId: string;
  booking: CompleteBooking;
  payment: PaymentStatus;
  paid: Payment;
  /** The kind of visit, if the desk has chosen it. */
  visit: VisitKind | null;
  /** The class of patients; '' for none. */
  patientClass: string;
  /** The reason for overbooking; null for a regular booking. */
  beyond: string | null;
  /** The patient that the details are for. */
  target: ReturnType<typeof targetOf>;
  /** The id of the draft it was sent from, which may have been left meanwhile. */
  draft: string | undefined;
}

/**
 * The idempotency key for a call with this body: the same body gets the same key, so that a double click or a retry
 * after a lost connection can't execute it twice; another body is another intent.
 */
export function keyFor(
  keys: BookingDraft['keys'],
  call: string,
  body: object,
  mint: () => string = newIntentKey,
): { key: string; keys: BookingDraft['keys'] } {
  const intent = `${call} ${JSON.stringify(body)}`;
  const earlierKey = keys[intent];
  if (earlierKey !== undefined) return { key: earlierKey, keys };
  const key = mint();
  return { key, keys: { ...keys, [intent]: key } };
}

/**
 * Saves the patient and books the appointment. Each call has one idempotency key per body, kept in the draft, so that
 * the same intent can be sent repeatedly.
 */
export async function book({
  accountId,
  clientId,
  booking,
  payment,
  paid,
  visit,
  patientClass,
  beyond,
  target,
  draft,
}: BookingIntent): Promise<string> {
  let { keys } = readDraft(accountId);
  const keyOf = (name: string, body: object): string => {
    const found = keyFor(keys, name, body);
    keys = found.keys;
    if (draft === draftId()) changeDraft(accountId, { keys });
    return found.key;
  };
  const { name, email, location, pocId, date, time, type } = booking;
  const phone = booking.phone === '' ? null : wirePhone(booking);
  const patient = { name, phone, email: email || null, location: location || null, clientId, ...target };
  const { userId } = await call('saveUser', patient, { key: keyOf('saveUser', patient), isReportedByCaller: true });
  const request = { userId, pocId, date, time, type, paymentStatus: payment, ...paid };
  const appointment = { ...request, clientId, ...(visit && { visit }), ...(patientClass !== '' && { patientClass }) };
  const optionsOf = (name: string, body: object) => ({ key: keyOf(name, body), isReportedByCaller: true });
  if (beyond === null) {
    return (await call('createAppointment', appointment, optionsOf('createAppointment', appointment))).appointmentId;
  }
  const over = { ...appointment, reason: beyond };
  return (await call('overbook', over, optionsOf('overbook', over))).appointmentId;
}
