import { addDays } from '@dayline/contracts/clinic/clinic-time';
import type { ClientCalendarEvent } from '@dayline/contracts/events/calendar';
import { streams } from '@dayline/contracts/events/categories';
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
  today,
} from '../testing/sunrise.ts';

let clinic: TestClinic;
let desk: ReturnType<typeof openViewReader>;
const { clientId, asha: pocId, vikram } = sunrise;
/** Thursday, Friday. */
const [thursday, friday] = ['2026-11-26', '2026-11-27'];
const winter = '2026-12-01';

beforeEach(async () => {
  clinic = await openSunrise();
  desk = openViewReader(clinic);
});
afterEach(() => clinic.close());

const setDay = (data: Partial<Extract<ClientCalendarEvent, { type: 'HospitalDaySet' }>['data']>, id = 90) =>
  clinic.append(streams.clientCalendar(clientId), clientId, frontDesk, {
    type: 'HospitalDaySet',
    data: {
      dayId: testId(id),
      on: { date: friday },
      from: friday,
      to: friday,
      name: 'Founders',
      branchId: null,
      open: [],
      ...data,
    },
  });
const block = (date: string, from: string, to: string) =>
  clinic.append(streams.doctorDay(pocId, date), clientId, drAsha, {
    type: 'SlotsBlocked',
    data: { spans: [{ from, to }], reason: 'Ward round' },
  });
/** Thursday is removed, and Friday begins and ends an hour later. */
const changed = mornings.flatMap(({ day, timeIntervals }) => {
  if (day === 'Thursday') return [];
  const later = timeIntervals.map((interval) => ({ ...interval, startTime: '10:00', endTime: '12:00' }));
  return [{ day, timeIntervals: day === 'Friday' ? later : timeIntervals }];
});

describe('a week that is tried', () => {
  test('names who is booked where a session moves to another place; what only quotas and closes change is silent', async () => {
    await book(clinic, { date: friday, time: '09:00' });
    await clinic.project();
    const tried = (more: object) =>
      desk.body('previewSchedule', {
        pocId,
        week: mornings.map(({ day, timeIntervals }) => ({
          day,
          timeIntervals: timeIntervals.map((interval) => ({ ...interval, ...more })),
        })),
      });
    const elsewhere = await tried({ branchId: 2, room: 'Room 12' });
    expect(elsewhere.elsewhere).toMatchObject({ count: 1, first: [{ date: friday, time: '09:00' }] });
    expect([elsewhere.visits.count, elsewhere.removedSlots.places, elsewhere.addedSlots.places]).toEqual([0, 0, 0]);
    const listed = await tried({ quota: { first: 1 }, bookUntil: { daysBefore: 1, time: '19:00' } });
    expect([listed.booked, listed.elsewhere]).toEqual([0, undefined]);
  });

  test('says which visits and blocks it leaves outside, and which places go and come, and writes nothing', async () => {
    for (const time of ['09:00', '10:30']) await book(clinic, { date: friday, time });
    await book(clinic, { date: thursday, time: '09:30', patientId: sunrise.meera });
    await book(clinic, { date: today, time: '10:30' });
    await block(friday, '09:30', '10:30');
    await clinic.project();
    const before = await clinic.eventLog.head();
    const { visits, ...preview } = await desk.body('previewSchedule', { pocId, week: changed });
    expect(visits).toMatchObject({ count: 2, dates: [thursday, friday] });
    expect(visits.first.map(({ date, time, patientName }) => [date, time, patientName])).toEqual([
      [thursday, '09:30', 'Meera Nair'],
      [friday, '09:00', 'Rohan Kulkarni'],
    ]);
    const last = { thursday: '2027-01-14', friday: '2027-01-15' };
    const fridayPreview = { weekday: 'Friday', places: 8 * 4, dates: 8, firstDate: friday, lastDate: last.friday };
    expect(preview).toEqual({
      booked: 3,
      blocks: {
        count: 1,
        first: [{ pocId, pocName: 'Dr. Asha Menon', date: friday, from: '09:30', to: '10:00', reason: 'Ward round' }],
      },
      removedSlots: {
        places: 8 * 4 + 8 * 8,
        first: [
          {
            weekday: 'Thursday',
            from: '09:00',
            to: '11:00',
            places: 8 * 8,
            dates: 8,
            firstDate: thursday,
            lastDate: last.thursday,
          },
          { ...fridayPreview, from: '09:00', to: '10:00' },
        ],
      },
      addedSlots: { places: 8 * 4, first: [{ ...fridayPreview, from: '11:00', to: '12:00' }] },
    });
    expect(await clinic.eventLog.head()).toBe(before);
  });

  test('counts from its date on, and up to the later week that stays', async () => {
    await book(clinic, { date: friday, time: '09:00' });
    await book(clinic, { date: '2026-12-04', time: '09:00' });
    await clinic.append(streams.doctorSchedule(pocId), clientId, drAsha, {
      type: 'WeeklyScheduleSet',
      data: { week: mornings, from: '2026-12-11', name: null },
    });
    await clinic.project();
    const { visits, removedSlots } = await desk.body('previewSchedule', { pocId, week: changed, from: winter });
    expect([visits.count, visits.first[0]?.date]).toEqual([1, '2026-12-04']);
    expect(removedSlots.first.map(({ weekday, dates }) => [weekday, dates])).toEqual([
      ['Thursday', 2],
      ['Friday', 1],
    ]);
    const withdrawn = await desk.body('previewSchedule', { pocId, from: '2026-12-11' });
    expect([withdrawn.removedSlots.places, withdrawn.addedSlots.places]).toEqual([0, 0]);
  });

  test('counts the places that can be booked today: the only slot of a session until it closes', async () => {
    const of = (session: object) => [
      {
        day: 'Saturday' as const,
        timeIntervals: [
          { startTime: '09:00', endTime: '11:00', appointmentsPerSlot: 5, slotDuration: 120, ...session },
        ],
      },
    ];
    // 9:40 in the morning.
    const addedDates = async (session: object) => {
      const preview = await desk.body('previewSchedule', { pocId, week: of(session) });
      return preview.addedSlots.first.flatMap(({ firstDate, dates }) => (firstDate === today ? [dates] : []));
    };
    expect(await addedDates({})).toEqual([9]);
    expect(await addedDates({ bookUntil: { daysBefore: 0, time: '09:30' } })).toEqual([]);
  });

  test('counts whole what it names in part', async () => {
    for (let ahead = 1; ahead <= 30; ahead += 1) {
      for (const time of ['09:00', '09:30']) await book(clinic, { date: addDays(today, ahead), time });
    }
    await clinic.project();
    const { booked, visits } = await desk.body('previewSchedule', { pocId, week: [] });
    expect([booked, visits.count, visits.first.length]).toEqual([60, 60, 50]);
  });
});

