import type { Page } from '@playwright/test';
import { mailedLink } from '../clinic/doctors.ts';
import { answer } from '../clinic/pages/question.ts';
import { expect, test } from '../clinic/story.ts';

const password = 'Tamarind!Bridge42';

async function setPassword(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Set Up Your Account' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await page.getByRole('textbox', { name: 'Confirm Password' }).fill(password);
  await page.getByRole('button', { name: 'Set Password' }).click();
  await expect(page.getByRole('link', { name: 'Go to Sign In' })).toBeVisible();
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Admin', exact: true }).click();
  await page.getByRole('combobox', { name: 'Select Client' }).selectOption({ label: 'Quiet Clinic' });
  await page.getByRole('textbox', { name: 'Email Address' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

test('a receptionist is invited, leaves and is signed out at once, and comes back by a link', async ({
  arrive,
  clinic,
  page,
}) => {
  const email = `kavita${Date.now()}@quiet.example`;
  const desk = await (await arrive('quietDesk')).open('/settings/people');
  await desk.getByRole('button', { name: 'Invite Person' }).click();
  const invite = desk.getByRole('dialog', { name: 'Invite Person' });
  await invite.getByRole('textbox', { name: 'Name' }).fill('Kavita Shenoy');
  await invite.getByRole('textbox', { name: 'Email Address' }).fill(email);
  await invite.getByRole('button', { name: 'Send Invitation' }).click();
  const row = desk.getByRole('listitem').filter({ hasText: email });
  await expect(row).toContainText('Invited');

  await setPassword(page, await mailedLink(clinic, email, 0));
  await signIn(page, email);
  await expect(page).toHaveURL('/admin-dashboard');
  // The list is refetched by the live message.
  await expect(row).toContainText('Active');
  // So is the number of sessions.
  await expect(row).toContainText('1 session');

  await row.getByRole('button', { name: 'More for Kavita Shenoy' }).click();
  await desk.getByRole('menuitem', { name: 'Deactivate' }).click();
  await answer(desk.getByRole('alertdialog'), 'Deactivate');
  await expect(row).toContainText('Deactivated');
  // Her page, without a click there.
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  await signIn(page, email);
  await expect(page.getByRole('alert')).toContainText('This account is closed.');

  await desk.getByRole('button', { name: /^Deactivated/ }).click();
  await row.getByRole('button', { name: 'Reactivate' }).click();
  await desk.getByRole('button', { name: /^All/ }).click();
  await expect(row).toContainText('Invited');
  await setPassword(page, await mailedLink(clinic, email, 1));
  await signIn(page, email);
  await expect(page).toHaveURL('/admin-dashboard');

  await desk
    .getByRole('listitem')
    .filter({ hasText: 'You' })
    .getByRole('button', { name: /^More for/ })
    .click();
  await expect(desk.getByRole('menuitem', { name: /^Deactivate/ })).toBeDisabled();
});

test('how long patients and sign-ins are kept is set, and nobody is due at a new clinic', async ({ arrive }) => {
  const desk = await (await arrive('quietDesk')).open('/settings/retention');
  await expect(desk.getByText('Patients are kept indefinitely.')).toBeVisible();
  await expect(desk.getByText('Sign-ins are kept indefinitely.')).toBeVisible();
  await desk.getByRole('combobox', { name: 'Keep after the last visit' }).selectOption('5 years');
  await desk.getByRole('button', { name: 'Save' }).first().click();
  await expect(desk.getByText('Everyone was registered or visited later.')).toBeVisible();
  await desk.getByRole('combobox', { name: 'Keep sign-ins for' }).selectOption('2 years');
  await desk.getByRole('button', { name: 'Save' }).last().click();
  await expect(desk.getByText(/Sign-ins are kept from \w+ \d+ on/)).toBeVisible();
  await desk.locator('#main').getByRole('link', { name: 'History' }).click();
  await expect(desk.getByText(/decided to keep patients for 5 years/)).toBeVisible();
  await expect(desk.getByText(/decided to keep sign-ins for 2 years/)).toBeVisible();
});

test('each section of the settings has an address, and /settings leads to the first', async ({ arrive }) => {
  const { open } = await arrive('quietDesk');
  for (const [path, address, title] of [
    ['/settings', '/settings/hospital', 'Hospital'],
    ['/settings/branches', '/settings/branches', 'Branches'],
    ['/settings/departments', '/departments', 'Departments'],
    ['/settings/doctors', '/doctors', 'Doctors'],
  ] as const) {
    const page = await open(path);
    await expect(page).toHaveURL(new RegExp(`${address}($|[?])`));
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }
});
