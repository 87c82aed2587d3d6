import type { Locator, Page } from '@playwright/test';
import { people, sunrise } from '../clinic/accounts.ts';
import { ask } from '../clinic/http-calls.ts';
import { answer } from '../clinic/pages/question.ts';
import { chooseTime, confirmSummary, fillToTiming } from '../clinic/pages/wizard.ts';
import { clockTime, count } from '../clinic/pages/words.ts';
import { clickedAt, type SeenPage, seenAt } from '../clinic/seen.ts';
import { clinicDate, doctorNamed, freeSlots, newPerson } from '../clinic/slots.ts';
import { expect, meet, test } from '../clinic/story.ts';

/** The figure on a dashboard card. */
const figure = (page: Page, label: string, value: number): SeenPage => ({
  page,
  selector: 'main a',
  lines: [label, count(value)],
});

const filter = (page: Page, label: string, value: number): SeenPage => ({
  page,
  selector: `[aria-label="Today's filters"] button`,
  lines: [label, String(value)],
});

/** Reports how long after `since` the last of them appeared; `npm run bench` judges such figures. */
function note(what: string, times: readonly number[], since: number): void {
  test.info().annotations.push({ type: what, description: `${Math.max(...times) - since} ms` });
}

test('a booking, its mark and the undo are seen by everybody without a reload, and are in the log', async ({
  arrive,
}) => {
  const desk1 = await arrive('desk1');
  const desk2 = await arrive('desk2');
  const doctor = await arrive('asha');
  const { request } = desk1.context;
  const { clientId } = desk1.user;
  const asha = await doctorNamed(request, clientId, people.asha.name);
  const today = clinicDate();
  const board = await ask(request, 'listTodaysAppointmentsOfClient', { clientId });
  /** The pages that may show her new card: sorted by time, then doctor, then a random id. */
  const pagesFor = (time: string): number[] => {
    // After the patients who are present, the late ones and those with an earlier time; finished ones come last.
    const open = board.filter((row) => row.Status === 'Confirmed');
    const ahead = open.filter((row) => row.presence !== undefined || row.AppointmentTime < time).length;
    const atTime = open.filter((row) => row.presence === undefined && row.AppointmentTime === time);
    const first = ahead + atTime.filter((row) => row.POC_ID < asha.pocId).length;
    const last = first + atTime.filter((row) => row.POC_ID === asha.pocId).length;
    return [first, last].map((rank) => Math.floor(rank / 5) + 1);
  };
  const slots = await freeSlots(request, asha.pocId, today);
  const slot = slots.find(({ time }) => new Set(pagesFor(time)).size === 1);
  if (!slot) throw new Error('Dr. Asha Menon has no free time left today whose card stays on one page.');
  const patient = newPerson();

  const before = {
    active: (await ask(request, 'countAppointmentsOfClient', { clientId, status: 'Confirmed' })).count,
    activeOfAsha: (
      await ask(doctor.context.request, 'countAppointmentsOfDoctor', { pocId: asha.pocId, status: 'Confirmed' })
    ).count,
    direct: (
      await ask(doctor.context.request, 'countAppointmentsByType', { pocId: asha.pocId, type: 'Direct Consultation' })
    ).count,
  };
  const boardOfAsha = board.filter((row) => row.POC_ID === asha.pocId);
  const numberOf = (rows: readonly { Status: string }[], status: string): number =>
    rows.filter((row) => row.Status === status).length;
  const boardPath = `/admin-todays-appointments?page=${pagesFor(slot.time)[0]}`;

  const wizard = await desk1.open('/add-new-appointment');
  const deskBoard1 = await desk1.open(boardPath);
  const deskHome = await desk2.open('/admin-dashboard');
  const deskBoard = await desk2.open(boardPath);
  const doctorHome = await doctor.open('/poc-dashboard');
  const doctorBoard = await doctor.open('/todays-appointments');
  for (const page of [wizard, deskBoard1, deskHome, deskBoard, doctorHome, doctorBoard]) {
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
  }
  const cardName = (status: string): string => `${clockTime(slot.time)}, ${patient.name}, ${status}`;
  const card = (page: Page, status: string): Locator => page.getByRole('article', { name: cardName(status) });
  const active = (more: number): SeenPage[] => [
    figure(deskHome, 'Active Appointments', before.active + more),
    figure(doctorHome, 'Active Appointments', before.activeOfAsha + more),
    filter(deskBoard1, 'Confirmed', numberOf(board, 'Confirmed') + more),
    filter(deskBoard, 'Confirmed', numberOf(board, 'Confirmed') + more),
    filter(doctorBoard, 'Confirmed', numberOf(boardOfAsha, 'Confirmed') + more),
  ];
  const visited = (more: number): SeenPage[] => [
    filter(deskBoard1, 'Visited', numberOf(board, 'Availed') + more),
    filter(deskBoard, 'Visited', numberOf(board, 'Availed') + more),
    filter(doctorBoard, 'Completed', numberOf(boardOfAsha, 'Availed') + more),
  ];
  const cards = (status: string): SeenPage[] =>
    [deskBoard1, deskBoard, doctorBoard].map((page) => ({
      page,
      selector: `article[aria-label="${cardName(status)}"]`,
    }));
  await seenAt([...active(0), ...visited(0)]);

  await test.step('booked in the wizard by keyboard alone', async () => {
    const began = Date.now();
    await wizard.bringToFront();
    await fillToTiming(wizard, patient, asha);
    await chooseTime(wizard, slot);
    await confirmSummary(wizard, patient);
    const bothBoards = seenAt([
      ...cards('Active'),
      ...active(1),
      figure(doctorHome, 'Direct Appointments', before.direct + 1),
    ]);
    const confirmation = seenAt([{ page: wizard, selector: 'h2', lines: ['Appointment booked'] }]);
    // Neither choice is focused initially, and the amount is first.
    await wizard.keyboard.press('Tab');
    await wizard.keyboard.press('Tab');
    await wizard.keyboard.press('Enter');
    const [confirmed = 0] = await confirmation;
    note('keyboard alone', [confirmed], began);
    note('booking', await bothBoards, confirmed);
    // Of two presses of Enter within 150 ms the second one doesn't count, unless another key is between them.
    await wizard.keyboard.press('Shift');
    await wizard.keyboard.press('Enter');
    await expect(wizard).toHaveURL(/\/admin-dashboard$/);
    await seenAt([figure(wizard, 'Active Appointments', before.active + 1)]);
    meet('a payment choice books', 'Return to Dashboard leads home');
  });

  await test.step('marked by the doctor', async () => {
    await doctorBoard.bringToFront();
    await card(doctorBoard, 'Active').getByRole('button', { name: 'Mark as Visited' }).click();
    const dialog = doctorBoard.getByRole('alertdialog', { name: 'Mark this appointment as Visited?' });
    await expect(dialog).toBeVisible();
    const bothBoards = seenAt([
      ...cards('Visited'),
      ...active(0),
      ...visited(1),
      figure(wizard, 'Active Appointments', before.active),
    ]);
    const clicked = clickedAt(doctorBoard);
    await answer(dialog, 'Mark as Visited');
    await expect(doctorBoard.getByText('Appointment marked as Visited')).toBeVisible();
    note('mark', await bothBoards, await clicked);
    await expect(card(deskBoard, 'Visited').getByRole('button', { name: /^Mark as/ })).toHaveCount(0);
  });

  await test.step('undone within its toast', async () => {
    const bothBoards = seenAt([
      ...cards('Active'),
      ...active(1),
      ...visited(0),
      figure(wizard, 'Active Appointments', before.active + 1),
    ]);
    const clicked = clickedAt(doctorBoard);
    await doctorBoard.getByRole('button', { name: 'Undo' }).click();
    await expect(doctorBoard.getByText('Undo successful! Status reverted to Confirmed')).toBeVisible();
    note('undo', await bothBoards, await clicked);
    await expect(card(deskBoard, 'Active').getByRole('button', { name: 'Mark as Visited' })).toBeVisible();
    meet('a doctor is asked before a mark', 'confirmed, visited and back', 'actions only while confirmed');
  });

  await test.step('shown to the auditor by the log', async () => {
    const { context } = await arrive('auditor');
    const page = await context.newPage();
    await page.goto('/audit');
    const activity = page.getByRole('list', { name: 'Activity' }).getByRole('listitem');
    const undone = activity.filter({ hasText: `${people.asha.name} undid a status change: ${patient.name}` });
    await expect(undone).toContainText('Web');
    await expect(activity.filter({ hasText: `marked ${patient.name}` })).toContainText('Undone');
    await undone.getByRole('button').click();
    await page.getByRole('link', { name: 'History', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(patient.name);
    await page.goto('/audit/appointments');
    await page.getByRole('searchbox', { name: 'Search by name or phone' }).fill(patient.name);
    await page.getByRole('link', { name: `History of ${patient.name}` }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(patient.name);
    const entries = page.getByRole('list', { name: 'History' }).getByRole('listitem');
    const found = [
      { type: 'AppointmentBooked', actor: people.desk1.name },
      { type: 'AppointmentPaymentRecorded', actor: people.desk1.name },
      { type: 'AppointmentMarkedVisited', actor: people.asha.name },
      { type: 'AppointmentMarkUndone', actor: people.asha.name },
    ];
    await expect(entries).toHaveCount(found.length);
    await expect(page.getByText('AppointmentBooked')).toHaveCount(0);
    for (const [index, { type, actor }] of found.entries()) {
      await expect(entries.nth(index)).toContainText(actor);
      await entries.nth(index).getByText('Technical detail').click();
      await expect(entries.nth(index).getByText(type, { exact: true })).toBeVisible();
    }
    await expect(page.getByText('chain intact')).toBeVisible();
    await expect(page.getByText(sunrise).first()).toBeVisible();
  });
});
