import type { Locator, Page } from '@playwright/test';
import { password, people } from '../clinic/accounts.ts';
import { ask } from '../clinic/http-calls.ts';
import { findOverflows, overhang, screens, settle } from '../clinic/look.ts';
import { answer } from '../clinic/pages/question.ts';
import { signInByPage } from '../clinic/pages/sign-in.ts';
import { chooseTime, confirmSummary, fillToTiming, hindi } from '../clinic/pages/wizard.ts';
import { doctorWithSlot, newPerson } from '../clinic/slots.ts';
import { expect, test } from '../clinic/story.ts';

test.use({ viewport: screens.phone });

const button = (at: Page | Locator, name: string) => at.getByRole('button', { name, exact: true });

/** Moves the focus by Tab until it is on `target`. */
async function tabTo(target: Locator): Promise<void> {
  await target.waitFor();
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  for (let step = 0; step < 60 && !(await isFocused()); step += 1) await target.page().keyboard.press('Tab');
  await expect(target).toBeFocused();
}

/** Whether the Devanagari font is `unloaded` or `loaded`. */
const devanagari = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => [...document.fonts].find(({ family }) => family.includes('Devanagari'))?.status);

async function expectFitting(page: Page, name: string): Promise<void> {
  await settle(page);
  expect.soft(await overhang(page), `${name} scrolls sideways`).toBeLessThanOrEqual(0);
  expect.soft(await page.evaluate(findOverflows), name).toEqual([]);
}

test('in Hindi on a phone: signed in, booked, marked and blocked', async ({ page, arrive }) => {
  const { keyboard } = page;
  const { user, context } = await arrive('lakeside');
  const { request } = context;
  const { doctor, slot } = await doctorWithSlot(request, user.clientId, 'Dr. Tara Sen');
  const patient = newPerson();
  const question = (name: string) => page.getByRole('heading', { level: 2, name });

  await test.step('signed in, by keyboard alone', async () => {
    await page.goto('/');
    await tabTo(button(page, 'हिन्दी'));
    await settle(page);
    // The language's own name doesn't load it.
    expect(await devanagari(page)).toBe('unloaded');
    await keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'फिर से स्वागत है' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
    await settle(page);
    expect(await devanagari(page)).toBe('loaded');
    await page.getByRole('option', { name: people.lakeside.client }).waitFor({ state: 'attached' });
    await tabTo(page.getByRole('combobox', { name: 'क्लाइंट चुनें' }));
    await keyboard.type(people.lakeside.client);
    await tabTo(page.getByRole('textbox', { name: 'ईमेल पता' }));
    await keyboard.type(people.lakeside.email);
    await tabTo(page.getByRole('textbox', { name: 'पासवर्ड' }));
    await keyboard.type('not-the-password-1');
    await keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('ईमेल या पासवर्ड सही नहीं है।');
    await expectFitting(page, 'sign-in');
    await keyboard.type(password);
    await keyboard.press('Enter');
    await expect(page.getByText('आपके डैशबोर्ड में स्वागत है')).toBeVisible();
    await expectFitting(page, 'dashboard');
  });

  await test.step('booked, by keyboard alone', async () => {
    await tabTo(page.getByRole('link', { name: /^नया अपॉइंटमेंट जोड़ें/ }).first());
    await keyboard.press('Enter');
    await fillToTiming(page, patient, doctor, hindi);
    await expectFitting(page, 'booking-time');
    await chooseTime(page, slot, hindi);
    await expectFitting(page, 'booking-confirm');
    await confirmSummary(page, patient, hindi);
    await expectFitting(page, 'booking-payment');
    await tabTo(page.getByRole('button', { name: /^अभी भुगतान/ }));
    await keyboard.press('Enter');
    await expect(question('अपॉइंटमेंट बुक हुआ')).toBeVisible();
    await expectFitting(page, 'booked');
  });

  await test.step('marked today, and undone', async () => {
    await page.goto('/admin-todays-appointments?filter=Confirmed&page=1');
    await button(page.getByRole('article').first(), '“आए” दर्ज करें').click();
    await expect(page.getByText('अपॉइंटमेंट दर्ज: आए')).toBeVisible();
    await button(page, 'वापस लें').click();
    await expect(page.getByText('वापस लिया गया! स्थिति फिर से: कन्फ़र्म')).toBeVisible();
    await expectFitting(page, 'today');
  });

  await test.step('a date blocked, and unblocked', async () => {
    const dates = await ask(request, 'listDatesWithAvailability', { pocId: doctor.pocId });
    const open = dates.filter(({ active_status }) => active_status === 'available').at(-1)?.Schedule_Date ?? '';
    const date = hindi.date(open);

    await page.goto(`/update-availability?department=${doctor.departmentId}&doctor=${doctor.pocId}`);
    const day = (state: string) =>
      page.getByRole('group', { name: 'तारीख़ें' }).getByRole('button', { name: `${date}, ${state}` });
    await page.getByRole('group', { name: 'तारीख़ें' }).waitFor();
    while ((await day('').count()) === 0) await button(page, 'बाद की तारीख़ें').click();
    await day('उपलब्ध').click();
    await expectFitting(page, 'availability');
    await button(page, 'उपलब्धता बदलें').click();
    await answer(page.getByRole('alertdialog'), 'तारीख़ ब्लॉक करें');
    await day('ब्लॉक').click();
    await answer(page.getByRole('alertdialog', { name: 'तारीख़ अनब्लॉक करें' }), 'अनब्लॉक करें');
    await expect(day('उपलब्ध')).toBeVisible();
  });

  await test.step('back to English', async () => {
    await page.locator('#account-button').click();
    await page.getByRole('menuitem', { name: 'English' }).click();
    await expect(page.getByRole('heading', { level: 1, name: "UPDATE DOCTOR'S AVAILABILITY" })).toBeVisible();
  });
});

