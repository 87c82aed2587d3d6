import type { TestClinic } from '../testing/clinic.ts';
import { openViewReader } from '../testing/clinic-queries.ts';
import { type Booking, book, frontDesk, openSunrise, sunrise } from '../testing/sunrise.ts';

const { clientId, asha, vikram, rohan, meera } = sunrise;
let clinic: TestClinic;
let desk: ReturnType<typeof openViewReader>;
beforeEach(async () => {
  clinic = await openSunrise();
  desk = openViewReader(clinic);
});
afterEach(() => clinic.close());

const arrive = ({ stream, change }: Booking, token: number) => {
  const { appointmentId, patientId } = change;
  const data = { appointmentId, patientId, token, arrivedAt: '09:30' };
  return clinic.append(stream, clientId, frontDesk, { type: 'PatientArrived', data });
};
const call = ({ stream, change: { appointmentId, patientId } }: Booking) => {
  const data = { appointmentId, patientId, room: 'Room 2' };
  return clinic.append(stream, clientId, frontDesk, { type: 'PatientCalled', data });
};
const listed = async (pocId: string) => {
  await clinic.project();
  return desk.body('listCalledElsewhere', { pocId });
};

test('who waits here is listed while another doctor calls them, and nobody else', async () => {
  const here = await book(clinic, { time: '09:00' });
  const there = await book(clinic, { pocId: vikram, time: '09:00' });
  const other = await book(clinic, { pocId: vikram, patientId: meera, time: '09:30' });
  await arrive(there, 1);
  await arrive(other, 2);
  await call(there);
  await call(other);
  expect(await listed(asha)).toEqual([]);
  await arrive(here, 1);
  expect(await listed(asha)).toEqual([
    { AppointmentId: here.appointmentId, POC_Name: 'Dr. Vikram Rao', room: 'Room 2' },
  ]);
  expect(await listed(vikram)).toEqual([]);
  const { appointmentId } = there.change;
  const data = { appointmentId, patientId: rohan, call: null, undoneEventId: 'call' };
  await clinic.append(there.stream, clientId, frontDesk, { type: 'CallWithdrawn', data });
  expect(await listed(asha)).toEqual([]);
});
