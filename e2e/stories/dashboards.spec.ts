import type { Locator, Page } from '@playwright/test';
import { people, sunrise } from '../clinic/accounts.ts';
import { expect, meet, test } from '../clinic/story.ts';

/** Each label is a link to its address. */
async function lead(within: Locator, links: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, to] of Object.entries(links)) {
    const link = within.getByRole('link').filter({ has: within.page().getByText(label, { exact: true }) });
    await expect(link.first()).toHaveAttribute('href', to);
  }
}

async function openMenu(page: Page, subtitle: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Open menu' }).click();
  const menu = page.getByRole('navigation', { name: subtitle });
  await expect(menu).toBeVisible();
  return menu;
}

test("an admin's menu, cards and quick actions lead to their pages", async ({ arrive }) => {
  const page = await (await arrive('desk1')).open('/admin-dashboard');
  const menu = await openMenu(page, 'Admin Portal');
  await expect(menu.getByText(sunrise)).toBeVisible();
  await lead(menu, {
    Dashboard: '/admin-dashboard',
    "Today's Appointments": '/admin-todays-appointments',
    Doctors: '/doctors',
    Users: '/users',
    Departments: '/departments',
    'View POC': '/view-poc',
    'Add POC': '/add-poc',
    Logout: '/logout',
  });
  meet("where the admin's menu leads to");
  await page.mouse.click(1_000, 400);
  await expect(menu).toBeHidden();
  meet('a click outside closes the menu');
  // An iPad's toolbar would cover Logout, at the foot of a rail of 100vh.
  const heights = await page.getByRole('navigation', { name: 'Main' }).evaluate((rail) =>
    [...document.styleSheets]
      .flatMap(({ cssRules }) => [...cssRules])
      .flatMap((rule) => (rule instanceof CSSStyleRule && rail.matches(rule.selectorText) ? rule.style.height : []))
      .filter((height) => height !== ''),
  );
  expect(heights).toEqual(['100dvh']);
  const main = page.getByRole('main');
  await lead(main, {
    'Active Appointments': '/appointment-details-admin?status=Confirmed&search=',
    Departments: '/departments',
    Doctors: '/doctors',
    'Cancelled Appointments': '/appointment-details-admin?status=Cancelled&search=',
  });
  meet("where the admin's cards lead to");
  await lead(main, {
    'Add New Appointment': '/add-new-appointment',
    'Add POC': '/add-poc',
    'View POC': '/view-poc',
    'Update Availability': '/update-availability',
  });
  meet("where the admin's quick actions lead to");
  await main.getByRole('link', { name: 'Need Help? Contact Support' }).click();
  await expect(page).toHaveURL('/home#contact');
  meet('help leads to /home');
});

test("a doctor's menu, cards and quick actions lead to their pages", async ({ arrive }) => {
  const page = await (await arrive('asha')).open('/poc-dashboard');
  const menu = await openMenu(page, sunrise);
  await expect(menu.getByText(people.asha.name)).toBeVisible();
  await lead(menu, {
    Dashboard: '/poc-dashboard',
    Appointments: '/view-appointments',
    "Today's Appointments": '/todays-appointments',
    'My Profile': '/poc-user-profile',
    Logout: '/logout',
  });
  meet("where the doctor's menu leads to");
  await page.keyboard.press('Escape');
  const main = page.getByRole('main');
  await lead(main, {
    'Active Appointments': '/appointment-details?status=Confirmed',
    'Cancelled Appointments': '/appointment-details?status=Cancelled',
    'Direct Appointments': '/appointment-details?type=Direct+Consultation',
    'Tele Appointments': '/appointment-details?type=Tele+Consultation',
  });
  meet("where the doctor's cards lead to");
  await lead(main, {
    'Update Schedule': '/update-schedule',
    Availability: '/update-availability-poc',
    'Meet Link': '/meet-link',
    Fees: '/fees',
  });
  meet("where the doctor's quick actions lead to");
  await expect(main.getByRole('link', { name: 'Need Help? Contact Support' })).toHaveAttribute('href', '/home#contact');
  await page.locator('#account-button').click();
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
});
