import type { Locator, Page } from '@playwright/test';
import { generateSync } from 'otplib';
import { password } from '../clinic/accounts.ts';
import { answer } from '../clinic/pages/question.ts';
import { signInByPage } from '../clinic/pages/sign-in.ts';
import { expect, test } from '../clinic/story.ts';

test('an app is added on the own account, asked for at the next sign-in, and removed', async ({ page, context }) => {
  await page.goto('/');
  await signInByPage(page, 'careful');
  await expect(page).toHaveURL('/audit');
  await page.locator('#account-button').click();
  await page.getByRole('menuitem', { name: 'My Account' }).click();
  await page.getByRole('button', { name: 'Add Authenticator App' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an Authenticator App' });
  const secret = ((await dialog.locator('b').textContent()) ?? '').replaceAll(' ', '');
  const codes = page.getByRole('dialog', { name: 'Your Recovery Codes' });
  // A code may expire before it is sent; another one is then made.
  await expect(async () => {
    if (await codes.isVisible()) return;
    const code = dialog.getByRole('textbox', { name: 'Code that the app shows' });
    await code.fill(generateSync({ secret }), { timeout: 2_000 });
    await dialog.getByRole('button', { name: 'Turn On' }).click({ timeout: 2_000 });
    await expect(codes).toBeVisible();
  }).toPass();
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const recoveryCodes = await codes.getByRole('listitem').allTextContents();
  await codes.getByRole('button', { name: 'I Have Kept Them' }).click();
  await expect(page.getByText(/^10 of 10 left/)).toBeVisible();

  await context.clearCookies();
  await page.goto('/');
  await signInByPage(page, 'careful');
  await expect(page.getByRole('heading', { name: 'Confirm It’s You' })).toBeVisible();
  await page.reload();
  await signInByPage(page, 'careful');
  await page.getByRole('textbox', { name: 'Code from your app' }).pressSequentially('000000');
  await expect(page.getByRole('alert')).toContainText('This code is not valid.');
  await page.getByText('Use a Recovery Code').click();
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(recoveryCodes[3] ?? '');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/audit');

  await page.goto('/account');
  await expect(page.getByText(/^9 of 10 left/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove the code by app' }).click();
  const question = page.getByRole('dialog', { name: 'Remove the Code by App?' });
  await question.getByRole('textbox', { name: 'Password' }).fill(password);
  await question.getByRole('textbox', { name: 'Code from your app, or a recovery code' }).fill(recoveryCodes[4] ?? '');
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Add Authenticator App' })).toBeVisible();
});

/** The browser's own authenticator, which a person answers as it is set. */
async function virtualAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...({ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const),
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return {
    /** Whether its person answers at all. */
    isPresent: (enabled: boolean) =>
      devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    isUserVerified: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

/** Presses a button again until its problem is gone: pages take two presses in a short time as one. */
const pressAgain = (button: Locator, problem: Locator): Promise<void> =>
  expect(async () => {
    if (await button.isEnabled()) await button.click({ timeout: 2_000 });
    await expect(problem).toBeHidden({ timeout: 2_000 });
  }).toPass();

test('a passkey is added, signs in after the password and alone, and never without its user verified', async ({
  page,
  context,
  clinic,
}) => {
  const authenticator = await virtualAuthenticator(page);
  await page.goto('/');
  await signInByPage(page, 'careful');
  await expect(page).toHaveURL('/audit');
  await page.goto('/account');
  await page.getByRole('button', { name: 'Add Passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a Passkey' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('My phone');
  await authenticator.isUserVerified(false);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('alert')).toContainText('No passkey was added');
  await authenticator.isUserVerified(true);
  await pressAgain(dialog.getByRole('button', { name: 'Continue' }), dialog.getByRole('alert'));
  await page.getByRole('button', { name: 'I Have Kept Them' }).click();
  await expect(page.getByText(/^Passkey, added .*, not used yet$/)).toBeVisible();

  await context.clearCookies();
  await authenticator.isPresent(false);
  await page.goto('/');
  await signInByPage(page, 'careful');
  await expect(page.getByRole('heading', { name: 'Confirm It’s You' })).toBeVisible();
  await authenticator.isPresent(true);
  await authenticator.isUserVerified(false);
  await page.getByRole('button', { name: 'Use a Passkey' }).click();
  await expect(page.getByRole('alert')).toContainText('The passkey was not used.');
  await authenticator.isUserVerified(true);
  await pressAgain(page.getByRole('button', { name: 'Use a Passkey' }), page.getByRole('alert'));
  await expect(page).toHaveURL('/audit');

  // Among the suggestions of the email field; the authenticator's person takes it at once.
  await context.clearCookies();
  await page.goto('/');
  await expect(page).toHaveURL('/audit');
  await page.goto('/account');
  await expect(page.getByText(/^Passkey, added .*, last used/)).toBeVisible();
  await page.getByRole('button', { name: 'Rename My phone' }).click();
  const renaming = page.getByRole('dialog', { name: 'Rename My phone' });
  await renaming.getByRole('textbox', { name: 'Name' }).fill('Ward tablet');
  await renaming.getByRole('button', { name: 'Save Name' }).click();
  await expect(page.getByText('Ward tablet', { exact: true })).toBeVisible();
  clinic.ageProofs?.();
  await page.getByRole('button', { name: 'Remove Ward tablet' }).click();
  await answer(page.getByRole('dialog'), 'Remove');
  const proof = page.getByRole('dialog', { name: 'Confirm It’s You' });
  await authenticator.isUserVerified(false);
  await proof.getByRole('button', { name: 'Use a Passkey Instead' }).click();
  await expect(proof.getByRole('alert')).toContainText('The passkey was not used.');
  await authenticator.isUserVerified(true);
  await expect(async () => {
    const again = proof.getByRole('button', { name: 'Use a Passkey Instead' });
    if (await again.isVisible()) await again.click({ timeout: 2_000 });
    await expect(proof).toBeHidden({ timeout: 2_000 });
  }).toPass();
  await expect(page.getByText('Ward tablet', { exact: true })).toBeHidden();
});
