import type { MessageEvent } from '@dayline/contracts/events/contact/messages';
import { noMessages } from '@dayline/contracts/patients/messages';
import { specification } from '../testing/given-when-then.ts';
import { message, type VisitNow } from './message.ts';

/** A visit of Nov 24 at 9:00 in Kolkata, booked on Nov 21 at 8:00. */
const at = (time: string, date = '2026-11-21'): number => Date.parse(`${date}T${time}+05:30`);
const iso = (instant: number): string => new Date(instant).toISOString();
const appointmentId = '01J00000000000000000000001_20261124_01J00000000000000000000APP';
const visit: VisitNow = {
  ...{ visitId: appointmentId, appointmentId, patientId: '01J00000000000000000000PAT', minutes: 30, branchId: 0 },
  ...{ status: 'Confirmed', startsAt: at('09:00:00', '2026-11-24'), zone: 'Asia/Kolkata' },
  ...{ bookedAt: at('08:00:00'), changedAt: at('08:00:00'), causedBy: 'booking', isMove: false },
  ...{ settings: { ...noMessages, booked: true }, refusal: null },
};
const { patientId } = visit;
const about = { messageId: 1, kind: 'booked', appointmentId, patientId } as const;
const planned: MessageEvent = {
  type: 'MessagePlanned',
  data: {
    ...{ ...about, channel: 'email', causedBy: 'booking' },
    ...{ dueAt: iso(at('08:03:00')), startsAt: iso(visit.startsAt) },
  },
};
const settle = { kind: 'settle', visit, now: at('08:00:01'), isChange: true, setBackAt: null } as const;
const dropped = (because: 'restored' | 'late' | 'erased' | 'declined' | 'cancelled' | 'stopped'): MessageEvent => ({
  type: 'MessageDropped',
  data: { ...about, because },
});
const { given } = specification(message);

test('a change plans its news once', () => {
  given()
    .when({ ...settle, basedOn: 0 }, undefined)
    .thenAppends(planned);
  given(planned)
    .when({ ...settle, basedOn: 1 }, undefined)
    .thenAppends();
});

test('nothing is decided on a visit that was read before others settled its messages', () => {
  given(planned)
    .when({ ...settle, basedOn: 0 }, undefined)
    .thenRefused('log.conflict');
});

test('what was due before a set-back was accepted is dropped, and so is what is an hour late', () => {
  const later = { ...settle, basedOn: 1, isChange: false } as const;
  given(planned)
    .when({ ...later, now: at('08:30:00'), setBackAt: at('08:03:00') }, undefined)
    .thenAppends(dropped('restored'));
  given(planned)
    .when({ ...later, now: at('08:30:00'), setBackAt: at('08:02:59') }, undefined)
    .thenAppends();
  given(planned)
    .when({ ...later, now: at('09:03:01') }, undefined)
    .thenAppends(dropped('late'));
  given(planned)
    .when({ ...later, visit: { ...visit, refusal: 'erased' } }, undefined)
    .thenAppends(dropped('erased'));
});

test('a message is started once', () => {
  const started: MessageEvent = { type: 'MessageSendStarted', data: { ...about, attempt: 1 } };
  given(planned).when({ kind: 'start', messageId: 1 }, undefined).thenAppends(started);
  given(planned, started).when({ kind: 'start', messageId: 1 }, undefined).thenAppends();
});

test('a message that was started is dropped before it is sent if it is no longer right, a sent one no more', () => {
  const started: MessageEvent = { type: 'MessageSendStarted', data: { ...about, attempt: 1 } };
  const check = { kind: 'check', messageId: 1, visit: { ...visit, refusal: 'declined' }, now: at('08:03:00') } as const;
  const isCancelled = { ...check, visit: { ...visit, status: 'Cancelled' } } as const;
  given(planned, started).when(check, undefined).thenAppends(dropped('declined'));
  given(planned, started).when(isCancelled, undefined).thenAppends(dropped('cancelled'));
  given(planned, started)
    .when({ ...check, visit }, undefined)
    .thenAppends();
  given(planned).when(check, undefined).thenAppends();
  given(planned, started, { type: 'MessageSent', data: about }).when(check, undefined).thenAppends();
});

test('the desk stops a planned message, and none that may be on its way', () => {
  const started: MessageEvent = { type: 'MessageSendStarted', data: { ...about, attempt: 1 } };
  const stop = { kind: 'stop', messageId: 1 } as const;
  given(planned).when(stop, undefined).thenAppends(dropped('stopped'));
  given(planned, dropped('stopped')).when(stop, undefined).thenAppends();
  given(planned, started).when(stop, undefined).thenRefused('message.sent');
  given().when(stop, undefined).thenRefused('appointment.unknown');
});
