import { problemOf } from '../../testing/problem-of.ts';
import { dateOf, datesOf, orderOf, seeOrder } from './dates.ts';
import { spansOf, timeOf } from './times.ts';
import { weekdaysOf, weekdayWithWeeks, weeksOf } from './weekdays.ts';

const context = { today: '2026-11-26', zone: 'Asia/Kolkata', dayOrder: 'dayFirst' } as const;

describe('dates, times and weekdays', () => {
  test.each([
    ['2026-12-25', '2026-12-25'],
    ['25/12/2026', '2026-12-25'],
    ['3.2.2024', '2024-02-03'],
    ['25-Dec-26', '2026-12-25'],
    ['5 August 1954', '1954-08-05'],
    ['Dec 25, 2026', '2026-12-25'],
    ['03/02/54', '1954-02-03'],
    ['2026-08-09 15:15:00', '2026-08-09'],
    ['3rd January, 1980', '1980-01-03'],
    ['Thu, 3-Jan-1980', '1980-01-03'],
    ['03–01–1980', '1980-01-03'],
    ['3 जनवरी १९८०', '1980-01-03'],
    ['3 Sept 1980', '1980-09-03'],
    // Instants are of the clinic's date.
    ['2026-11-25T20:30:00Z', '2026-11-26'],
    ['2026-11-25 20:30:00.000+00:00', '2026-11-26'],
    ['2026-11-25T20:30:00+05:30', '2026-11-25'],
    ['Wed, 25 Nov 2026 20:30:00 GMT', '2026-11-26'],
    ['Thu Nov 26 2026 02:00:00 GMT+0530 (India Standard Time)', '2026-11-26'],
  ])('%s is %s', (input, date) => {
    expect(dateOf('date', input, context)).toBe(date);
  });

  test.each(['31/02/2020', '29223', '3 Marchy 1980', '1980', '13/13/2020'])('%s is no date', (input) => {
    expect(problemOf(() => dateOf('date', input, context))).toBe('date date.wrong');
  });

  test.each([
    ['24-26 Dec 2026', '2026-12-24 2026-12-25 2026-12-26'],
    ['24th to 26th December 2026', '2026-12-24 2026-12-25 2026-12-26'],
    ['Dec 24-26, 2026', '2026-12-24 2026-12-25 2026-12-26'],
    ['24/12/2026 - 26/12/2026', '2026-12-24 2026-12-25 2026-12-26'],
    ['2026-12-24/2026-12-25', '2026-12-24 2026-12-25'],
    ['31 Dec to 1 Jan 2027', '2026-12-31 2027-01-01'],
    ['24, 26 & 28 Dec 2026', '2026-12-24 2026-12-26 2026-12-28'],
    ['24/12/2026, 26/12/2026', '2026-12-24 2026-12-26'],
  ])('%s are %s', (input, dates) => {
    expect(datesOf('date', input, context).join(' ')).toBe(dates);
  });

  test.each([
    ...['Mon 2026-12-01', 'Friday, 3-Jan-1980', '3 January 1980 (Wed)', '01/12/2026, Monday'],
    ...['सोमवार, 1 दिसंबर 2026', '01/12/2026 (रवि)', 'इतवार 2026-12-01'],
  ])('%s has another weekday', (input) => {
    expect(problemOf(() => dateOf('date', input, context))).toBe('date date.weekday');
    expect(problemOf(() => datesOf('date', input, context))).toBe('date date.weekday');
  });

  test.each([
    ...['Tue 2026-12-01', 'Thu 24 to Sat 26 Dec 2026', 'Thursday 24 Dec 2026 - Saturday 26 Dec 2026'],
    ...['मंगलवार, 1 दिसंबर 2026', '01/12/2026, मंगल', 'गुरुवार 24 से शनिवार 26 दिसंबर 2026'],
  ])('%s has the right ones', (input) => {
    expect(datesOf('date', input, context)[0]).toMatch(/^2026-12-(?:01|24)$/);
  });

  test('a range names the weekdays of its ends', () => {
    expect(problemOf(() => datesOf('date', 'Thu 24 to Sun 26 Dec 2026', context))).toBe('date date.weekday');
  });

  test('the month is first where a day can only be second', () => {
    const orderIn = (...dates: string[]) => {
      const seen = { dayFirst: false, monthFirst: false };
      for (const date of dates) seeOrder(seen, date);
      return orderOf([seen]);
    };
    expect(orderIn('03/02/2024', '02/13/2024')).toBe('monthFirst');
    expect(orderIn('03/02/2024', '13/02/2024', '02/13/2024')).toBe('dayFirst');
    expect(orderIn('03/02/2024')).toBe('dayFirst');
    expect(dateOf('date', '02/13/2024', { ...context, dayOrder: 'monthFirst' })).toBe('2024-02-13');
  });

  test.each([
    ['9-1, 5-8', '09:00-13:00 17:00-20:00'],
    ['9:00-13:00 & 17:00-20:00', '09:00-13:00 17:00-20:00'],
    ['5-8 pm', '17:00-20:00'],
    ['10-12pm', '10:00-12:00'],
    ['9-1pm', '09:00-13:00'],
    ['9am-1', '09:00-13:00'],
    ['09:00-1:00', '09:00-13:00'],
    ['12-2', '12:00-14:00'],
    ['9-12 noon', '09:00-12:00'],
    ['0900 hrs to 1300 hrs', '09:00-13:00'],
    ['8.30am to1.30pm', '08:30-13:30'],
    ['22:00-00:00', '22:00-24:00'],
    ['05:00-08:00', '05:00-08:00'],
  ])('hours %s are %s', (input, spans) => {
    expect(
      spansOf('hours', input)
        .map(({ from, to }) => `${from}-${to}`)
        .join(' '),
    ).toBe(spans);
  });

  test.each([
    ['5-8', 'hours time.unclear'],
    ['2:00-5:00', 'hours time.unclear'],
    ['22:00-02:00', 'hours hours.midnight'],
    ['10pm-2am', 'hours hours.midnight'],
    ['10:00-02:00', 'hours hours.midnight'],
    ['25:00-26:00', 'hours time.wrong'],
    ['9:00', 'hours hours.wrong'],
    ['12:00-09:00', 'hours hours.midnight'],
    ['09:00-09:00', 'hours hours.wrong'],
  ])('hours %s are refused: %s', (input, problem) => {
    expect(problemOf(() => spansOf('hours', input))).toBe(problem);
  });

  test.each([
    ['2nd & 4th Sat', 'Sat: 2nd & 4th'],
    ['Saturday (2nd, 4th)', 'Saturday: 2nd, 4th'],
    ['last Friday', 'Friday: last'],
    ['Mon-Fri', 'none'],
    ['Mon, Tue', 'none'],
  ])('weeks beside a weekday: %s', (input, read) => {
    const found = weekdayWithWeeks(input);
    expect(found ? `${found.weekday}: ${found.weeks}` : 'none').toBe(read);
  });

  test('times, spans and weekdays', () => {
    expect(['9:00', '15:15:00', '9 AM', '12 am', '2.30 pm'].map((text) => timeOf('time', text))).toEqual([
      ...['09:00', '15:15', '09:00', '00:00', '14:30'],
    ]);
    expect(spansOf('hours', '8:00-11:00, 2 pm to 5 pm')).toEqual([
      { from: '08:00', to: '11:00' },
      { from: '14:00', to: '17:00' },
    ]);
    expect(weekdaysOf('Mon-Wed, Sat')).toEqual(['Monday', 'Tuesday', 'Wednesday', 'Saturday']);
    expect(weekdaysOf('Sundays')).toEqual(['Sunday']);
    expect(weekdaysOf('Mon and सोमवार')).toEqual(['Monday']);
    expect(weekdaysOf('Daily')).toHaveLength(7);
    expect(weeksOf('Second and Fourth/last')).toEqual([2, 4, 'last']);
    expect(problemOf(() => weeksOf('alternate'))).toBe('weeks weeks.wrong');
    expect(problemOf(() => timeOf('time', '5:30'))).toBe('time time.unclear');
    expect(timeOf('time', '1430 hrs')).toBe('14:30');
    expect(problemOf(() => weekdaysOf('Noday'))).toBe('weekday weekday.wrong');
    expect(problemOf(() => timeOf('time', '25:00'))).toBe('time time.wrong');
  });
});
