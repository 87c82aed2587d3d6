import fc from 'fast-check';
import { addDays, clinicDate, clinicNow, instantOf, startOfDay } from './clinic-time.ts';

/** Whole hours, a half and a quarter; summer time; clocks that skip midnight; a zone that skipped a day. */
const zones = [
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Europe/Berlin',
  'Africa/Cairo',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Kiritimati',
];

test.each(zones)('the date in %s is the wall clock’s at every instant', (zone) => {
  const instant = fc.integer({ min: Date.UTC(2010), max: Date.UTC(2040) });
  fc.assert(fc.property(instant, (at) => clinicDate(at, zone) === clinicNow(at, zone).date));
});

test.each(zones)('the date in %s changes on a quarter of an hour of UTC', (zone) => {
  for (let day = Date.UTC(2026, 0, 1); day < Date.UTC(2027, 0, 1); day += 86_400_000) {
    const date = clinicDate(day, zone);
    let [last, next] = [day, day + 86_400_000];
    while (next - last > 1) {
      const middle = Math.floor((last + next) / 2);
      if (clinicNow(middle, zone).date === date) last = middle;
      else next = middle;
    }
    expect(next % 900_000).toBe(0);
  }
});

/** A zone, a day on which its clocks change, how long that day is (h) and when it begins (UTC). */
test.each([
  ['America/Santiago', '2026-09-06', 23, '2026-09-06T04:00:00Z'],
  ['America/Santiago', '2026-04-04', 25, '2026-04-04T03:00:00Z'],
  ['America/Havana', '2026-03-08', 23, '2026-03-08T05:00:00Z'],
  ['America/Havana', '2026-11-01', 25, '2026-11-01T04:00:00Z'],
  ['Atlantic/Azores', '2026-03-29', 23, '2026-03-29T01:00:00Z'],
  ['Asia/Beirut', '2026-03-29', 23, '2026-03-28T22:00:00Z'],
  ['Africa/Cairo', '2026-04-24', 23, '2026-04-23T22:00:00Z'],
  ['Africa/Cairo', '2026-10-29', 25, '2026-10-28T21:00:00Z'],
  ['America/Asuncion', '2023-10-01', 23, '2023-10-01T04:00:00Z'],
  ['Europe/Berlin', '2026-03-29', 23, '2026-03-28T23:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-04', 23.5, '2026-10-03T13:30:00Z'],
  ['Australia/Lord_Howe', '2026-04-05', 24.5, '2026-04-04T13:00:00Z'],
  ['Asia/Kolkata', '2026-11-21', 24, '2026-11-20T18:30:00Z'],
  // The day that Samoa skipped.
  ['Pacific/Apia', '2011-12-30', 0, '2011-12-30T10:00:00Z'],
])('in %s, %s has %d hours and begins at its first instant', (zone, day, hours, begins) => {
  expect(new Date(startOfDay(day, zone)).toISOString()).toBe(begins.replace('Z', '.000Z'));
  expect((startOfDay(addDays(day, 1), zone) - startOfDay(day, zone)) / 3_600_000).toBe(hours);
});

test.each([...zones, 'America/Havana', 'Atlantic/Azores', 'Asia/Beirut'])(
  'each day in %s begins where the wall clock first shows it, and ends where the next begins',
  (zone) => {
    for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1)) {
      const start = startOfDay(day, zone);
      expect([clinicNow(start, zone).date, clinicNow(start - 60_000, zone).date]).toEqual([day, addDays(day, -1)]);
    }
  },
);

test('the clock and the date of a moment, asked for in turns, are each worked out once', () => {
  const { prototype } = Intl.DateTimeFormat;
  const { formatToParts } = prototype;
  let formatted = 0;
  prototype.formatToParts = function counted(date) {
    formatted += 1;
    return formatToParts.call(this, date);
  };
  const at = Date.parse('2031-05-05T05:07:00.000Z');
  for (let turn = 0; turn < 3; turn += 1) {
    expect([clinicNow(at, 'Asia/Colombo').time, clinicDate(at, 'Asia/Colombo')]).toEqual(['10:37', '2031-05-05']);
  }
  prototype.formatToParts = formatToParts;
  expect(formatted).toBe(2);
});

test.each([
  ['Asia/Kolkata', '2026-11-21', '09:30', '2026-11-21T04:00:00.000Z'],
  // Clocks go from 2:00 to 3:00, and half a year later from 3:00 back to 2:00.
  ['Europe/Berlin', '2026-03-29', '01:30', '2026-03-29T00:30:00.000Z'],
  ['Europe/Berlin', '2026-03-29', '02:30', '2026-03-29T01:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29', '03:30', '2026-03-29T01:30:00.000Z'],
  ['Europe/Berlin', '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
  ['Europe/Berlin', '2026-10-25', '03:30', '2026-10-25T02:30:00.000Z'],
])('the instant in %s of %s %s is %s', (zone, date, time, instant) => {
  expect(new Date(instantOf({ date, time }, zone)).toISOString()).toBe(instant);
});
