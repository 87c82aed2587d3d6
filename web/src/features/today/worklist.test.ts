import { stageOf } from '../../shared/appointments/presence/presence.ts';
import { card } from './today.fixture.ts';
import { filterRows, minutesLate, ribbonOf, worklistOf } from './worklist.ts';

const now = { date: '2026-11-21', time: '08:45' };
const order = (rows: ReturnType<typeof worklistOf>) => rows.map(({ row, group }) => `${group} ${row.PatientName}`);

test('"Confirmed and more than 10 minutes past": until then it stands in Next', () => {
  expect(stageOf(card(1, { AppointmentTime: '08:34' }), now)).toBe('late');
  expect(stageOf(card(1, { AppointmentTime: '08:35' }), now)).toBe('next');
  expect(stageOf(card(1, { AppointmentTime: '08:00', Status: 'Availed' }), now)).toBe('done');
  expect(stageOf(card(1, { AppointmentTime: '08:34' }), { ...now, lateAfterMinutes: 11 })).toBe('next');
  expect(stageOf(card(1, { AppointmentTime: '08:44' }), { ...now, lateAfterMinutes: 0 })).toBe('late');
  expect(minutesLate(card(1, { AppointmentTime: '08:20' }), now)).toBe(25);
});

test('Late, longest first; Next by time; Done, latest first', () => {
  const rows = [card(0, { Status: 'Availed' }), card(1), card(2), card(3, { Status: 'Cancelled' }), card(4), card(5)];
  expect(order(worklistOf(rows, now))).toEqual([
    'late Patient 1',
    'late Patient 2',
    'next Patient 4',
    'next Patient 5',
    'done Patient 3',
    'done Patient 0',
  ]);
});

test('Called, latest first, and Waiting, longest first, stand before Late, whatever their time', () => {
  const there = (token: number, arrivedAt: string, calledAt?: string) => ({
    presence: { token, arrivedAt, call: calledAt === undefined ? null : { room: null, calledAt } },
  });
  const rows = [
    card(1, there(4, '08:40')),
    card(2, there(1, '08:10', '2026-11-21T03:00:00Z')),
    card(3),
    card(9, there(2, '08:20')),
    card(10, there(3, '08:30', '2026-11-21T03:10:00Z')),
    card(0, { ...there(5, '08:00'), Status: 'Availed' }),
    card(0, { AppointmentId: 'late', PatientName: 'Late' }),
  ];
  expect(order(worklistOf(rows, now))).toEqual([
    'called Patient 10',
    'called Patient 2',
    'waiting Patient 9',
    'waiting Patient 1',
    'late Late',
    'next Patient 3',
    'done Patient 0',
  ]);
});

test('a held one stays in its group and place', () => {
  const rows = [card(1, { Status: 'Availed' }), card(2), card(4)];
  const held = new Map([[card(1).AppointmentId, 'late' as const]]);
  expect(order(worklistOf(rows, now, held))).toEqual(['late Patient 1', 'late Patient 2', 'next Patient 4']);
});

test('narrowed by name or phone, doctor and hour', () => {
  const rows = [card(1, { PatientName: 'Hema Patel' }), card(2, { PatientName: null }), card(8)];
  const all = { search: '', pocId: undefined, hour: undefined };
  expect(filterRows(rows, { ...all, search: ' hEMA ' })).toHaveLength(1);
  expect(filterRows(rows, { ...all, search: 'patel hema' })).toHaveLength(1);
  expect(
    filterRows([card(1, { PatientContact: '919812345670' }), card(2)], { ...all, search: '+91 98123-45670' }),
  ).toHaveLength(1);
  expect(filterRows(rows, { ...all, hour: '10' })).toEqual([rows[2]]);
  expect(filterRows(rows, { ...all, pocId: 'another' })).toEqual([]);
});

test('the ribbon counts what is marked, to come, late and free by hour; cancelled ones take no place', () => {
  const rows = [card(1), card(2, { Status: 'Availed' }), card(3, { Status: 'Cancelled' }), card(4)];
  expect(
    ribbonOf(
      [
        { hour: '08', places: 4 },
        { hour: '13', places: 0 },
      ],
      rows,
      now,
    ),
  ).toEqual([
    { hour: '08', places: 4, booked: 2, marked: 1, toCome: 1, late: 1 },
    { hour: '09', places: 1, booked: 1, marked: 0, toCome: 1, late: 0 },
  ]);
});
