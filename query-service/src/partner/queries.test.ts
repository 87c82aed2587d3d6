import { streams } from '@dayline/contracts/events/categories';
import type { TestClinic } from '../testing/clinic.ts';
import { openViewReader } from '../testing/clinic-queries.ts';
import { book, drAsha, openSunrise, sunrise } from '../testing/sunrise.ts';

let clinic: TestClinic;
beforeEach(async () => {
  clinic = await openSunrise();
});
afterEach(() => clinic.close());

test('a visit has the doctor’s room, and a Tele Consultation has none', async () => {
  const { clientId, asha, rohan: patientId } = sunrise;
  await clinic.append(streams.doctor(asha), clientId, drAsha, { type: 'RoomSet', data: { room: 'Room 4' } });
  await book(clinic, { time: '09:30' });
  const { appointmentId } = await book(clinic, { type: 'Tele Consultation', time: '10:00' });
  await clinic.project();
  const desk = openViewReader(clinic);
  const { appointments } = await desk.body('listPartnerAppointments', { patientId });
  expect(appointments.map(({ type, room }) => [type, room])).toEqual([
    ['Direct Consultation', 'Room 4'],
    ['Tele Consultation', null],
  ]);
  expect((await desk.body('getPartnerAppointment', { appointmentId })).room).toBeNull();
});
