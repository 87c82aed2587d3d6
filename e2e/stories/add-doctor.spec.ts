import { mailedLink } from '../clinic/doctors.ts';
import { inspect } from '../clinic/look.ts';
import { expect, meet, test } from '../clinic/story.ts';

test('an admin adds a doctor and sets the hours at once, and the doctor gets a mail that leads to sign-up', async ({
  arrive,
  clinic,
}) => {
  const page = await (await arrive('desk1')).open('/admin-dashboard');
  await page
    .getByRole('link', { name: /^Add POC/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Add Doctor' })).toBeVisible();
  await inspect(page, 'add-doctor');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Department is required.')).toBeVisible();
  await expect(page.getByText('Contact number must start with 91 and have 10 digits.')).toBeVisible();
  await inspect(page, 'add-doctor-missing');
  const email = `add${Date.now()}@sunrise.example`;
  await page.getByRole('combobox', { name: 'Department' }).selectOption({ index: 1 });
  await page.getByRole('textbox', { name: 'Doctor Name' }).fill('Leela Thomas');
  await page.getByRole('textbox', { name: 'Contact Number' }).fill('9845099887');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Dr. Leela Thomas')).toBeVisible();
  await expect(page.getByText('+91 98450 99887')).toBeVisible();
  meet('prefixes of a doctor');
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(page.getByRole('textbox', { name: 'Doctor Name' })).toHaveValue('Dr. Leela Thomas');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Not Provided')).toHaveCount(3);
  meet('three fields of a doctor are optional');
  await inspect(page, 'add-doctor-confirm');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { name: 'Doctor Added Successfully' })).toBeVisible();
  await inspect(page, 'add-doctor-done');
  meet('add doctor: forward when valid, back, saved', 'a doctor is added in three steps');
  expect(await mailedLink(clinic, email, 0)).toMatch(/^\/verify-email\//);
  await page.getByRole('link', { name: 'Update Schedule' }).click();
  await expect(page).toHaveURL('/update-schedule');
  await expect(page.getByText('Dr. Leela Thomas')).toBeVisible();
  meet('a doctor is added and gets hours');
});
