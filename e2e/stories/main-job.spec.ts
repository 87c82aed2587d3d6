import type { Locator, Page } from '@playwright/test';
import { ask } from '../clinic/calls.ts';
import { people, sunrise } from '../clinic/people.ts';
import { clinicDate, doctorNamed, freeSlots, somebodyNew } from '../clinic/slots.ts';
import { expect, test } from '../clinic/story.ts';
import { chooseTime, confirmSummary, fillToTiming } from '../clinic/wizard.ts';
import { clockTime, count } from '../clinic/words.ts';

/** "appears on the other two within 1 s without a reload" */
const withinMs = 1_000;
/** "a booking without a mouse takes under 30 seconds" */
const bookingMs = 30_000;

/** A figure of a dashboard's card, as it is written there. */
const figure = (page: Page, label: string, value: number): Locator =>
  page.getByRole('link').filter({ hasText: label }).getByText(count(value), { exact: true });

const filter = (page: Page, label: string, value: number): Locator =>
  page.getByRole('group', { name: "Today's filters" }).getByRole('button', { name: `${label} ${value}`, exact: true });

/** When each is seen, in ms since the epoch; begun before the change is made, so that none is seen too late. */
const seenAt = (locators: readonly Locator[]): Promise<number[]> =>
  Promise.all(
    locators.map(async (locator) => {
      await locator.waitFor({ timeout: 15_000 });
      return Date.now();
    }),
  );

const worst = (times: readonly number[], since: number): number => Math.max(...times) - since;

