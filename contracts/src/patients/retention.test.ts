import { signInsKeptFrom } from './retention.ts';

test.each([
  ['2029-01-31', 2, '2027-01'],
  // In Auckland the year has begun, and in UTC December has not ended.
  ['2029-01-01', 2, '2026-12'],
  ['2029-01-02', 2, '2027-01'],
  ['2028-03-01', 1, '2027-02'],
])('on %s sign-ins of the last %i years are kept from %s on', (today, years, month) => {
  expect(signInsKeptFrom(today, years)).toBe(month);
});
