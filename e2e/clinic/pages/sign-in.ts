import type { Page } from '@playwright/test';
import { password as demoPassword, type Person, people } from '../accounts.ts';

/** Fills the sign-in page with an account and submits it. */
export async function signInByPage(page: Page, person: Person, password: string = demoPassword): Promise<void> {
  const { email, side, client } = people[person];
  await page.getByRole('button', { name: side === 'admin' ? 'Admin' : 'Doctor', exact: true }).click();
  if (side === 'admin') await page.getByRole('combobox', { name: 'Select Client' }).selectOption({ label: client });
  await page.getByRole('textbox', { name: 'Email Address' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}