test('a booking, its mark and the undo are seen by everybody within a second, and told by the log', async ({
  arrive,
}) => {
  const desk1 = await arrive('desk1');
  const desk2 = await arrive('desk2');
  const doctor = await arrive('asha');
  const { request } = desk1.context;
  const { clientId } = desk1.user;
  const asha = await doctorNamed(request, clientId, people.asha.name);
  const today = clinicDate();
  const [slot] = await freeSlots(request, asha.pocId, today);
  if (!slot) throw new Error('Dr. Asha Menon has no free time left today.');
  const patient = somebodyNew();

  const before = {
    active: (await ask(request, 'countAppointmentsOfClient', { clientId, status: 'Confirmed' })).count,
    activeOfAsha: (
      await ask(doctor.context.request, 'countAppointmentsOfDoctor', { pocId: asha.pocId, status: 'Confirmed' })
    ).count,
    direct: (
      await ask(doctor.context.request, 'countAppointmentsByType', { pocId: asha.pocId, type: 'Direct Consultation' })
    ).count,
    board: await ask(request, 'listTodaysAppointmentsOfClient', { clientId }),
  };
  const boardOfAsha = before.board.filter((row) => row.POC_ID === asha.pocId);
  const numberOf = (rows: readonly { Status: string }[], status: string): number =>
    rows.filter((row) => row.Status === status).length;
  // Where the new card will stand: by time, and by the appointment's id within one.
  const rank = before.board.filter(
    (row) =>
      row.AppointmentTime < slot.time || (row.AppointmentTime === slot.time && row.AppointmentId < `${asha.pocId}~`),
  ).length;
  const boardPath = `/admin-todays-appointments?page=${Math.floor(rank / 5) + 1}`;

  const wizard = await desk1.open('/add-new-appointment');
  const deskBoard1 = await desk1.open(boardPath);
  const deskHome = await desk2.open('/admin-dashboard');
  const deskBoard = await desk2.open(boardPath);
  const doctorHome = await doctor.open('/poc-dashboard');
  const doctorBoard = await doctor.open('/todays-appointments');
  for (const page of [wizard, deskBoard1, deskHome, deskBoard, doctorHome, doctorBoard]) {
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
  }
  const card = (page: Page, status: string): Locator =>
    page.getByRole('article', { name: `${clockTime(slot.time)}, ${patient.name}, ${status}` });
  const active = (more: number): Locator[] => [
    figure(deskHome, 'Active Appointments', before.active + more),
    figure(doctorHome, 'Active Appointments', before.activeOfAsha + more),
    filter(deskBoard1, 'Confirmed', numberOf(before.board, 'Confirmed') + more),
    filter(deskBoard, 'Confirmed', numberOf(before.board, 'Confirmed') + more),
    filter(doctorBoard, 'Confirmed', numberOf(boardOfAsha, 'Confirmed') + more),
  ];
  const visited = (more: number): Locator[] => [
    filter(deskBoard1, 'Visited', numberOf(before.board, 'Availed') + more),
    filter(deskBoard, 'Visited', numberOf(before.board, 'Availed') + more),
    filter(doctorBoard, 'Completed', numberOf(boardOfAsha, 'Availed') + more),
  ];
  const cards = (status: string): Locator[] => [deskBoard1, deskBoard, doctorBoard].map((page) => card(page, status));
  for (const locator of [...active(0), ...visited(0)]) await expect(locator).toBeVisible();

  await test.step('booked in the wizard by keyboard alone', async () => {
    const began = Date.now();
    await wizard.bringToFront();
    await fillToTiming(wizard, patient, asha);
    await chooseTime(wizard, slot);
    await confirmSummary(wizard, patient);
    const everywhere = seenAt([
      ...cards('Confirmed'),
      ...active(1),
      figure(doctorHome, 'Direct Appointments', before.direct + 1),
    ]);
    await wizard.keyboard.press('Enter');
    await wizard.getByRole('heading', { name: 'Appointment booked' }).waitFor();
    const confirmed = Date.now();
    expect(confirmed - began, 'a booking without a mouse').toBeLessThan(bookingMs);
    expect(worst(await everywhere, confirmed), 'booking on the screens of others').toBeLessThan(withinMs);
    await wizard.keyboard.press('Enter');
    await expect(wizard).toHaveURL(/\/admin-dashboard$/);
    await expect(figure(wizard, 'Active Appointments', before.active + 1)).toBeVisible();
  });

  await test.step('marked by the doctor', async () => {
    await doctorBoard.bringToFront();
    await card(doctorBoard, 'Confirmed').getByRole('button', { name: 'Mark as Visited' }).click();
    const asked = doctorBoard.getByRole('alertdialog', { name: 'Mark this appointment as Visited?' });
    await expect(asked).toBeVisible();
    const everywhere = seenAt([
      ...cards('Visited'),
      ...active(0),
      ...visited(1),
      figure(wizard, 'Active Appointments', before.active),
    ]);
    const clicked = Date.now();
    await asked.getByRole('button', { name: 'Mark as Visited' }).click();
    await expect(doctorBoard.getByText('Appointment marked as Visited')).toBeVisible();
    expect(worst(await everywhere, clicked), 'mark on the screens of others').toBeLessThan(withinMs);
    await expect(card(deskBoard, 'Visited').getByRole('button', { name: /^Mark as/ })).toHaveCount(0);
  });

  await test.step('undone within its toast', async () => {
    const everywhere = seenAt([
      ...cards('Confirmed'),
      ...active(1),
      ...visited(0),
      figure(wizard, 'Active Appointments', before.active + 1),
    ]);
    const clicked = Date.now();
    await doctorBoard.getByRole('button', { name: 'Undo' }).click();
    await expect(doctorBoard.getByText('Undo successful! Status reverted to Confirmed')).toBeVisible();
    expect(worst(await everywhere, clicked), 'undo on the screens of others').toBeLessThan(withinMs);
    await expect(card(deskBoard, 'Confirmed').getByRole('button', { name: 'Mark as Visited' })).toBeVisible();
  });

  await test.step('told to the auditor by the log', async () => {
    const { context } = await arrive('auditor');
    const page = await context.newPage();
    await page.goto('/audit');
    await page.getByRole('searchbox', { name: 'Search by patient name' }).fill(patient.name);
    await page.getByRole('link', { name: `History of ${patient.name}` }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(patient.name);
    const entries = page.getByRole('list', { name: 'Story' }).getByRole('listitem');
    const told = [
      { type: 'AppointmentBooked', actor: people.desk1.name },
      { type: 'AppointmentMarkedVisited', actor: people.asha.name },
      { type: 'AppointmentMarkUndone', actor: people.asha.name },
    ];
    await expect(entries).toHaveCount(told.length);
    for (const [index, { type, actor }] of told.entries()) {
      const entry = entries.nth(index);
      await expect(entry).toContainText(actor);
      await expect(entry.getByText(type, { exact: true })).toBeHidden();
      await entry.getByText('Technical detail').click();
      await expect(entry.getByText(type, { exact: true })).toBeVisible();
    }
    await expect(page.getByText('chain whole')).toBeVisible();
    await expect(page.getByText(sunrise).first()).toBeVisible();
  });
});
