import { people } from '../clinic/accounts.ts';
import { ask } from '../clinic/http-calls.ts';
import { inspect } from '../clinic/look.ts';
import { fillToTiming } from '../clinic/pages/wizard.ts';
import { clockTime, longDate } from '../clinic/pages/words.ts';
import { bookByCall, doctorNamed, laterSlots, newPerson } from '../clinic/slots.ts';
import { expect, test } from '../clinic/story.ts';

test('where no time suits, the patient waits; a cancelled place is offered, seen live, and accepted', async ({
  arrive,
}) => {
  const desk = await arrive('desk1');
  const { clientId } = desk.user;
  const { request } = desk.context;
  const doctor = await doctorNamed(request, clientId, people.asha.name);
  const { pocId } = doctor;
  const slots = await laterSlots(request, pocId, (free) => free.length > 1);
  const [slot, next] = slots.slice(-2);
  if (!slot || !next) throw new Error('Two times are free.');
  let appointmentId = '';
  for (let left = slot.free; left > 0; left -= 1) appointmentId = await bookByCall(request, clientId, pocId, slot);

  const page = await desk.open('/add-new-appointment');
  const patient = newPerson();
  await fillToTiming(page, patient, doctor);
  await page.getByRole('radio', { name: new RegExp(`^${longDate(slot.date)}`) }).check();
  await page.getByRole('button', { name: 'No suitable time? Add to waiting list…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Add to Waiting List/ });
  await dialog.getByRole('button', { name: 'Certain hours' }).click();
  await dialog.getByLabel('From').fill(slot.time);
  await dialog.getByLabel('To', { exact: true }).fill(next.time);
  await dialog.getByRole('textbox', { name: 'Note' }).fill('After dialysis');
  await dialog.getByRole('button', { name: 'Add to Waiting List' }).click();
  await expect(page.getByText('Added to the waiting list')).toBeVisible();

  const list = await desk.open('/waiting-list');
  const row = list.getByRole('row').filter({ hasText: patient.name });
  await expect(row).toContainText('No place yet');
  await expect(row).toContainText('After dialysis');
  await inspect(list, 'waiting-list-nothing');
  await ask(request, 'updateAppointmentStatusAsAdmin', { appointmentId, status: 'Cancelled', money: 'refunded' });
  await expect(row).toContainText('Please call');
  await expect(row).toContainText(clockTime(slot.time));
  await inspect(list, 'waiting-list-offered');
  await row.getByRole('button', { name: /^Accept/ }).click();
  await expect(list.getByText('Booked', { exact: true })).toBeVisible();
  await expect(row).toHaveCount(0);

  const [booked] = await ask(request, 'listAppointmentDetailsOfClient', {
    ...{ clientId, status: 'Confirmed', search: patient.name, page: 1, pageSize: 10 },
  });
  const story = await desk.open(`/audit/appointments/${booked?.AppointmentId}`);
  await expect(story.getByText(/^Booked for .*, from the waiting list$/)).toBeVisible();
});
