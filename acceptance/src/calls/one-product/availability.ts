import type { RequestInputOf } from '@dayline/contracts/endpoints/table';
import { streams } from '@dayline/contracts/events/categories';
import { slotId } from '@dayline/contracts/ids';
import { eventsIn } from '../../testing/event-file.ts';
import { readAfter, type SignedIn } from '../../testing/http-caller.ts';
import { hours, type StartedClinic, sharedClinic } from '../../testing/started-clinic.ts';

/** "Availability" of section 7, on the started product. */

describe('availability', () => {
  let clinic: StartedClinic;
  let pocId = '';
  let date = '';
  beforeAll(async () => {
    clinic = await sharedClinic();
    date = clinic.inDays(10);
  });
  beforeEach(async () => {
    pocId = await clinic.newDoctor(hours('09:00', '11:00'));
  });

  const times = ['09:00', '09:30', '10:00', '10:30'];
  const blockDay = (reason: string | null = null, by: SignedIn = clinic.admin) =>
    by.call('blockDay', { pocId, date, timings: [], reason });
  const blockSlots = (timings: string[], reason: string | null = null) =>
    clinic.admin.call('blockSlots', { pocId, date, timings, reason });
  async function seen(position: string | null) {
    const { admin } = clinic;
    const after = readAfter(position);
    const dates = (await admin.call('listDatesWithAvailability', { pocId }, after)).reply();
    const slots = (await admin.call('listTimesWithAvailability', { pocId, date }, after)).reply();
    const blocked = (await admin.call('listBlockedSlots', { pocId }, after)).reply();
    return {
      word: dates.find(({ Schedule_Date }) => Schedule_Date === date)?.active_status,
      words: slots.map(({ active_status }) => active_status),
      blocked: blocked.map(({ schedule_date, start_time, reason }) => `${schedule_date} ${start_time} ${reason}`),
    };
  }

  test('a day blocked in full lists every slot of it, also of hours that are added later', async () => {
    const reply = (await blockDay('At a congress')).reply();
    expect(reply).toMatchObject({ message: "Doctor's availability has been updated successfully.", appointments: [] });
    expect(await seen(reply.position)).toEqual({
      word: 'blocked',
      words: times.map(() => 'blocked'),
      blocked: times.map((time) => `${date} ${time} At a congress`),
    });
    const schedule = (await clinic.admin.call('getSchedule', { pocId })).reply().map((day) => ({
      ...day,
      pocId,
      timeIntervals: [...day.timeIntervals, hours('15:00', '15:30')],
    }));
    const { position } = (await clinic.admin.call('updateSchedule', { schedule })).reply();
    expect((await seen(position)).blocked).toEqual([...times, '15:00'].map((time) => `${date} ${time} At a congress`));
  });

  test('chosen slots make the day partial; all of them make it blocked; each keeps its own reason', async () => {
    const first = (await blockSlots(['10:00', '09:00'], '  Ward round ')).reply();
    expect(await seen(first.position)).toEqual({
      word: 'partial',
      words: ['blocked', 'available', 'blocked', 'available'],
      blocked: [`${date} 09:00 Ward round`, `${date} 10:00 Ward round`],
    });
    const rest = (await blockSlots(['09:30', '10:30'])).reply();
    const after = await seen(rest.position);
    expect(after.word).toBe('blocked');
    expect(after.blocked).toEqual(times.map((time) => `${date} ${time} ${time.endsWith(':00') ? 'Ward round' : null}`));
  });

  test('the sentences of unblocking: a day, one time of it, a slot by its id', async () => {
    await blockDay();
    const { admin } = clinic;
    const reply = (await admin.call('unblockSlot', { pocId, date, time: '09:30' })).reply();
    expect(reply.message).toBe('Time slot unblocked successfully.');
    expect((await seen(reply.position)).words).toEqual(['blocked', 'available', 'blocked', 'blocked']);
    const byId = (await admin.call('unblockSlotById', { slotId: slotId(pocId, date, '10:30') })).reply();
    expect(byId.message).toBe('Slot unblocked successfully.');
    expect((await seen(byId.position)).words).toEqual(['blocked', 'available', 'blocked', 'available']);
    const all = (await admin.call('unblockSlot', { pocId, date })).reply();
    expect(all.message).toBe('Slot unblocked successfully.');
    expect(await seen(all.position)).toEqual({ word: 'available', words: times.map(() => 'available'), blocked: [] });
    // A command without effect is accepted and appends nothing.
    expect((await admin.call('unblockSlot', { pocId, date })).reply().position).toBeNull();
  });

  test("the doctor's own: 'Availability updated successfully!', and a colleague's is refused", async () => {
    const { doctor } = clinic;
    const own = { pocId: doctor.user.pocId ?? '', date: clinic.inDays(30), timings: [], reason: null };
    expect((await doctor.call('blockDay', own)).reply().message).toBe('Availability updated successfully!');
    expect((await doctor.call('unblockSlot', { pocId: own.pocId, date: own.date })).reply().success).toBe(true);
    expect((await blockDay(null, doctor)).failure().code).toBe('access.foreign');
  });

  test('blocking names the bookings that it hits, and they stay', async () => {
    const appointmentId = await clinic.book(pocId, date, '09:30', 'Ravi Kumar');
    const blocked = (await blockDay('Leave')).reply();
    expect(blocked.appointments).toEqual([{ appointmentId, time: '09:30', patientName: 'Ravi Kumar' }]);
    expect((await blockSlots(['09:00'])).reply().appointments).toEqual([]);
    const groups = (await clinic.admin.call('listSlotsOfDoctor', { clientId: clinic.clientId, pocId })).reply();
    const slot = groups.appointmentDetails.find((group) => group.date === date && group.time === '09:30');
    expect(slot).toMatchObject({ noOfAppointments: 1, totalSlots: 2 });
    const cancelled = await clinic.admin.call('updateAppointmentStatusAsAdmin', { appointmentId, status: 'Cancelled' });
    expect(cancelled.status).toBe(200);
  });

  test('no new booking lands on a blocked slot', async () => {
    await blockSlots(['09:30']);
    await expect(clinic.book(pocId, date, '09:30', 'Ravi Kumar')).rejects.toThrow('slot.blocked');
    await clinic.book(pocId, date, '10:00', 'Ravi Kumar');
  });

  test('the same key is answered the same and appends once; another body under it is refused', async () => {
    const key = { 'Idempotency-Key': `block-${pocId}` };
    const request = { pocId, date, timings: ['09:00'], reason: 'Once' };
    const first = (await clinic.admin.call('blockSlots', request, key)).reply();
    expect((await clinic.admin.call('blockSlots', request, key)).reply()).toEqual(first);
    const otherAnswer = await clinic.admin.call('blockSlots', { ...request, timings: ['09:30'] }, key);
    expect({ status: otherAnswer.status, code: otherAnswer.failure().code }).toEqual({
      status: 422,
      code: 'key.reused',
    });
    const events = await eventsIn(clinic.product.dataDir, streams.doctorDay(pocId, date));
    expect(events.map(({ type }) => type)).toEqual(['SlotsPlanned', 'SlotsBlocked']);
    // A reason is free text about a person: encrypted with the doctor's key.
    expect(JSON.stringify(events)).not.toContain('Once');
  });

  test.each([
    ['a date that is over', -1, ['09:00'], 'slot.passed'],
    ['a date more than 366 days ahead', 367, ['09:00'], 'day.beyond-horizon'],
    ['a time that the doctor does not have', 10, ['09:10'], 'slot.unknown'],
  ] as const)('%s is refused', async (_, days, timings, code) => {
    const request = { pocId, date: clinic.inDays(days), timings: [...timings], reason: null };
    expect((await clinic.admin.call('blockSlots', request)).failure().code).toBe(code);
  });

  test.each<[string, 'blockSlots' | 'unblockSlotById', object, string]>([
    ['no slot', 'blockSlots', { timings: [] }, "Please select at least one time slot or choose 'Full' availability."],
    ['no slot id', 'unblockSlotById', {}, 'Invalid slot ID.'],
    ['a slot id that is none', 'unblockSlotById', { slotId: 'x' }, 'Invalid slot ID.'],
  ])('%s is refused in the words of the specification', async (_, name, body, message) => {
    const request = name === 'blockSlots' ? { pocId, date, ...body } : body;
    // Cast is safe: deliberately malformed.
    const answer = await clinic.admin.call(name, request as RequestInputOf<typeof name>);
    expect(answer.status).toBe(400);
    expect(answer.failure().details?.fields?.map((field) => field.message)).toContain(message);
  });

  test('an auditor reads and does not block; another client and nobody do neither', async () => {
    expect((await clinic.auditor.call('listBlockedSlots', { pocId })).status).toBe(200);
    expect((await blockDay(null, clinic.auditor)).failure().code).toBe('access.role');
    expect((await blockDay(null, clinic.stranger)).failure().code).toBe('access.foreign');
    expect((await clinic.stranger.call('listBlockedSlots', { pocId })).status).toBe(403);
    const slot = { slotId: slotId(pocId, date, '09:00') };
    expect((await clinic.stranger.call('unblockSlotById', slot)).failure().code).toBe('access.foreign');
    const nobody = await clinic.nobody.call('unblockSlot', { pocId, date });
    expect(nobody.failure()).toMatchObject({ code: 'session.missing', message: 'Unauthorized - Session expired' });
  });
});
