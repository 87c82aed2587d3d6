import { people } from '../clinic/accounts.ts';
import { ask } from '../clinic/http-calls.ts';
import { inspect } from '../clinic/look.ts';
import { fillToTiming } from '../clinic/pages/wizard.ts';
import { clockTime, longDate } from '../clinic/pages/words.ts';
import { bookByCall, doctorNamed, laterSlots, newPerson } from '../clinic/slots.ts';
import { expect, test } from '../clinic/story.ts';

test('a full time is booked beyond its places with a reason, which the slot and the story show', async ({ arrive }) => {
  const desk = await arrive('desk1');
  const { clientId } = desk.user;
  const { request } = desk.context;
  const doctor = await doctorNamed(request, clientId, people.asha.name);
  const { pocId } = doctor;
  const slots = await laterSlots(request, pocId, (free) => free.length > 0);
  const slot = slots.at(-1);
  if (!slot) throw new Error('A time is free.');
  for (let left = slot.free; left > 0; left -= 1) await bookByCall(request, clientId, pocId, slot);

  const page = await desk.open('/add-new-appointment');
  const patient = newPerson();
  await fillToTiming(page, patient, doctor);
  await page.getByRole('radio', { name: new RegExp(`^${longDate(slot.date)}`) }).check();
  await expect(page.getByRole('radio', { name: `${clockTime(slot.time)}, Full` })).toBeDisabled();
  await page.getByRole('button', { name: 'Overbook a full time…' }).click();
  const card = page.getByRole('region', { name: 'Overbook' });
  await card.getByRole('combobox', { name: 'Full time' }).selectOption({ label: clockTime(slot.time) });
  await inspect(page, 'overbook');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Please give a reason.')).toBeVisible();
  await card.getByRole('textbox', { name: 'Reason' }).fill('Fever since yesterday');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('overbooked: Fever since yesterday')).toBeVisible();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('button', { name: 'Pay Later' }).click();
  await expect(page.getByText('Appointment booked')).toBeVisible();

  const [row] = await ask(request, 'listAppointmentDetailsOfClient', {
    ...{ clientId, status: 'Confirmed', search: patient.name, page: 1, pageSize: 10 },
  });
  expect(row?.overbooked).toBe(true);
  const story = await desk.open(`/audit/appointments/${row?.AppointmentId}`);
  await expect(story.getByText('Overbooked: Fever since yesterday')).toBeVisible();
  const found = await ask(request, 'listSlotsOfDoctor', { clientId, pocId, from: slot.date, to: slot.date });
  const group = found.appointmentDetails.find(({ time }) => time === slot.time);
  expect((group?.noOfAppointments ?? 0) - (group?.totalSlots ?? 0)).toBe(1);
});
