import type { WaitingEvent } from '@dayline/contracts/events/contact/waiting';
import { recorded, specification } from '../testing/given-when-then.ts';
import { offeredUntil } from './offer-times.ts';
import { waiting } from './waiting.ts';

const pocId = '01J00000000000000000000P0C';
const patientId = '01J00000000000000000000PAT';
const appointmentId = `${pocId}_20261124_01J00000000000000000000APP`;
const other = `${pocId}_20261124_01J00000000000000000000BPP`;
const asked = {
  ...{ patientId, pocId, departmentId: null, from: '2026-11-23', to: '2026-11-27' },
  ...{ times: null, note: 'After dialysis' },
};
const joined: WaitingEvent = { type: 'WaitingListJoined', data: asked };
const place = { appointmentId, time: '09:00', until: '2026-11-23T06:00:00.000Z', reason: null };
const about = { patientId, appointmentId, time: '09:00' };
const offered: WaitingEvent = { type: 'PlaceOffered', data: { patientId, ...place } };
const accepted: WaitingEvent = { type: 'OfferAccepted', data: about };
const declined: WaitingEvent = { type: 'OfferDeclined', data: { ...about, because: 'declined' } };
const left: WaitingEvent = { type: 'WaitingListLeft', data: { patientId, because: 'left' } };
const { given } = specification(waiting);

test('a patient joins once, and leaves once', () => {
  given()
    .when({ kind: 'join', ...asked }, undefined)
    .thenAppends(joined);
  given(joined)
    .when({ kind: 'join', ...asked }, undefined)
    .thenAppends();
  given(joined).when({ kind: 'leave', because: 'left' }, undefined).thenAppends(left);
  given(joined, left).when({ kind: 'leave', because: 'left' }, undefined).thenAppends();
  given().when({ kind: 'leave', because: 'left' }, undefined).thenRefused('waiting.unknown');
});

test('a patient has one offer at a time, and none after leaving', () => {
  const offer = { kind: 'offer', ...place } as const;
  given(joined).when(offer, undefined).thenAppends(offered);
  given(joined, offered).when(offer, undefined).thenAppends();
  given(joined, offered)
    .when({ ...offer, appointmentId: other }, undefined)
    .thenRefused('waiting.offered');
  given(joined, left).when(offer, undefined).thenRefused('waiting.unknown');
  given(joined, offered, declined)
    .when({ ...offer, appointmentId: other, time: '10:00' }, undefined)
    .thenAppends({ type: 'PlaceOffered', data: { patientId, ...place, appointmentId: other, time: '10:00' } });
});

test('an offer that has ended is not made again', () => {
  given(joined, offered, declined)
    .when({ kind: 'offer', ...place }, undefined)
    .thenRefused('offer.ended');
});

test('a place is offered again unless it was declined, or not answered in time', () => {
  const after = (last: WaitingEvent) => waiting.fold(null, recorded([joined, offered, last]))?.offered.length;
  const lapsed = (because: 'unanswered' | 'ended'): WaitingEvent => ({
    type: 'OfferLapsed',
    data: { ...about, because },
  });
  expect(after(declined)).toBe(1);
  expect(after(lapsed('unanswered'))).toBe(1);
  expect(after(lapsed('ended'))).toBe(0);
  expect(after({ type: 'OfferDeclined', data: { ...about, because: 'givenAway' } })).toBe(0);
});

test('an offer ends once: accepted, declined or lapsed', () => {
  const ofHold = { appointmentId };
  given(joined, offered)
    .when({ kind: 'accept', ...ofHold }, undefined)
    .thenAppends(accepted);
  given(joined, offered, accepted)
    .when({ kind: 'accept', ...ofHold }, undefined)
    .thenAppends();
  given(joined, offered, accepted).when({ kind: 'leave', because: 'left' }, undefined).thenRefused('waiting.unknown');
  given(joined, offered)
    .when({ kind: 'decline', ...ofHold, because: 'declined' }, undefined)
    .thenAppends(declined);
  given(joined, offered, declined)
    .when({ kind: 'decline', ...ofHold, because: 'declined' }, undefined)
    .thenRefused('offer.ended');
  given(joined, offered)
    .when({ kind: 'lapse', ...ofHold, because: 'unanswered' }, undefined)
    .thenAppends({ type: 'OfferLapsed', data: { ...about, because: 'unanswered' } });
  given(joined, offered, declined)
    .when({ kind: 'lapse', ...ofHold, because: 'unanswered' }, undefined)
    .thenAppends();
  given(joined, offered).when({ kind: 'accept', appointmentId: other }, undefined).thenRefused('offer.ended');
});

test('a booked place ends the entry, also if its offer has ended meanwhile and another place is offered', () => {
  const accept = { kind: 'accept', appointmentId } as const;
  const elsewhere: WaitingEvent = {
    type: 'PlaceOffered',
    data: { patientId, ...place, appointmentId: other, time: '10:00' },
  };
  given(joined, offered, declined).when(accept, undefined).thenAppends(accepted);
  given(joined, offered, declined, elsewhere)
    .when(accept, undefined)
    .thenAppends(
      { type: 'OfferLapsed', data: { patientId, appointmentId: other, time: '10:00', because: 'ended' } },
      accepted,
    );
  given(joined, offered, left).when(accept, undefined).thenRefused('waiting.unknown');
});

const at = (time: string, date = '2026-11-21'): number => Date.parse(`${date}T${time}:00+05:30`);
test.each([
  ['two hours by day', at('10:00'), at('09:00', '2026-11-24'), at('12:00')],
  ['until half an hour before the visit', at('10:00'), at('11:30'), at('11:00')],
  ['no offer shortly before the visit', at('10:00'), at('10:35'), null],
  ['in the night two hours from its end', at('23:00'), at('12:00', '2026-11-22'), at('10:00', '2026-11-22')],
  ['in the evening an hour of the next morning', at('20:00'), at('12:00', '2026-11-22'), at('09:00', '2026-11-22')],
  ['before the visit in the morning', at('20:00'), at('08:30', '2026-11-22'), at('08:00', '2026-11-22')],
])('an offer lasts %s', (_, now, startsAt, until) => {
  expect(offeredUntil(now, { startsAt, zone: 'Asia/Kolkata' })).toBe(until);
});

test('an offer ends with the bookings, and is not made shortly before', () => {
  const place = { startsAt: at('09:00', '2026-11-24'), zone: 'Asia/Kolkata' };
  expect(offeredUntil(at('10:00'), { ...place, closesAt: at('11:00') })).toBe(at('11:00'));
  expect(offeredUntil(at('10:00'), { ...place, closesAt: at('10:09') })).toBeNull();
});
