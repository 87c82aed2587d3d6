import type { Interval, Week } from '@dayline/contracts/clinic/schedule';
import { streams } from '@dayline/contracts/events/categories';
import type { LiveMessage } from '@dayline/contracts/live';
import type { TestClinic } from '../testing/clinic.ts';
import { openViewReader } from '../testing/clinic-queries.ts';
import { testId } from '../testing/ids.ts';
import { frontDesk, openSunrise, setSchedule, sunrise, today } from '../testing/sunrise.ts';
import { LiveFeed } from './feed.ts';
import { type Room, roomOfClient, roomOfDoctor } from './rooms.ts';

const { clientId, asha, vikram } = sunrise;
const [sunday, monday] = ['2026-11-22', '2026-11-23'];
let clinic: TestClinic;
let feed: LiveFeed;
let sent: [Room | 'all', LiveMessage][];
let areAway: boolean;

beforeEach(async () => {
  clinic = await openSunrise();
  sent = [];
  areAway = false;
});
afterEach(async () => {
  await feed.stop();
  await clinic.close();
});

const hours = (startTime: string, endTime: string, more: Partial<Interval> = {}): Interval => ({
  ...{ startTime, endTime, appointmentsPerSlot: 2, slotDuration: 30 },
  ...more,
});

/** Both doctors' rooms are watched, and the client's. */
async function watch(week: Week): Promise<void> {
  await setSchedule(clinic, clientId, asha, week);
  await clinic.project();
  const { desk, read } = openViewReader(clinic);
  feed = new LiveFeed({
    desk,
    async read() {
      if (areAway) throw new Error('away');
      return read();
    },
    hasListeners: (room) => [roomOfClient(clientId), roomOfDoctor(asha), roomOfDoctor(vikram)].includes(room),
    isAnybodyThere: () => true,
    displays: () => [],
    onDisplayChanged: () => undefined,
    send: (room, messages) => void sent.push(...messages.map((message) => [room, message] as [Room, LiveMessage])),
    onTried: () => undefined,
  });
  await feed.checkClock();
}

/** The dates the client is notified of when the clinic's clock reaches a time of today. */
async function closedAt(time: string): Promise<readonly string[]> {
  sent = [];
  clinic.clock.set(new Date(Date.parse(`${today}T${time}+05:30`)).toISOString());
  await feed.checkClock();
  return sent.flatMap(([room, message]) =>
    room === roomOfClient(clientId) && message.topic === 'hint' ? message.dates : [],
  );
}

test('a session that closes says its day once, to the client and to that doctor alone', async () => {
  const until = hours('10:00', '12:00', { bookUntil: { daysBefore: 2, time: '11:00' } });
  await watch([
    { day: 'Monday', timeIntervals: [until] },
    { day: 'Saturday', timeIntervals: [hours('10:00', '12:00', { slotDuration: 120 }), hours('13:00', '15:00')] },
  ]);
  expect(await closedAt('10:59:59.999')).toEqual([]);
  expect(await closedAt('11:00:00.000')).toEqual([monday]);
  const at = (await clinic.views.checkpoint())?.position ?? '';
  const hint = { topic: 'hint', at, views: ['doctorDays'], pocIds: [asha], dates: [monday], byClock: true };
  expect(sent).toEqual([
    [roomOfClient(clientId), hint],
    [roomOfDoctor(asha), hint],
  ]);
  expect(await closedAt('11:00:59.000')).toEqual([]);
  // The only slot of its hours is open until its end; one of several passes by the page's clock.
  expect(await closedAt('12:00:00.000')).toEqual([today]);
  expect(await closedAt('13:30:00.000')).toEqual([]);
});

test('a session whose bookings open says its day in that minute', async () => {
  const from = hours('10:00', '12:00', { bookFrom: { daysBefore: 2, time: '07:30' }, closesBefore: 30 });
  await watch([{ day: 'Monday', timeIntervals: [from] }]);
  expect(await closedAt('07:29:59.999')).toEqual([]);
  expect(await closedAt('07:30:00.000')).toEqual([monday]);
  expect(await closedAt('07:30:59.000')).toEqual([]);
});

test("a hospital's day that shortens the only slot, and the hours of one date, close as they say", async () => {
  await watch([{ day: 'Saturday', timeIntervals: [hours('10:00', '16:00', { slotDuration: 360 })] }]);
  await clinic.append(streams.clientCalendar(clientId), clientId, frontDesk, {
    type: 'HospitalDaySet',
    data: {
      ...{ dayId: testId(90), on: { date: today }, from: today, to: today, name: 'Half day', branchId: null },
      open: [{ from: '09:00', to: '13:00' }],
    },
  });
  await clinic.append(streams.doctorDay(vikram, sunday), clientId, frontDesk, {
    type: 'DayHoursSet',
    data: { intervals: [hours('10:00', '12:00', { bookUntil: { daysBefore: 1, time: '14:00' } })], reason: null },
  });
  await clinic.project();
  expect(await closedAt('12:59:00.000')).toEqual([]);
  expect(await closedAt('13:00:00.000')).toEqual([today]);
  expect(await closedAt('14:00:00.000')).toEqual([sunday]);
  expect(await closedAt('16:00:00.000')).toEqual([]);
});

test('a close that came while the views were away is announced afterwards', async () => {
  const until = hours('10:00', '12:00', { bookUntil: { daysBefore: 2, time: '11:00' } });
  await watch([{ day: 'Monday', timeIntervals: [until] }]);
  areAway = true;
  await expect(closedAt('11:00:00.000')).rejects.toThrow('away');
  areAway = false;
  expect(await closedAt('11:05:00.000')).toEqual([monday]);
});
