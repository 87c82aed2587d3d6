import { addDays } from '@dayline/contracts/clinic/clinic-time';
import type { Interval } from '@dayline/contracts/clinic/schedule';
import { readAfter } from '../../testing/http-caller.ts';
import { everyDay, hours, type StartedClinic, sharedClinic } from '../../testing/started-clinic.ts';

/** "A slot is a span of time, not a start", on the started product: what new hours do to visits and blocks. */

let clinic: StartedClinic;
let date = '';
beforeAll(async () => {
  clinic = await sharedClinic();
  date = clinic.inDays(10);
});

async function setHours(pocId: string, ...intervals: Interval[]): Promise<void> {
  const schedule = everyDay(...intervals).map((day) => ({ ...day, pocId }));
  const { position } = (await clinic.admin.call('updateSchedule', { schedule })).reply();
  await clinic.admin.call('getSchedule', { pocId }, readAfter(position));
}

async function offered(pocId: string, position: string | null = null): Promise<string[]> {
  const { admin } = clinic;
  return (await admin.call('listAvailableTimes', { pocId, date }, position ? readAfter(position) : {})).reply();
}
const slotsOf = async (pocId: string) =>
  (await clinic.admin.call('listSlotsOfDoctor', { clientId: clinic.clientId, pocId, from: date, to: date })).reply()
    .appointmentDetails;
const blockedOf = async (pocId: string, position: string | null) =>
  (await clinic.admin.call('listBlockedSlots', { pocId }, readAfter(position))).reply();
const block = async (pocId: string, timings: string[], on = date) =>
  clinic.admin.call('blockSlots', { pocId, date: on, timings, reason: 'Surgery' });
/** The code with which a booking is refused, or 'booked'. */
const bookedAt = (pocId: string, time: string): Promise<string> =>
  clinic.book(pocId, date, time, 'Ravi Kumar').then(
    () => 'booked',
    (error: Error) => /slot\.[a-z-]+/.exec(error.message)?.[0] ?? error.message,
  );

describe('nothing is booked over a visit that stands', () => {
  const before = hours('10:00', '11:00', 1, 30);
  test.each<[string, string[], Interval, Interval, string[]]>([
    ['half the length', ['10:00'], before, hours('10:00', '11:00', 1, 15), ['10:30', '10:45']],
    ['a start that moved', ['10:00'], before, hours('10:15', '11:15', 1, 30), ['10:45']],
    ['twice the length', ['10:30'], before, hours('10:00', '12:00', 1, 60), ['11:00']],
    ['fewer places', ['10:00', '10:00'], hours('10:00', '11:00', 2, 30), before, ['10:30']],
    ['more places', ['10:00'], before, hours('10:00', '10:30', 2, 15), ['10:00', '10:15']],
    [
      'six visits of one doctor in one hour',
      ['10:15', '10:30', '10:45'],
      hours('10:00', '11:00', 1, 15),
      hours('10:00', '11:00', 1, 20),
      [],
    ],
  ])('%s', async (_, booked, was, becomes, free) => {
    const pocId = await clinic.newDoctor(was);
    for (const time of booked) await clinic.book(pocId, date, time, 'Meera Nair');
    await setHours(pocId, becomes);
    expect(await offered(pocId)).toEqual(free);
    const slots = (await slotsOf(pocId)).filter(({ closed }) => !closed);
    for (const { time } of slots)
      expect([time, await bookedAt(pocId, time)]).toEqual([time, free.includes(time) ? 'booked' : 'slot.full']);
    expect((await slotsOf(pocId)).reduce((sum, slot) => sum + slot.noOfAppointments, 0)).toBe(
      booked.length + free.length,
    );
  });
});

