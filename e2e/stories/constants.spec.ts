import type { Page } from '@playwright/test';
import { addDoctor, mailedLink } from '../clinic/doctors.ts';
import { whileAnswering, whileFailing } from '../clinic/failing.ts';
import { ask } from '../clinic/http-calls.ts';
import { clockTime, shortDate } from '../clinic/pages/words.ts';
import { bookByCall, laterSlots } from '../clinic/slots.ts';
import { expect, meet, test } from '../clinic/story.ts';

test('a slot is coloured by what is booked of it: from 0.5 and from 0.8 on', async ({ arrive }) => {
  const desk = await arrive('desk1');
  const { request } = desk.context;
  const { clientId } = desk.user;
  const doctor = await addDoctor(request, clientId, 'Isha Kulkarni', `colours${Date.now()}@sunrise.example`);
  const timeIntervals = [{ startTime: '09:00', endTime: '09:40', appointmentsPerSlot: 10, slotDuration: 10 }];
  const { pocId } = doctor;
  const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
  await ask(request, 'updateSchedule', { schedule: days.map((day) => ({ pocId, day, timeIntervals })) });
  const slots = await laterSlots(request, pocId, (all) => all.length === 4);
  const booked = [4, 5, 7, 8];
  for (const [index, slot] of slots.entries()) {
    for (let place = 0; place < (booked[index] ?? 0); place += 1) await bookByCall(request, clientId, pocId, slot);
  }
  const page = await desk.open('/doctors');
  await page.getByRole('link', { name: `View Appointments, ${doctor.name}` }).click();
  await page.getByPlaceholder('Search by date, day or time...').fill(shortDate(slots[0]?.date ?? ''));
  const colours: string[] = [];
  for (const [index, number] of booked.entries()) {
    const card = page.getByRole('list', { name: 'Slots' }).getByRole('button', {
      name: new RegExp(`^${clockTime(slots[index]?.time ?? '')}.*${shortDate(slots[0]?.date ?? '')}\\b`),
    });
    const words = card.getByText(`${number} of 10 booked`);
    await expect(words).toBeVisible();
    colours.push(await words.evaluate((element) => getComputedStyle(element).color));
  }
  expect(new Set(colours).size).toBe(3);
  expect(colours[1]).toBe(colours[2]);
  meet('fill colours at 0.8 and 0.5');
});

/** The page's clock is stopped, so that its timers can be stepped. */
async function stopClock(page: Page): Promise<void> {
  // A page of a busy machine may have passed this time; as the failed attempt has stopped its clock, the next succeeds.
  await expect(() => page.clock.pauseAt(Date.now() + 1_000)).toPass();
}

test('a toast stays as long as it should, at the top right', async ({ arrive }) => {
  const desk = await arrive('desk2');
  const page = await desk.context.newPage();
  await page.clock.install();
  await page.goto('/admin-todays-appointments?filter=Confirmed&page=1');
  const card = page.getByRole('article').first();
  await expect(card).toHaveAttribute('aria-label', /^\d{1,2}:\d{2} [AP]M, /);
  meet('12-hour times');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const marked = page.getByText('Appointment marked as Visited');
  await stopClock(page);
  await card.getByRole('button', { name: 'Mark as Visited' }).click();
  await expect(marked).toBeVisible();
  const box = await page.getByRole('status').filter({ has: marked }).boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1_300);
  expect(box?.y).toBeLessThan(60);
  await page.clock.runFor(4_900);
  await expect(marked).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  // A toast's timer pauses under the pointer.
  await page.mouse.move(10, 700);
  const undone = page.getByText('Undo successful! Status reverted to Confirmed');
  await expect(undone).toBeVisible();
  await page.clock.runFor(2_900);
  await expect(undone).toBeVisible();
  await page.clock.runFor(200);
  await expect(undone).toHaveCount(0);

  await card.getByRole('button', { name: 'Mark as Visited' }).click();
  await expect(marked).toBeVisible();
  await page.clock.runFor(5_100);
  await expect(marked).toHaveCount(0);
  meet('undo for 5 s', 'toasts top right');

  await whileFailing(page, 'updateAppointmentStatusAsAdmin', 'answered', async () => {
    await page.getByRole('article').nth(1).getByRole('button', { name: 'Mark as Visited' }).click();
    const failed = page.getByText('Error updating appointment status');
    await expect(failed).toBeVisible();
    await page.clock.runFor(2_900);
    await expect(failed).toBeVisible();
    await page.clock.runFor(200);
    await expect(failed).toHaveCount(0);
  });
  meet('errors for 3 s');
});

test('an e-mail is verified once in a second', async ({ arrive, clinic, page }) => {
  const { context, user } = await arrive('desk1');
  const email = `once${Date.now()}@sunrise.example`;
  await addDoctor(context.request, user.clientId, 'Rhea Mathew', email);
  await ask(context.request, 'verifyPocEmail', { clientId: user.clientId, email });
  let count = 0;
  await page.route('**/api/verify-email', (route) => {
    count += 1;
    return route.abort();
  });
  await page.clock.install();
  await page.goto(await mailedLink(clinic, email, 1));
  const failed = page.getByText('An error occurred while verifying the email.');
  const again = page.getByRole('button', { name: 'Try Again' });
  await expect(failed).toBeVisible();
  await stopClock(page);
  const before = count;
  await page.clock.runFor(1_000);
  await again.click();
  await expect(failed).toBeVisible();
  await again.click();
  await expect(failed).toBeVisible();
  expect(count).toBe(before + 1);
  await page.clock.runFor(1_000);
  await again.click();
  await expect(failed).toBeVisible();
  expect(count).toBe(before + 2);
  meet('verify once a second');
});

test('dates are short, a branch without a name has its number, and who has no name is unknown', async ({ arrive }) => {
  const desk = await arrive('desk1');
  const page = await desk.open('/appointment-details-admin?status=Confirmed');
  await expect(page.getByRole('cell', { name: /^[A-Z][a-z]{2} \d{1,2}$/ }).first()).toBeVisible();
  meet('dates are short');
  await whileAnswering(
    page,
    'validateSession',
    ({ user }) => ({ user: { ...user, clientName: '' } }),
    async () => {
      await page.goto('/doctors');
      await expect(page.getByRole('heading', { level: 1, name: 'Unknown Client Doctors' })).toBeVisible();
    },
  );
  const doctor = await arrive('asha');
  const home = await doctor.context.newPage();
  await whileAnswering(
    home,
    'validateSession',
    ({ user }) => ({ user: { ...user, pocName: null } }),
    async () => {
      await home.goto('/poc-dashboard');
      await expect(home.getByText('Welcome, Unknown POC')).toBeVisible();
    },
  );
  await whileAnswering(
    home,
    'listSlotsOfDoctor',
    (slots) => ({ ...slots, pocSpecialization: null }),
    async () => {
      await home.goto('/view-appointments');
      await expect(home.getByText('Unknown Specialization')).toBeVisible();
    },
  );
});
