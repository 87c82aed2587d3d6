import { testId } from '../../shared/testing/identities.ts';
import {
  affectedBy,
  amountWords,
  blockedDates,
  blockSentence,
  calendarOf,
  commandsOf,
  namesOf,
  rangeWords,
  refusalOf,
  type Times,
  timesTogether,
} from './rules.ts';

const now = { date: '2026-11-21', time: '09:40' };
const at = (time: string, active_status: Times[number]['active_status'] = 'available'): Times[number] => ({
  appointment_time: time,
  active_status,
  free: active_status === 'blocked' ? 0 : 1,
  capacity: 1,
});
const booking = (date: string, time: string, patientName = 'Kavya Reddy') => ({
  appointmentId: `${date} ${time}`,
  date,
  time,
  patientName,
});
const wholeDayOf = (date: string) => ({
  schedule_date: date,
  start_time: '00:00',
  end_time: '24:00',
  Active_Status: 'blocked' as const,
  reason: null,
  slot_id: date,
});
const partial = (dates: string[], times: string[]) => ({ dates, mode: 'partial', times }) as const;
const full = (dates: string[]) => ({ dates, mode: 'full', times: [] }) as const;

test('the calendar shows whole weeks; what passed, has no hours or lies behind the horizon says so', () => {
  const days = calendarOf(
    {
      dates: [
        { Schedule_Date: '2026-11-21', active_status: 'available', free: 3 },
        { Schedule_Date: '2026-11-23', active_status: 'blocked', free: 0 },
        { Schedule_Date: '2026-12-21', active_status: 'partial', free: 1 },
      ],
      bookings: [booking('2026-11-23', '09:00'), booking('2026-11-23', '09:15')],
      blocked: [wholeDayOf('2026-11-23'), wholeDayOf('2026-11-29')],
      ownHours: ['2026-12-21'],
    },
    '2026-11-21',
  );
  // Eleven pages of five weeks.
  expect(days).toHaveLength(11 * 35);
  const of = (date: string) => days.find((day) => day.date === date);
  expect(days[0]).toEqual({ date: '2026-11-16', state: 'passed' });
  expect(of('2026-11-21')).toEqual({ date: '2026-11-21', state: 'available', booked: 0 });
  expect(of('2026-11-22')).toEqual({ date: '2026-11-22', state: 'none' });
  expect(of('2026-11-23')).toEqual({ date: '2026-11-23', state: 'blocked', booked: 2 });
  expect(of('2026-11-29')).toEqual({ date: '2026-11-29', state: 'blocked', booked: 0 });
  expect(of('2026-12-21')).toEqual({ date: '2026-12-21', state: 'partial', ownHours: true, booked: 0 });
  expect(of('2027-11-22')).toEqual({ date: '2027-11-22', state: 'none' });
  expect(of('2027-11-23')).toEqual({ date: '2027-11-23', state: 'later' });
});

test('the times of several dates are one list: open where one date has it open', () => {
  const days = [
    { date: '2026-11-21', times: [at('09:30'), at('10:00', 'blocked'), at('10:15', 'blocked')] },
    { date: '2026-11-23', times: [at('10:00'), at('10:15', 'blocked')] },
  ];
  expect(timesTogether(days, [booking('2026-11-23', '10:00'), booking('2026-11-30', '10:00')], now)).toEqual([
    { time: '09:30', state: 'passed', booked: 0 },
    { time: '10:00', state: 'free', booked: 1 },
    { time: '10:15', state: 'blocked', booked: 0 },
  ]);
});

test('full meets every booking of the dates, partial those of the chosen slots', () => {
  const bookings = [booking('2026-12-02', '09:30'), booking('2026-12-01', '09:00'), booking('2026-12-05', '09:00')];
  expect(affectedBy(bookings, full(['2026-12-01', '2026-12-02'])).map(({ date }) => date)).toEqual([
    '2026-12-01',
    '2026-12-02',
  ]);
  expect(affectedBy(bookings, partial(['2026-12-01', '2026-12-02'], ['09:30']))).toEqual([bookings[0]]);
  const together = ['b', 'a'].map((appointmentId) => ({ ...booking('2026-12-01', '09:00'), appointmentId }));
  expect(affectedBy(together, full(['2026-12-01'])).map(({ appointmentId }) => appointmentId)).toEqual(['a', 'b']);
});

test('what is missing is shown in the words of section 5', () => {
  const pocId = testId(200);
  expect(refusalOf(undefined, full([]), 'doctor')).toBe('Please select a doctor and date.');
  expect(refusalOf(pocId, full([]), 'doctor')).toBe('Please select a date first.');
  expect(refusalOf(pocId, partial(['2026-12-01'], []), 'doctor')).toBe(
    "Please select at least one time slot or choose 'Full' availability.",
  );
  expect(refusalOf(pocId, partial(['2026-12-01'], []), 'admin')).toBe('Please select at least one timing slot.');
  expect(refusalOf(pocId, partial(['2026-12-01'], ['09:00']), 'admin')).toBeUndefined();
});

test('one command a date, in order; a date that has none of the chosen times gets none', () => {
  const open: Record<string, string[]> = {
    '2026-12-01': ['09:00', '09:15'],
    '2026-12-02': ['10:00'],
    '2026-12-03': ['09:15'],
  };
  const commands = commandsOf(
    testId(200),
    partial(['2026-12-03', '2026-12-01', '2026-12-02'], ['09:15', '09:00']),
    ' Cath lab ',
    (date) => open[date] ?? [],
  );
  expect(commands.map(({ date, request }) => [date, request.timings, request.reason])).toEqual([
    ['2026-12-01', ['09:00', '09:15'], 'Cath lab'],
    ['2026-12-03', ['09:15'], 'Cath lab'],
  ]);
});

test('amounts, ranges and names read as people say them', () => {
  const three = ['2026-11-30', '2026-12-01', '2026-12-02'];
  expect(rangeWords(three)).toBe('Mon, Nov 30 to Wed, Dec 2');
  expect(amountWords(partial(three, ['09:00', '09:15']))).toBe('2 slots on 3 dates');
  expect(amountWords(full(['2026-11-30']))).toBe('Mon, Nov 30');
  expect(blockSentence(partial(['2026-11-30', '2026-12-01'], ['09:00', '09:15']))).toBe(
    '9:00 AM and 9:15 AM on Mon, Nov 30 and Tue, Dec 1 take no new bookings.',
  );
  expect(
    namesOf(
      [1, 2, 3].map((number) => ({ patientName: `P${number}` })),
      2,
    ),
  ).toBe('P1, P2, and 1 more');
});

test("'full' if all of a date's slots are blocked, else 'partial'; slots by start time", () => {
  const slot = (date: string, time: string) => ({
    schedule_date: date,
    start_time: time,
    end_time: '23:00',
    Active_Status: 'blocked' as const,
    reason: null,
    slot_id: `${date} ${time}`,
  });
  const groups = blockedDates(
    [slot('2026-12-02', '09:15'), slot('2026-12-02', '09:00'), slot('2026-11-30', '09:00')],
    [
      { Schedule_Date: '2026-11-30', active_status: 'partial', free: 1 },
      { Schedule_Date: '2026-12-02', active_status: 'blocked', free: 0 },
    ],
  );
  expect(groups.map(({ date, extent, slots }) => [date, extent, slots.map((slot) => slot.start_time)])).toEqual([
    ['2026-11-30', 'partial', ['09:00']],
    ['2026-12-02', 'full', ['09:00', '09:15']],
  ]);
});
