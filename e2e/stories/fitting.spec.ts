import type { Page } from '@playwright/test';
import { ask } from '../clinic/http-calls.ts';
import { screens, settle } from '../clinic/look.ts';
import { AvailabilityPage } from '../clinic/pages/availability.ts';
import { answer } from '../clinic/pages/question.ts';
import { longDate } from '../clinic/pages/words.ts';
import { clinicDate, doctorNamed } from '../clinic/slots.ts';
import { expect, test } from '../clinic/story.ts';

/** The placeholders of a page that are wider than their fields. */
const cutPlaceholders = (page: Page): Promise<string[]> =>
  page.getByRole('searchbox').evaluateAll((fields) => {
    const pen = document.createElement('canvas').getContext('2d');
    return fields.flatMap((field) => {
      if (!(field instanceof HTMLInputElement) || !pen) return [];
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      pen.font = font;
      const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      const { width } = pen.measureText(field.placeholder);
      return width > room ? [`${field.placeholder}: ${Math.ceil(width)} px in ${Math.floor(room)}`] : [];
    });
  });

test('what a search looks for is readable in its field', async ({ arrive }) => {
  for (const [person, paths] of [
    [
      'desk1',
      [
        '/admin-todays-appointments',
        '/appointment-details-admin',
        '/doctors',
        '/departments',
        '/users',
        '/audit/appointments',
      ],
    ],
    ['asha', ['/todays-appointments', '/view-appointments']],
  ] as const) {
    const { context } = await arrive(person);
    const page = await context.newPage();
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole('searchbox')).toBeVisible();
      for (const [screen, size] of Object.entries(screens)) {
        await page.setViewportSize(size);
        await settle(page);
        expect.soft(await cutPlaceholders(page), `${path} on a ${screen}'s screen`).toEqual([]);
      }
    }
  }
});

test('a phone shows how late a patient is, and the views of the activity, on a line each', async ({ arrive }) => {
  const { context, user } = await arrive('desk1');
  const page = await context.newPage();
  await page.setViewportSize(screens.phone);
  // At the end of the day every expected patient is late, also by the server's clock, which the page uses.
  const atEnd = new Date(`${clinicDate()}T23:59:00+05:30`);
  await page.clock.setFixedTime(atEnd);
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), date: atEnd.toUTCString() } });
  });
  const board = await ask(context.request, 'listTodaysAppointmentsOfClient', { clientId: user.clientId });
  const toCome = board.find(
    (row) => row.Status === 'Confirmed' && row.presence === undefined && row.AppointmentTime < '23:00',
  );
  await page.goto(`/admin-todays-appointments?page=1&search=${encodeURIComponent(toCome?.PatientName ?? '')}`);
  const late = page
    .getByRole('article')
    .first()
    .getByText(/ late$/);
  await expect(late).toBeVisible();
  // The longest text for a delay within a day.
  await late.evaluate((label) => {
    label.textContent = '11 h 59 min late';
  });
  expect((await late.boundingBox())?.height).toBeLessThan(20);
  await page.unrouteAll({ behavior: 'ignoreErrors' });

  await page.goto('/audit');
  const tabs = page.getByRole('group', { name: 'Saved filters' }).getByRole('button');
  await expect(tabs.first()).toBeVisible();
  await settle(page);
  const tops = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(1);
});

test('a toast covers nothing of the availability pages', async ({ arrive }) => {
  const { context, user } = await arrive('desk1');
  const { pocId, departmentId } = await doctorNamed(context.request, user.clientId, 'Dr. Vikram Rao');
  const dates = await ask(context.request, 'listDatesWithAvailability', { pocId });
  const date = dates.filter(({ active_status }) => active_status === 'available').at(-1)?.Schedule_Date ?? '';
  const page = await context.newPage();
  const availability = new AvailabilityPage(page);
  for (const [screen, size] of Object.entries(screens)) {
    await page.setViewportSize(size);
    await page.goto(`/update-availability?department=${departmentId}&doctor=${pocId}`);
    await availability.laterUntil(longDate(date));
    await availability.day(longDate(date)).click();
    await availability.update();
    await answer(page.getByRole('alertdialog'), /^Block/);
    const toast = page.getByRole('status').filter({ hasText: 'has been updated successfully.' });
    await toast.hover();
    await page.evaluate(() => window.scrollTo(0, 0));
    const bottom = await toast.evaluate((box) => box.getBoundingClientRect().bottom);
    const covered = await page
      .locator('main :is(button, select, a, h1)')
      .evaluateAll(
        (all, end) =>
          all.map((element) => element.getBoundingClientRect()).filter(({ top, width }) => width > 0 && top < end),
        bottom,
      );
    expect.soft(covered, `on a ${screen}'s screen`).toEqual([]);
    await page.mouse.move(0, size.height - 1);
    await availability.day(`${longDate(date)}, Blocked`).click();
    await answer(page.getByRole('alertdialog'), 'Unblock');
    await expect(availability.day(`${longDate(date)}, Available`)).toBeVisible();
  }
});
