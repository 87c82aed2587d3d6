import { people } from '../clinic/accounts.ts';
import { signInByPage } from '../clinic/pages/sign-in.ts';
import { newPerson } from '../clinic/slots.ts';
import { expect, meet, test } from '../clinic/story.ts';

const protectedPaths = [
  '/admin-dashboard',
  '/add-new-appointment',
  '/admin-todays-appointments',
  '/appointment-details-admin',
  '/poc-dashboard',
  '/todays-appointments',
  '/appointment-details',
  '/audit',
];

test('whoever is not signed in is led to /', async ({ page }) => {
  for (const path of protectedPaths) {
    await page.goto(path);
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  }
  meet('a guard leads to /');
});

for (const [person, home, foreign] of [
  ['desk1', '/admin-dashboard', ['/poc-dashboard', '/todays-appointments', '/appointment-details']],
  ['asha', '/poc-dashboard', ['/admin-dashboard', '/add-new-appointment', '/admin-todays-appointments', '/audit']],
  ['auditor', '/audit', ['/admin-dashboard', '/add-new-appointment', '/poc-dashboard', '/todays-appointments']],
] as const) {
  test(`${people[person].name} in somebody else's place is led to ${home}`, async ({ arrive }) => {
    const page = await (await arrive(person)).open(home);
    for (const path of foreign) {
      await page.goto(path);
      await expect(page).toHaveURL(home);
    }
    meet('a guard leads home');
  });
}

test('a new tab finds out who is signed in', async ({ arrive }) => {
  const { open, user } = await arrive('desk1');
  const page = await open('/add-new-appointment');
  await expect(page.getByRole('heading', { name: 'Add New Appointment' })).toBeVisible();
  expect(await page.evaluate(() => [sessionStorage.getItem('clientId'), sessionStorage.getItem('clientName')])).toEqual(
    [user.clientId, user.clientName],
  );
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(new URL(frame.url()).pathname));
  await page.goto('/view-appointments');
  await expect(page).toHaveURL('/admin-dashboard');
  expect(addresses.slice(-2), 'without a doctor').toEqual(['/', '/admin-dashboard']);
  meet('without identity to /');
  await page.goto('/doctors');
  const doctor = page.getByRole('link', { name: /^View Appointments, / }).first();
  const name = (await doctor.getAttribute('aria-label'))?.replace('View Appointments, ', '') ?? '';
  await doctor.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  meet('identity from the navigation, else from storage');
});

test('a session that ends in the middle of work leads to / and, for the same person, back with what was typed', async ({
  arrive,
}) => {
  const { open } = await arrive('desk2');
  const wizard = await open('/add-new-appointment');
  const patient = newPerson();
  await wizard.getByRole('textbox', { name: 'Phone Number' }).fill(patient.phone);
  await wizard.getByRole('button', { name: 'Continue' }).click();
  await wizard.getByRole('textbox', { name: 'Name' }).fill(patient.name);
  await wizard.getByRole('textbox', { name: 'Email' }).fill(patient.email);

  const elsewhere = await open('/logout');
  await elsewhere.getByRole('button', { name: 'Sign Out' }).click();
  await elsewhere.getByRole('button', { name: 'Yes, Sign Out' }).click();

  await expect(wizard.getByRole('alert')).toHaveText('Unauthorized - Session expired');
  await expect(wizard).toHaveURL('/');
  meet('an ended session leads to /');
  await signInByPage(wizard, 'desk2');
  await expect(wizard).toHaveURL('/add-new-appointment');
  await expect(wizard.getByRole('textbox', { name: 'Name' })).toHaveValue(patient.name);
  await expect(wizard.getByRole('textbox', { name: 'Email' })).toHaveValue(patient.email);
  await wizard.getByRole('button', { name: 'Back' }).click();
  await expect(wizard.getByRole('textbox', { name: 'Phone Number' })).toHaveValue(patient.phone);
});
