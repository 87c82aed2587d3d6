import { ask } from '../clinic/http-calls.ts';
import { bookByCall, doctorWithSlot, newPerson } from '../clinic/slots.ts';
import { expect, test } from '../clinic/story.ts';

/** "Patients hear from the hospital": a patient's no, by the link in an email and at the desk. */
test('a patient ends the emails by the link in one, and the desk sends them again', async ({
  arrive,
  clinic,
  page,
}) => {
  test.skip(!clinic.messageToken, 'The link is read from the data folder.');
  const desk = await arrive('desk1');
  const { phone, ...person } = newPerson();
  const patient = { ...person, phone: `91${phone}`, clientId: desk.user.clientId };
  const { userId } = await ask(desk.context.request, 'saveUser', patient);
  const sheet = await desk.open(`/patient/${userId}`);
  await expect(sheet.getByText('Receives emails about visits', { exact: true })).toBeVisible();

  const token = await clinic.messageToken?.(userId);
  await page.goto(`/no-messages/${token}/${userId}#en`);
  await expect(page.getByRole('heading', { level: 1, name: 'Emails About Your Visits' })).toBeVisible();
  await expect(page).not.toHaveURL(new RegExp(String(token)));
  await expect(page.getByText(person.name)).toHaveCount(0);
  await page.reload();
  await page.getByRole('button', { name: 'No More Emails' }).click();
  await expect(page.getByText('You get no more emails about your visits.')).toBeVisible();

  // Live on the desk's page.
  await expect(sheet.getByText('No emails about visits')).toBeVisible();
  await expect(sheet.getByText(/by the link in an email/)).toBeVisible();
  await sheet.getByRole('button', { name: 'Send Emails Again' }).click();
  await sheet.getByRole('textbox', { name: 'Reason' }).fill('Asked for them at the desk');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet.getByText(/recorded by/)).toBeVisible();
  await expect(sheet.getByText('Receives emails about visits', { exact: true }).first()).toBeVisible();
});

test('a damaged link says so, and a Hindi one opens in Hindi', async ({ page }) => {
  await page.goto('/no-messages/damaged/01J00000000000000000000S01');
  await page.getByRole('button', { name: 'No More Emails' }).click();
  await expect(page.getByRole('alert')).toContainText('This link is not valid.');
  await page.goto('/home');
  await page.goto('/no-messages/damaged/01J00000000000000000000S01#hi');
  await expect(page.getByRole('button', { name: 'ईमेल बंद करें' })).toBeVisible();
});

test('a patient confirms, moves and cancels a visit by the link in an email; the desk sees each', async ({
  arrive,
  clinic,
  page,
}) => {
  test.skip(!clinic.messageToken, 'The link is read from the data folder.');
  const desk = await arrive('desk1');
  const { clientId } = desk.user;
  const { request } = desk.context;
  const { doctor, slot } = await doctorWithSlot(request, clientId, 'Dr. George Thomas', 3);
  const person = newPerson();
  const appointmentId = await bookByCall(request, clientId, doctor.pocId, slot, person);
  const { userId } = await ask(request, 'saveUser', { ...person, phone: `91${person.phone}`, clientId });
  const story = await desk.open(`/audit/appointments/${appointmentId}`);
  const seen = (what: string) => story.getByRole('listitem').filter({ hasText: what }).filter({ hasText: 'Patient' });

  const token = await clinic.messageToken?.(userId, appointmentId);
  await page.goto(`/your-visit/${token}/${appointmentId}#en`);
  await expect(page.getByText(`You have a visit with ${doctor.name}`)).toBeVisible();
  await expect(page).not.toHaveURL(new RegExp(String(token)));
  await expect(page.getByText(person.name)).toHaveCount(0);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('You have confirmed this visit. Thank you.')).toBeVisible();
  await expect(seen('Confirmed by the patient')).toBeVisible();

  await page.getByRole('button', { name: 'Another Time' }).click();
  await expect(page.getByRole('heading', { name: `Free times of ${doctor.name}` })).toBeVisible();
  await page
    .getByRole('button', { name: /^\d+:\d+/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Yes, Move It' }).click();
  await expect(page.getByText('Your visit was moved. This link works for the new time too.')).toBeVisible();
  await expect(seen('Moved')).toBeVisible();

  await page.reload();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Yes, Cancel' }).click();
  await expect(page.getByText(/^This visit is cancelled\./)).toBeVisible();
  await expect(seen('Cancelled')).toBeVisible();
});

test('the desk chooses the language of a patient’s emails, and stops a planned one', async ({ arrive }) => {
  const desk = await arrive('desk1');
  const { clientId } = desk.user;
  const { request } = desk.context;
  const { messages: before } = await ask(request, 'getClient', { clientId });
  const { doctor, slot } = await doctorWithSlot(request, clientId, 'Dr. George Thomas', 3);
  const person = newPerson();
  await ask(request, 'changeClient', { clientId, values: { messages: { ...before, booked: true } } });
  const appointmentId = await bookByCall(request, clientId, doctor.pocId, slot, person);
  const story = await desk.open(`/audit/appointments/${appointmentId}`);
  await story.getByRole('button', { name: /^Stop: / }).click();
  await expect(story.getByRole('listitem').filter({ hasText: 'stopped' }).first()).toBeVisible();
  await ask(request, 'changeClient', { clientId, values: { messages: before } });

  const { userId } = await ask(request, 'saveUser', { ...person, phone: `91${person.phone}`, clientId });
  const sheet = await desk.open(`/patient/${userId}`);
  await expect(sheet.getByText('In English (hospital’s language)')).toBeVisible();
  await sheet.getByRole('button', { name: 'Change Language' }).click();
  await sheet.getByRole('combobox', { name: 'Language of the emails' }).selectOption('हिन्दी');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet.getByText('In हिन्दी', { exact: true })).toBeVisible();
});
