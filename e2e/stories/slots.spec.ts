import { ask, send } from '../clinic/http-calls.ts';
import { inspect, screens } from '../clinic/look.ts';
import { clockTime, count, shortDate } from '../clinic/pages/words.ts';
import { bookByCall, doctorNamed, laterSlots, newPerson } from '../clinic/slots.ts';
import { expect, meet, type SignedInBrowser, test } from '../clinic/story.ts';

async function openSlots({ open }: SignedInBrowser, doctor: string) {
  const page = await open('/doctors');
  await page.getByRole('link', { name: `View Appointments, ${doctor}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: doctor })).toBeVisible();
  return page;
}

test('a desk sees who is booked, and takes a free place into the wizard', async ({ arrive }) => {
  const desk = await arrive('desk1');
  const { request } = desk.context;
  const doctor = await doctorNamed(request, desk.user.clientId, 'Dr. Asha Menon');
  const slots = await laterSlots(request, doctor.pocId, (all) => all.some(({ free }) => free > 1));
  const slot = slots.find(({ free }) => free > 1);
  if (!slot) throw new Error('Nothing is free.');
  const patient = newPerson();
  const page = await openSlots(desk, doctor.name);
  await expect(page.getByText(doctor.department, { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByText('A', { exact: true })).toBeVisible();
  meet('slots begin with the doctor');
  await expect(page.getByRole('list', { name: 'Slots' }).getByRole('listitem')).toHaveCount(6);
  meet('six slot cards a page');
  await inspect(page, 'slots');
  const slotCount = async (): Promise<number> =>
    Number((await page.getByText(/^[\d,]+ slots?$/).textContent())?.replaceAll(/\D/g, ''));
  const all = await slotCount();
  await page.getByPlaceholder('Search by date, day or time...').fill(shortDate(slot.date));
  await expect(async () => {
    const found = await slotCount();
    expect(found).toBeLessThan(all);
    await expect(page.getByText(`Page 1 of ${count(Math.ceil(found / 6))}`)).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  meet('as many pages as six cards need');
  const weekday = new Date(`${slot.date}T12:00:00Z`).toLocaleDateString('en-US', { timeZone: 'UTC', weekday: 'long' });
  for (const term of [weekday.toUpperCase(), clockTime(slot.time).toLowerCase()]) {
    await page.getByPlaceholder('Search by date, day or time...').fill(term);
    await expect(page.getByRole('list', { name: 'Slots' }).getByRole('listitem').first()).toBeVisible();
  }
  meet('slots are searched by date, day and time');
  await page.getByPlaceholder('Search by date, day or time...').fill('no such time');
  await expect(page.getByText('No appointments found')).toBeVisible();
  await expect(page.getByText('Try adjusting your search criteria')).toBeVisible();
  await inspect(page, 'slots-no-match');

  await page.getByPlaceholder('Search by date, day or time...').fill(clockTime(slot.time));
  const name = new RegExp(`^${clockTime(slot.time)}.*${shortDate(slot.date)}\\b`);
  const card = page.getByRole('list', { name: 'Slots' }).getByRole('button', { name });
  await card.click();
  const panel = page.getByRole('region', { name });
  await expect(panel).toContainText(`${slot.capacity - slot.free} of ${slot.capacity} booked`);

  // Another desk books: the panel and the card show it without a reload.
  await bookByCall(request, desk.user.clientId, doctor.pocId, slot, patient);
  await expect(panel).toContainText(`${slot.capacity - slot.free + 1} of ${slot.capacity} booked`);
  await expect(panel.getByText(patient.name)).toBeVisible();

  // Search and page number are kept in session storage, and restored.
  expect(await page.evaluate(() => sessionStorage.getItem('appointmentsSearchTerm'))).toBe(clockTime(slot.time));
  await page.reload();
  await expect(page.getByPlaceholder('Search by date, day or time...')).toHaveValue(clockTime(slot.time));
  meet('the search is kept');

  await card.click();
  await panel.getByRole('link', { name: 'Add New Appointment' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Add New Appointment' })).toBeVisible();
  const otherPatient = newPerson();
  await page.getByRole('textbox', { name: 'Phone Number' }).fill(otherPatient.phone);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(otherPatient.name);
  await page.getByRole('textbox', { name: 'Email' }).fill(otherPatient.email);
  await page.getByRole('textbox', { name: 'Location' }).fill(otherPatient.location);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('radio', { name: /Direct Consultation/ }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('combobox', { name: 'Doctor' })).toHaveValue(doctor.pocId);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(clockTime(slot.time)).first()).toBeVisible();
});

test('the strip searches a day, the pager has an ellipsis, and a block is shown live', async ({ arrive }) => {
  const desk = await arrive('desk1');
  const { request } = desk.context;
  const doctor = await doctorNamed(request, desk.user.clientId, 'Dr. Leela Iyer').catch(() =>
    doctorNamed(request, desk.user.clientId, 'Dr. Vikram Rao'),
  );
  const slots = await laterSlots(request, doctor.pocId, (all) => all.length > 3);
  const date = slots[0]?.date ?? '';
  const page = await openSlots(desk, doctor.name);
  const last = page.getByRole('button', { name: /^Page \d+, the last$/ });
  await expect(last).toBeVisible();
  await expect(page.getByRole('button', { name: /^Page \d+$/ })).toHaveCount(5);
  await expect(page.getByText('…', { exact: true })).toBeVisible();
  await last.click();
  await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled();
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('appointmentsCurrentPage'))).toMatch(/^\d+$/);
  meet('a window of five pages, an ellipsis and the last', 'the page is kept');
  const day = page.getByRole('button', { name: new RegExp(`, ${shortDate(date)}, \\d+ of`) });
  await day.click();
  await expect(page.getByPlaceholder('Search by date, day or time...')).toHaveValue(shortDate(date));
  const response = await send(request, 'blockDay', { pocId: doctor.pocId, date, timings: [], reason: 'Leave' });
  expect(response.ok()).toBe(true);
  await expect(page.getByRole('list', { name: 'Slots' }).getByText('Blocked').first()).toBeVisible();
  await inspect(page, 'slots-blocked');
  const unblocked = await send(request, 'unblockSlot', { pocId: doctor.pocId, date });
  expect(unblocked.ok()).toBe(true);
  await expect(page.getByRole('list', { name: 'Slots' }).getByText('Blocked')).toHaveCount(0);
});

test("a doctor's own slots, on a phone as a sheet", async ({ arrive }) => {
  const { open } = await arrive('asha');
  const page = await open('/view-appointments');
  await expect(page.getByRole('heading', { level: 1, name: 'Dr. Asha Menon' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Update Availability' })).toHaveAttribute(
    'href',
    '/update-availability-poc',
  );
  await inspect(page, 'doctor-slots');
  await page.setViewportSize(screens.phone);
  const card = page.getByRole('list', { name: 'Slots' }).getByRole('button').first();
  await card.click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('heading')).toBeVisible();
  await expect(sheet.getByRole('link', { name: 'Add New Appointment' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
});

test('slots that fail say so, and come back by Try Again', async ({ arrive }) => {
  const desk = await arrive('desk2');
  const { context, user } = desk;
  const doctor = await doctorNamed(context.request, user.clientId, 'Dr. Vikram Rao');
  // A server fault isn't retried automatically; otherwise the page would recover by itself before the click.
  const fault = { success: false, code: 'service.fault', message: 'Failed to fetch appointments.' };
  await context.route('**/api/appointments', (route) => route.fulfill({ status: 500, json: fault }));
  const page = await openSlots(desk, doctor.name);
  await expect(page.getByText('Failed to fetch appointments.')).toBeVisible();
  await inspect(page, 'slots-failed');
  await context.unroute('**/api/appointments');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('list', { name: 'Slots' })).toBeVisible();
  meet('slots that fail end loading', 'Try Again reloads a list');
});

test('the slots of a doctor without schedule are none', async ({ arrive }) => {
  const desk = await arrive('quietDesk');
  const { request } = desk.context;
  const { clientId } = desk.user;
  const [department] = await ask(request, 'listDepartments', { clientId });
  // A doctor created by this story: no other story gives it a schedule.
  const name = `Dr. Unscheduled ${newPerson().phone}`;
  await ask(request, 'addDoctor', {
    Client_ID: clientId,
    Department_ID: department?.departmentId ?? '',
    POC_Name: name,
    Contact_Number: `91${newPerson().phone}`,
    Email: `${newPerson().phone}@quiet.example`,
  });
  const page = await openSlots(desk, name);
  await expect(page.getByText('No appointments found')).toBeVisible();
  await inspect(page, 'slots-empty');
});
