import {
  clinicToday,
  clockTime,
  instantAtClinic,
  longDate,
  shortDate,
  shortDateWithYear,
  weekdayAndDate,
} from './time.ts';
import { counted, countText, initials, phoneText, rupeeAmount } from './words.ts';

test('dates are shown as short month plus day, en-US', () => {
  expect(shortDate('2026-11-05')).toBe('Nov 5');
  expect(shortDateWithYear('2026-11-05')).toBe('Nov 5, 2026');
  expect(longDate('2026-11-21')).toBe('Saturday, November 21, 2026');
  expect(weekdayAndDate('2026-11-25')).toBe('Wednesday, Nov 25');
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

test("an instant is told on the clinic's clock", () => {
  expect(instantAtClinic('2026-11-18T10:32:00Z', 'Asia/Kolkata')).toBe('Nov 18, 4:02 PM');
});

test('money, counts, initials and phones read as people write them', () => {
  expect(rupeeAmount('1500.50')).toBe('₹1,500.50');
  expect(countText(2214)).toBe('2,214');
  expect(counted(1, 'User')).toBe('1 User');
  expect(counted(2, 'User')).toBe('2 Users');
  expect(initials('Dr. Asha Menon')).toBe('AM');
  expect(initials('Sunrise Multispeciality Hospital')).toBe('SH');
  expect(phoneText('919845012345')).toBe('+91 98450 12345');
});
