import { streams } from '@dayline/contracts/events/categories';
import type { DaylineEvent } from '@dayline/contracts/events/table';
import type { TestClinic } from '../testing/clinic.ts';
import { openViewReader } from '../testing/clinic-queries.ts';
import { testId } from '../testing/ids.ts';
import {
  book,
  drAsha,
  frontDesk,
  mark,
  mornings,
  openSunrise,
  setSchedule,
  sunrise,
  undo,
} from '../testing/sunrise.ts';

let clinic: TestClinic;
let desk: ReturnType<typeof openViewReader>;
const { clientId, asha: pocId, vikram } = sunrise;
const friday = '2026-11-27';

beforeEach(async () => {
  clinic = await openSunrise();
  desk = openViewReader(clinic);
});
afterEach(() => clinic.close());

const onFriday = (event: DaylineEvent) => clinic.append(streams.doctorDay(pocId, friday), clientId, drAsha, event);
const block = (from: string, to: string) =>
  onFriday({ type: 'SlotsBlocked', data: { spans: [{ from, to }], reason: 'Ward round' } });

/** The list as kept in memory, which must equal the one that a newly started process reads. */
async function toCall(more: Partial<Parameters<typeof desk.body<'listCalls'>>[1]> = {}) {
  await clinic.project();
  const kept = await desk.body('listCalls', { clientId, ...more });
  expect(await openViewReader(clinic).body('listCalls', { clientId, ...more })).toEqual(kept);
  return kept.map(({ AppointmentTime, why, reason }) => [AppointmentTime, why, reason]);
}

test('a block, its end, a mark and its undo change who is to be called', async () => {
  const visit = await book(clinic, { date: friday, time: '09:00' });
  await book(clinic, { date: friday, time: '10:00', patientId: sunrise.meera });
  expect(await toCall()).toEqual([]);
  await block('09:00', '09:30');
  const first = ['09:00', 'blocked', 'Ward round'];
  expect(await toCall()).toEqual([first]);
  await block('10:00', '10:30');
  expect(await toCall()).toEqual([first, ['10:00', 'blocked', 'Ward round']]);
  const cancelled = await mark(clinic, visit, 'Cancelled', frontDesk);
  expect(await toCall()).toEqual([['10:00', 'blocked', 'Ward round']]);
  await undo(clinic, visit, cancelled, 'Cancelled');
  expect(await toCall({ search: 'kulkarni' })).toEqual([first]);
  expect(await toCall({ pocId: vikram })).toEqual([]);
  expect(await toCall({ dates: ['2026-11-26', friday], search: 'kulkarni' })).toEqual([first]);
  expect(await toCall({ dates: ['2026-11-26'] })).toEqual([]);
  await onFriday({ type: 'DayUnblocked', data: {} });
  expect(await toCall()).toEqual([]);
});

test('hours without the time, and a hospital’s day, leave people to call by themselves', async () => {
  await book(clinic, { date: friday, time: '09:00' });
  await book(clinic, { date: friday, time: '10:00', patientId: sunrise.meera });
  expect(await toCall()).toEqual([]);
  const later = mornings.map(({ day, timeIntervals }) => ({
    day,
    timeIntervals: timeIntervals.map((interval) => ({ ...interval, startTime: '10:00', endTime: '12:00' })),
  }));
  await setSchedule(clinic, clientId, pocId, later);
  expect(await toCall()).toEqual([['09:00', 'hours', null]]);
  await clinic.append(streams.clientCalendar(clientId), clientId, frontDesk, {
    type: 'HospitalDaySet',
    data: {
      ...{ dayId: testId(90), on: { date: friday }, from: friday, to: friday },
      ...{ name: 'Founders', branchId: null, open: [] },
    },
  });
  expect(await toCall()).toEqual([
    ['09:00', 'hours', null],
    ['10:00', 'hospitalDay', 'Founders'],
  ]);
  clinic.clock.set('2026-11-28T04:10:00.000Z');
  expect(await toCall()).toEqual([]);
});

test('the last call is shown, without its note once the patient is erased; a rebuild changes nothing', async () => {
  const { appointmentId } = await book(clinic, { date: friday, time: '09:00' });
  await block('09:00', '09:30');
  const note = (reached: boolean, words: string | null) =>
    onFriday({
      type: 'PatientContacted',
      data: { appointmentId, patientId: sunrise.rohan, reached, note: words },
    });
  await note(true, null);
  expect(await toCall({ open: true })).toEqual([]);
  await note(false, 'Calls back');
  expect(await toCall({ why: 'hours' })).toEqual([]);
  expect(await toCall({ why: 'blocked' })).toHaveLength(1);
  expect(await toCall({ open: true })).toHaveLength(1);
  const contactNow = async () => (await desk.body('listCalls', { clientId }))[0]?.contact;
  expect(await contactNow()).toMatchObject({ reached: false, note: 'Calls back', by: 'Dr. Asha Menon' });
  await clinic.append(streams.patient(sunrise.rohan), clientId, frontDesk, { type: 'PatientErased', data: {} });
  await clinic.project();
  expect(await contactNow()).toMatchObject({ reached: false, note: null });
});
