import type { Interval } from '@dayline/contracts/clinic/schedule';
import { streams } from '@dayline/contracts/events/categories';
import { eventsIn } from '../../testing/event-file.ts';
import { readAfter } from '../../testing/http-caller.ts';
import { everyDay, hours, type StartedClinic, sharedClinic } from '../../testing/started-clinic.ts';

/** A doctor's week (specification, sections 5 and 7), on the started product. */

describe('weekly hours', () => {
  let clinic: StartedClinic;
  let pocId = '';
  beforeAll(async () => {
    clinic = await sharedClinic();
  });
  beforeEach(async () => {
    pocId = await clinic.newDoctor(hours('09:00', '11:00'));
  });

  const monday = (...timeIntervals: Interval[]) => [{ pocId, day: 'Monday' as const, timeIntervals }];
  const update = (schedule: ReturnType<typeof monday>, headers = {}) =>
    clinic.admin.call('updateSchedule', { schedule }, headers);
  const scheduleEvents = async () =>
    (await eventsIn(clinic.product.dataDir, streams.doctorSchedule(pocId))).map(({ type }) => type);

  test("'Schedule updated successfully': the whole week in one event; days left out have no hours", async () => {
    const before = (await scheduleEvents()).length;
    const week = [
      ...monday(hours('15:00', '16:00'), hours('09:00', '12:00', 3, 15)),
      { pocId, day: 'Sunday' as const, timeIntervals: [] },
    ];
    const reply = (await clinic.admin.call('updateSchedule', { schedule: week })).reply();
    expect(reply.message).toBe('Schedule updated successfully');
    const answer = await clinic.auditor.call('getSchedule', { pocId }, readAfter(reply.position));
    expect(answer.reply()).toEqual([
      { day: 'Monday', timeIntervals: [hours('09:00', '12:00', 3, 15), hours('15:00', '16:00')] },
    ]);
    expect((await scheduleEvents()).length).toBe(before + 1);
    // The same week again, in another order, appends nothing.
    expect((await update(monday(hours('09:00', '12:00', 3, 15), hours('15:00', '16:00')))).reply().position).toBeNull();
  });

  test.each<[string, Interval[], string, string]>([
    [
      'hours that overlap',
      [hours('09:00', '12:00'), hours('11:30', '13:00')],
      'Monday.1.startTime',
      'Monday, 11:30 to 13:00 overlaps 09:00 to 12:00.',
    ],
    ['empty hours', [hours('09:00', '09:00')], 'Monday.0.endTime', 'Monday, 09:00 to 09:00: the hours are empty.'],
    [
      'an end before the start',
      [hours('09:00', '08:00')],
      'Monday.0.endTime',
      'Monday, 09:00 to 08:00: the end is before the start.',
    ],
    [
      'a slot longer than its hours',
      [hours('09:00', '09:20')],
      'Monday.0.slotDuration',
      'Monday, 09:00 to 09:20: a slot is longer than the hours.',
    ],
  ])('%s: refused by name', async (_, intervals, field, message) => {
    const before = await scheduleEvents();
    const answer = await update(monday(...intervals));
    expect(answer.status).toBe(422);
    expect(answer.failure()).toMatchObject({ code: 'schedule.invalid', details: { fields: [{ field, message }] } });
    expect(await scheduleEvents()).toEqual(before);
  });

  test.each<[string, Interval, string, string]>([
    ['no capacity', hours('09:00', '10:00', 0), 'appointmentsPerSlot', 'A slot takes at least one appointment.'],
    ['no duration', hours('09:00', '10:00', 1, 0), 'slotDuration', 'A slot takes at least one minute.'],
  ])('%s: refused by name', async (_, interval, field, message) => {
    const { code, details } = (await update(monday(interval))).failure();
    expect(code).toBe('request.invalid');
    expect(details?.fields).toEqual([{ field: `schedule.0.timeIntervals.0.${field}`, message }]);
  });

  test("a week without hours: 'No valid schedule data to save'", async () => {
    const none = await clinic.admin.call('updateSchedule', { schedule: [] });
    expect(none.failure().details?.fields?.[0]?.message).toBe('No valid schedule data to save');
    expect((await update(monday())).failure().message).toBe('No valid schedule data to save');
  });

  test('all days are of one doctor, and of the own one', async () => {
    const { doctor } = clinic;
    const mine = doctor.user.pocId ?? '';
    const mixed = [
      ...monday(hours('09:00', '10:00')),
      { pocId: mine, day: 'Tuesday' as const, timeIntervals: [hours('09:00', '10:00')] },
    ];
    const answer = await clinic.admin.call('updateSchedule', { schedule: mixed });
    expect(answer.failure().details?.fields).toEqual([
      { field: 'schedule', message: 'All days must be of one doctor.' },
    ]);
    const request = { schedule: monday(hours('09:00', '10:00')) };
    expect((await doctor.call('updateSchedule', request)).failure().code).toBe('access.foreign');
    expect((await clinic.stranger.call('updateSchedule', request)).failure().code).toBe('access.foreign');
    expect((await clinic.auditor.call('updateSchedule', request)).failure().code).toBe('access.role');
    expect((await clinic.nobody.call('updateSchedule', request)).status).toBe(401);
    expect((await clinic.stranger.call('getSchedule', { pocId })).failure().code).toBe('access.foreign');
    expect((await doctor.call('getSchedule', { pocId: mine })).reply()).toHaveLength(7);
  });

  test('the same key appends once', async () => {
    const before = (await scheduleEvents()).length;
    const key = { 'Idempotency-Key': `week-of-${pocId}` };
    const week = monday(hours('10:00', '11:00'));
    const first = (await update(week, key)).reply();
    expect((await update(week, key)).reply()).toEqual(first);
    expect((await update(monday(hours('10:00', '12:00')), key)).failure().code).toBe('key.reused');
    expect((await scheduleEvents()).length).toBe(before + 1);
  });

  test('a place that vanishes from the week stays honoured and is closed', async () => {
    const { admin, clientId } = clinic;
    const date = clinic.inDays(10);
    const appointmentId = await clinic.book(pocId, date, '09:30', 'Ravi Kumar');
    const schedule = everyDay(hours('14:00', '15:00')).map((day) => ({ ...day, pocId }));
    const { position } = (await admin.call('updateSchedule', { schedule })).reply();
    const after = readAfter(position);
    const groups = (await admin.call('listSlotsOfDoctor', { clientId, pocId }, after)).reply().appointmentDetails;
    expect(groups.filter((group) => group.date === date)).toMatchObject([
      { time: '09:30', noOfAppointments: 1, totalSlots: 1 },
      { time: '14:00', noOfAppointments: 0, totalSlots: 2 },
      { time: '14:30', noOfAppointments: 0, totalSlots: 2 },
    ]);
    // It can't be booked by others or blocked, and doesn't count for the day's availability.
    expect((await admin.call('listAvailableTimes', { pocId, date }, after)).reply()).toEqual(['14:00', '14:30']);
    await expect(clinic.book(pocId, date, '09:30', 'Meera Nair')).rejects.toThrow('slot.unknown');
    const partly = await admin.call('blockSlots', { pocId, date, timings: ['09:30'] });
    expect(partly.failure().code).toBe('slot.unknown');
    const blocked = (await admin.call('blockSlots', { pocId, date, timings: ['14:00', '14:30'] })).reply();
    const dates = (await admin.call('listDatesWithAvailability', { pocId }, readAfter(blocked.position))).reply();
    expect(dates.find(({ Schedule_Date }) => Schedule_Date === date)?.active_status).toBe('blocked');
    // The appointment itself remains.
    const cancelled = await admin.call('updateAppointmentStatusAsAdmin', { appointmentId, status: 'Cancelled' });
    expect(cancelled.reply().status).toBe('Cancelled');
  });

  describe('a week from a date on', () => {
    const weekFrom = (time: string, from: string) => ({ schedule: everyDay(hours(time, '18:00')).map(ofDoctor), from });
    const ofDoctor = (day: ReturnType<typeof everyDay>[number]) => ({ ...day, pocId });
    const weeks = async (position: string | null) =>
      (await clinic.auditor.call('listWeeks', { pocId }, readAfter(position))).reply();
    const firstTimeOn = async (date: string) =>
      (await clinic.admin.call('listAvailableTimes', { pocId, date })).reply()[0];

    test('holds from then on, is listed beside the week of today, and can be withdrawn until then', async () => {
      const from = clinic.inDays(20);
      const { position } = (
        await clinic.admin.call('updateSchedule', { ...weekFrom('14:00', from), name: 'Winter hours' })
      ).reply();
      const { revision, weeks: listed } = await weeks(position);
      expect(listed.map((week) => [week.from, week.name, week.week[0]?.timeIntervals[0]?.startTime])).toEqual([
        [clinic.inDays(0), null, '09:00'],
        [from, 'Winter hours', '14:00'],
      ]);
      expect((await clinic.admin.call('getSchedule', { pocId })).reply()[0]?.timeIntervals[0]?.startTime).toBe('09:00');
      expect([await firstTimeOn(clinic.inDays(19)), await firstTimeOn(from)]).toEqual(['09:00', '14:00']);
      await expect(clinic.book(pocId, from, '09:00', 'Ravi Kumar')).rejects.toThrow('slot.unknown');
      await clinic.book(pocId, from, '14:00', 'Ravi Kumar');
      const withdrawn = (await clinic.admin.call('withdrawWeek', { pocId, from, revision })).reply();
      expect(withdrawn.message).toBe('Upcoming hours deleted.');
      expect((await weeks(withdrawn.position)).weeks).toHaveLength(1);
      expect(await firstTimeOn(from)).toBe('09:00');
    });

    test('is tried before it is saved: who is outside the new hours, and nothing is written', async () => {
      const from = clinic.inDays(7);
      const appointmentId = await clinic.book(pocId, from, '09:30', 'Ravi Kumar');
      const before = await scheduleEvents();
      const week = everyDay(hours('14:00', '15:00'));
      const { visits } = (
        await clinic.doctor.call('previewSchedule', { pocId: clinic.doctor.user.pocId ?? '' })
      ).reply();
      expect(visits.count).toBe(0);
      const preview = (await clinic.admin.call('previewSchedule', { pocId, week, from })).reply();
      expect(preview.visits).toMatchObject({ count: 1, first: [{ appointmentId, patientName: 'Ravi Kumar' }] });
      expect(await scheduleEvents()).toEqual(before);
      const foreign = await clinic.stranger.call('previewSchedule', { pocId, week, from });
      expect(foreign.failure().code).toBe('access.foreign');
    });

    test('is no time of the past, and no other change than one that is there', async () => {
      const yesterday = clinic.inDays(-1);
      const past = await clinic.admin.call('updateSchedule', weekFrom('14:00', yesterday));
      expect([past.status, past.failure().code]).toEqual([409, 'schedule.past']);
      expect((await clinic.admin.call('withdrawWeek', { pocId, from: yesterday })).failure().code).toBe(
        'schedule.past',
      );
      const unknown = await clinic.admin.call('withdrawWeek', { pocId, from: clinic.inDays(3) });
      expect([unknown.status, unknown.failure().code]).toEqual([409, 'schedule.unknown']);
    });

    test('two desks that read the same week: the second one is shown what the first one changed', async () => {
      const { position } = (await update(monday(hours('09:00', '11:00')))).reply();
      const { revision } = await weeks(position);
      const save = (...intervals: Interval[]) =>
        clinic.admin.call('updateSchedule', { schedule: monday(...intervals), revision });
      const answers = await Promise.all([save(hours('09:00', '12:00')), save(hours('09:00', '13:00'))]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const { code, details } = answers.find(({ status }) => status === 409)?.failure() ?? {};
      expect([code, details?.schedule?.revision, details?.schedule?.days]).toEqual([
        'schedule.changed',
        revision + 1,
        ['Monday'],
      ]);
      expect(details?.schedule?.by).toHaveLength(1);
    });
  });
});
