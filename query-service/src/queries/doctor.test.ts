import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { streams } from '@dayline/contracts/events/categories';
import type { TestClinic } from '../testing/clinic.ts';
import { openViewReader } from '../testing/clinic-queries.ts';
import { book, drAsha, mark, openSunrise, setSchedule, sunrise, today, undo } from '../testing/sunrise.ts';

let clinic: TestClinic;
let desk: ReturnType<typeof openViewReader>;
const pocId = sunrise.asha;
const { clientId } = sunrise;
beforeEach(async () => {
  clinic = await openSunrise();
  desk = openViewReader(clinic);
});
afterEach(() => clinic.close());

const patientCount = async () => {
  await clinic.project();
  return (await desk.body('getDoctor', { pocId })).patientCount;
};

describe('a profile', () => {
  test('counts a person who visited once, however often, and no longer once the last visit was undone', async () => {
    expect(await patientCount()).toBe(0);
    const first = await book(clinic, { time: '09:00' });
    const second = await book(clinic, { time: '09:30' });
    const otherBooking = await book(clinic, { time: '10:00', patientId: sunrise.meera });
    const marked = await mark(clinic, first, 'Availed');
    const again = await mark(clinic, second, 'Availed');
    await mark(clinic, otherBooking, 'Not_Availed');
    expect(await patientCount()).toBe(1);
    await undo(clinic, second, again, 'Availed');
    expect(await patientCount()).toBe(1);
    await undo(clinic, first, marked, 'Availed');
    expect(await patientCount()).toBe(0);
    await mark(clinic, first, 'Availed');
    expect(await patientCount()).toBe(1);
    // Another doctor's patients are not counted.
    expect((await desk.body('getDoctor', { pocId: sunrise.vikram })).patientCount).toBe(0);
  });

  test('has the years of experience, and fees in rupees with two decimals', async () => {
    expect((await desk.body('getConsultationFees', { pocId })).fees).toBeNull();
    await clinic.append(
      streams.doctor(pocId),
      clientId,
      drAsha,
      {
        type: 'DoctorProfileRevised',
        data: { name: 'Dr. Asha M', qualification: 'MD', location: null, experienceYears: 12, contactNumber: '91' },
      },
      { type: 'ConsultationFeeSet', data: { fee: 50_005 } },
    );
    await clinic.project();
    expect(await desk.body('getDoctor', { pocId })).toMatchObject({ experience: 12, qualification: 'MD' });
    expect(await desk.body('getConsultationFees', { pocId })).toEqual({ success: true, fees: '500.05' });
  });

  test('lists what is to come, passed hours of today and cancelled ones left out', async () => {
    await book(clinic, { time: '09:00' });
    const cancelled = await book(clinic, { time: '10:30' });
    await mark(clinic, cancelled, 'Cancelled');
    await book(clinic, { date: addDays(today, 2), time: '09:00', type: 'Tele Consultation' });
    await book(clinic, { time: '10:00' });
    await clinic.project();
    const who = { userId: sunrise.rohan, patientName: 'Rohan Kulkarni' };
    // It is 9:40 AM.
    expect(await desk.body('listUpcomingAppointments', { pocId })).toEqual([
      { ...who, reason: 'Direct Consultation', time: '10:00', date: today },
      { ...who, reason: 'Tele Consultation', time: '09:00', date: addDays(today, 2) },
    ]);
    const second = await desk.reply('listUpcomingAppointments', { pocId, page: 2, pageSize: 1 });
    expect([second.total, second.body.map(({ date }) => date)]).toEqual([2, [addDays(today, 2)]]);
    for (const page of [-1, 3, 1_000_000]) {
      expect(await desk.reply('listUpcomingAppointments', { pocId, page, pageSize: 1 })).toEqual(second);
    }
  });

  test('a week is given Monday first', async () => {
    const timeIntervals = [{ startTime: '09:00', endTime: '10:00', appointmentsPerSlot: 1, slotDuration: 30 }];
    await setSchedule(clinic, clientId, pocId, [
      { day: 'Friday', timeIntervals },
      { day: 'Monday', timeIntervals },
    ]);
    await clinic.project();
    expect((await desk.body('getSchedule', { pocId })).map(({ day }) => day)).toEqual(['Monday', 'Friday']);
  });
});
