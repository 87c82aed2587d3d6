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
  ...{ bookedAt: at('08:00:00'), changedAt: at('08:00:00'), causedBy: 'booking', isMove: false, bookedByPatient: null },
  queue: null,
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
const settle = { kind: 'settle', visit, now: at('08:00:01'), change: 'visit', setBackAt: null } as const;
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

describe('the offer of a place', () => {
  const until = at('10:00:00');
  const place: VisitNow = { ...visit, status: 'Offered', offeredUntil: until, causedBy: 'hold' };
  const on = { ...place, settings: { ...noMessages, offered: true, booked: true } };
  const offer = { ...about, kind: 'offered' } as const;
  const plannedFor = (due: number): MessageEvent => ({
    type: 'MessagePlanned',
    data: { ...offer, channel: 'email', causedBy: 'hold', dueAt: iso(due), startsAt: iso(visit.startsAt) },
  });
  const first = plannedFor(at('08:03:00'));
  const ofOffer = { ...settle, visit: on };
  const ended: MessageEvent = { type: 'MessageDropped', data: { ...offer, because: 'offerEnded' } };

  test('is planned 3 minutes after it, once, and only if it is turned on', () => {
    given()
      .when({ ...ofOffer, basedOn: 0 }, undefined)
      .thenAppends(first);
    given(first, ended)
      .when({ ...ofOffer, basedOn: 2 }, undefined)
      .thenAppends();
    given()
      .when({ ...ofOffer, visit: place, basedOn: 0 }, undefined)
      .thenAppends();
  });

  test('waits for the end of the quiet hours, and is not planned without time for an answer', () => {
    const night = at('23:00:00');
    const morning = at('08:00:00', '2026-11-22');
    const atNight = (left: number) => ({ ...on, changedAt: night, offeredUntil: morning + left });
    const settleAtNight = (left: number) => ({ ...ofOffer, visit: atNight(left), now: night + 1, basedOn: 0 });
    given()
      .when(settleAtNight(10 * 60_000), undefined)
      .thenAppends(plannedFor(morning));
    given()
      .when(settleAtNight(10 * 60_000 - 1), undefined)
      .thenAppends();
  });

  test('is dropped where less than 10 minutes are left for an answer, also once its sending has started', () => {
    const started: MessageEvent = { type: 'MessageSendStarted', data: { ...offer, attempt: 1 } };
    const soon = { ...on, offeredUntil: at('08:30:00') };
    const check = { kind: 'check', messageId: 1, visit: soon } as const;
    for (const [left, events] of [
      [10 * 60_000, []],
      [10 * 60_000 - 1, [ended]],
    ] as const) {
      given(first)
        .when({ ...ofOffer, visit: soon, basedOn: 1, change: null, now: soon.offeredUntil - left }, undefined)
        .thenAppends(...events);
      given(first, started)
        .when({ ...check, now: soon.offeredUntil - left }, undefined)
        .thenAppends(...events);
    }
  });

  test('is dropped once it has ended, by the clock too, or is booked; the booking is then news', () => {
    const later = { ...ofOffer, basedOn: 1, change: null } as const;
    const after = { ...on, status: 'offerEnded' } as const;
    given(first).when(later, undefined).thenAppends();
    given(first)
      .when({ ...later, now: until }, undefined)
      .thenAppends(ended);
    given(first)
      .when({ ...later, visit: after }, undefined)
      .thenAppends(ended);
    given()
      .when({ ...ofOffer, visit: after, basedOn: 0 }, undefined)
      .thenAppends();
    const booked = { ...visit, settings: on.settings };
    const news: MessageEvent = { ...planned, data: { ...planned.data, messageId: 2 } } as MessageEvent;
    given(first)
      .when({ ...settle, visit: booked, basedOn: 1 }, undefined)
      .thenAppends(ended, news);
  });
});

describe('a visit that its patient booked', () => {
  const { startsAt } = visit;
  const settings = { ...noMessages, booked: true, moved: true, cancelled: true };
  const own: VisitNow = { ...visit, settings, bookedByPatient: { appointmentId, startsAt } };
  const changed = { ...own, changedAt: at('08:02:00'), causedBy: 'change' };
  const kindOf = (now: VisitNow, of = '') =>
    given(planned)
      .when({ ...settle, visit: now, now: at('08:02:01'), basedOn: 1 }, undefined)
      .thenAppends(
        { type: 'MessageDropped', data: { ...about, because: of === 'cancelled' ? 'cancelled' : 'changed' } },
        {
          type: 'MessagePlanned',
          data: {
            ...{ ...about, messageId: 2, kind: of === 'cancelled' ? 'cancelled' : 'moved', channel: 'email' },
            ...{ causedBy: 'change', dueAt: iso(at('08:05:00')), startsAt: iso(now.startsAt) },
          },
        },
      );

  test('is news once it is cancelled or moved, also right after the booking', () => {
    kindOf({ ...changed, status: 'Cancelled' }, 'cancelled');
    kindOf({ ...changed, isMove: true, startsAt: at('09:30:00', '2026-11-24') });
    given()
      .when({ ...settle, visit: own, basedOn: 0 }, undefined)
      .thenAppends(planned);
  });

  test('is booked where it is again as the patient booked it', () => {
    const news: MessageEvent = {
      ...planned,
      data: { ...planned.data, causedBy: 'change', dueAt: iso(at('08:05:00')) },
    } as MessageEvent;
    given()
      .when({ ...settle, visit: { ...changed, isMove: true }, now: at('08:02:01'), basedOn: 0 }, undefined)
      .thenAppends(news);
  });
});

