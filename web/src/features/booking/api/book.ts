import type { PaymentStatus } from '@dayline/contracts/appointments';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { call } from '../../../shared/api/client.ts';
import { type CompleteBooking, wirePhone } from '../rules.ts';
import { changeDraft, readDraft } from './draft.ts';
import { keyFor } from './intent-keys.ts';

export const verifyPhone = (phone: string, clientId: string): Promise<ResponseOf<'verifyUser'>> =>
  call('verifyUser', { phone, clientId });

export interface BookingIntent {
  accountId: string;
  clientId: string;
  booking: CompleteBooking;
  payment: PaymentStatus;
}

/**
 * Saves the patient and books the place. Each call has one idempotency key per body, kept in the draft, so that the
 * same intent can be sent repeatedly.
 */
export async function book({ accountId, clientId, booking, payment }: BookingIntent): Promise<string> {
  const keyOf = (name: string, body: object): string => {
    const { key, keys } = keyFor(readDraft(accountId).keys, name, body);
    changeDraft(accountId, { keys });
    return key;
  };
  const { name, email, location, pocId, date, time, type } = booking;
  const patient = { name, phone: wirePhone(booking), email, location, clientId };
  const { userId } = await call('saveUser', patient, { key: keyOf('saveUser', patient), isReportedByCaller: true });
  const appointment = { userId, pocId, date, time, type, paymentStatus: payment, clientId };
  const { appointmentId } = await call('createAppointment', appointment, {
    key: keyOf('createAppointment', appointment),
    isReportedByCaller: true,
  });
  return appointmentId;
}
