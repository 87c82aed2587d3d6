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

test('a patient accepts an offered place by the link in an email, without sign-in; the desk sees it', async ({
  arrive,
  clinic,
  page,
}) => {
  test.skip(!clinic.messageToken, 'The link is read from the data folder.');
  const desk = await arrive('desk1');
  const { clientId } = desk.user;
  const { request } = desk.context;
  const { pocId, departmentId, name } = await doctorNamed(request, clientId, people.asha.name);
  const [slot, next] = (await laterSlots(request, pocId, (free) => free.length > 1)).slice(-2);
  if (!slot || !next) throw new Error('Two times are free.');
  const { phone, ...person } = newPerson();
  const { userId } = await ask(request, 'saveUser', { ...person, phone: `91${phone}`, clientId });
  const { date, time } = slot;
  const wanted = { departmentId, pocId, from: date, to: date, times: { from: time, to: next.time } };
  await ask(request, 'joinWaitingList', { clientId, userId, ...wanted });
  const list = await desk.open('/waiting-list');
  const row = list.getByRole('row').filter({ hasText: person.name });
  await expect(row).toContainText('Please call');
  const offer = (await ask(request, 'listWaiting', { clientId })).find((entry) => entry.userId === userId)?.offer;
  const appointmentId = offer?.appointmentId ?? '';

  const token = await clinic.messageToken?.(userId, appointmentId);
  await page.goto(`/your-visit/${token}/${appointmentId}#en`);
  await expect(page.getByRole('heading', { level: 1, name: 'A Place Is Free' })).toBeVisible();
  await expect(page.getByText(`A place with ${name} is free`)).toBeVisible();
  await expect(page.getByText(/^It is held for you until /)).toBeVisible();
  await expect(page).not.toHaveURL(new RegExp(String(token)));
  await expect(page.getByText(person.name)).toHaveCount(0);
  await inspect(page, 'your-visit-offered');
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.getByRole('button', { name: 'No, Keep It' }).click();
  await expect(row).toContainText('Please call');
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText('The place is yours: this visit is booked.')).toBeVisible();
  await expect(row).toHaveCount(0);

  const story = await desk.open(`/audit/appointments/${appointmentId}`);
  const booked = story.getByRole('listitem').filter({ hasText: /Booked for .*, from the waiting list/ });
  await expect(booked).toContainText('Patient');
});
