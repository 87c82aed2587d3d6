import type { ListKind } from '@dayline/contracts/imports/kinds';
import { RowProblem } from '../cells/cell.ts';
import { kindOfRows } from './all-kinds.ts';
import type { Cells } from './row.ts';

const usualCells: Readonly<Partial<Record<ListKind, Cells>>> = {
  pastVisits: { uhid: 'H1', doctor: 'Asha', date: '2026-08-09', outcome: 'Completed' },
  hospitalDays: { name: 'Christmas' },
  doctors: { name: 'Asha Menon', department: 'ENT' },
  hours: { doctor: 'Asha', weekday: 'Mon', start: '09:00', end: '12:00', minutes: '15' },
};
const context = { today: '2026-11-26', zone: 'Asia/Kolkata', dayOrder: 'dayFirst' } as const;

/** The values of a row with these cells, or why it is refused. */
function read(kind: ListKind, cells: Cells): object | string {
  try {
    const { values, shown, corrected } = kindOfRows(kind).read({ ...usualCells[kind], ...cells }, context);
    return { ...(values as object), shown, corrected: [...corrected] };
  } catch (error) {
    if (error instanceof RowProblem) return `${error.field} ${error.code}`;
    throw error;
  }
}

test.each([
  ['pastVisits', { paid: 'Cash' }, { paid: true }],
  ['pastVisits', { paid: '₹500/-' }, { paid: true }],
  ['pastVisits', { paid: '0' }, { paid: false }],
  ['pastVisits', { paid: 'Refunded' }, { paid: false }],
  ['pastVisits', { paid: 'NA' }, { paid: null }],
  ['pastVisits', { paid: 'No' }, { paid: false }],
  ['pastVisits', { outcome: 'Did not attend' }, { outcome: 'Not_Availed' }],
  ['pastVisits', { uhid: '240001.0', time: '9.30 AM' }, { uhid: '240001', time: '09:30', corrected: ['time'] }],
  [
    'hospitalDays',
    { date: '25/12/2026', weekday: 'Friday' },
    { occasions: [{ date: '2026-12-25' }], to: '2026-12-25', open: [] },
  ],
  ['hospitalDays', { date: '25/12/2026', to: '25/12/2026', branch: 'All branches' }, { branch: null }],
  ['hospitalDays', { weekday: 'Every Sunday' }, { occasions: [{ weekday: 'Sunday' }] }],
  ['hospitalDays', { weekday: '2nd & 4th Sat' }, { occasions: [{ weekday: 'Saturday', weeks: [2, 4] }] }],
  [
    'hospitalDays',
    { date: '25/12/2026', hours: '9-1' },
    { open: [{ from: '09:00', to: '13:00' }], corrected: ['hours'] },
  ],
  ['hospitalDays', { date: '25/12/2026', hours: '09:00-13:00' }, { corrected: [] }],
  ['doctors', { fee: 'Rs. 1,00,000.50/-' }, { fee: 10_000_050 }],
  ['doctors', { fee: '५०० INR' }, { fee: 50_000 }],
  ['doctors', { fee: 'Free' }, { fee: 0 }],
  ['doctors', { phone: '98123 45678', externalId: '12.0' }, { externalId: '12', corrected: ['name', 'phone'] }],
  ['hours', { start: '9', end: '1 PM' }, { shown: expect.objectContaining({ start: '09:00', end: '13:00' }) }],
  ['hours', { start: '9', end: '1 PM' }, { corrected: ['start', 'end'] }],
  ['hours', { reason: 'r'.repeat(130) }, { reason: 'r'.repeat(130) }],
  ['hours', { start: '9:00:00', end: '13:00' }, { corrected: [] }],
  [
    'hours',
    { weekday: '1st Sat', minutes: '15.0' },
    { days: [expect.objectContaining({ weekday: 'Saturday' })], corrected: ['weekday'] },
  ],
  ['hours', { weekday: 'Sun', start: 'Closed', end: '' }, { days: [{ weekday: 'Sunday', intervals: [] }] }],
  [
    'hours',
    { beforeBreak: '9-1', start: '', end: '' },
    { days: [{ weekday: 'Monday', intervals: [expect.objectContaining({ slotDuration: 15 })] }] },
  ],
  ['doctors', { name: 'asha rao' }, { name: 'Dr. Asha Rao' }],
  ['hours', { weekday: 'Friday', date: '04/12/2026' }, { date: '2026-12-04' }],
] as const)('%s %j', (kind, cells, values) => {
  expect(read(kind, cells)).toMatchObject(values);
});

test.each([
  ['pastVisits', { paid: 'partly' }, 'paid paid.wrong'],
  ['pastVisits', { date: '01/01/1900' }, 'date date.wrong'],
  ['pastVisits', { date: '27/11/2026' }, 'date date.future'],
  ['pastVisits', { date: '27/11/2026', outcome: 'Booked' }, 'time time.missing'],
  ['pastVisits', { outcome: 'Pending' }, 'outcome outcome.open'],
  ['pastVisits', { outcome: 'Fine' }, 'outcome outcome.wrong'],
  ['pastVisits', { time: '5:30' }, 'time time.unclear'],
  ['pastVisits', { uhid: '2.4E+11' }, 'uhid number.rounded'],
  ['hospitalDays', { date: '26/12/2026', to: '24/12/2026' }, 'to date.range'],
  ['hospitalDays', { from: '24/12/2026', to: '26/12/2027' }, 'to date.range'],
  ['hospitalDays', { date: '24-26 December' }, 'date date.no-year'],
  ['hospitalDays', { date: '25/12/2026', weekday: 'Monday' }, 'weekday date.weekday'],
  ['hospitalDays', { date: '25/12/2026', hours: 'No' }, 'hours hours.wrong'],
  ['hospitalDays', { date: '25/12/2026', hours: '5-8' }, 'hours time.unclear'],
  ['hospitalDays', { weekday: '2nd Sat', weeks: '3' }, 'weeks weeks.wrong'],
  ['doctors', { fee: '600,00' }, 'fee number.wrong'],
  ['doctors', { fee: '-500' }, 'fee number.wrong'],
  ['doctors', { externalId: '1.2E+05' }, 'externalId number.rounded'],
  ['doctors', { meetingLink: 'meet me' }, 'meetingLink link.wrong'],
  ['hours', { everyWeeks: '2' }, 'everyFrom date.wrong'],
  ['hours', { date: '04/12/2026', weekday: '', start: 'leave', end: '12:00', status: 'maybe' }, 'status status.wrong'],
  ['doctors', { meetingLink: 'meet.google.com/abc' }, 'meetingLink link.wrong'],
  ['hours', { minutes: '1e1' }, 'minutes number.wrong'],
  ['hours', { start: '22:00', end: '02:00' }, 'start hours.midnight'],
  ['hours', { start: '2:00', end: '5:00' }, 'start time.unclear'],
  ['hours', { weekday: 'Monday', date: '04/12/2026' }, 'weekday date.weekday'],
] as const)('%s %j is refused: %s', (kind, cells, problem) => {
  expect(read(kind, cells)).toBe(problem);
});
