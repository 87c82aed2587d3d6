import { password } from '../clinic/accounts.ts';
import { signInByPage } from '../clinic/pages/sign-in.ts';
import { expect, test } from '../clinic/story.ts';

test('a sensitive change waits for the password, once in a while', async ({ arrive, clinic }) => {
  const desk = await (await arrive('quietDesk')).open('/account');
  clinic.ageProofs?.();
  const policy = desk.getByRole('combobox', { name: 'Sign out after' });
  await policy.selectOption({ label: '4 hours' });
  const save = desk.getByRole('button', { name: 'Save Time' });
  await save.click();
  const question = desk.getByRole('dialog', { name: 'Confirm It Is You' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(desk.getByText('This was not done: it needs your password or a code again.')).toBeVisible();
  await expect(policy).toHaveValue('240');

  await save.click();
  await question.getByRole('textbox', { name: 'Password' }).fill('not-the-password-1');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(question.getByRole('alert')).toContainText('The password is not right.');
  await question.getByRole('textbox', { name: 'Password' }).fill(password);
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(desk.getByText('Automatic sign-out saved')).toBeVisible();
  // Not asked again.
  await policy.selectOption({ label: 'As this installation is set' });
  await save.click();
  await expect(save).toBeDisabled();
  await expect(question).toBeHidden();
});

test('a desk is locked by a key: nothing of it is left, and the same person returns to the page', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await signInByPage(page, 'desk1');
  await expect(page).toHaveURL('/admin-dashboard');
  await page.goto('/users?search=a');
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/queue');
  await expect(other.getByRole('heading', { name: 'Queue' })).toBeVisible();

  await page.bringToFront();
  await page.locator('h1').click();
  await page.keyboard.press('l');
  await expect(page.getByText('This page is locked. Sign in to continue.')).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('textbox', { name: 'Email Address' })).toHaveValue('');
  await expect(other).toHaveURL('/');
  const kept = await page.evaluate(() => [...Object.entries(sessionStorage), ...Object.entries(localStorage)].join());
  expect(kept).not.toContain('search');
  expect(kept).not.toContain('sunrise.example');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();

  await page.goto('/');
  await signInByPage(page, 'desk2');
  await expect(page).toHaveURL('/admin-dashboard');
  await page.goto('/queue');
  await page.locator('#account-button').click();
  await page.getByRole('menuitem', { name: /^Lock/ }).click();
  await signInByPage(page, 'desk2');
  await expect(page).toHaveURL('/queue');
});
