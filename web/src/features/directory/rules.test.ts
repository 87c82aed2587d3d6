import { testId } from '../../shared/testing/identities.ts';
import { axisOf, type Doctor, dayWords, groupsOf, hourBars, placeOn } from './rules.ts';

const doctor = (number: number, departmentName: string, today: Partial<Doctor['today']> = {}): Doctor => ({
  pocId: testId(number),
  pocName: `Dr. ${number}`,
  departmentName,
  departmentDoctors: 2,
  email: null,
  contactNumber: null,
  externalId: null,
  today: { state: 'open', capacity: 0, booked: 0, byHour: [], blockedHours: [], ...today },
  nextFree: null,
});

test('doctors are grouped by department in the order in which they come', () => {
  const groups = groupsOf([doctor(1, 'Cardiology'), doctor(2, 'Cardiology'), doctor(3, 'Neurology')]);
  const drawn = groups.map(({ department, count, doctors }) => [department, count, doctors.map(({ index }) => index)]);
  // Another doctor of Neurology is on the next page.
  expect(drawn).toEqual([
    ['Cardiology', 2, [0, 1]],
    ['Neurology', 2, [2]],
  ]);
});

test('one axis holds the hours of all, blocked ones too', () => {
  const rows = [
    doctor(1, 'A', { byHour: [{ hour: '09', booked: 1, places: 2 }] }),
    doctor(2, 'A', { blockedHours: ['07', '13'] }),
  ];
  expect(axisOf(rows)).toEqual({ start: 7, end: 14 });
  expect(axisOf([doctor(1, 'A')])).toEqual({ start: 8, end: 18 });
});

test('now lies on the axis or nowhere', () => {
  expect(placeOn({ start: 8, end: 18 }, '13:00')).toBe(0.5);
  expect(placeOn({ start: 8, end: 18 }, '07:59')).toBeUndefined();
});

test('an hour is as full as it is booked; blocked and passed ones have their own look', () => {
  const busy = doctor(1, 'A', {
    byHour: [
      { hour: '08', booked: 2, places: 2 },
      { hour: '10', booked: 8, places: 10 },
      { hour: '11', booked: 5, places: 10 },
      { hour: '12', booked: 4, places: 10 },
      { hour: '13', booked: 0, places: 0 },
      { hour: '14', booked: 1, places: 1 },
    ],
    blockedHours: ['14'],
  });
  expect(hourBars(busy, { start: 8, end: 18 }, '10:05').map(({ key, look }) => [key, look])).toEqual([
    ['08', 'passed'],
    ['10', 'high'],
    ['11', 'medium'],
    ['12', 'low'],
    ['14', 'blocked'],
  ]);
});

test('a next free place of today says so', () => {
  expect(dayWords('2026-11-21', '2026-11-21')).toBe('today');
  expect(dayWords('2026-11-23', '2026-11-21')).toBe('Mon, Nov 23');
});
