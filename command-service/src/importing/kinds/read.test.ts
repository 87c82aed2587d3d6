import { RowProblem } from '../rows/cell.ts';
import type { Cells } from '../rows/row.ts';
import { doctorKind } from './doctors.ts';
import { hospitalDayKind } from './hospital-days.ts';
import { hoursKind } from './hours.ts';
import type { Kind } from './kind.ts';
import { pastVisitKind } from './past-visits.ts';

// Reading a row needs none of the parts that carry it out.
const none = {} as never;
const kinds = {
  visit: { kind: pastVisitKind(none), cells: { uhid: 'H1', doctor: 'Asha', date: '2026-08-09', outcome: 'Completed' } },
  day: { kind: hospitalDayKind(none), cells: { name: 'Christmas' } },
  doctor: { kind: doctorKind(none), cells: { name: 'Asha Menon', department: 'ENT' } },
  hours: {
    kind: hoursKind(none),
    cells: { doctor: 'Asha', weekday: 'Mon', start: '09:00', end: '12:00', minutes: '15' },
  },
};

/** What a row with these cells says, or why it is refused. */
function read(what: keyof typeof kinds, cells: Cells): object | string {
  // Cast is safe: nothing but `read` is called.
  const kind = kinds[what].kind as Kind;
  try {
    const {
      read: said,
      shown,
      mended,
    } = kind.read({ ...kinds[what].cells, ...cells }, { today: '2026-11-26', dayOrder: 'dayFirst' });
    return { ...(said as object), shown, mended: [...mended] };
  } catch (error) {
    if (error instanceof RowProblem) return `${error.field} ${error.code}`;
    throw error;
  }
}

test.each([
  ['visit', { paid: 'Cash' }, { paid: true }],
  ['visit', { paid: '₹500/-' }, { paid: true }],
  ['visit', { paid: '0' }, { paid: false }],
  ['visit', { paid: 'Refunded' }, { paid: false }],
  ['visit', { paid: 'NA' }, { paid: null }],
  ['visit', { outcome: 'Did not attend' }, { outcome: 'Not_Availed' }],
  ['visit', { uhid: '240001.0', time: '9.30 AM' }, { uhid: '240001', time: '09:30', mended: ['time'] }],
  ['day', { date: '25/12/2026', weekday: 'Friday' }, { on: { date: '2026-12-25' }, to: '2026-12-25', open: [] }],
  ['day', { date: '25/12/2026', to: '25/12/2026', branch: 'All branches' }, { branch: null }],
  ['day', { weekday: '2nd & 4th Sat' }, { on: { weekday: 'Saturday', weeks: [2, 4] } }],
  ['day', { date: '25/12/2026', hours: '9-1' }, { open: [{ from: '09:00', to: '13:00' }], mended: ['hours'] }],
  ['day', { date: '25/12/2026', hours: '09:00-13:00' }, { mended: [] }],
  ['doctor', { fee: 'Rs. 1,00,000.50/-' }, { fee: 10_000_050 }],
  ['doctor', { fee: '५०० INR' }, { fee: 50_000 }],
  ['doctor', { fee: 'Free' }, { fee: 0 }],
  ['doctor', { phone: '98123 45678', externalId: '12.0' }, { externalId: '12', mended: ['name', 'phone'] }],
  ['hours', { start: '9', end: '1 PM' }, { shown: expect.objectContaining({ start: '09:00', end: '13:00' }) }],
  ['hours', { start: '9', end: '1 PM' }, { mended: ['start', 'end'] }],
  ['hours', { reason: 'r'.repeat(130) }, { reason: 'r'.repeat(130) }],
  ['hours', { start: '9:00:00', end: '13:00' }, { mended: [] }],
  ['hours', { weekday: '1st Sat', minutes: '15.0' }, { weekdays: ['Saturday'], mended: ['weekday'] }],
  ['hours', { weekday: 'Sun', start: 'Closed', end: '' }, { intervals: [], weekdays: ['Sunday'] }],
  ['hours', { beforeBreak: '9-1', start: '', end: '' }, { intervals: [expect.objectContaining({ slotDuration: 15 })] }],
  ['doctor', { name: 'asha rao' }, { name: 'Dr. Asha Rao' }],
  ['hours', { weekday: 'Friday', date: '04/12/2026' }, { date: '2026-12-04' }],
] as const)('%s %j', (what, cells, said) => {
  expect(read(what, cells)).toMatchObject(said);
});

test.each([
  ['visit', { paid: 'partly' }, 'paid paid.wrong'],
  ['visit', { date: '01/01/1900' }, 'date date.wrong'],
  ['visit', { date: '27/11/2026' }, 'date date.future'],
  ['visit', { time: '5:30' }, 'time time.unclear'],
  ['visit', { uhid: '2.4E+11' }, 'uhid number.rounded'],
  ['day', { date: '24/12/2026', to: '26/12/2026' }, 'to date.range'],
  ['day', { from: '24/12/2026', to: '26/12/2026' }, 'from date.range'],
  ['day', { date: '24-26 Dec 2026' }, 'date date.range'],
  ['day', { date: '24/12/2026 - 26/12/2026' }, 'date date.range'],
  ['day', { date: '24/12/2026, 26/12/2026' }, 'date date.range'],
  ['day', { date: '25/12/2026', weekday: 'Monday' }, 'weekday date.weekday'],
  ['day', { date: '25/12/2026', hours: 'No' }, 'hours hours.wrong'],
  ['day', { date: '25/12/2026', hours: '5-8' }, 'hours time.unclear'],
  ['day', { weekday: '2nd Sat', weeks: '3' }, 'weeks weeks.wrong'],
  ['doctor', { fee: '600,00' }, 'fee number.wrong'],
  ['doctor', { fee: '-500' }, 'fee number.wrong'],
  ['doctor', { externalId: '1.2E+05' }, 'externalId number.rounded'],
  ['doctor', { meetingLink: 'meet me' }, 'meetingLink link.wrong'],
  ['hours', { everyWeeks: '2' }, 'everyFrom date.wrong'],
  ['hours', { beforeBreak: '9-1', minutes: '', start: '', end: '' }, 'beforeBreakPlaces number.wrong'],
  ['hours', { date: '04/12/2026', weekday: '', start: 'closed', end: 'closed' }, 'start time.wrong'],
  ['doctor', { meetingLink: 'meet.google.com/abc' }, 'meetingLink link.wrong'],
  ['hours', { minutes: '1e1' }, 'minutes number.wrong'],
  ['hours', { start: '22:00', end: '02:00' }, 'start hours.midnight'],
  ['hours', { start: '2:00', end: '5:00' }, 'start time.unclear'],
  ['hours', { weekday: 'Monday', date: '04/12/2026' }, 'weekday date.weekday'],
] as const)('%s %j is refused: %s', (what, cells, problem) => {
  expect(read(what, cells)).toBe(problem);
});
