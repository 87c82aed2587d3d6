import { closeText, comeUntilOf, hoursText, nightText, sessionsOf } from './sessions.ts';
import { fullList, type Time, timeChoices } from './times.ts';

const date = '2026-11-25';
const before = { date: '2026-11-21', time: '08:00' };
const time = (appointment_time: string, more: Partial<Time> = {}): Time => ({
  ...{ appointment_time, active_status: 'available', free: 2, capacity: 3, minutes: 30 },
  ...more,
});
const general = time('09:30', {
  ...{ minutes: 240, sessionIndex: 0, capacity: 100, free: 31, session: { name: 'General' } },
  closes: { date, time: '11:00' },
  lists: { first: { left: 12, of: 40 }, again: { left: 31, of: 60 } },
});
const day = [general, time('14:00'), time('14:30'), time('17:00', { sessionIndex: 1 })];
const sessionsAt = (times: readonly Time[], now = before) => sessionsOf(times, timeChoices(times, date, now));

test('each session has its hours, and hours without one stand between them; without any there are none', () => {
  expect(sessionsAt(day).map(({ from, to, session }) => [from, to, session.name])).toEqual([
    ['09:30', '13:30', 'General'],
    ['14:00', '15:00', undefined],
    ['17:00', '17:30', undefined],
  ]);
  expect(sessionsAt(day)[0]?.choices).toEqual([{ time: '09:30', state: 'free', left: 31, until: '13:30' }]);
  expect(sessionsAt([time('14:00'), time('14:30')])).toEqual([]);
});

test.each([
  [{ date, time: '11:00' }, 'bookings close at 11:00 AM that day'],
  [{ date: '2026-11-24', time: '19:00' }, 'bookings close at 7:00 PM the day before'],
  [{ date: '2026-11-22', time: '19:00' }, 'bookings close at 7:00 PM on Sun, Nov 22'],
  [{ date, time: '13:30' }, undefined],
])('bookings that close %j: %s', (closes, expected) => {
  const [session] = sessionsAt([{ ...general, closes }]);
  expect(session && closeText(date, session)).toBe(expected);
});

test('a time whose bookings have not opened says when they do, and opens by the clock', () => {
  const early = { ...general, free: 0, opens: { date: '2026-11-24', time: '07:00' } };
  const at = (now: string) => sessionsAt([early], { date: '2026-11-24', time: now })[0];
  expect(at('06:59')?.choices[0]?.state).toBe('early');
  const [shown] = sessionsAt([early]);
  expect(shown && closeText(date, shown)).toBe('bookings open Tue, Nov 24, 7:00 AM');
  expect(at('07:00')?.choices[0]?.state).toBe('full');
});

test('a time on request is offered to nobody, and its session says how to ask instead of when bookings close', () => {
  const asked = { ...general, free: 0, session: { onRequest: 'Call the ward' } };
  const [session] = sessionsAt([asked]);
  expect(session?.choices[0]?.state).toBe('onRequest');
  expect(session && closeText(date, session)).toBeUndefined();
  expect(sessionsAt([asked], { date, time: '13:30' })[0]?.choices[0]?.state).toBe('passed');
});

test('a time for other classes of patients is reserved', () => {
  const only = { ...general, free: 0, notForPatient: true as const, session: { onlyFor: ['Seniors'] } };
  expect(sessionsAt([only])[0]?.choices[0]?.state).toBe('onlyFor');
});

test('slots that close one by one say how long before they start', () => {
  const slots = ['09:30', '10:00'].map((start, index) =>
    time(start, { sessionIndex: 0, closes: { date, time: ['09:00', '09:30'][index] ?? '' } }),
  );
  const [session] = sessionsAt(slots);
  expect(session && closeText(date, session)).toBe('bookings close 30 min before each slot');
});

test('hours over a midnight are one session on both of its dates', () => {
  const night = { date, from: '20:00', to: '01:00' };
  const [evening] = sessionsAt(['20:00', '23:30'].map((start) => time(start, { sessionIndex: 0, night })));
  expect(evening && [hoursText(date, evening), nightText(date, evening)]).toEqual([
    '8:00 PM to 1:00 AM the next day',
    'times after midnight are on Thu, Nov 26',
  ]);
  const next = '2026-11-26';
  const times = [time('00:00', { sessionIndex: 0, night }), time('09:00')];
  const [morning, day] = sessionsOf(times, timeChoices(times, next, before));
  expect(morning && [hoursText(next, morning), nightText(next, morning)]).toEqual([
    'Wed, Nov 25, 8:00 PM to 1:00 AM',
    'times after midnight',
  ]);
  expect(day && [hoursText(next, day), nightText(next, day)]).toEqual(['9:00 AM to 9:30 AM', undefined]);
});

test('the end of a session without an announced end is not shown', () => {
  expect(comeUntilOf([{ ...general, session: { openEnd: true } }], '09:30')).toBeUndefined();
  expect(comeUntilOf([general], '09:30')).toBe('13:30');
});

test('a time is open until its close, then closed, and passed once it is over', () => {
  const at = (now: string) => sessionsAt([general], { date, time: now })[0];
  expect(at('10:59')?.choices[0]?.state).toBe('free');
  const closed = at('11:00');
  expect(closed?.choices[0]?.state).toBe('closed');
  expect(closed && closeText(date, closed)).toBe('bookings are closed');
  expect(at('13:30')?.choices[0]?.state).toBe('passed');
});

test('which list is full: what opens on the day, else that of the visit', () => {
  const lists = { first: { left: 0, of: 1 }, again: { left: 2, of: 2 } };
  expect(fullList({ ...general, lists }, 'first')).toBe('first');
  expect(fullList({ ...general, lists }, 'again')).toBeUndefined();
  expect(fullList({ ...general, lists: { ...lists, ahead: { left: 0, of: 3 } } }, 'first')).toBe('ahead');
});