describe('a block closes its span under every later week', () => {
  const morning = hours('09:00', '12:00', 1, 30);
  const surgery = ['09:00', '09:30', '10:00', '10:30'];

  test.each<[string, Interval, string[], string[]]>([
    [
      'other lengths',
      hours('09:00', '12:00', 1, 20),
      ['11:00', '11:20', '11:40'],
      ['09:00', '09:20', '09:40', '10:00', '10:20', '10:40'],
    ],
    ['another start', hours('09:15', '11:45', 1, 30), ['11:15'], ['09:00', '09:15', '09:45', '10:15', '10:45']],
    ['hours beside it', hours('14:00', '15:00', 1, 30), ['14:00', '14:30'], ['09:00']],
  ])('%s', async (_, becomes, free, listed) => {
    const pocId = await clinic.newDoctor(morning);
    const { position } = (await block(pocId, surgery)).reply();
    await setHours(pocId, becomes);
    expect(await offered(pocId, position)).toEqual(free);
    const rows = await blockedOf(pocId, position);
    expect(rows.map(({ start_time }) => start_time)).toEqual(listed);
    expect(rows.map(({ reason }) => reason)).toEqual(rows.map(() => 'Surgery'));
    for (const { time } of (await slotsOf(pocId)).filter(({ active_status }) => active_status === 'blocked')) {
      expect(await bookedAt(pocId, time)).toBe('slot.blocked');
    }
    // Each row can be unblocked by its id; then nothing is left.
    let last: string | null = null;
    for (const { slot_id } of rows) {
      last = (await clinic.admin.call('unblockSlotById', { slotId: slot_id })).reply().position;
    }
    expect(await blockedOf(pocId, last)).toEqual([]);
    await setHours(pocId, morning);
    expect(await offered(pocId, last)).toEqual(['09:00', '09:30', '10:00', '10:30', '11:00', '11:30']);
  });

  test('a time of the hours before can’t be unblocked, and the reply says why', async () => {
    const pocId = await clinic.newDoctor(morning);
    await block(pocId, surgery);
    await setHours(pocId, hours('09:00', '12:00', 1, 20));
    const refused = (await clinic.admin.call('unblockSlot', { pocId, date, time: '09:30' })).failure();
    expect([refused.code, refused.message]).toEqual(['slot.unknown', expect.stringContaining('hours have changed')]);
  });

  test('every slot of a day can be blocked at once', async () => {
    const pocId = await clinic.newDoctor(hours('09:00', '21:00', 1, 3));
    const times = (await slotsOf(pocId)).map(({ time }) => time);
    expect(times).toHaveLength(240);
    const { position } = (await block(pocId, times)).reply();
    expect(await offered(pocId, position)).toEqual([]);
    expect(await blockedOf(pocId, position)).toHaveLength(240);
  });
});

describe('a block is no booking', () => {
  test('it reaches 366 days ahead, and is listed as far', async () => {
    const pocId = await clinic.newDoctor(hours('09:00', '10:00'));
    const last = clinic.inDays(366);
    const { position } = (await block(pocId, ['09:30'], last)).reply();
    expect(await blockedOf(pocId, position)).toMatchObject([
      { schedule_date: last, start_time: '09:30', end_time: '10:00' },
    ]);
    const to = addDays(last, 30);
    const dates = (await clinic.admin.call('listDatesWithAvailability', { pocId, to }, readAfter(position))).reply();
    expect(dates.at(-1)).toEqual({ Schedule_Date: last, active_status: 'partial', free: 0 });
    expect((await clinic.admin.call('listDatesWithAvailability', { pocId })).reply()).toHaveLength(61);
    expect((await block(pocId, ['09:30'], addDays(last, 1))).failure()).toMatchObject({ code: 'day.beyond-horizon' });
  });

  test('a day without hours is refused in words; a blocked one whose hours go is one row, which frees it', async () => {
    const { admin } = clinic;
    const pocId = await clinic.newDoctor(hours('09:00', '10:00'));
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay();
    const off = everyDay(hours('09:00', '10:00')).filter((_, index) => (index + 1) % 7 !== weekday);
    await admin.call('blockDay', { pocId, date, timings: [], reason: 'Leave' });
    const schedule = off.map((day) => ({ ...day, pocId }));
    const { position } = (await admin.call('updateSchedule', { schedule })).reply();
    const [row, ...others] = await blockedOf(pocId, position);
    expect([row, others]).toMatchObject([{ start_time: '00:00', end_time: '24:00', reason: 'Leave' }, []]);
    const freed = (await admin.call('unblockSlotById', { slotId: row?.slot_id ?? '' })).reply();
    expect(await blockedOf(pocId, freed.position)).toEqual([]);
    for (const call of ['blockDay', 'blockSlots'] as const) {
      const timings = call === 'blockDay' ? [] : ['09:00'];
      const refused = (await admin.call(call, { pocId, date, timings, reason: null })).failure();
      expect([refused.code, refused.message]).toEqual(['day.without-hours', 'The doctor has no hours on this day.']);
    }
  });
});

test('a cancellation is undone though the doctor’s hours have changed: the booking stood there', async () => {
  const pocId = await clinic.newDoctor(hours('10:00', '11:00', 1, 30));
  const appointmentId = await clinic.book(pocId, date, '10:00', 'Ravi Kumar');
  const update = (more: { status: 'Cancelled' } | { status: 'Confirmed'; undo: string }) =>
    clinic.admin.call('updateAppointmentStatusAsAdmin', { appointmentId, ...more });
  const { eventId } = (await update({ status: 'Cancelled' })).reply();
  await setHours(pocId, hours('10:00', '11:00', 1, 15));
  expect((await update({ status: 'Confirmed', undo: eventId ?? '' })).reply()).toMatchObject({ status: 'Confirmed' });
});
