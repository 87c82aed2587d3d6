import { clockOf, dayText, hasNewCall, momentText, serverTime, shortTime, shownAt, wallTime } from './rules.ts';
import { board, now } from './wall.fixture.ts';

const second = 1_000;
const hour = 3_600 * second;
const at = { date: Date.parse('2020-01-01T00:00:00Z'), elapsed: 500 };
const contact = { board, at };
const after = (ms: number, elapsed = ms) => ({ date: at.date + ms, elapsed: at.elapsed + elapsed });

describe('the time of a screen', () => {
  test('is the server’s, whatever its own clock shows', () => {
    expect(serverTime(contact, after(90 * second))).toBe(Date.parse(now) + 90 * second);
  });

  test('goes on while the device sleeps, and when its clock is set back', () => {
    expect(serverTime(contact, after(hour, second))).toBe(Date.parse(now) + hour);
    expect(serverTime(contact, after(-hour, 40 * second))).toBe(Date.parse(now) + 40 * second);
    expect(shownAt(contact, after(-hour, 40 * second)).staleSince).toBe(Date.parse(now));
  });
});

test('"Older than 30 s": it says since when, and highlights nothing', () => {
  const called = (ms: number) => shownAt(contact, after(ms)).rows.map(({ isCalled }) => isCalled);
  expect(shownAt(contact, after(30 * second)).staleSince).toBeNull();
  expect(called(0)).toEqual(board.doctors.map((_, index) => index === 1));
  expect(shownAt(contact, after(30 * second + 1)).staleSince).toBe(Date.parse(now));
  const behind = { ...contact, board: { ...board, asOf: '2026-11-25T05:11:20.000Z' } };
  expect(shownAt(behind, at)).toMatchObject({ staleSince: Date.parse(behind.board.asOf) });
  expect(shownAt(behind, at).rows.some(({ isCalled }) => isCalled)).toBe(false);
});

test('"The called row inverts in place for 30 s"', () => {
  const isCalled = (ms: number) => shownAt(contact, after(ms)).rows[1]?.isCalled;
  expect([isCalled(19 * second), isCalled(20 * second)]).toEqual([true, false]);
});

test('tokens belong to a date: they go at the clinic’s midnight, also without an answer', () => {
  const midnight = Date.parse('2026-11-25T18:30:00Z') - Date.parse(now);
  const before = shownAt(contact, after(midnight - 1));
  expect([before.isDayOver, before.rows[0]?.token]).toEqual([false, 9]);
  const { isDayOver, rows } = shownAt(contact, after(midnight));
  expect(isDayOver).toBe(true);
  expect(rows.map(({ token, next, duty }) => ({ token, next, duty }))).toEqual(
    rows.map(() => ({ token: null, next: [], duty: null })),
  );
});

test('hours stand in place of a token; a call since the hours before ended comes before them', () => {
  const duties = () => shownAt(contact, at).rows.map(({ duty }) => duty);
  expect(duties()).toEqual([
    null,
    null,
    { state: 'break', from: '11:00' },
    { state: 'on', until: '13:00' },
    { state: 'later', from: '20:00' },
    { state: 'over' },
    { state: 'off' },
  ]);
  const dutyAfterCall = (time: string) => {
    const doctors = board.doctors.map((row) => ({ ...row, calledAt: `2026-11-25T${time}:00.000Z` }));
    return shownAt({ ...contact, board: { ...board, doctors } }, at).rows[2]?.duty;
  };
  // 10:29 and 10:31 AM in Kolkata.
  expect([dutyAfterCall('04:59'), dutyAfterCall('05:01')]).toEqual([{ state: 'break', from: '11:00' }, null]);
});

test('a call is new when somebody was called since the answer before', () => {
  const [first, ...others] = board.doctors;
  if (!first) throw new Error('The board has doctors.');
  const again = (calledAt: string | null) => ({ ...board, doctors: [{ ...first, calledAt }, ...others] });
  expect(hasNewCall(board, board)).toBe(false);
  expect(hasNewCall(board, again(now))).toBe(true);
  // The call was undone: the previous one is current again.
  expect(hasNewCall(board, again('2026-11-25T04:00:00.000Z'))).toBe(false);
  expect(hasNewCall(board, again(null))).toBe(false);
});

test('times are the clinic’s, in both languages', () => {
  const instant = Date.parse(now);
  const moment = { timeZone: board.zone, isOtherDay: false };
  expect(clockOf(instant, board.zone)).toEqual({ time: '10:42', half: 'AM' });
  expect([wallTime('en', '11:00'), wallTime('en', '14:30')]).toEqual(['11:00 AM', '2:30 PM']);
  expect([wallTime('hi', '11:00'), wallTime('hi', '20:00')]).toEqual(['सुबह 11:00', 'रात 8:00']);
  expect(['20:00', '20:30', '24:00'].map((time) => shortTime('en', time))).toEqual(['8 PM', '8:30 PM', '12 AM']);
  expect(shortTime('hi', '20:00')).toBe('रात 8');
  expect(dayText('en', instant, board.zone)).toBe('Wed, Nov 25');
  expect(dayText('hi', instant, board.zone)).toBe('बुधवार, 25 नवंबर');
  expect(momentText('en', instant, moment)).toBe('10:42 AM');
  expect(momentText('en', instant, { ...moment, isOtherDay: true })).toBe('Nov 25, 10:42 AM');
  expect(momentText('hi', instant, { ...moment, isOtherDay: true })).toBe('25 नव॰, सुबह 10:42');
});
