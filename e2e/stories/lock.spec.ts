import { sunrise } from '../clinic/accounts.ts';
import { ask } from '../clinic/http-calls.ts';
import { signInByPage } from '../clinic/pages/sign-in.ts';
import { expect, test } from '../clinic/story.ts';

test('a desk is locked by a key in all its tabs, and the same person returns to the page', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await signInByPage(page, 'desk1');
  await expect(page).toHaveURL('/admin-dashboard');
  await page.goto('/users?search=a');
  await expect(page.getByRole('heading', { name: `${sunrise} User Details` })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/queue');
  await expect(other.getByRole('heading', { name: 'Queue', level: 1 })).toBeVisible();

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

  // Another person begins at their own first page.
  await signInByPage(page, 'desk2');
  await expect(page).toHaveURL('/admin-dashboard');
  await page.goto('/queue');
  await page.locator('#account-button').click();
  await page.getByRole('menuitem', { name: /^Lock/ }).click();
  await signInByPage(page, 'desk2');
  await expect(page).toHaveURL('/queue');
});

const minute = 60_000;

test('before an unused desk is signed out, all its tabs ask who is there, and one answer keeps it', async ({
  arrive,
  clinic,
}) => {
  const { context, user } = await arrive('lakeside');
  const tabs = [await context.newPage(), await context.newPage()];
  for (const tab of tabs) {
    await tab.clock.install();
    await tab.goto('/calendar');
    await expect(tab.getByText('Live', { exact: true })).toBeVisible();
    // What the page asks for by itself is no use any more.
    await tab.clock.fastForward(minute / 2);
  }
  clinic.ageUse?.(user.accountId, 4.1 * minute);
  const colleague = await arrive('lakeside');
  const { clientId } = user;
  const wait = (minutes: number | null) => ask(colleague.context.request, 'setSessionIdleTime', { clientId, minutes });
  await wait(5);
  const questions = tabs.map((tab) => tab.getByRole('alertdialog', { name: 'Are You Still There?' }));
  for (const question of questions) await expect(question).toContainText('You will be signed out in 1 minute.');
  await questions[1]?.getByRole('button', { name: 'Stay Signed In' }).click();
  for (const question of questions) await expect(question).toBeHidden();
  await wait(null);
});
