import type { TestClinic } from '../testing/clinic.ts';
import { openViewReader } from '../testing/clinic-queries.ts';
import { book, frontDesk, openSunrise, sunrise } from '../testing/sunrise.ts';

const { clientId, vikram } = sunrise;
let clinic: TestClinic;

beforeAll(async () => {
  clinic = await openSunrise();
});
afterAll(() => clinic.close());

test('without paging, the answer is the whole list', async () => {
  const desk = openViewReader(clinic);
  const times = ['09:00', '09:30', '10:00', '10:30'];
  // More than fit on a page: the last ones are on other days.
  for (let index = 0; index < 11; index += 1) {
    const date = `2026-11-${23 + Math.floor(index / times.length)}`;
    const time = times[index % times.length] ?? '';
    const booked = await book(clinic, { date, time });
    const destination = await book(clinic, { pocId: vikram, date, time });
    const moved = {
      type: 'AppointmentMovedAway',
      data: {
        ...booked.change,
        visitId: booked.appointmentId,
        to: destination.appointmentId,
        moveId: clinic.newId(),
        undoneEventId: null,
        statusBefore: 'Confirmed',
        statusAfter: 'Moved',
      },
    } as const;
    await clinic.append(booked.stream, clientId, frontDesk, moved);
  }
  await clinic.project();
  const whole = await desk.reply('listMovedAppointments', { clientId });
  expect(whole.body).toHaveLength(11);
  expect(whole.total).toBe(11);
  const page = await desk.reply('listMovedAppointments', { clientId, page: 2, pageSize: 10 });
  expect(page.body).toEqual(whole.body.slice(10));
});