describe("a hospital's day", () => {
  const half = { date: friday, open: [{ from: '10:00', to: '13:00' }] };

  test('that is tried says who of all doctors is outside; lifting gives the times back', async () => {
    for (const whose of [{ pocId }, { pocId: vikram, patientId: sunrise.meera }]) {
      for (const time of ['09:00', '10:00']) await book(clinic, { date: friday, time, ...whose });
    }
    await clinic.project();
    const { booked, visits, removedSlots } = await desk.body('previewHospitalDay', { clientId, ...half });
    expect([booked, visits.count, removedSlots.places]).toEqual([4, 2, 8]);
    expect(visits.first.map(({ userId }) => userId)).toContain(sunrise.meera);
    expect(visits.first.map((visit) => visit.pocName).sort()).toEqual(['Dr. Asha Menon', 'Dr. Vikram Rao']);
    expect(await desk.body('previewHospitalDay', { clientId, ...half, branchId: 2 })).toMatchObject({ booked: 0 });
    expect(await desk.ask('previewHospitalDay', { clientId })).toMatchObject({ refused: 'calendar.no-date' });
    await setDay({ open: half.open });
    await clinic.project();
    const removed = await desk.body('previewHospitalDay', { clientId, lift: testId(90) });
    expect([removed.booked, removed.visits.count, removed.removedSlots.places, removed.addedSlots.places]).toEqual([
      4, 0, 0, 8,
    ]);
  });

  test('is listed with who set it and how many are booked', async () => {
    await book(clinic, { date: friday, time: '09:00' });
    await setDay({}, 90);
    const fridays = { on: { weekday: 'Friday' as const, weeks: [4 as const] }, from: today, to: null };
    await setDay({ ...fridays, name: 'Fourth Friday' }, 91);
    await setDay({ ...fridays, branchId: 2 }, 92);
    await clinic.project();
    const { revision, branches, days } = await desk.body('listHospitalDays', { clientId });
    expect([revision, branches.map(({ id }) => id)]).toEqual([2, [1, 2]]);
    expect(days.map((day) => [day.revision, day.date, day.weekday, day.weeks, day.by, day.booked])).toEqual([
      [1, null, 'Friday', [4], 'Front Desk 1', 1],
      [2, null, 'Friday', [4], 'Front Desk 1', 0],
      [0, friday, null, [], 'Front Desk 1', 1],
    ]);
    expect((await desk.body('listClosures', { pocId })).slice(0, 2)).toEqual([
      { date: friday, name: 'Founders', open: [] },
      { date: '2026-12-25', name: 'Fourth Friday', open: [] },
    ]);
  });

  test("of a branch counts the visits there, and is announced to whose sessions are there, whatever the doctor's own", async () => {
    const there = { startTime: '14:00', endTime: '15:00', appointmentsPerSlot: 4, slotDuration: 30, branchId: 2 };
    const week = mornings.map(({ day, timeIntervals }) => ({
      day,
      timeIntervals: day === 'Friday' ? [...timeIntervals, there] : timeIntervals,
    }));
    await setSchedule(clinic, clientId, pocId, week);
    for (const [date, branchId] of [
      [friday, 2],
      [friday, 0],
      [thursday, 2],
    ] as const) {
      await book(clinic, { date, branchId, time: '14:00' });
    }
    await mark(clinic, await book(clinic, { date: friday, branchId: 2, time: '14:30' }), 'Cancelled');
    const all = { on: { weekday: 'Friday' as const, weeks: [] }, from: today, to: null };
    await setDay({ ...all, branchId: 2, name: 'Branch' });
    await setDay({ on: { date: thursday }, from: thursday, to: thursday, branchId: 2 }, 91);
    await clinic.project();
    const { days } = await desk.body('listHospitalDays', { clientId });
    expect(days.map(({ name, booked }) => [name, booked])).toEqual([
      ['Branch', 1],
      ['Founders', 1],
    ]);
    const closures = await desk.body('listClosures', { pocId });
    expect(closures.slice(0, 2).map(({ date, name }) => [date, name])).toEqual([
      [friday, 'Branch'],
      ['2026-12-04', 'Branch'],
    ]);
    expect(await desk.body('listClosures', { pocId: vikram })).toEqual([]);
  });
});
