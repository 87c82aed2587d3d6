import fc from 'fast-check';
import { clinicDate, clinicNow } from './clinic-time.ts';

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
