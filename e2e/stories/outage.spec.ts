import { ask, signInByCall } from '../clinic/http-calls.ts';
import { count } from '../clinic/pages/words.ts';
import { seenAt } from '../clinic/seen.ts';
import { bookByCall, doctorWithSlot } from '../clinic/slots.ts';
import { expect, test } from '../clinic/story.ts';

test('while MongoDB is away an open dashboard says so in words, and it goes on by itself', async ({
  arrive,
  clinic,
}) => {
  const desk = await arrive('desk1');
  const otherDesk = (await arrive('desk2')).context.request;
  const { clientId } = desk.user;
  const { request } = desk.context;
  const page = await desk.open('/admin-dashboard');
  const state = page.getByRole('status');
  await expect(state.getByText('Live', { exact: true })).toBeVisible();
  const { count: active } = await ask(request, 'countAppointmentsOfClient', { clientId, status: 'Confirmed' });
  const shown = (value: number) => seenAt([{ page, selector: 'main a', lines: ['Active Appointments', count(value)] }]);
  await shown(active);
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));

  // The page recovers without user input.
  clinic.mongodbProxy?.cut();
  const words = page.getByText('Part of the service is unavailable.');
  await expect(words).toBeVisible();
  await expect(page.getByText('Live', { exact: true })).toHaveCount(0);

  clinic.mongodbProxy?.restore();
  await expect(words).toHaveCount(0);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  // Another desk books, once the command service has recovered too.
  await signInByCall(otherDesk, 'desk2');
  const { doctor, slot } = await doctorWithSlot(otherDesk, clientId, 'Dr. Asha Menon');
  await bookByCall(otherDesk, clientId, doctor.pocId, slot);
  await shown(active + 1);
  expect(await page.evaluate(() => 'sameDocument' in window), 'without a reload').toBe(true);
});
