import { isSkipped, skippedTimes } from './clock-changes.ts';

test.each([
  ['America/New_York', '2026-03-08', ['2026-03-08T02:00', '2026-03-08T03:00']],
  ['Australia/Lord_Howe', '2026-10-04', ['2026-10-04T02:00', '2026-10-04T02:30']],
  ['Antarctica/Troll', '2026-03-29', ['2026-03-29T01:00', '2026-03-29T03:00']],
  ['America/Santiago', '2026-09-06', ['2026-09-06T00:00', '2026-09-06T01:00']],
  ['Atlantic/Azores', '2026-03-29', ['2026-03-29T00:00', '2026-03-29T01:00']],
  ['Pacific/Apia', '2011-12-30', ['2011-12-30T00:00', '2011-12-31T00:00']],
])('%s skips wall times on %s', (zone, date, [from, to]) => {
  expect(skippedTimes(zone, date)).toEqual([{ from, to }]);
});

test.each([
  ['America/New_York', '2026-11-01'],
  ['America/New_York', '2026-03-07'],
  ['Asia/Kolkata', '2026-03-29'],
])('%s skips none on %s', (zone, date) => {
  expect(skippedTimes(zone, date)).toEqual([]);
});

/** A whole day of minutes, each checked with the clock itself: whether any instant has this wall time. */
test.each([
  ['America/New_York', '2026-03-08'],
  ['Africa/Casablanca', '2026-03-22'],
  ['Asia/Beirut', '2026-03-29'],
])('%s, %s: a time is skipped exactly if no instant has it', (zone, date) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  const reached = new Set<string>();
  const start = Date.parse(`${date}T00:00:00Z`) - 86_400_000;
  for (let minute = 0; minute < 3 * 1440; minute += 1) reached.add(format.format(start + minute * 60_000));
  const skipped = skippedTimes(zone, date);
  for (let minute = 0; minute < 1440; minute += 1) {
    const time = new Date(minute * 60_000).toISOString().slice(11, 16);
    expect([time, isSkipped(skipped, date, time)]).toEqual([time, !reached.has(`${date} ${time}`)]);
  }
});

test.each(['0001-01-01', '9999-12-31'])('%s has no skipped times', (date) => {
  expect(skippedTimes('Asia/Kolkata', date)).toEqual([]);
});
