import type { RequestInputOf } from '@dayline/contracts/endpoints/table';
import { readAfter } from '../../testing/http-caller.ts';
import { hours, type StartedClinic, sharedClinic } from '../../testing/started-clinic.ts';

/** The days of the whole hospital, on the started product. */

describe('days of the whole hospital', () => {
  let clinic: StartedClinic;
  let pocId = '';
  beforeAll(async () => {
    clinic = await sharedClinic();
  });
  beforeEach(async () => {
    pocId = await clinic.newDoctor(hours('09:00', '11:00'));
  });

  const set = (day: Omit<RequestInputOf<'setHospitalDay'>, 'clientId'>, by = clinic.admin) =>
    by.call('setHospitalDay', { clientId: clinic.clientId, ...day });
  const timesOn = async (date: string, position: string | null) =>
    (await clinic.admin.call('listTimesWithAvailability', { pocId, date }, readAfter(position)))
      .reply()
      .map((slot) => slot.appointment_time);

  test('a half day cuts every doctor’s hours, also those of doctors who come later, until it is lifted', async () => {
    const { admin, auditor, clientId } = clinic;
    const date = clinic.inDays(12);
    const { position } = (await set({ date, name: 'Holi', open: [{ from: '08:00', to: '10:00' }] })).reply();
    expect(await timesOn(date, position)).toEqual(['09:00', '09:30']);
    await expect(clinic.book(pocId, date, '10:00', 'Ravi Kumar')).rejects.toThrow('slot.unknown');
    await clinic.book(pocId, date, '09:30', 'Ravi Kumar');
    pocId = await clinic.newDoctor(hours('09:00', '11:00'));
    expect(await timesOn(date, position)).toEqual(['09:00', '09:30']);
    const closures = (await clinic.doctor.call('listClosures', { pocId: clinic.doctor.user.pocId ?? '' })).reply();
    // The demo has hospital days of its own, later.
    expect(closures[0]).toEqual({ date, name: 'Holi', open: [{ from: '08:00', to: '10:00' }] });
    const [listed] = (await auditor.call('listHospitalDays', { clientId })).reply().days;
    expect(listed).toMatchObject({ date, weekday: null, from: date, to: date, name: 'Holi', liftedFrom: null });
    const removed = (await admin.call('liftHospitalDay', { clientId, dayId: listed?.dayId ?? '' })).reply();
    expect(await timesOn(date, removed.position)).toEqual(['09:00', '09:30', '10:00', '10:30']);
  });

  test('a closed weekday leaves a date’s own hours, and what is booked', async () => {
    const { admin } = clinic;
    const { clientId } = clinic;
    const date = clinic.inDays(9);
    const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' }).format(Date.parse(date));
    await clinic.book(pocId, date, '09:30', 'Meera Nair');
    // Cast is safe: the names of weekdays in English.
    const rule = { weekday: weekday as 'Monday', from: date, to: date, open: [] };
    const { visits } = (await admin.call('previewHospitalDay', { clientId, ...rule })).reply();
    expect(visits.first.filter((visit) => visit.pocId === pocId)).toMatchObject([{ date, time: '09:30' }]);
    const { position } = (await set({ ...rule, name: 'Closed' })).reply();
    expect(await timesOn(date, position)).toEqual([]);
    const intervals = [hours('18:00', '19:00')];
    const own = (await admin.call('setDayHours', { pocId, date, intervals })).reply();
    expect(own.appointments).toMatchObject([{ time: '09:30' }]);
    expect(await timesOn(date, own.position)).toEqual(['18:00', '18:30']);
  });

  test('only administrators set days, from today on, on a date or a weekday', async () => {
    const { admin, auditor, doctor, stranger, clientId } = clinic;
    const day = { date: clinic.inDays(3), name: 'Closed', open: [] };
    expect((await set({ ...day, date: clinic.inDays(-1) })).failure().code).toBe('calendar.past');
    expect((await set({ name: 'Closed', open: [] })).failure().code).toBe('calendar.no-date');
    expect((await set({ ...day, branchId: 900 })).failure().details?.fields).toEqual([
      { field: 'branchId', message: 'This branch does not exist.' },
    ]);
    expect((await set(day, doctor)).failure().code).toBe('access.role');
    expect((await set(day, auditor)).failure().code).toBe('access.role');
    expect((await set(day, stranger)).failure().code).toBe('access.foreign');
    const unknown = await admin.call('liftHospitalDay', { clientId, dayId: clientId });
    expect(unknown.failure().code).toBe('calendar.unknown');
  });
});
