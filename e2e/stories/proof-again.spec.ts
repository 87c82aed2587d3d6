import { password } from '../clinic/accounts.ts';
import { expect, test } from '../clinic/story.ts';

test('a sensitive change waits for the password, once in a while', async ({ arrive, clinic }) => {
  const desk = await (await arrive('quietDesk')).open('/settings/hospital');
  clinic.ageProofs?.();
  const policy = desk.getByRole('combobox', { name: 'Sign out after' });
  await policy.selectOption({ label: '4 hours' });
  const save = desk.getByRole('button', { name: 'Save Time' });
  await save.click();
  const question = desk.getByRole('dialog', { name: 'Confirm It’s You' });
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
