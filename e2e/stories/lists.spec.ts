import type { EndpointName } from '@dayline/contracts/endpoints/table';
import type { BrowserContext, Page } from '@playwright/test';
import { people, quiet } from '../clinic/accounts.ts';
import { whileAnswering, whileFailing, whileHeld } from '../clinic/failing.ts';
import { ask } from '../clinic/http-calls.ts';
import { longDate } from '../clinic/pages/words.ts';
import { clinicDate, newPerson } from '../clinic/slots.ts';
import { expect, meet, test } from '../clinic/story.ts';

const colour = (page: Page, chip: string): Promise<string> =>
  page
    .getByRole('table')
    .getByText(chip, { exact: true })
    .first()
    .evaluate((element) => getComputedStyle(element).color);

/** Nearly: a card is at least 40 px high on paper, where a sheet has about 1,050 px. */
const maxCardsOnA4 = 27;

test('what the filters of the details choose is saved as CSV', async ({ arrive }) => {
  const page = await (await arrive('desk1')).open('/appointment-details-admin');
  await page.getByRole('searchbox', { name: 'Search by user name or phone' }).fill('a');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^dayline-appointments-\d{4}-\d\d-\d\d-at-[\d-]+\.csv$/);
});

test("an admin's details are searched from page 1, and keep search and page", async ({ arrive }) => {
  const { open } = await arrive('desk1');
  const page = await open('/appointment-details-admin');
  const search = page.getByRole('searchbox', { name: 'Search by user name or phone' });
  const next = page.getByRole('button', { name: 'Next page' });
  await next.click();
  await expect(page.getByText(/^Page 2 of /)).toBeVisible();
  await search.fill('a');
  await expect(page.getByText(/^Page 1 of /)).toBeVisible();
  meet('a search begins at page 1');
  await next.click();
  await expect(page.getByText(/^Page 2 of /)).toBeVisible();
  await page.goto('/admin-dashboard');
  await page.goto('/appointment-details-admin');
  await expect(page.getByText('User name “a” · kept')).toBeVisible();
  await expect(page.getByText(/^Page 2 of /)).toBeVisible();
  meet('details keep search and page');
  await whileAnswering(
    page,
    'listAppointmentDetailsOfClient',
    (rows) => {
      const first = [
        { BranchID: 3, BranchName: 'East Wing', Payment_Status: 'Paid' },
        { BranchID: 4, BranchName: null, Payment_Status: 'Pay_later' },
        { BranchID: 0, BranchName: null, Payment_Status: null },
      ];
      return rows.map((row, index) => ({ ...row, ...first[index] }));
    },
    async () => {
      await page.goto('/appointment-details-admin?status=Confirmed&page=1');
      for (const [index, shown] of [/East Wing.*Paid/, /Branch ID: 4.*Pay later/, / Consultation.*Unpaid/].entries()) {
        await expect(page.getByRole('row').nth(index + 1)).toHaveText(shown);
      }
      const [paid, ...unpaid] = await Promise.all(['Paid', 'Pay later', 'Unpaid'].map((chip) => colour(page, chip)));
      expect(unpaid[0]).toBe(unpaid[1]);
      expect(paid).not.toBe(unpaid[0]);
    },
  );
  meet('Paid has its style');
  meet('a branch, else the type');
});

test('users are found by name, contact, email and location, and paged in a window of five', async ({ arrive }) => {
  const { open, context, user } = await arrive('desk1');
  const { name, phone, email } = newPerson();
  const location = `Panchgani ${phone}`;
  await ask(context.request, 'saveUser', { name, phone: `91${phone}`, email, location, clientId: user.clientId });
  const page = await open('/users');
  await expect(page.getByRole('button', { name: /^Page \d+$/ })).toHaveCount(5);
  meet('users are paged in a window of five');
  for (const term of [name, phone, email, location]) {
    await page.getByRole('searchbox').fill(term.toUpperCase());
    await expect(page.getByRole('cell', { name: email, exact: true })).toBeVisible();
    await expect(page.getByRole('searchbox')).toHaveValue(term.toUpperCase());
  }
  meet('users are found by four fields');
});

for (const [person, path, filters, done] of [
  ['desk1', '/admin-todays-appointments', ['All', 'Confirmed', 'Visited', 'Not Visited'], 'an admin'],
  ['asha', '/todays-appointments', ['All', 'Confirmed', 'Completed', 'Missed'], 'a doctor'],
] as const) {
  test(`${people[person].name}'s board of today has the date, and its filters with counts here and in the menu`, async ({
    arrive,
  }) => {
    const page = await (await arrive(person)).open(path);
    await expect(page.getByText(longDate(clinicDate())).filter({ visible: true })).toBeVisible();
    const counted = filters.map((filter) => new RegExp(`^${filter}\\s*[\\d,]+$`));
    await expect(page.getByRole('main').getByRole('group', { name: "Today's filters" }).getByRole('button')).toHaveText(
      counted,
    );
    await page.getByRole('button', { name: 'Open menu' }).click();
    const menu = page.getByRole('navigation').getByRole('group', { name: "Today's filters" });
    await expect(menu.getByRole('button')).toHaveText(counted);
    meet(`today's date and counts of ${done}`);
    const booked = Number((await menu.getByRole('button').first().innerText()).replaceAll(/\D/g, ''));
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
    // The whole day is printed, whatever the page shows of it.
    const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
    expect(sheets).toBeGreaterThanOrEqual(Math.ceil(booked / maxCardsOnA4));
  });
}

test('each list shows that it loads, says that it failed, and is there by Try Again', async ({ arrive }) => {
  const { context: admin } = await arrive('desk2');
  const { context: doctor } = await arrive('asha');
  const lists: readonly [BrowserContext, string, EndpointName][] = [
    [admin, '/users', 'listUsers'],
    [admin, '/departments', 'listDepartmentsWithDoctors'],
    [admin, '/doctors', 'listDoctorsOfClient'],
    [admin, '/appointment-details-admin', 'listAppointmentDetailsOfClient'],
    [admin, '/admin-todays-appointments', 'listTodaysAppointmentsOfClient'],
    [doctor, '/appointment-details', 'listAppointmentDetailsOfDoctor'],
    [doctor, '/todays-appointments', 'listTodaysAppointmentsOfDoctor'],
    [doctor, '/update-schedule', 'listWeeks'],
  ];
  await Promise.all(
    lists.map(async ([context, path, call]) => {
      const page = await context.newPage();
      const loading = page.getByRole('main').locator('[aria-busy="true"]').first();
      await whileHeld(page, call, async () => {
        await page.goto(path);
        await expect(loading).toBeAttached();
      });
      await expect(loading).toHaveCount(0);
      const again = page.getByRole('button', { name: 'Try Again' });
      await whileFailing(page, call, 'answered', async () => {
        await page.reload();
        await expect(again).toBeVisible();
      });
      await again.click();
      await expect(again).toHaveCount(0);
      await page.close();
    }),
  );
  const page = await admin.newPage();
  await page.goto('/doctors');
  await page.getByRole('searchbox').fill('zzzz');
  await page.getByRole('button', { name: 'Clear Search' }).click();
  await expect(page.getByRole('searchbox')).toHaveValue('');
  meet('a list loads, fails and is empty');
});

test(`${quiet} has no patients and no appointments yet`, async ({ arrive }) => {
  const desk = await (await arrive('quietDesk')).open('/users');
  await expect(desk.getByText('No users found')).toBeVisible();
  const page = await (await arrive('quietDoctor')).open('/appointment-details');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('No appointments found')).toBeVisible();
});
