import { allowedFrom, dueAt, isLate, isPlannable } from './message-times.ts';

const at = (instant: string): number => Date.parse(instant);
const iso = (instant: number): string => new Date(instant).toISOString();
const visit = (startsAt: string, zone = 'Asia/Kolkata') => ({ startsAt: at(startsAt), zone });

test('the reminder of the day before is at 18:00 of the clinic, also where the clocks change in between', () => {
  // Clocks go back on Oct 25, 2026, and forward on Mar 29.
  const winter = visit('2026-10-26T08:00:00Z', 'Europe/Berlin');
  expect(iso(dueAt('dayBefore', 0, winter))).toBe('2026-10-25T17:00:00.000Z');
  const changing = visit('2026-10-25T08:00:00Z', 'Europe/Berlin');
  expect(iso(dueAt('dayBefore', 0, changing))).toBe('2026-10-24T16:00:00.000Z');
  const spring = visit('2026-03-29T01:30:00Z', 'Europe/Berlin');
  expect(iso(dueAt('hoursBefore', 0, spring))).toBe('2026-03-28T23:30:00.000Z');
});

test('news of a change in the quiet hours waits until 8:00, unless the visit would be too near', () => {
  const later = visit('2026-11-25T09:00:00+05:30');
  expect(iso(dueAt('moved', at('2026-11-21T20:56:00+05:30'), later))).toBe(iso(at('2026-11-21T20:59:00+05:30')));
  expect(iso(dueAt('moved', at('2026-11-21T20:57:00+05:30'), later))).toBe(iso(at('2026-11-22T08:00:00+05:30')));
  expect(iso(dueAt('moved', at('2026-11-22T03:00:00+05:30'), later))).toBe(iso(at('2026-11-22T08:00:00+05:30')));
  const near = visit('2026-11-22T09:30:00+05:30');
  expect(iso(dueAt('cancelled', at('2026-11-21T22:00:00+05:30'), near))).toBe(iso(at('2026-11-21T22:03:00+05:30')));
});

test('an offer waits like news, and for the end of the quiet hours in any case', () => {
  const near = visit('2026-11-22T09:30:00+05:30');
  expect(iso(dueAt('offered', at('2026-11-21T20:56:00+05:30'), near))).toBe(iso(at('2026-11-21T20:59:00+05:30')));
  expect(iso(dueAt('offered', at('2026-11-21T20:57:00+05:30'), near))).toBe(iso(at('2026-11-22T08:00:00+05:30')));
});

test('a reminder two hours before is not held by the quiet hours', () => {
  const early = visit('2026-11-22T09:00:00+05:30');
  expect(allowedFrom('hoursBefore', dueAt('hoursBefore', 0, early), early)).toBe(at('2026-11-22T07:00:00+05:30'));
});

test('a turn in the queue is announced half a minute after it is soon, at any hour and after the visit’s time', () => {
  const begun = visit('2026-11-21T20:30:00+05:30');
  const changedAt = at('2026-11-21T21:40:00+05:30');
  const due = dueAt('next', changedAt, begun);
  expect(due - changedAt).toBe(30_000);
  expect(allowedFrom('next', due, begun)).toBe(due);
  const last = due + 10 * 60_000;
  expect([last, last + 1].map((now) => isLate('next', due, now, begun))).toEqual([false, true]);
  expect([last, last + 1].map((now) => isPlannable('next', due, changedAt, now, begun))).toEqual([true, false]);
});

test('a message is late an hour after its time, and an hour after quiet hours that held it', () => {
  const { startsAt, zone } = visit('2026-11-25T09:00:00+05:30');
  const late = (planned: string, now: string) => isLate('booked', at(planned), at(now), { startsAt, zone });
  expect(late('2026-11-21T12:00:00+05:30', '2026-11-21T13:00:00+05:30')).toBe(false);
  expect(late('2026-11-21T12:00:00+05:30', '2026-11-21T13:00:01+05:30')).toBe(true);
  expect(late('2026-11-21T20:30:00+05:30', '2026-11-22T09:00:00+05:30')).toBe(false);
  expect(late('2026-11-21T20:30:00+05:30', '2026-11-22T09:00:01+05:30')).toBe(true);
});
