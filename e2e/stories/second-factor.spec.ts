import { generateSync } from 'otplib';
import { password } from '../clinic/accounts.ts';
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
