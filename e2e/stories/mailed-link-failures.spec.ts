import { sunrise } from '../clinic/accounts.ts';
import { addDoctor, mailedLink } from '../clinic/doctors.ts';
import { expectSentence, whileFailing, whileHeld } from '../clinic/failing.ts';
import { expect, meet, test } from '../clinic/story.ts';

// What the pages behind an emailed link show when a call fails.

test('whoever comes by a mailed link reads what fails, and each rule of a password', async ({
  arrive,
  clinic,
  page,
}) => {
  const { context, user } = await arrive('desk1');
  const email = `fails${Date.now()}@sunrise.example`;
  await addDoctor(context.request, user.clientId, 'Meera Nambiar', email);

  await page.goto('/signup');
  await page.getByRole('textbox', { name: 'Healthcare Provider' }).fill('sunrise');
  await page.getByRole('button', { name: sunrise }).click();
  await page.getByRole('textbox', { name: 'Email Address' }).fill(email);
  const verify = page.getByRole('button', { name: 'Verify Email' });
  await whileFailing(page, 'verifyPocEmail', 'lost', async () => {
    await verify.click();
    await expectSentence(page, 'An error occurred. Please try again later.');
  });
  await whileHeld(page, 'verifyPocEmail', async () => {
    await verify.click();
    await expectSentence(page, 'Verifying your email...');
  });
  await expectSentence(page, 'a link to verify it is on its way');
  const link = await mailedLink(clinic, email, 1);
  await whileFailing(page, 'verifyEmail', 'lost', async () => {
    await page.goto(link);
    await expectSentence(page, 'An error occurred while verifying the email.');
  });
  // Within the second of the debounce the same response is reused.
  const proceed = page.getByRole('link', { name: 'Proceed to Complete Sign-Up' });
  await expect(async () => {
    if (!(await proceed.isVisible())) await page.getByRole('button', { name: 'Try Again' }).click({ timeout: 1_000 });
    await expect(proceed).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await proceed.click();

  const password = page.getByRole('textbox', { name: 'Password', exact: true });
  const create = page.getByRole('button', { name: 'Create Password' });
  const strength = page.getByRole('meter', { name: 'Password strength' });
  await expect(strength).toHaveAttribute('aria-valuemax', '4');
  await expect(strength).toHaveAttribute('aria-valuetext', 'Very Weak');
  for (const [input, word, sentence] of [
    ['1', 'Weak', 'Password must start with a letter.'],
    ['a', 'Weak', 'Password must be at least 8 characters long.'],
    ['abcdefg', 'Weak', 'Password must be at least 8 characters long.'],
    ['abcdefgh', 'Fair', 'Password must contain at least one special character.'],
    ['abcdefg-', 'Good', 'Password must contain at least one digit.'],
    ['abcdef-7', 'Strong', "Passwords don't match."],
  ] as const) {
    await password.fill(input);
    await create.click();
    await expectSentence(page, sentence);
    await expect(strength).toHaveAttribute('aria-valuetext', word);
  }
  meet('password has 8 characters');
  const match = page.getByRole('listitem').filter({ hasText: 'Passwords match' });
  await expect(match).toContainText(', not met');
  await page.getByRole('textbox', { name: 'Confirm Password' }).fill('abcdef-7');
  await expect(match).toContainText(', met');
  meet('the meter counts four rules and the match');
  await whileFailing(page, 'updatePassword', 'lost', async () => {
    await create.click();
    await expectSentence(page, 'Failed to update password.');
  });
  await create.click();
  await expectSentence(page, 'Your password is set. You can sign in now.');

  await page.goto('/forgot-password');
  await page.getByRole('textbox', { name: 'Enter email' }).fill(email);
  const ask = page.getByRole('button', { name: 'Reset Password' });
  await whileFailing(page, 'requestPasswordReset', 'lost', async () => {
    await ask.click();
    await expectSentence(page, 'Failed to send password reset email. Please try again later.');
  });
  await ask.click();
  await page.goto(await mailedLink(clinic, email, 2));
  await page.getByRole('textbox', { name: 'New Password', exact: true }).fill('abcdef-8');
  await page.getByRole('textbox', { name: 'Confirm Password' }).fill('abcdef-8');
  await whileFailing(page, 'resetPassword', 'lost', async () => {
    await ask.click();
    await expectSentence(page, 'Failed to reset password. Please try again later.');
  });
});
