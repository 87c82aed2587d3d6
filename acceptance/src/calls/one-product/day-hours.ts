import { readAfter } from '../../testing/http-caller.ts';
import { hours, type StartedClinic, sharedClinic } from '../../testing/started-clinic.ts';

/** Hours of one date instead of those of the week, on the started product. */

describe('hours of one date', () => {
  let clinic: StartedClinic;
  let pocId = '';
  let date = '';
  beforeAll(async () => {
    clinic = await sharedClinic();
    date = clinic.inDays(10);
  });
  beforeEach(async () => {
    pocId = await clinic.newDoctor(hours('09:00', '10:00'));
  });

  const evening = hours('18:00', '19:00', 3);
  const set = (by = clinic.admin) => by.call('setDayHours', { pocId, date, intervals: [evening], reason: 'Eye camp' });
  const times = async (position: string | null) =>
    (await clinic.admin.call('listAvailableTimes', { pocId, date }, readAfter(position))).reply();

  test('they are listed, booked by, and cleared; the visits that they leave outside are named and stay', async () => {
    const { admin, auditor } = clinic;
    const appointmentId = await clinic.book(pocId, date, '09:30', 'Ravi Kumar');
    const reply = (await set()).reply();
    expect(reply).toMatchObject({
      message: "Doctor's availability has been updated successfully.",
      appointments: [{ appointmentId, time: '09:30', patientName: 'Ravi Kumar' }],
    });
    expect(await times(reply.position)).toEqual(['18:00', '18:30']);
    expect((await auditor.call('listDayHours', { pocId })).reply()).toEqual([
      { date, intervals: [evening], reason: 'Eye camp' },
    ]);
    await expect(clinic.book(pocId, date, '09:00', 'Meera Nair')).rejects.toThrow('slot.unknown');
    await clinic.book(pocId, date, '18:00', 'Meera Nair');
    const cleared = (await admin.call('clearDayHours', { pocId, date })).reply();
    expect(cleared.appointments).toMatchObject([{ time: '18:00' }]);
    expect(await times(cleared.position)).toEqual(['09:00', '09:30']);
    expect((await admin.call('listDayHours', { pocId })).reply()).toEqual([]);
  });

  test('hours that somebody else has changed since they were read are refused, by set and by clear', async () => {
    const { admin, doctor } = clinic;
    const day = { pocId: doctor.user.pocId ?? '', date };
    const [morning, night] = [hours('08:00', '09:00'), hours('20:00', '21:00')];
    (await admin.call('setDayHours', { ...day, intervals: [morning], seen: null })).reply();
    const late = [
      await doctor.call('setDayHours', { ...day, intervals: [night], seen: null }),
      await doctor.call('clearDayHours', { ...day, seen: [night] }),
    ];
    expect(late.map((answer) => [answer.status, answer.failure().code])).toEqual(
      late.map(() => [409, 'schedule.changed']),
    );
    (await doctor.call('setDayHours', { ...day, intervals: [night], seen: [morning] })).reply();
    (await admin.call('clearDayHours', { ...day, seen: [night] })).reply();
  });

  test('a blocked day and a past one are refused, and so are others', async () => {
    const { admin, auditor, stranger, doctor } = clinic;
    (await admin.call('blockDay', { pocId, date, timings: [] })).reply();
    const blocked = await set();
    expect([blocked.status, blocked.failure().code]).toEqual([409, 'day.blocked']);
    const past = { pocId, date: clinic.inDays(-1) };
    expect((await admin.call('setDayHours', { ...past, intervals: [evening] })).failure().code).toBe('slot.passed');
    expect((await admin.call('clearDayHours', past)).failure().code).toBe('slot.passed');
    const far = { pocId, date: clinic.inDays(367), intervals: [evening] };
    expect((await admin.call('setDayHours', far)).failure().code).toBe('hours.beyond-horizon');
    expect((await set(doctor)).failure().code).toBe('access.foreign');
    expect((await set(stranger)).failure().code).toBe('access.foreign');
    expect((await set(auditor)).failure().code).toBe('access.role');
    const own = { pocId: doctor.user.pocId ?? '', date, intervals: [evening] };
    expect((await doctor.call('setDayHours', own)).reply().message).toBe('Availability updated successfully!');
  });
});
