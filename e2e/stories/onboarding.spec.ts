import type { Page } from '@playwright/test';
import { sunrise } from '../clinic/accounts.ts';
import { addDoctor, mailedLink } from '../clinic/doctors.ts';
import { inspect } from '../clinic/look.ts';
import { expect, meet, test } from '../clinic/story.ts';

const password = 'Quiet-Monday7';

const signIn = async (page: Page, email: string, secret: string) => {
  await page.getByRole('button', { name: 'Doctor', exact: true }).click();
  await page.getByRole('textbox', { name: 'Email Address' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(secret);
  await page.getByRole('button', { name: 'Sign In' }).click();
};

const signOut = async (page: Page) => {
  await page.goto('/logout');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.getByRole('button', { name: 'Yes, Sign Out' }).click();
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
};

const choosePassword = async (page: Page, label: string, secret: string, confirmation = secret) => {
  await page.getByRole('textbox', { name: label, exact: true }).fill(secret);
  await page.getByRole('textbox', { name: 'Confirm Password' }).fill(confirmation);
};

test('a doctor whom the desk added signs up by the mailed link, forgets the password and sets another', async ({
  arrive,
  clinic,
  page,
}) => {
  const { context, user } = await arrive('desk1');
  const email = `signup${Date.now()}@sunrise.example`;
  await addDoctor(context.request, user.clientId, 'Farah Siddiqui', email);

  await page.goto('/');
  await page.getByRole('button', { name: 'Doctor', exact: true }).click();
  await page.getByRole('link', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: 'Create Your Account' })).toBeVisible();
  await page.getByRole('button', { name: 'Verify Email' }).click();
  await expect(page.getByRole('alert')).toHaveText('Please select a client and enter your email address.');
  await page.getByRole('textbox', { name: 'Healthcare Provider' }).fill('lake');
  await page.getByRole('button', { name: 'Lakeside Clinic' }).click();
  await page.getByRole('button', { name: 'Change' }).click();
  // The search is open again and focused; Enter chooses the first match and moves on to the email field.
  await expect(page.getByRole('textbox', { name: 'Healthcare Provider' })).toBeFocused();
  await page.keyboard.type('sunrise');
  await page.keyboard.press('Enter');
  await expect(page.getByText(sunrise, { exact: true })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email Address' })).toBeFocused();
  meet('a provider is searched, chosen and changed');
  await page.getByRole('textbox', { name: 'Email Address' }).fill('nobody');
  await page.getByRole('button', { name: 'Verify Email' }).click();
  await expect(page.getByRole('alert')).toHaveText('Please enter a valid email address.');
  await page.getByRole('textbox', { name: 'Email Address' }).fill(email);
  await page.getByRole('button', { name: 'Verify Email' }).click();
  await expect(page.getByText('a link to verify it is on its way')).toBeVisible();
  await inspect(page, 'signup-sent');

  const link = await mailedLink(clinic, email, 1);
  // A link that was damaged in transit is reported too.
  await page.goto(`${link}%22`);
  await expect(page.getByRole('alert')).toHaveText('This link is no longer valid. Please request a new one.');
  await page.goto(link);
  await expect(page.getByText('Your email is verified.')).toBeVisible();
  // The token is no longer in the address, yet a reload still finds it.
  await expect(page).toHaveURL(/\/verify-email\/-\//);
  await page.reload();
  await expect(page.getByText('Your email is verified.')).toBeVisible();
  await page.getByRole('link', { name: 'Proceed to Complete Sign-Up' }).click();

  await expect(page).toHaveURL('/create-password');
  meet('a verified e-mail goes on to the password');
  await choosePassword(page, 'Password', '7days');
  await expect(page.getByText('Weak', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Create Password' }).click();
  await expect(page.getByRole('alert')).toHaveText('Password must start with a letter.');
  await page.reload();
  await choosePassword(page, 'Password', password, 'Something-else7');
  await page.getByRole('button', { name: 'Create Password' }).click();
  await expect(page.getByRole('alert')).toHaveText("Passwords don't match.");
  await inspect(page, 'create-password');
  await choosePassword(page, 'Password', password);
  await expect(page.getByText('Strong', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Create Password' }).click();
  await expect(page.getByText('Your password is set. You can sign in now.')).toBeVisible();
  await expect(page.getByText('Redirecting to login in 5 seconds...').first()).toBeAttached();
  // "then redirect to login after a 5 s countdown"
  await expect(page).toHaveURL('/');
  await signIn(page, email, password);
  await expect(page).toHaveURL('/poc-dashboard');
  meet('sign-up by the mailed link');
  await signOut(page);

  // The page of the used link reports it, and offers the next step.
  await page.goto(link);
  await expect(page.getByRole('alert')).toHaveText('This link is no longer valid. Please request a new one.');
  await expect(page.getByRole('link', { name: 'Request a New Link' })).toBeVisible();
  await inspect(page, 'verify-used-link');

  await page.goto('/forgot-password');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByRole('alert')).toHaveText('Please enter your email address.');
  await page.getByRole('textbox', { name: 'Enter email' }).fill(email);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('a link to reset its password is on its way')).toBeVisible();
  await inspect(page, 'forgot-password-sent');

  const resetLink = await mailedLink(clinic, email, 2);
  await page.goto(resetLink);
  // Tells a password manager whose password it is.
  await expect(page.locator('input[autocomplete="username"]')).toHaveValue(email);
  await expect(page).toHaveURL(/\/reset-password\/-\//);
  await choosePassword(page, 'New Password', 'abc');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByRole('alert')).toHaveText('Please ensure your password meets all requirements');
  await page.reload();
  await choosePassword(page, 'New Password', `${password}b`);
  await inspect(page, 'reset-password');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  const changed = page.getByText('Your password has been changed. You can sign in now.');
  await expect(changed).toBeVisible();
  const [red = 0, green = 0] = await changed.evaluate(
    (element) => getComputedStyle(element).color.match(/\d+/g)?.map(Number) ?? [],
  );
  expect(green).toBeGreaterThan(2 * red);
  meet('a new password is confirmed in green');
  await expect(page.getByText('Redirecting to login in 5 seconds...').first()).toBeAttached();
  meet('5 s to sign-in');
  await expect(page).toHaveURL('/');
  meet('a reset leads to sign-in');
  await signIn(page, email, `${password}b`);
  await expect(page).toHaveURL('/poc-dashboard');

  // A used link is reported before anything is typed.
  await page.goto(resetLink);
  await expect(page.getByRole('alert')).toHaveText('This link is no longer valid. Please request a new one.');

  // After wrong passwords sign-in is delayed: a person with access to the mailbox needn't wait.
  await signOut(page);
  const offer = page.getByRole('button', { name: 'Email Me a Sign-In Link' });
  for (let tries = 0; tries < 10 && !(await offer.isVisible()); tries += 1) {
    const answered = page.waitForResponse('**/api/poc-login');
    await signIn(page, email, `${password}x`);
    await answered;
    await expect(page.getByRole('alert')).toBeVisible();
  }
  await expect(page.getByText('Don’t want to wait? Sign in with a link sent to your email.')).toBeVisible();
  await inspect(page, 'sign-in-delayed');
  await offer.click();
  await expect(page.getByText('a link to sign in is on its way')).toBeVisible();
  await inspect(page, 'sign-in-link-sent');
  const signInLink = await mailedLink(clinic, email, 3);
  await page.goto(signInLink);
  await expect(page.getByRole('heading', { name: 'Sign In by Link' })).toBeVisible();
  await expect(page).toHaveURL(/\/sign-in-link\/-\//);
  await inspect(page, 'sign-in-link');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/poc-dashboard');
  await signOut(page);
  await page.goto(signInLink);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert')).toHaveText('This link is no longer valid. Please request a new one.');
  await inspect(page, 'sign-in-link-used');
});

test('pages that need a mailed link say so without one', async ({ page }) => {
  for (const path of ['/create-password', '/reset-password/-/x', '/verify-email/-/x']) {
    await page.goto(path);
    await expect(page.getByText('Please open the link in the email that we sent you.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Request a New Link' })).toBeVisible();
  }
});
