import { streams } from '@dayline/contracts/events/categories';
import type { TestClinic } from '../testing/clinic.ts';
import { openViewReader } from '../testing/clinic-queries.ts';
import { book, drAsha, openSunrise, sunrise, today } from '../testing/sunrise.ts';

let clinic: TestClinic;
let desk: ReturnType<typeof openViewReader>;
const { clientId, asha } = sunrise;
const link = 'https://meet.google.com/abc-defg-hij';

beforeEach(async () => {
  clinic = await openSunrise();
  desk = openViewReader(clinic);
});
afterEach(() => clinic.close());

const slip = (appointmentId: string) => desk.body('getSlip', { appointmentId });

test('a slip says clinic, branch, patient, doctor, room, time, token, fee and payment; the link if it is Tele', async () => {
  await clinic.append(
    streams.doctor(asha),
    clientId,
    drAsha,
    { type: 'ConsultationFeeSet', data: { fee: 50_000 } },
    { type: 'MeetingLinkSet', data: { link } },
    { type: 'RoomSet', data: { room: 'Room 4' } },
  );
  const direct = await book(clinic, { branchId: 1, payment: 'Paid', amount: 60_000 });
  const tele = await book(clinic, { type: 'Tele Consultation', time: '09:30', branchId: 2 });
  const { appointmentId, patientId } = direct.change;
  const arrived = { type: 'PatientArrived', data: { appointmentId, patientId, token: 7, arrivedAt: '09:40' } } as const;
  const fee = { paise: 60_000, rule: 'Follow-up', registration: 10_000 };
  const decided = { appointmentId, patientId, ...fee, reason: null };
  await clinic.append(direct.stream, clientId, drAsha, { type: 'FeeDecided', data: decided }, arrived);
  await clinic.project();

  expect(await slip(appointmentId)).toEqual({
    ...{ appointmentId, status: 'Confirmed', clientName: 'Sunrise Multispeciality Hospital', branch: 'Main Branch' },
    ...{ userId: patientId, patientName: 'Rohan Kulkarni', phone: '919876543210' },
    ...{ pocId: asha, pocName: 'Dr. Asha Menon', specialization: 'Cardiology', room: 'Room 4' },
    ...{
      type: 'Direct Consultation',
      date: today,
      time: '10:00',
      token: 7,
      fee,
      money: { amount: 60_000, method: 'unknown', eventId: expect.any(String) },
    },
    payment: 'Paid',
  });
  // A branch without a name isn't named.
  expect(await slip(tele.appointmentId)).toMatchObject({ meetingLink: link, branch: null, token: null });
  const board = await desk.body('listTodaysAppointmentsOfClient', { clientId });
  expect(board.map((card) => card.meetingLink)).toEqual([link, undefined]);
  const details = await desk.body('listAppointmentDetailsOfDoctor', { pocId: asha, sort: 'oldest' });
  expect(details.map((row) => row.meetingLink)).toEqual([link, undefined]);
});

test('of a visit that was moved away the slip says where to', async () => {
  const from = await book(clinic);
  const to = await book(clinic, { pocId: sunrise.vikram, time: '10:30' });
  const { appointmentId, patientId, type, time, minutes } = from.change;
  const moveId = 'move-1';
  const onward = { moveId, to: to.appointmentId, visitId: appointmentId, undoneEventId: null };
  const away = { appointmentId, patientId, type, time, minutes, ...onward };
  await clinic.append(
    from.stream,
    clientId,
    drAsha,
    {
      type: 'AppointmentMoveStarted',
      data: {
        ...{ moveId, appointmentId, patientId, to: to.appointmentId, toTime: '10:30' },
        reason: null,
        undoneEventId: null,
      },
    },
    { type: 'AppointmentMovedAway', data: { ...away, statusBefore: 'Confirmed', statusAfter: 'Moved' } },
  );
  await clinic.project();
  expect(await desk.ask('getSlip', { appointmentId })).toMatchObject({
    refused: 'appointment.moved',
    details: { moved: { appointmentId: to.appointmentId, pocId: sunrise.vikram, date: today, time: '10:30' } },
  });
});
