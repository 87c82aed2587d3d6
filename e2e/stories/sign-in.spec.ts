import { signInByPage } from '../clinic/pages/sign-in.ts';
import { expect, meet, test } from '../clinic/story.ts';

const invalid = 'Invalid email or password.';

test.describe('Sign-in', () => {
  test.beforeEach(async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  });

  test('is asked for by nothing that fails, where nobody has signed in yet', async ({ page }) => {
    const failed: number[] = [];
    page.on('response', (response) => response.status() < 400 || failed.push(response.status()));
    await page.reload({ waitUntil: 'networkidle' });
    expect(failed).toEqual([]);
  });

  test("has the role toggle, and the doctor's two links", async ({ page }) => {
    const admin = page.getByRole('button', { name: 'Admin', exact: true });
    await expect(admin).toHaveAttribute('aria-pressed', 'true');
    const client = page.getByRole('combobox', { name: 'Select Client' });
    await expect(client.locator('option:checked')).toHaveText('Choose a client');
    await expect(page.getByText('New user?')).toHaveCount(0);
    await page.getByRole('button', { name: 'Doctor', exact: true }).click();
    await expect(page.getByRole('combobox', { name: 'Select Client' })).toHaveCount(0);
    await expect(page.getByText('New user?')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Create Account' })).toHaveAttribute('href', '/signup');
    await expect(page.getByRole('link', { name: 'Forgot Password?' })).toHaveAttribute('href', '/forgot-password');
    meet('where sign-in leads to');
    await admin.click();
    await expect(page.getByRole('combobox', { name: 'Select Client' })).toBeVisible();
    meet('Admin is the default role');
  });

  test('leads an admin, a doctor and an auditor each to their home', async ({ page, context }) => {
    for (const [person, home, sentence, keys] of [
      ['desk1', '/admin-dashboard', 'Welcome to your Dashboard', ['clientId', 'clientName']],
      ['asha', '/poc-dashboard', 'Welcome, Dr. Asha Menon', ['pocId']],
      ['auditor', '/audit', 'Read only', ['clientId', 'clientName']],
    ] as const) {
      await page.goto('/');
      await signInByPage(page, person);
      await expect(page).toHaveURL(home);
      await expect(page.getByText(sentence)).toBeVisible();
      expect(await page.evaluate((all) => all.filter((key) => sessionStorage.getItem(key)), keys)).toEqual(keys);
      await context.clearCookies();
    }
    meet('sign-in leads by role', 'sign-in keeps the identity', 'the session is in a cookie');
  });

  test('says in words what went wrong', async ({ page, context }) => {
    await signInByPage(page, 'desk1', 'not-the-password-1');
    await expect(page.getByRole('alert')).toHaveText(invalid);
    meet('a refused sign-in shows the server message');
    // The right password under the wrong role gets the same message.
    await page.getByRole('button', { name: 'Doctor', exact: true }).click();
    await page.getByRole('textbox', { name: 'Password' }).fill('Dayline#2026');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('alert')).toHaveText(invalid);
    await expect(page).toHaveURL('/');

    await context.route('**/api/poc-login', (route) => route.abort());
    // Typed again: a second press right after the first would be a double click.
    await page.getByRole('textbox', { name: 'Password' }).fill('Dayline#2026');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('alert')).toHaveText('Failed to login. Please try again.');
    await context.route('**/api/clients', (route) => route.abort());
    await page.reload();
    await expect(page.getByRole('alert')).toHaveText('Failed to fetch clients. Please refresh and try again.');
  });
});

test('Logout asks twice, can be left, and fades to the sign-in page', async ({ arrive }) => {
  const { open, context } = await arrive('desk2');
  const page = await open('/admin-dashboard');
  await page.getByRole('button', { name: /Admin$/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('heading', { name: 'Ready to leave?' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.getByRole('button', { name: 'No, Stay Here' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/admin-dashboard');
  meet('Cancel leaves Logout');

  await page.goto('/logout');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  const fading = page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLElement>('.MuiPaper-root')].some(
      ({ style }) => style.opacity === '0' && style.transition.includes('300ms'),
    ),
  );
  await page.getByRole('button', { name: 'Yes, Sign Out' }).click();
  await fading;
  meet('logout fades 300 ms');
  await expect(page).toHaveURL('/');
  expect(await page.evaluate(() => [sessionStorage.getItem('clientId'), sessionStorage.getItem('clientName')])).toEqual(
    [null, null],
  );
  expect((await context.request.get('/api/auth/validate')).status()).toBe(401);
  meet('logout clears what is stored');
});