describe('a turn in the queue', () => {
  const now = at('09:40:00', '2026-11-24');
  const queue = { isCalled: false, before: 2, token: 'A 3', changedAt: now - 1_000, causedBy: 'call' };
  const settings = { ...noMessages, booked: true, next: true };
  const soon: VisitNow = { ...visit, settings, queue };
  const turn = { ...about, kind: 'next' } as const;
  const dueAt = iso(queue.changedAt + 30_000);
  const announced: MessageEvent = {
    type: 'MessagePlanned',
    data: { ...turn, channel: 'email', causedBy: 'call', dueAt, startsAt: iso(visit.startsAt) },
  };
  const ended = (because: 'called' | 'notNext' | 'past' | 'changed' | 'late' | 'stopped' | 'restored' | 'cancelled') =>
    ({ type: 'MessageDropped', data: { ...turn, because } }) as const;
  const ofQueue = { ...settle, change: 'queue', visit: soon, now } as const;
  const of = (changed: Partial<VisitNow>) => ({ ...ofQueue, visit: { ...soon, ...changed }, basedOn: 0 });

  test('is planned alone, once it is soon, though the visit has begun', () => {
    given().when(of({}), undefined).thenAppends(announced);
    const others: readonly Partial<VisitNow>[] = [
      { queue: { ...queue, before: 3 } },
      { queue: { ...queue, before: null, isCalled: true } },
      { queue: null },
      { settings: { ...settings, nextBefore: 1 } },
      { settings: noMessages },
      { status: 'marked' },
      { refusal: 'declined' },
      { queue: { ...queue, changedAt: now - 631_000 } },
    ];
    for (const other of others) given().when(of(other), undefined).thenAppends();
    given()
      .when({ ...of({}), now: now + 86_400_000 }, undefined)
      .thenAppends();
  });

  test('is announced once: again only if the patient was no longer among the next before it was sent', () => {
    const again = { ...announced, data: { ...announced.data, messageId: 2 } } as MessageEvent;
    const with1 = { ...ofQueue, basedOn: 1 };
    const with2 = { ...ofQueue, basedOn: 2 };
    given(announced).when(with1, undefined).thenAppends();
    for (const because of ['notNext', 'called', 'cancelled'] as const) {
      given(announced, ended(because)).when(with2, undefined).thenAppends(again);
    }
    for (const because of ['stopped', 'late', 'restored'] as const) {
      given(announced, ended(because)).when(with2, undefined).thenAppends();
    }
  });

  test('is dropped once it is no longer soon', () => {
    const dropOf = (changed: Partial<VisitNow>, at = now) => {
      const later = { ...ofQueue, change: null, basedOn: 1, now: at };
      return given(announced).when({ ...later, visit: { ...soon, ...changed } }, undefined);
    };
    dropOf({}).thenAppends();
    dropOf({ startsAt: visit.startsAt + 1 }).thenAppends();
    dropOf({ queue: { ...queue, before: 3 } }).thenAppends(ended('notNext'));
    dropOf({ queue: { ...queue, before: null } }).thenAppends(ended('notNext'));
    dropOf({ queue: { ...queue, before: null, isCalled: true } }).thenAppends(ended('called'));
    dropOf({ status: 'Cancelled' }).thenAppends(ended('cancelled'));
    dropOf({ appointmentId: appointmentId.replace('APP', 'APQ') }).thenAppends(ended('changed'));
    dropOf({}, Date.parse(dueAt) + 600_001).thenAppends(ended('late'));
    dropOf({}, now + 86_400_000).thenAppends(ended('past'));
  });
});

test('nothing is decided on a visit that was read before others settled its messages', () => {
  given(planned)
    .when({ ...settle, basedOn: 0 }, undefined)
    .thenRefused('log.conflict');
});

test('what was due before a set-back was accepted is dropped, and so is what is an hour late', () => {
  const later = { ...settle, basedOn: 1, change: null } as const;
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
