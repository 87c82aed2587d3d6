import { usualQueueRule } from '@dayline/contracts/clinic/queue';
import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import type { QueueDoctor } from '@dayline/contracts/endpoints/appointments/queue';
import { columnOf, totalsOf } from '../../shared/appointments/presence/column.ts';
import { aDoctorOnDuty, visit } from './queue.fixture.ts';
import { rowsOf, searchedRows } from './rules.ts';

const now = { date: '2026-11-21', time: '10:30' };
const nameOf = ({ PatientName }: TodaysAppointment) => PatientName;
const rows = [
  visit('Late', '10:00'),
  visit('Soon', '11:00'),
  visit('First visits', '10:30', { token: 1, arrivedAt: '09:50' }),
  visit('Second', '10:00', { token: 2, arrivedAt: '10:20' }),
  visit('In', '09:30', { token: 3, arrivedAt: '09:20', calledAt: '2026-11-21T04:55:00.000Z' }),
  visit('In before', '09:00', { token: 4, arrivedAt: '09:20', calledAt: '2026-11-21T04:50:00.000Z' }),
  { ...visit('Gone', '09:00'), Status: 'Availed' as const },
  { ...visit('Off', '09:00'), Status: 'Cancelled' as const },
  { ...visit('Elsewhere', '10:00'), POC_ID: 'other' },
];

test('a column shows the patient called last, who waits by the order of the queue, is late and is expected', () => {
  const column = columnOf(aDoctorOnDuty, rows, { now, rule: usualQueueRule });
  expect(rowsOf(column).map(nameOf)).toEqual(['In', 'First visits', 'Second', 'Late', 'Soon']);
  expect([column.done, column.total, column.backAt]).toEqual([1, 7, undefined]);
  const byTime = columnOf(aDoctorOnDuty, rows, { now, rule: { ...usualQueueRule, order: 'time' } });
  // The second came 20 minutes late.
  expect(byTime.waiting.map(nameOf)).toEqual(['First visits', 'Second']);
  expect(totalsOf([column], now)).toEqual({ waiting: 2, called: 2, late: 1, longest: 40 });
});

test('a break is a gap in the hours of the day', () => {
  const hours = [
    { from: '09:00', to: '10:00' },
    { from: '11:00', to: '13:00' },
  ];
  const backAt = (time: string, more: Partial<QueueDoctor> = {}) =>
    columnOf({ ...aDoctorOnDuty, hours, ...more }, [], { now: { ...now, time }, rule: usualQueueRule }).backAt;
  expect([backAt('08:00'), backAt('09:30'), backAt('10:00'), backAt('11:00'), backAt('13:00')]).toEqual([
    undefined,
    undefined,
    '11:00',
    undefined,
    undefined,
  ]);
  const evening = [...hours, { from: '20:00', to: '22:00' }];
  const isOnBreak = (time: string) =>
    columnOf({ ...aDoctorOnDuty, hours: evening }, [], { now: { ...now, time }, rule: usualQueueRule }).isOnBreak;
  expect([isOnBreak('10:00'), isOnBreak('13:00'), isOnBreak('17:59'), isOnBreak('18:00')]).toEqual([
    ...[true, false, false, true],
  ]);
});

test('a search finds names, phones and tokens', () => {
  const found = (search: string) => searchedRows(rows, search).map(nameOf);
  expect(found('sec')).toEqual(['Second']);
  expect(found('3')).toContain('In');
  expect(found('')).toHaveLength(rows.length);
});
