import type { Locator } from '@playwright/test';
import { doctorOnDuty } from '../clinic/doctors.ts';
import { signInByCall } from '../clinic/http-calls.ts';
import { bookByCall, clinicDate, freeSlots } from '../clinic/slots.ts';
import { expect } from '../clinic/story.ts';
import { note } from './figure.ts';
import { openLive, test } from './figures-test.ts';

/** From the first click to the last settled appointment, in s. */
const atMost = 60;
const appointments = 20;
/** What a person takes to look and point before each click, in ms. */
const perClick = 1_200;
/** Between two typed letters, in ms. */
const perKey = 150;
const reason = 'ill';

test('a doctor falls ill: all appointments of today move to another doctor', async ({ browsers }) => {
  const desk = await browsers.open('desk1');
  const { request } = desk;
  const { clientId } = await signInByCall(request, 'desk1');
  const ill = await doctorOnDuty(request, clientId, {
    ...{ name: 'Ill Figure', email: 'ill.figure@sunrise.example', waiting: 0 },
  });
  await doctorOnDuty(request, clientId, { name: 'Other Figure', email: 'other.figure@sunrise.example', waiting: 0 });
  const slot = (await freeSlots(request, ill.pocId, clinicDate())).at(-1);
  if (!slot) throw new Error('A time is free today.');
  for (let count = 0; count < appointments; count += 1) await bookByCall(request, clientId, ill.pocId, slot);

  const page = await openLive(desk, '/admin-dashboard');
  let clicks = 0;
  const click = async (target: Locator): Promise<void> => {
    await page.waitForTimeout(perClick);
    clicks += 1;
    await target.click();
  };
  /** The system's list opens on one click, and closes on another. */
  const choose = async (field: Locator, label: string): Promise<void> => {
    await page.waitForTimeout(2 * perClick);
    clicks += 2;
    await field.selectOption({ label });
  };
  const from = performance.now();
  await click(page.getByRole('navigation').getByRole('link', { name: 'Leave', exact: true }));
  await choose(page.getByRole('combobox', { name: 'Doctor' }), ill.name);
  await choose(page.getByRole('combobox', { name: 'For all' }), 'Another doctor');
  await click(page.getByRole('textbox', { name: /^Reason/ }));
  await page.keyboard.type(reason, { delay: perKey });
  await expect(page.getByText(`${appointments} moved to other doctors`)).toBeVisible();
  await click(page.getByRole('button', { name: 'Start Leave' }));
  await expect(page.getByText(`${appointments} of ${appointments} appointments done`)).toBeVisible();
  const seconds = (performance.now() - from) / 1_000;
  await expect(page.getByRole('listitem').filter({ hasText: /Moved to / })).toHaveCount(appointments);
  note('A doctor falls ill', `${appointments} appointments of today, moved to other doctors`, {
    ...{ clicks, keys: reason.length, [`all settled, s (${perClick} ms a click)`]: seconds.toFixed(1) },
  });
  expect.soft(seconds, 'until all are settled').toBeLessThanOrEqual(atMost);
});
