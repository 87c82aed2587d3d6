import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import type { ReplayMark } from '@dayline/contracts/endpoints/audit/as-of';
import { endOfDay } from '../../shared/format/time.ts';
import { aCard } from './replay.fixture.ts';
import {
  axisOf,
  boardFields,
  compare,
  differenceText,
  indexOf,
  instantOf,
  kindOf,
  momentAt,
  momentText,
  nearestIndex,
  placeOn,
  readAddress,
  timeAt,
} from './replay.ts';

const mark = (place: number, more: Partial<ReplayMark> = {}): ReplayMark => ({
  position: String(place * 10).padStart(16, '0'),
  recordedAt: `2026-11-21T05:5${place}:07.000Z`,
  action: 'visit',
  outcome: 'done',
  type: 'AppointmentMarkedVisited',
  ...more,
});
const marks = [mark(1), mark(2), mark(3)];

test('the slider stands at the number of entries that are known at a moment', () => {
  expect(indexOf(marks, {})).toBe(3);
  expect(indexOf(marks, { position: '0000000000000020' })).toBe(2);
  expect(indexOf(marks, { position: '0000000000000019' })).toBe(1);
  expect(indexOf(marks, { at: '2026-11-21T05:52:07.000Z' })).toBe(2);
  expect(indexOf(marks, { at: '2026-11-20T00:00:00.000Z' })).toBe(0);
  expect(indexOf([], { at: '2026-11-20T00:00:00.000Z' })).toBe(0);
});

test('each place of the slider is a moment at which it stands', () => {
  for (const index of [0, 1, 2, 3]) expect(indexOf(marks, momentAt(marks, index))).toBe(index);
  expect(momentAt(marks, 2)).toEqual({ position: '0000000000000020', at: '2026-11-21T05:52:07.000Z' });
  expect(momentAt([], 0)).toEqual({});
});

describe('the slider', () => {
  const at = (time: string, place: number) => mark(place, { recordedAt: `2026-11-21T${time}.000Z` });
  // 9:15, 9:16 and 1:45 PM at the clinic.
  const spread = [at('03:45:00', 1), at('03:46:00', 2), at('08:15:00', 3)];
  const axis = axisOf(spread, 'Asia/Kolkata');
  if (!axis) throw new Error('There are marks.');

  test('is in the proportion of time, in whole hours of the clinic, with a label for each', () => {
    expect(axis.labels.map(({ text }) => text)).toEqual(['9 AM', '10 AM', '11 AM', '12 PM', '1 PM', '2 PM']);
    expect(placeOn(axis, axis.from)).toBe(0);
    expect(placeOn(axis, Date.parse('2026-11-21T03:45:00.000Z'))).toBeCloseTo(0.05);
    expect(placeOn(axis, axis.to)).toBe(1);
    expect(axisOf([], 'Asia/Kolkata')).toBeNull();
  });

  test('has fewer labels on a long day, and the moment before its first mark', () => {
    const day = axisOf([at('18:30:00', 1), mark(2, { recordedAt: '2026-11-22T17:00:00.000Z' })], 'Asia/Kolkata');
    expect(day?.labels.map(({ text }) => text)).toEqual([
      '12 AM',
      '3 AM',
      '6 AM',
      '9 AM',
      '12 PM',
      '3 PM',
      '6 PM',
      '9 PM',
    ]);
    expect(day?.from).toBeLessThan(Date.parse('2026-11-21T18:30:00.000Z'));
  });

  test('goes to the nearest entry', () => {
    for (const index of [0, 1, 2, 3]) expect(nearestIndex(axis, spread, timeAt(axis, spread, index))).toBe(index);
    expect(nearestIndex(axis, spread, Date.parse('2026-11-21T05:00:00.000Z'))).toBe(2);
    expect(nearestIndex(axis, spread, Date.parse('2026-11-21T07:00:00.000Z'))).toBe(3);
    // Two entries of one command.
    expect(nearestIndex(axis, [...spread, at('08:15:00', 4)], Date.parse('2026-11-21T08:14:00.000Z'))).toBe(4);
  });
});

