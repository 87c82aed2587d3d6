import type { Locator, Page } from '@playwright/test';
import { ask, send } from '../clinic/http-calls.ts';
import { inspect, settle } from '../clinic/look.ts';
import { clockTime, longDate } from '../clinic/pages/words.ts';
import { bookByCall, clinicDate, doctorNamed, doctorWithSlot, freeSlots, newPerson } from '../clinic/slots.ts';
import { expect, test } from '../clinic/story.ts';

/** 'time, patient, status' of each card that is shown. */
const cardsOn = async (page: Page): Promise<string[]> => {
  const labels = await page
    .getByRole('article')
    .evaluateAll((all) => all.map((card) => card.getAttribute('aria-label')));
  // The live board also shows how late a patient is.
  return labels.map((label) => (label ?? '').replace(/^([^,]+), (?:.*, )?([^,]+, [^,]+)$/, '$1, $2'));
};

/** The cards of every page of the replayed board. */
async function replayedBoard(page: Page): Promise<string[]> {
  const pages = page.getByRole('navigation', { name: "Pages of Today's Appointments" });
  // It opens on the page of the changed card.
  while (await pages.getByRole('button', { name: 'Previous page' }).isEnabled()) await turn(pages, 'Previous page');
  const cards = await cardsOn(page);
  while (await pages.getByRole('button', { name: 'Next page' }).isEnabled()) {
    await turn(pages, 'Next page');
    cards.push(...(await cardsOn(page)));
  }
  return cards.sort();
}
async function turn(pages: Locator, to: 'Previous page' | 'Next page'): Promise<void> {
  const before = (await pages.getByRole('status').textContent()) ?? '';
  await pages.getByRole('button', { name: to }).click();
  await expect(pages.getByRole('status')).not.toHaveText(before);
}

test('the auditor reads what happened in order, and the board of each moment is the one that was shown then', async ({
  arrive,
}) => {
  const desk1 = await arrive('desk1');
  const desk2 = await arrive('desk2');
  const { clientId } = desk1.user;
  const { request } = desk1.context;
  const asha = await doctorNamed(request, clientId, 'Dr. Asha Menon');
  const slots = await freeSlots(request, asha.pocId, clinicDate());
  const slot = slots.at(-1);
  if (!slot) throw new Error('Dr. Asha Menon has no free time left today.');
  for (let place = 1; place < slot.free; place += 1) await bookByCall(request, clientId, asha.pocId, slot);

  const live = await (await arrive('asha')).open('/todays-appointments');
  const patient = newPerson();
  const takenLive: string[][] = [];
  /** Waits until the doctor's page shows the appointment with this status, and records the text of the whole board. */
  const take = async (status: string) => {
    const card = live.getByRole('article', { name: new RegExp(`${patient.name}, ${status}$`) });
    await expect(card).toHaveCount(1);
    takenLive.push((await cardsOn(live)).sort());
  };

  const appointmentId = await bookByCall(request, clientId, asha.pocId, slot, patient);
  await take('Active');
  const loser = await ask(desk2.context.request, 'saveUser', {
    ...{ name: 'Late Comer', email: 'late@mail.example', location: 'Pune', clientId },
    phone: `9182${Date.now() % 100_000_000}`.padEnd(12, '0'),
  });
  const lost = await send(desk2.context.request, 'createAppointment', {
    ...{ userId: loser.userId, pocId: asha.pocId, date: slot.date, time: slot.time, clientId },
    ...{ type: 'Direct Consultation', paymentStatus: 'Paid' },
  });
  expect(lost.status()).toBe(409);
  const marked = await ask(request, 'updateAppointmentStatusAsAdmin', { appointmentId, status: 'Not_Availed' });
  await take('Not Visited');
  const undo = { appointmentId, status: 'Confirmed' as const, undo: marked.eventId ?? '' };
  await ask(request, 'updateAppointmentStatusAsAdmin', undo);
  await take('Active');
  await ask(desk2.context.request, 'updateAppointmentStatusAsAdmin', { appointmentId, status: 'Availed' });
  await take('Visited');
  const reason = 'The wrong patient was marked';
  await ask(request, 'correctAppointmentStatus', { appointmentId, status: 'Not_Availed', reason });
  await take('Not Visited');
  await ask(request, 'blockSlots', { pocId: asha.pocId, date: slot.date, timings: [slot.time] });

  // The history, in order; each entry leads to the board of its moment.
  const auditor = await arrive('auditor');
  const page = await auditor.open(`/audit/appointments/${appointmentId}`);
  const story = page.getByRole('list', { name: 'History' }).getByRole('listitem');
  const changes = [
    /Booked for/,
    /Marked Not Visited/,
    /Undo: status back to Confirmed/,
    /Marked Visited/,
    /Corrected to Not Visited/,
  ];
  await expect(story.filter({ hasText: /Booked|Marked|Undo|Corrected/ })).toHaveText(changes);
  for (const [place, words] of changes.entries()) {
    await page.goto(`/audit/appointments/${appointmentId}`);
    const instant = (await story.filter({ hasText: words }).locator('time').getAttribute('datetime')) ?? '';
    const link = story.filter({ hasText: words }).getByRole('link', { name: /Board at that time/ });
    await page.goto(`${await link.getAttribute('href')}&doctor=${asha.pocId}`);
    await expect(page.locator(`[role="status"] time[datetime="${instant}"]`)).toBeVisible();
    await expect(page.getByText(/Read only\./)).toBeVisible();
    await settle(page);
    expect(await replayedBoard(page)).toEqual(takenLive[place]);
    for (const button of await page.getByRole('article').getByRole('button').all()) await expect(button).toBeDisabled();
  }

  // Scrubbed back by keyboard: the last entry but one is the correction, before the block.
  const card = (status: string) =>
    page.getByRole('article', { name: `${clockTime(slot.time)}, ${patient.name}, ${status}` });
  await page.getByRole('button', { name: 'Slots', exact: true }).click();
  const slotsThen = page.getByRole('region', { name: /^Slots, / });
  const slotCard = slotsThen.getByRole('listitem').filter({ hasText: clockTime(slot.time) });
  await expect(slotCard).toBeVisible();
  await expect(slotCard).not.toContainText('Blocked');
  await page.getByRole('button', { name: 'Step forward' }).click();
  await expect(slotCard).toContainText('Blocked');
  await page.getByRole('button', { name: "Today's Appointments" }).click();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(card('Visited')).toBeVisible();
  await page.getByRole('button', { name: 'Compare with now' }).click();
  await expect(page.getByText(/1 of \d+ differ now/)).toBeVisible();
  await inspect(page, 'replay-compared');

  // Booked today for another day: the appointment is on no board of today, but among the details of its own day.
  const { slot: later } = await doctorWithSlot(request, clientId, asha.name);
  const otherPatient = newPerson();
  await page.goto(`/audit/appointments/${await bookByCall(request, clientId, asha.pocId, later, otherPatient)}`);
  await story
    .filter({ hasText: /Booked for/ })
    .getByRole('link', { name: /Board at that time/ })
    .click();
  await expect(page.getByRole('heading', { name: longDate(later.date) })).toBeVisible();
  await expect(page.locator('[aria-current="true"]', { hasText: otherPatient.name })).toBeVisible();
  await inspect(page, 'replay-day');

  // One entry for opening it, not one for each step.
  await page.goto('/audit?view=reads');
  const opened = page.getByText(`N. Auditor replayed the board of ${asha.name}`);
  await expect(opened).toHaveCount(1);
});
