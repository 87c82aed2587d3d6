import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import { inspect, settle, violations } from '../clinic/look.ts';
import { chooseTime, confirmSummary, fillToTiming } from '../clinic/pages/wizard.ts';
import { doctorWithSlot, newPerson } from '../clinic/slots.ts';
import { expect, meet, test } from '../clinic/story.ts';

// Long stories that don't depend on each other.
test.describe.configure({ mode: 'parallel' });

test('cards: menu, question, toast', async ({ arrive }) => {
  const { open } = await arrive('desk1');
  const page = await open('/admin-todays-appointments?filter=Confirmed&page=1');
  const card = page.getByRole('article').first();
  await card.getByRole('button', { name: /^More for/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Cancel Appointment' })).toBeVisible();
  await inspect(page, 'admin-card-menu');
  await page.getByRole('menuitem', { name: 'Cancel Appointment' }).click();
  // Cancelling a paid visit asks whether to refund.
  await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toBeVisible();
  await inspect(page, 'admin-card-question');
  await page.getByRole('button', { name: /^Keep/ }).click();
  await card.getByRole('button', { name: 'Mark as Visited' }).click();
  const toast = page.getByRole('status').filter({ hasText: 'Appointment marked as Visited' });
  await toast.hover();
  await settle(page);
  expect(await violations(page)).toEqual([]);
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undo successful! Status reverted to Confirmed')).toBeVisible();
});

test('each step of the wizard', async ({ arrive }) => {
  const desk = await arrive('desk1');
  const { request } = desk.context;
  const { doctor, slot } = await doctorWithSlot(request, desk.user.clientId, 'Dr. Vikram Rao', 4);
  const patient = newPerson();
  const page = await desk.open('/add-new-appointment');
  await inspect(page, 'wizard-1-phone');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Phone number is required.')).toBeVisible();
  await inspect(page, 'wizard-1-refused');
  await page.getByRole('textbox', { name: 'Phone Number' }).fill(patient.phone);
  await page.getByRole('button', { name: 'Continue' }).click();
  await inspect(page, 'wizard-2-details');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Name is required.').first()).toBeVisible();
  await inspect(page, 'wizard-2-refused');
  // A reload keeps the entries; this story starts over.
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeVisible();
  await page.evaluate(() => sessionStorage.removeItem('dayline.bookingDraft'));
  await page.reload();
  await fillToTiming(page, patient, doctor);
  await inspect(page, 'wizard-5-timing');
  await page.locator('[data-field="date"] [role="radio"][tabindex="0"]').focus();
  await chooseTime(page, slot);
  await inspect(page, 'wizard-6-confirm');
  await page.getByRole('heading', { level: 2 }).focus();
  await confirmSummary(page, patient);
  await inspect(page, 'wizard-7-payment');
  await page.getByRole('button', { name: 'Pay Now' }).click();
  await expect(page.getByRole('heading', { name: 'Appointment booked' })).toBeVisible();
  await inspect(page, 'wizard-8-booked');
});

test('pages whose lists fail say so in place', async ({ arrive }) => {
  const { context } = await arrive('desk2');
  await context.route('**/api/{admin,audit,poc,departments}**', (route) => route.fulfill({ status: 502, body: '' }));
  await context.route('**/api/{admin,audit,poc}/**', (route) => route.fulfill({ status: 502, body: '' }));
  const page = await context.newPage();
  for (const [name, path, sentence] of [
    ['admin-today-failed', '/admin-todays-appointments', 'Failed to fetch appointments.'],
    ['admin-details-failed', '/appointment-details-admin', 'Failed to fetch appointments.'],
    ['admin-activity-failed', '/audit', 'Failed to fetch the activity.'],
    ['admin-history-failed', '/audit/appointments', 'Failed to fetch appointments.'],
    ['admin-replay-failed', '/audit/replay', 'Failed to fetch the replay.'],
    ['admin-report-failed', '/audit/report', 'Failed to fetch the report.'],
    ['admin-dashboard-failed', '/admin-dashboard', 'Not available right now'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(sentence).first()).toBeVisible();
    await inspect(page, name);
  }
});

test('the dark scheme keeps its contrast', async ({ arrive }) => {
  const { context } = await arrive('desk1');
  const page = await context.newPage();
  await page.emulateMedia({ colorScheme: 'dark' });
  for (const [name, path] of [
    ['dark-dashboard', '/admin-dashboard'],
    ['dark-today', '/admin-todays-appointments'],
    ['dark-details', '/appointment-details-admin'],
    ['dark-activity', '/audit'],
    ['dark-history', '/audit/appointments'],
    ['dark-replay', '/audit/replay'],
    ['dark-report', '/audit/report'],
    ['dark-wizard', '/add-new-appointment'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await settle(page);
    expect.soft(await violations(page, 'color-contrast'), name).toEqual([]);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), name).not.toBe(
      'rgb(245, 247, 249)',
    );
  }
});

test("five cards and ten rows fit a desk's screen with their pager", async ({ arrive }) => {
  const { context } = await arrive('desk1');
  const page = await context.newPage();
  await page.setViewportSize({ width: 1366, height: 633 });
  // Under one heading: a second one takes a line. Whom other stories have arrive or be late, comes under others.
  await context.route('**/api/admin/todays-appointments', async (route) => {
    const response = await route.fetch();
    const rows: TodaysAppointment[] = await response.json();
    const expected = rows.map(({ presence: _, ...row }) => ({
      ...row,
      Status: 'Confirmed',
      AppointmentTime: '23:50',
      Is_Active: 1,
    }));
    await route.fulfill({ response, json: expected });
  });
  for (const [path, role, number, least] of [
    // Late in the day it would open at its last page.
    ['/admin-todays-appointments?page=1', 'article', 5, 64],
    ['/appointment-details-admin', 'row', 11, 40],
    ['/audit/appointments', 'row', 11, 40],
    ['/users', 'row', 11, 40],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole(role)).toHaveCount(number);
    await settle(page);
    const pager = page.getByRole('navigation').filter({ has: page.getByRole('button', { name: /next/i }) });
    const box = await pager.boundingBox();
    expect.soft((box?.y ?? 1_000) + (box?.height ?? 0), `the pager of ${path}`).toBeLessThanOrEqual(633);
    const rows = await page.getByRole(role).evaluateAll((all) => all.slice(1).map((row) => row.clientHeight));
    expect.soft(Math.min(...rows), `the height of ${path}`).toBeGreaterThanOrEqual(least - 2);
  }
  meet('ten rows of details and users', "five of today's cards");
});
