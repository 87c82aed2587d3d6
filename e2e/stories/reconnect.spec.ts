import { holdLive } from '../clinic/hold.ts';
import { ask, signInByCall } from '../clinic/http-calls.ts';
import { seenAt } from '../clinic/seen.ts';
import { bookByCall, doctorNamed, laterSlots } from '../clinic/slots.ts';
import { expect, test } from '../clinic/story.ts';
import { count } from '../clinic/words.ts';

test('a page outlives a restart of the product, and then has what changed meanwhile', async ({ arrive, clinic }) => {
  const desk = await arrive('desk1');
  const { clientId } = desk.user;
  const page = await desk.context.newPage();
  const live = await holdLive(page);
  await page.goto('/admin-dashboard');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const { request } = desk.context;
  const { count: active } = await ask(request, 'countAppointmentsOfClient', { clientId, status: 'Confirmed' });
  const shown = (value: number) => seenAt([{ page, selector: 'main a', lines: ['Active Appointments', count(value)] }]);
  await shown(active);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));

  await live.cut();
  await clinic.stop();
  await expect(page.getByText('Reconnecting', { exact: true })).toBeVisible();
  await expect(page.getByText('Offline', { exact: true })).toBeVisible({ timeout: 20_000 });
  const words = page.getByText('There is no connection to the server.');
  await expect(words).toBeVisible();

  await clinic.startAgain();
  // Somebody else books before the page is back.
  await signInByCall(request, 'desk1');
  const doctor = await doctorNamed(request, clientId, 'Dr. Leela Iyer');
  const [slot] = await laterSlots(request, doctor.pocId, (slots) => slots.length > 0);
  if (!slot) throw new Error('Nothing is free.');
  await bookByCall(request, clientId, doctor.pocId, slot);

  live.release();
  await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 20_000 });
  await shown(active + 1);
  await expect(words).toHaveCount(0);
  expect(await page.evaluate(() => 'sameDocument' in window), 'without a reload').toBe(true);
});
