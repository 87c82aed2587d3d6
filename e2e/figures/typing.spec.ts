import type { Page } from '@playwright/test';
import type { Person } from '../clinic/accounts.ts';
import { expect } from '../clinic/story.ts';
import { note } from './figure.ts';
import { test } from './figures-test.ts';
import { perKey, word } from './typing.ts';

const tries = 20;

interface SearchField {
  readonly path: string;
  readonly person?: Person;
  /** Its accessible name; a list's search is the page's searchbox. */
  readonly label?: string;
  /** Leads to the page with the field. */
  readonly act?: (page: Page) => Promise<unknown>;
}
const searchFields: Readonly<Record<string, SearchField>> = {
  "Today's appointments, admin": { path: '/admin-todays-appointments', person: 'desk1' },
  "Today's appointments, doctor": { path: '/todays-appointments', person: 'asha' },
  'Appointment details, admin': { path: '/appointment-details-admin', person: 'desk1' },
  Departments: { path: '/departments', person: 'desk1' },
  Doctors: { path: '/doctors', person: 'desk1' },
  Users: { path: '/users', person: 'desk1' },
  "A doctor's slots, admin": {
    path: '/doctors',
    person: 'desk1',
    act: (page) => page.getByRole('link', { name: 'View Appointments, Dr. Asha Menon' }).click(),
  },
  "A doctor's slots, doctor": { path: '/view-appointments', person: 'asha' },
  'Appointment history': { path: '/audit/appointments', person: 'desk1' },
  'Activity, patient': { path: '/audit', person: 'desk1', label: 'Patient' },
  'Sign-up, provider': { path: '/signup', label: 'Healthcare Provider' },
};

for (const [name, { path, person, label, act }] of Object.entries(searchFields)) {
  test(`no letter is lost: ${name}`, async ({ browsers }) => {
    const page = await (await browsers.open(person)).newPage();
    await page.goto(path);
    await act?.(page);
    if (act) await page.waitForURL((url) => url.pathname !== path);
    const labelled = page.getByLabel(label ?? '', { exact: true }).and(page.locator('input'));
    const field = label === undefined ? page.getByRole('searchbox') : labelled;
    const found: string[] = [];
    for (let time = 0; time < tries; time += 1) {
      await field.focus();
      await page.keyboard.type(word, { delay: perKey });
      const typed = await field.inputValue();
      // The address follows the field; the results must not change the field.
      if (label === undefined) await page.waitForURL((url) => url.searchParams.get('search') === typed);
      found.push(await field.inputValue());
      await field.fill('');
      if (label === undefined) await page.waitForURL((url) => !url.searchParams.has('search'));
    }
    const lost = found.filter((text) => text !== word);
    note(`Search field, ${word.length} letters at ${perKey} ms a key`, name, {
      tries,
      'with a lost letter': lost.length,
    });
    expect(lost).toEqual([]);
  });
}