test('a time of day is a moment of the clinic, to the end of its second', () => {
  expect(instantOf('2026-11-21', '11:24:07', 'Asia/Kolkata')).toBe('2026-11-21T05:54:07.999Z');
  expect(instantOf('2026-11-21', '11:24', 'Asia/Kolkata')).toBe('2026-11-21T05:54:00.999Z');
  // The clocks went forward at 2 AM.
  expect(instantOf('2026-03-29', '09:00', 'Europe/Berlin')).toBe('2026-03-29T07:00:00.999Z');
  // The last hour of a day of 23 hours, and of one that starts at 1 AM.
  expect(instantOf('2026-03-29', '23:30', 'Europe/Berlin')).toBe('2026-03-29T21:30:00.999Z');
  expect(instantOf('2026-09-06', '23:30', 'America/Santiago')).toBe('2026-09-07T02:30:00.999Z');
  expect(instantOf('2026-09-06', '00:30', 'America/Santiago')).toBe('2026-09-06T04:00:00.000Z');
  expect(endOfDay('2026-11-21', 'Asia/Kolkata')).toBe('2026-11-21T18:29:59.999Z');
  expect(momentText('2026-11-21T05:54:07.000Z', 'Asia/Kolkata')).toBe('Saturday, Nov 21, 2026, 11:24:07 AM');
});

test('an address says the moment, the doctor, the screen and what to compare with', () => {
  const read = (search: string) => readAddress(new URLSearchParams(search));
  const appointment = `${'0'.repeat(26)}_20261120_${'1'.repeat(26)}`;
  const rest = `screen=slots&with=now&listed=2026-11-20&marked=${appointment}`;
  expect(read(`at=2026-11-21T05:54:07.000Z&position=0000000000000020&${rest}`)).toEqual({
    at: '2026-11-21T05:54:07.000Z',
    position: '0000000000000020',
    screen: 'slots',
    pocId: undefined,
    comparedWith: 'now',
    listed: '2026-11-20',
    marked: appointment,
  });
  expect(read('at=yesterday&position=20&screen=x&with=later&doctor=me&listed=2026-11-31&marked=me')).toEqual({
    screen: 'board',
    pocId: undefined,
    comparedWith: undefined,
  });
});

test('what differs between two boards is shown card by card and in figures', () => {
  const [early, late] = [aCard(1, { AppointmentTime: '09:00' }), aCard(2, { AppointmentTime: '10:00' })];
  const between = aCard(3, { AppointmentTime: '09:30', Status: 'Availed', Is_Active: 0 });
  const compared = compare<TodaysAppointment>(
    [early, late],
    [{ ...early, Status: 'Availed', Is_Active: 0 }, between, late],
    boardFields,
  );
  expect(
    compared.map(({ row, past, later, differs }) => [row.AppointmentTime, past?.Status, later?.Status, differs]),
  ).toEqual([
    ['09:00', 'Confirmed', 'Availed', true],
    ['09:30', undefined, 'Availed', true],
    ['10:00', 'Confirmed', 'Confirmed', false],
  ]);
  expect(differenceText(compared, 'now')).toBe('2 of 3 differ now: Confirmed 1, Visited 2, Not Visited 0');
  for (const change of [{ PatientName: null }, { AppointmentTime: '11:00' }]) {
    expect(compare([early], [{ ...early, ...change }], boardFields)[0]?.differs).toBe(true);
  }
});

test('marks are drawn by what they changed', () => {
  expect(kindOf(mark(1, { type: 'AppointmentMarkUndone' }))).toBe('undone');
  expect(kindOf(mark(1, { type: 'CommandRefused', outcome: 'refused' }))).toBe('refused');
  expect(kindOf(mark(1, { type: 'DayBlocked' }))).toBe('other');
});
