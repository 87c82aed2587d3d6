import { clockWords, dateWords, spanWords } from './dates.ts';

describe('words for dates, times and spans', () => {
  test('"Dates displayed as short month plus day, en-US."', () => {
    expect(dateWords('2026-11-21')).toBe('Nov 21');
    expect(dateWords('2027-01-01')).toBe('Jan 1');
  });

  test.each([
    ['00:00', '12:00 AM'],
    ['00:05', '12:05 AM'],
    ['09:00', '9:00 AM'],
    ['12:30', '12:30 PM'],
    ['23:59', '11:59 PM'],
    ['24:00', 'midnight'],
  ])('%s is shown 12-hour as %s', (time, words) => {
    expect(clockWords(time)).toBe(words);
  });

  test.each([
    [3_600, '4 s'],
    [59_400, '59 s'],
    [60_000, '1 min'],
    [3_600_000, '1 h'],
    [172_800_000, '2 days'],
    [-5, '0 s'],
  ])('%d ms later is %s', (ms, words) => {
    expect(spanWords(ms)).toBe(words);
  });
});
