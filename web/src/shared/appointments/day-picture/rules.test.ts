import { bookedPlaces, freePlaces, hourLabel, hourName, nowAmong, visitTotals } from './rules.ts';

const hours = [
  { hour: '09', booked: 8, places: 10 },
  { hour: '13', booked: 2, places: 4 },
];

test('hours are shown on the twelve-hour clock', () => {
  expect(['00', '08', '12', '13'].map(hourLabel)).toEqual(['12', '8', '12', '1']);
  expect(['00', '08', '12', '13'].map(hourName)).toEqual(['12 AM', '8 AM', '12 PM', '1 PM']);
});

test('free places are never below none', () => {
  expect(freePlaces({ booked: 3, places: 5 })).toBe(2);
  expect(freePlaces({ booked: 3, places: 0 })).toBe(0);
});

test('the line of now stands in its hour, by the part that has passed', () => {
  expect(nowAmong(hours, '13:15')).toEqual({ index: 1, part: 0.25 });
  expect(nowAmong(hours, '11:15')).toBeUndefined();
});

test('sums and the share of no-shows', () => {
  expect(bookedPlaces(hours)).toEqual({ booked: 10, places: 14 });
  const day = (visited: number, notVisited: number) => ({ date: '2026-11-21', visited, notVisited });
  expect(visitTotals([day(2200, 180), day(14, 7)])).toEqual({ visited: 2214, notVisited: 187, rate: '7.8' });
  expect(visitTotals([day(0, 0)]).rate).toBe('0.0');
});
