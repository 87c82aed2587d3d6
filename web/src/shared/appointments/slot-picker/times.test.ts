import type { DateChoice } from '../date-grid.tsx';
import {
  isBookable,
  lostTimeSentence,
  nearestFree,
  offerLabel,
  offersOf,
  pageOfDate,
  shownTimes,
  timeChoices,
} from './times.ts';

const slot = (appointment_time: string, free: number, active_status: 'available' | 'blocked' = 'available') => ({
  appointment_time,
  active_status,
  free,
  capacity: 3,
});
const slots = [slot('09:00', 2), slot('09:15', 0), slot('09:30', 0, 'blocked'), slot('10:15', 3), slot('16:00', 1)];
const before = { date: '2026-11-21', time: '08:00' };

test('a time is free with what is left, full, or blocked', () => {
  expect(timeChoices(slots, '2026-11-25', before)).toEqual([
    { time: '09:00', state: 'free', left: 2 },
    { time: '09:15', state: 'full' },
    { time: '09:30', state: 'blocked' },
    { time: '10:15', state: 'free', left: 3 },
    { time: '16:00', state: 'free', left: 1 },
  ]);
});

test('a full time with a held place says until when', () => {
  const held = [
    { ...slot('09:00', 0), heldUntil: '08:05' },
    { ...slot('09:15', 1), heldUntil: '08:05' },
  ];
  expect(timeChoices(held, '2026-11-25', before)).toEqual([
    { time: '09:00', state: 'full', heldUntil: '08:05' },
    { time: '09:15', state: 'free', left: 1 },
  ]);
});

test("today's earlier times have passed", () => {
  const today = timeChoices(slots, '2026-11-25', { date: '2026-11-25', time: '10:00' });
  expect(today.map((choice) => choice.state)).toEqual(['passed', 'passed', 'passed', 'free', 'free']);
});

test('what has passed is not shown, and each time has its part of the day', () => {
  const today = timeChoices(slots, '2026-11-25', { date: '2026-11-25', time: '10:00' });
  expect(shownTimes(today, '').map(({ time, part }) => `${part} ${time}`)).toEqual([
    'Morning 10:15',
    'Afternoon 16:00',
  ]);
  expect(shownTimes(today, '09:00')[0]).toMatchObject({ time: '09:00', state: 'passed' });
});

test('of a single place nothing is shown', () => {
  expect(timeChoices([{ ...slot('09:00', 1), capacity: 1 }], '2026-11-25', before)).toEqual([
    { time: '09:00', state: 'free' },
  ]);
});

test('the nearest free times come first, without the lost one', () => {
  const choices = timeChoices(slots, '2026-11-25', before);
  expect(nearestFree(choices, '2026-11-25', '09:15').map((offer) => offer.time)).toEqual(['09:00', '10:15', '16:00']);
  expect(nearestFree(choices, '2026-11-25', '10:15').map((offer) => offer.time)).toEqual(['09:00', '16:00']);
});

test('the three nearest are offered, in the order of the day', () => {
  const free = ['10:15', '09:45', '10:30', '09:30'].map((time) => ({ date: '2026-11-25', time, left: 1 }));
  expect(offersOf(free).map((offer) => offer.time)).toEqual(['09:45', '10:15', '10:30']);
});

test('an offered time names its day where it is another one', () => {
  const offer = { date: '2026-11-25', time: '09:45', left: 1 };
  expect(offerLabel(offer, '2026-11-25')).toBe('9:45 AM');
  expect(offerLabel(offer, '2026-11-24')).toBe('Wed, Nov 25, 9:45 AM');
});

test('the dates open on the chosen one, else on the first that can be booked', () => {
  const days: DateChoice[] = Array.from({ length: 30 }, (_, index) => ({
    date: `2026-11-${String(index + 1).padStart(2, '0')}`,
    availability: index < 15 ? 'blocked' : 'available',
    free: index < 15 ? 0 : 4,
  }));
  expect(days.find(isBookable)?.date).toBe('2026-11-16');
  expect(pageOfDate(days, '', 14)).toBe(1);
  expect(pageOfDate(days, '2026-11-30', 14)).toBe(2);
  expect(pageOfDate([], '', 14)).toBe(0);
});

test('what happened to a time is shown in one sentence', () => {
  expect(lostTimeSentence('slot.full', '10:00 AM')).toBe('10:00 AM was taken a moment ago.');
  expect(lostTimeSentence('slot.blocked', '10:00 AM')).toBe('10:00 AM was blocked a moment ago.');
  expect(lostTimeSentence('slot.passed', '10:00 AM')).toBe('10:00 AM has passed.');
  expect(lostTimeSentence('patient.already-booked', '10:00 AM')).toBe(
    'The patient already has an appointment with this doctor at 10:00 AM.',
  );
  expect(lostTimeSentence('log.conflict', '10:00 AM')).toBeUndefined();
});
