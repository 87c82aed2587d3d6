import type { Weekday } from '@dayline/contracts/clinic/schedule';
import { feesOnWire, feesProblem, linkProblem, weekWords } from './rules.ts';

test.each([
  ['', 'Please enter a Google Meet link.'],
  ['   ', 'Please enter a Google Meet link.'],
  ['meet.google.com/abc', 'Please enter a valid Google Meet link.'],
  ['http://meet.google.com/abc', 'Please enter a valid Google Meet link.'],
  ['https://meet.google.com', 'Please enter a valid Google Meet link.'],
  ['https://meet.google.com/a b', 'Please enter a valid Google Meet link.'],
  [' https://meet.google.com/abc-defg-hij ', undefined],
])('the link %j: %s', (typed, problem) => expect(linkProblem(typed)).toBe(problem));

test.each([
  ['', 'Please enter the consultation fees.'],
  ['-1', 'Please enter a valid fee amount.'],
  ['1.005', 'Please enter a valid fee amount.'],
  ['1e3', 'Please enter a valid fee amount.'],
  ['.', 'Please enter a valid fee amount.'],
  ['12345678', 'Please enter a valid fee amount.'],
  ['0', undefined],
  ['500', undefined],
  ['.5', undefined],
  ['9999999.99', undefined],
])('the fees %j: %s', (typed, problem) => expect(feesProblem(typed)).toBe(problem));

test.each([
  ['500', '500.00'],
  ['500.5', '500.50'],
  ['.5', '0.50'],
  ['0', '0.00'],
])('the fees %s are sent as %s', (typed, sent) => expect(feesOnWire(typed)).toBe(sent));

test('a week is described by its days and places', () => {
  const timeIntervals = [{ startTime: '09:00', endTime: '10:10', appointmentsPerSlot: 2, slotDuration: 20 }];
  const week = (...days: Weekday[]) => weekWords(days.map((day) => ({ day, timeIntervals })));
  expect(week('Monday', 'Tuesday', 'Wednesday')).toBe('Mon to Wed, capacity 18');
  expect(week('Friday', 'Monday')).toBe('Mon, Fri, capacity 12');
  expect(weekWords([{ day: 'Monday', timeIntervals: [] }])).toBe('');
});
