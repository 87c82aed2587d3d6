import { password } from '../clinic/accounts.ts';
import { signInByPage } from '../clinic/pages/sign-in.ts';
import { expect, test } from '../clinic/story.ts';

const other = 'Lighthouse-keeper-72';
const pathOf = (url: string): string => new URL(url).pathname;

test('a person changes the name, ends a session, changes the password, and is out elsewhere at once', async ({
  arrive,
}) => {
  const page = await (await arrive('mindful')).open('/audit');
  const elsewhere = [await (await arrive('mindful')).open('/audit'), await (await arrive('mindful')).open('/audit')];
  for (const open of elsewhere) await expect(open.getByRole('heading', { level: 1 })).toBeVisible();

  await page.locator('#account-button').click();
  await page.getByRole('menuitem', { name: 'My Account' }).click();
  await page.getByRole('button', { name: 'Change Name' }).click();
  const name = page.getByRole('dialog', { name: 'Change Name' });
  await name.getByRole('textbox', { name: 'Name' }).fill('Mindful Auditor of Quiet');
  await name.getByRole('button', { name: 'Save' }).click();
  await expect(name).toBeHidden();
  await expect(page.getByRole('region', { name: 'Sign-in' })).toContainText('Mindful Auditor of Quiet');

  const sessions = page.getByRole('region', { name: 'Where I am signed in' }).getByRole('listitem');
  await expect(sessions).toHaveCount(3);
  await expect(sessions.first()).toContainText('This device');
  await sessions.nth(1).getByRole('button', { name: /^End/ }).click();
  await expect(sessions).toHaveCount(2);
  await expect.poll(() => elsewhere.map((open) => pathOf(open.url())).sort()).toEqual(['/', '/audit']);

  await page.getByRole('button', { name: 'Change Password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change Password' });
  const fill = (label: string, value: string) => dialog.getByRole('textbox', { name: label, exact: true }).fill(value);
  await fill('Current Password', 'Wrong#2026');
  await fill('New Password', other);
  await fill('Confirm Password', other);
  const submit = dialog.getByRole('button', { name: 'Change Password' });
  await submit.click();
  await expect(dialog.getByRole('alert')).toContainText('The password is not right.');
  await fill('Current Password', password);
  await submit.dblclick();
  await expect(dialog).toBeHidden();
  await expect(sessions).toHaveCount(1);
  await expect.poll(() => elsewhere.map((open) => pathOf(open.url()))).toEqual(['/', '/']);

  // The own page stays signed in, and the next sign-in needs the new password.
  await page.reload();
  await expect(sessions).toHaveCount(1);
  const [again] = elsewhere;
  if (!again) throw new Error('There are two.');
  await signInByPage(again, 'mindful', password);
  await expect(again.getByRole('alert')).toContainText('Invalid email or password.');
  await signInByPage(again, 'mindful', other);
  await expect(again).toHaveURL(/\/audit$/);
});
