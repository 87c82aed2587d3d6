import type { Interval, Week } from '@dayline/contracts/clinic/schedule';
import { streams } from '@dayline/contracts/events/categories';
import type { TestClinic } from '../testing/clinic.ts';
import { openViewReader } from '../testing/clinic-queries.ts';
import { testId } from '../testing/ids.ts';
import { frontDesk, identity, openSunrise, setSchedule, sunrise } from '../testing/sunrise.ts';

const { clientId, asha } = sunrise;
let clinic: TestClinic;

beforeEach(async () => {
  clinic = await openSunrise();
});
afterEach(() => clinic.close());

const from = (startTime: string, endTime: string, more: Partial<Interval> = {}): Interval => ({
  ...{ startTime, endTime, appointmentsPerSlot: 2, slotDuration: 30 },
  ...more,
});
const saturdays = from('10:00', '12:00', {
  weeks: [2, 4],
  name: 'Special',
  bookUntil: { daysBefore: 1, time: '19:00' },
  quota: { first: 40, sameDay: 5 },
  branchId: 1,
  departmentId: sunrise.cardiology,
  room: 'Room 12',
});
const everySecondWeek = from('17:00', '18:00', { every: { weeks: 2, from: '2026-11-24' } });

/** The activity's sentences for the newest entries. */
async function sentences(count: number): Promise<string[]> {
  await clinic.project();
  const { entries } = await openViewReader(clinic).body(
    'listActivity',
    { clientId, pageSize: count },
    identity('auditor', clientId),
  );
  return entries.map(({ sentence }) => sentence);
}

test('a change of the weekly hours says what is new, changed and gone', async () => {
  const monday = { day: 'Monday', timeIntervals: [from('09:00', '13:00')] } as const;
  const set = (week: readonly unknown[]) => setSchedule(clinic, clientId, asha, week as Week);
  await set([monday]);
  await set([monday, { day: 'Saturday', timeIntervals: [saturdays] }]);
  await set([{ day: 'Monday', timeIntervals: [{ ...monday.timeIntervals[0], slotDuration: 20 }] }]);
  await clinic.append(streams.doctorSchedule(asha), clientId, frontDesk, {
    type: 'WeeklyScheduleSet',
    data: { week: [{ day: 'Tuesday', timeIntervals: [everySecondWeek] }], from: '2027-01-01', name: 'Winter' },
  });
  expect(await sentences(4)).toEqual([
    'set the weekly schedule of Dr. Asha Menon from Jan 1 on: every other Tuesday from Nov 24, 2026, 5:00 PM to 6:00 PM; no longer Monday, 9:00 AM to 1:00 PM.',
    'set the weekly schedule of Dr. Asha Menon: Monday, 9:00 AM to 1:00 PM, slots of 20 min, capacity 2; no longer Special: 2nd and 4th Saturday, 10:00 AM to 12:00 PM, bookings close at 7:00 PM the day before, 40 first visits, 5 same-day, Cardiology, Main Branch, Room 12.',
    'set the weekly schedule of Dr. Asha Menon: Special: 2nd and 4th Saturday, 10:00 AM to 12:00 PM, bookings close at 7:00 PM the day before, 40 first visits, 5 same-day, Cardiology, Main Branch, Room 12.',
    'set the weekly schedule of Dr. Asha Menon: Monday, 9:00 AM to 1:00 PM; no longer Monday, 9:00 AM to 11:00 AM; no longer Tuesday, 9:00 AM to 11:00 AM; 5 more.',
  ]);
});

test('the hours of one date say what they say besides their times', async () => {
  const { weeks: _, ...session } = saturdays;
  await clinic.append(streams.doctorDay(asha, '2026-11-29'), clientId, frontDesk, {
    type: 'DayHoursSet',
    data: { intervals: [from('09:00', '10:00'), session], reason: null },
  });
  expect(await sentences(1)).toEqual([
    'set the hours 9:00 AM to 10:00 AM and Special: 10:00 AM to 12:00 PM, bookings close at 7:00 PM the day before, 40 first visits, 5 same-day, Cardiology, Main Branch, Room 12 on Nov 29 of Dr. Asha Menon.',
  ]);
});

test('a leave that is over opens hours, or says that another one keeps the day blocked', async () => {
  for (const spans of [[{ from: '09:00', to: '10:00' }], []]) {
    const data = { spans, leaveId: `${asha}_${testId(91)}` };
    await clinic.append(streams.doctorDay(asha, '2026-11-29'), clientId, frontDesk, { type: 'SlotsUnblocked', data });
  }
  expect(await sentences(2)).toEqual([
    'kept Nov 29 of Dr. Asha Menon blocked for another leave.',
    'unblocked 9:00 AM to 10:00 AM on Nov 29 of Dr. Asha Menon.',
  ]);
});

test('when bookings open, and that they close earlier on a hospital day', async () => {
  const opening = {
    ...{ bookFrom: { daysBefore: 0, time: '07:00' }, closesBefore: 30, openEnd: true as const },
    firstUntil: { daysBefore: 1, time: '18:00' },
    slotsPerVisit: { first: 2, classes: [{ patientClass: 'Procedure', slots: 3 }] },
  };
  await clinic.append(streams.doctorDay(asha, '2026-11-29'), clientId, frontDesk, {
    type: 'DayHoursSet',
    data: {
      intervals: [{ ...from('09:00', '10:00'), ...opening, onRequest: 'Call the ward', onlyFor: ['Seniors'] }],
      reason: null,
    },
  });
  await clinic.append(streams.clientCalendar(clientId), clientId, frontDesk, {
    type: 'HospitalDaySet',
    data: {
      ...{ dayId: testId(90), on: { date: '2026-11-28' }, from: '2026-11-28', to: '2026-11-28', name: 'Short day' },
      ...{ branchId: null, open: [{ from: '09:00', to: '13:00' }], bookUntil: '11:00' },
    },
  });
  expect(await sentences(2)).toEqual([
    'set the hospital day Short day, Nov 28: 9:00 AM to 1:00 PM and bookings close at 11:00 AM that day.',
    'set the hours from 9:00 AM, bookings open at 7:00 AM that day, bookings close 30 min before each slot, first visits book until 6:00 PM the day before, first visits take 2 slots, Procedure takes 3 slots, only for Seniors, on request: “Call the ward” on Nov 29 of Dr. Asha Menon.',
  ]);
});