test('the language of an account holds where its owner signs in next, and the activity is read in it', async ({
  page: elsewhere,
  arrive,
}) => {
  const { open } = await arrive('quietDesk');
  const page = await open('/admin-dashboard');
  const menuitem = (at: Page, name: string) => at.getByRole('menuitem', { name });
  const language = (at: Page) => at.locator('html');

  await test.step('chosen, and signed out', async () => {
    await page.locator('#account-button').click();
    await menuitem(page, 'हिन्दी').click();
    await expect(language(page)).toHaveAttribute('lang', 'hi');
    await page.locator('#account-button').click();
    await menuitem(page, 'साइन आउट').click();
    await button(page, 'साइन आउट करें').click();
    await button(page, 'हाँ, साइन आउट करें').click();
    await expect(page.getByRole('heading', { level: 1, name: 'फिर से स्वागत है' })).toBeVisible();
  });

  await test.step('on another device', async () => {
    await elsewhere.goto('/');
    await expect(language(elsewhere)).toHaveAttribute('lang', 'en');
    await signInByPage(elsewhere, 'quietDesk');
    await expect(elsewhere.getByText('आपके डैशबोर्ड में स्वागत है')).toBeVisible();
    await expect(language(elsewhere)).toHaveAttribute('lang', 'hi');
    await expectFitting(elsewhere, 'elsewhere');
  });

  await test.step('the activity, in its sentences', async () => {
    await elsewhere.goto('/audit?action=signIn');
    await expect(elsewhere.getByRole('button', { name: /Quiet Desk ने साइन आउट किया।/ }).first()).toBeVisible();
    await expectFitting(elsewhere, 'activity');
  });

  await test.step('and back to English', async () => {
    await elsewhere.locator('#account-button').click();
    await menuitem(elsewhere, 'English').click();
    await expect(language(elsewhere)).toHaveAttribute('lang', 'en');
  });
});
