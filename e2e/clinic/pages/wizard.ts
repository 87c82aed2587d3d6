import { expect, type Page } from '@playwright/test';
import type { Doctor, NewPerson, Slot } from '../slots.ts';
import { clockTime, longDate } from './words.ts';

const question = (page: Page, text: string | RegExp) => page.getByRole('heading', { level: 2, name: text });

/** The wizard's texts, in each language. */
const english = {
  phone: 'Phone Number',
  name: 'Name',
  type: 'Direct Consultation',
  search: 'Search by name',
  doctor: 'Doctor',
  when: (name: string) => `When should ${name} come?`,
  check: 'Is everything correct?',
  pay: (name: string) => `How does ${name} pay?`,
  date: (date: string) => longDate(date),
  time: clockTime,
};
export const hindi: typeof english = {
  phone: 'फ़ोन नंबर',
  name: 'नाम',
  type: 'क्लिनिक परामर्श',
  search: 'नाम से खोजें',
  doctor: 'डॉक्टर',
  when: (name) => `${name} कब आएँ?`,
  check: 'क्या सब सही है?',
  pay: (name) => `${name} भुगतान कैसे करेंगे?`,
  date: (date) => longDate(date, 'hi-IN-u-nu-latn'),
  time: (time) => clockTime(time).toLowerCase(),
};

/** Goes to the wizard's time step and chooses the date; `keys` uses the keyboard alone, from the initial focus. */
export async function fillToTiming(page: Page, who: NewPerson, doctor: Doctor, words = english): Promise<void> {
  const { keyboard } = page;
  await expect(page.getByRole('textbox', { name: words.phone })).toBeFocused();
  await keyboard.type(who.phone);
  await keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: words.name })).toBeFocused();
  await keyboard.type(who.name);
  await keyboard.press('Tab');
  await keyboard.type(who.email);
  await keyboard.press('Tab');
  await keyboard.type(who.location);
  await keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: words.type })).toBeFocused();
  // The first Enter chooses, the next one continues.
  await keyboard.press('Enter');
  await keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: words.search })).toBeFocused();
  await keyboard.type(doctor.name);
  await page.getByRole('option', { name: `${doctor.name}, ${doctor.department}` }).waitFor();
  await keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: words.doctor }).locator('option:checked')).toHaveText(doctor.name);
  await keyboard.press('Enter');
  await expect(question(page, words.when(who.name))).toBeVisible();
}

/** Chooses a date and a time by keyboard, and continues to the confirmation. */
export async function chooseTime(
  page: Page,
  { date, time }: Pick<Slot, 'date' | 'time'>,
  words = english,
): Promise<void> {
  const { keyboard } = page;
  const day = page.getByRole('radio', { name: new RegExp(`^${words.date(date)}, `) });
  await expect(page.locator('[data-field="date"] [role="radio"]:focus')).toBeVisible();
  await walkTo(page, day);
  await keyboard.press('Enter');
  const slot = page.getByRole('radio', { name: new RegExp(`^${words.time(time)}, `) });
  await expect(page.locator('[data-field="time"] [role="radio"]:focus')).toBeVisible();
  await walkTo(page, slot);
  await keyboard.press('Enter');
  await expect(slot).toBeChecked();
  await keyboard.press('Enter');
  await expect(question(page, words.check)).toBeVisible();
}

/** Moves the focus along a row of choices by arrow key until it is on `target`. */
async function walkTo(page: Page, target: ReturnType<Page['getByRole']>): Promise<void> {
  const group = target.locator('xpath=ancestor::*[@role="radiogroup"][1]');
  const choices = await group.getByRole('radio').count();
  for (let step = 0; step < choices; step += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('ArrowRight');
  }
  await expect(target).toBeFocused();
}

/** From the summary to the payment step. */
export async function confirmSummary(page: Page, who: NewPerson, words = english): Promise<void> {
  await page.keyboard.press('Enter');
  await expect(question(page, words.pay(who.name))).toBeVisible();
}
