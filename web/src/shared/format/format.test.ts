import { jest } from '@jest/globals';
import { counted, countText, initials, phoneText, rupeeAmount, shortened } from '../../ui/locale/words.ts';
import {
  clinicToday,
  clockTime,
  instantAtClinic,
  longDate,
  shortDate,
  shortWeekdayAndDate,
  weekdayAndDate,
} from './time.ts';

afterEach(() => jest.useRealTimers());

test('dates are shown as short month plus day, en-US', () => {
  expect(shortDate('2026-11-05')).toBe('Nov 5');
  expect(longDate('2026-11-21')).toBe('Saturday, November 21, 2026');
  expect(weekdayAndDate('2026-11-25')).toBe('Wednesday, Nov 25');
});

test("the year is shown only where it isn't the clinic's current one", () => {
  expect(shortDate('2027-01-02')).toBe('Jan 2, 2027');
  expect(shortWeekdayAndDate('2027-01-02')).toBe('Sat, Jan 2, 2027');
  expect(instantAtClinic('2025-11-18T10:32:05Z', 'Asia/Kolkata', true)).toBe('Nov 18, 2025, 4:02:05 PM');
  // 8 PM on December 31 in UTC: at the clinic it is already the new year.
  jest.useFakeTimers({ now: Date.parse('2026-12-31T20:00:00Z') });
  expect(shortDate('2026-12-31')).toBe('Dec 31, 2026');
  expect(shortDate('2027-01-01')).toBe('Jan 1');
});

test.each([
  ['00:05', '12:05 AM'],
  ['09:00', '9:00 AM'],
  ['12:00', '12:00 PM'],
  ['16:15', '4:15 PM'],
])('%s is shown 12-hour as %s', (time, shown) => expect(clockTime(time)).toBe(shown));

test("today is the clinic's, not the viewer's", () => {
  const lateEvening = Date.parse('2026-11-20T20:00:00Z');
  expect(clinicToday('Asia/Kolkata', lateEvening)).toBe('2026-11-21');
  expect(clinicToday('America/New_York', lateEvening)).toBe('2026-11-20');
});

test("an instant is shown on the clinic's clock", () => {
  expect(instantAtClinic('2026-11-18T10:32:00Z', 'Asia/Kolkata')).toBe('Nov 18, 4:02 PM');
});

test('money, counts, initials and phones read as people write them', () => {
  expect(rupeeAmount('1500.50')).toBe('₹1,500.50');
  expect(countText(2214)).toBe('2,214');
  expect(counted(1, { one: 'User', other: 'Users' })).toBe('1 User');
  expect(counted(2, { one: 'User', other: 'Users' })).toBe('2 Users');
  expect(initials('Dr. Asha Menon')).toBe('AM');
  expect(initials('Sunrise Multispeciality Hospital')).toBe('SH');
  expect(initials('Dr. Asha Menon', 1)).toBe('A');
  expect(shortened('Leave', 5)).toBe('Leave');
  expect(shortened('ab👩‍⚕️cd', 3)).toBe('ab👩‍⚕️…');
  expect(initials('😀 Asha')).toBe('😀A');
  expect(initials('𝒜sha 𝒫ai')).toBe('𝒜𝒫');
  expect(initials('नीता शर्मा')).toBe('नीश');
  expect(phoneText('919845012345')).toBe('+91 98450 12345');
});
