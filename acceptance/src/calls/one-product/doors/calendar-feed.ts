import { minutesOf } from '@dayline/contracts/clinic/schedule';
import { failureSchema } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { send } from '@dayline/http/testing/send';
import ICAL from 'ical.js';
import { eventsIn, eventually } from '../../../testing/event-file.ts';
import { readAfter } from '../../../testing/http-caller.ts';
import { hours, type StartedClinic, sharedClinic } from '../../../testing/started-clinic.ts';

/** Calendar feeds on the started product, as calendars read them: without a session. */

describe('a calendar feed', () => {
  let clinic: StartedClinic;
  let pocId = '';
  beforeAll(async () => {
    clinic = await sharedClinic();
  });
  beforeEach(async () => {
    pocId = await clinic.newDoctor(hours('09:00', '11:00', 2));
  });

  const open = async (of = pocId) => (await clinic.admin.call('openCalendarFeed', { pocId: of })).reply();
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    send(clinic.product.url, { method: 'GET', path, headers });
  /** The events by their UID, as another library reads them. */
  async function read(link: string, position: string | null = null) {
    const answer = await get(link, readAfter(position));
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
    const calendar = new ICAL.Component(ICAL.parse(answer.text));
    const events = calendar.getAllSubcomponents('vevent').map((event) => {
      const value = (name: string) => event.getFirstPropertyValue(name);
      const time = (name: string) => (value(name) as ICAL.Time | null)?.toJSDate().toISOString() ?? null;
      return {
        uid: String(value('uid')),
        sequence: Number(value('sequence')),
        summary: String(value('summary')),
        status: String(value('status')),
        start: time('dtstart'),
        end: time('dtend'),
        modified: time('last-modified'),
        stamp: time('dtstamp'),
      };
    });
    return { text: answer.text, headers: answer.headers, calendar, events };
  }
  const only = async (link: string, position: string | null) => {
    const { events } = await read(link, position);
    expect(events).toHaveLength(1);
    // Cast is safe: there is one.
    return events[0] as (typeof events)[number];
  };
  /** The demo's clinics are in India, which has no summer time. */
  const inIndia = (date: string, time: string) =>
    new Date(Date.parse(`${date}T00:00:00Z`) + (minutesOf(time) - 330) * 60_000).toISOString();
  const move = async (appointmentId: string, to: { time: string; pocId?: string; date?: string }) =>
    (await clinic.admin.call('moveAppointment', { appointmentId, ...to })).reply();
  const cancel = async (appointmentId: string) =>
    (await clinic.admin.call('updateAppointmentStatusAsAdmin', { appointmentId, status: 'Cancelled' })).reply();

  test('has the visits by kind and token, without names and personal details, until an administrator allows names', async () => {
    const { admin, clientId } = clinic;
    const date = clinic.inDays(3);
    const visitId = await clinic.book(pocId, date, '09:30', 'Zuleikha Canarywala');
    const { link, position } = await open();
    expect(link).toMatch(new RegExp(`^/calendar/${pocId}\\.[\\w-]{43}\\.ics$`));
    const { text, calendar, events, headers } = await read(link, position);
    expect(events).toEqual([
      {
        uid: visitId,
        sequence: expect.any(Number),
        summary: 'Direct',
        status: 'CONFIRMED',
        start: inIndia(date, '09:30'),
        end: inIndia(date, '10:00'),
        modified: expect.any(String),
        stamp: events[0]?.modified,
      },
    ]);
    const name = (await admin.call('getDoctor', { pocId })).reply().name;
    for (const property of ['name', 'x-wr-calname']) expect(calendar.getFirstPropertyValue(property)).toBe(name);
    expect(String(calendar.getFirstPropertyValue('refresh-interval'))).toBe('PT15M');
    expect(headers['cache-control']).toBe('private, no-cache');
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(text).not.toMatch(/Zuleikha|Canarywala|91988800|p@x\.example/);

    const set = async (calendarHasNames: boolean) =>
      (await admin.call('changeClient', { clientId, values: { calendarHasNames } })).reply().position;
    expect((await only(link, await set(true))).summary).toBe('Zuleikha Canarywala (Direct)');
    expect((await only(link, await set(false))).summary).toBe('Direct');
  });

  test('keeps the UID of a visit over changes, moves and its cancellation, and raises SEQUENCE with each', async () => {
    const other = await clinic.newDoctor(hours('09:00', '11:00', 2));
    const date = clinic.inDays(4);
    const visitId = await clinic.book(pocId, date, '09:00', 'Ravi Kumar');
    const { link } = await open();
    const { link: otherLink, position } = await open(other);
    const booked = await only(link, position);
    const later = await only(link, (await move(visitId, { time: '10:00' })).position);
    expect(later).toMatchObject({ uid: visitId, status: 'CONFIRMED', start: inIndia(date, '10:00') });

    const there = await move(visitId, { time: '09:30', pocId: other, date: clinic.inDays(5) });
    const left = await only(link, there.position);
    expect(left).toMatchObject({ uid: visitId, status: 'CANCELLED', start: inIndia(date, '10:00') });
    const arrived = await only(otherLink, there.position);
    expect(arrived).toMatchObject({ uid: visitId, status: 'CONFIRMED', start: inIndia(clinic.inDays(5), '09:30') });

    const back = await move(there.appointmentId, { time: '10:30', pocId, date });
    const returned = await only(link, back.position);
    expect(returned).toMatchObject({ uid: visitId, status: 'CONFIRMED', start: inIndia(date, '10:30') });
    expect(await only(otherLink, back.position)).toMatchObject({ uid: visitId, status: 'CANCELLED' });

    const cancelled = await only(link, (await cancel(back.appointmentId)).position);
    expect(cancelled).toMatchObject({ uid: visitId, status: 'CANCELLED', start: inIndia(date, '10:30') });
    const sequences = [booked, later, left, returned, cancelled].map(({ sequence }) => sequence);
    expect(sequences).toEqual([...new Set(sequences)].toSorted((a, b) => a - b));
    expect(cancelled.modified && booked.modified && cancelled.modified >= booked.modified).toBe(true);
  });

  test('answers 304 while nothing changed, and has 30 days back and 60 ahead', async () => {
    const within = await clinic.book(pocId, clinic.inDays(60), '09:00', 'Ravi Kumar');
    const { link, position } = await open();
    const first = await get(link, readAfter(position));
    const headers = { 'if-none-match': first.headers.etag ?? '' };
    const again = await get(link, headers);
    expect([again.status, again.text]).toEqual([304, '']);
    const { position: cancelledAt } = await cancel(within);
    expect((await get(link, { ...headers, ...readAfter(cancelledAt) })).status).toBe(200);
  });

  test('has one address, void once it is replaced or revoked; its secret is in no event', async () => {
    const { admin, doctor, clientId } = clinic;
    const first = await open();
    const second = await open();
    const since = async (position: string | null) =>
      (await admin.call('getDoctor', { pocId }, readAfter(position))).reply().calendarFeedSince;
    expect(await since(second.position)).toEqual(expect.any(String));
    expect((await get(second.link)).status).toBe(200);
    const wrong = [
      first.link,
      // Another doctor's id with this secret, a secret that was never issued, and no address at all.
      second.link.replace(pocId, doctor.user.pocId ?? ''),
      `/calendar/${pocId}.${'A'.repeat(43)}.ics`,
      '/calendar/x.ics',
      second.link.slice(0, -4),
    ];
    const refused = async (path: string) => {
      const { status, text } = await get(path);
      return [status, failureSchema.parse(JSON.parse(text)).code];
    };
    for (const path of wrong) expect(await refused(path)).toEqual([404, 'calendar-feed.unknown']);
    const revoked = (await admin.call('revokeCalendarFeed', { pocId })).reply();
    expect(await refused(second.link)).toEqual([404, 'calendar-feed.unknown']);
    expect(await since(revoked.position)).toBeUndefined();

    const secret = /\.([\w-]{43})\.ics$/.exec(second.link)?.[1] ?? '';
    const events = await eventsIn(clinic.product.dataDir, streams.doctor(pocId));
    expect(JSON.stringify(events)).not.toContain(secret);
    expect(events.slice(-3).map(({ type }) => type)).toEqual([
      'CalendarFeedOpened',
      'CalendarFeedOpened',
      'CalendarFeedRevoked',
    ]);
    await eventually('the activity says it', async () => {
      const { entries } = (await admin.call('listActivity', { clientId, pageSize: 50, action: 'doctor' })).reply();
      return entries.some(({ sentence }) => sentence.startsWith('revoked the calendar feed of Dr. Test'));
    });
  });

  test('is opened and revoked by the doctor, and by no colleague, auditor or other hospital', async () => {
    const { doctor, auditor, stranger } = clinic;
    const own = { pocId: doctor.user.pocId ?? '' };
    const { link } = (await doctor.call('openCalendarFeed', own)).reply();
    expect((await get(link)).status).toBe(200);
    for (const name of ['openCalendarFeed', 'revokeCalendarFeed'] as const) {
      expect((await doctor.call(name, { pocId })).failure().code).toBe('access.foreign');
      expect((await stranger.call(name, own)).failure().code).toBe('access.foreign');
      expect((await auditor.call(name, own)).failure().code).toBe('access.role');
    }
    expect((await get(link)).status).toBe(200);
    expect((await doctor.call('revokeCalendarFeed', own)).reply().message).toBe('Calendar feed revoked.');
    expect((await get(link)).status).toBe(404);
  });
});
