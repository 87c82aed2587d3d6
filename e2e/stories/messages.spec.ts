import { ask } from '../clinic/http-calls.ts';
import { newPerson } from '../clinic/slots.ts';
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
