import { appointmentId as appointmentIdOf } from '@dayline/contracts/ids';
import type { NewEvent } from '@dayline/event-log/port';
import { systemClock } from '@dayline/runtime/clock';
import { newUlid } from '@dayline/runtime/ids/ulid';

const chain = 'c'.repeat(64);
const doctor = newUlid(systemClock);
const account = newUlid(systemClock);

/** The two events of a booking, ready to append: of realistic size, already encrypted. */
export function bookingEvents(): readonly NewEvent[] {
  const commandId = newUlid(systemClock);
  const appointmentId = appointmentIdOf(doctor, '2026-01-05', commandId);
  const metadata = {
    commandId,
    commandDigest: '0123456789abcdef',
    correlationId: commandId,
    causationId: commandId,
    actor: { kind: 'admin', id: account, name: 'Desk 1' },
    clientId: account,
    channel: 'web',
    recordedAt: new Date(systemClock.now()).toISOString(),
    schemaVersion: 1,
    keyIds: [],
    chain,
  } as const;
  const booked = {
    appointmentId,
    patientId: account,
    time: '09:00',
    minutes: 15,
    type: 'Direct Consultation',
    statusBefore: null,
    statusAfter: 'Confirmed',
    branchId: 0,
  };
  return [
    { id: newUlid(systemClock), type: 'AppointmentBooked', data: booked, metadata: { ...metadata, keyIds: [] } },
    {
      id: newUlid(systemClock),
      type: 'AppointmentPaymentRecorded',
      data: { appointmentId, patientId: account, payment: 'Paid' },
      metadata: { ...metadata, keyIds: [] },
    },
  ];
}
