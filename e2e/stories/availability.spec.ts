import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { weekdayOf } from '@dayline/contracts/clinic/schedule';
import { addDoctor } from '../clinic/doctors.ts';
import { ask } from '../clinic/http-calls.ts';
import { inspect } from '../clinic/look.ts';
import { AvailabilityPage } from '../clinic/pages/availability.ts';
import { answer } from '../clinic/pages/question.ts';
import { clockTime, longDate } from '../clinic/pages/words.ts';
import { bookByCall, clinicDate, doctorNamed, laterSlots, newPerson } from '../clinic/slots.ts';
import { expect, meet, test } from '../clinic/story.ts';

test('a doctor blocks slots, sees before and after whom they hit, and unblocks them again', async ({ arrive }) => {
  const desk = await arrive('desk1');
  const asha = await arrive('asha');
  const pocId = asha.user.pocId ?? '';
  const slots = await laterSlots(desk.context.request, pocId, (found) => found.length > 3);
  const [slot] = slots;
  if (!slot) throw new Error('Nothing is free.');
  const patient = newPerson();
  await bookByCall(desk.context.request, desk.user.clientId, pocId, slot, patient);

  const page = await asha.open('/update-availability-poc');
  const availability = new AvailabilityPage(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Manage Availability' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Legend' })).toHaveText('AvailablePartialBlocked');
  await availability.day(longDate(slot.date)).click();
  await page.getByRole('button', { name: 'Partial Availability' }).click();
  await availability.time(clockTime(slot.time)).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Cath lab');
  await expect(page.getByRole('tabpanel')).toContainText(patient.name);
  await inspect(page, 'doctor-availability-partial');
  await availability.update();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText(patient.name);
  await inspect(page, 'doctor-availability-question');
  await answer(question, 'Block 1 Slot');
  await expect(page.getByText('Availability updated successfully!')).toBeVisible();
  await expect(page.getByRole('tabpanel')).toContainText(patient.name);
  await expect(availability.day(`${longDate(slot.date)}, Partial`)).toBeVisible();

  await page.getByRole('tab', { name: /Blocked Slots/ }).click();
  await availability.openBlocked(slot.date);
  await expect(page.getByText('Cath lab').first()).toBeVisible();
  await inspect(page, 'doctor-availability-blocked');
  await page.getByRole('button', { name: `Unblock ${clockTime(slot.time)}` }).click();
  await answer(page.getByRole('alertdialog', { name: 'Unblock Time Slot' }), 'Unblock');
  await expect(page.getByText('Slot unblocked successfully.')).toBeVisible();
});

test('an admin blocks a range of dates; the doctor sees it live, and a session that ends says so', async ({
  arrive,
}) => {
  const desk = await arrive('desk1');
  const { request } = desk.context;
  const asha = await arrive('asha');
  const doctor = await doctorNamed(request, desk.user.clientId, 'Dr. Asha Menon');
  const dates = await ask(request, 'listDatesWithAvailability', { pocId: doctor.pocId });
  const open = dates.filter(({ active_status }) => active_status === 'available').slice(-2);
  const [first, last] = [open[0]?.Schedule_Date ?? '', open[1]?.Schedule_Date ?? ''];

  const doctorsPage = await asha.open('/update-availability-poc');
  const doctors = new AvailabilityPage(doctorsPage);
  await doctors.laterUntil(longDate(last));

  const page = await desk.open('/update-availability');
  const availability = new AvailabilityPage(page);
  await expect(page.getByRole('heading', { level: 1, name: "UPDATE DOCTOR'S AVAILABILITY" })).toBeVisible();
  await inspect(page, 'admin-availability-none');
  await page.getByRole('combobox', { name: 'Department' }).selectOption({ label: doctor.department });
  await page.getByRole('combobox', { name: 'Doctor' }).selectOption({ label: doctor.name });
  await expect(page.getByRole('tab', { name: 'Update Slots' })).toHaveAttribute('aria-selected', 'true');
  meet('Update Slots is the first tab');
  await availability.laterUntil(longDate(last));
  await availability.day(longDate(first)).click();
  await availability.day(longDate(last)).click({ modifiers: ['Shift'] });
  await inspect(page, 'admin-availability-range');
  await availability.update();
  await answer(page.getByRole('alertdialog'), /^Block \d+ Dates$/);
  await expect(page.getByText("Doctor's availability has been updated successfully.")).toBeVisible();
  await expect(doctors.day(`${longDate(last)}, Blocked`)).toBeVisible();

  await availability.day(`${longDate(first)}, Blocked`).click();
  await answer(page.getByRole('alertdialog', { name: 'Unblock Date' }), 'Unblock');
  await expect(page.getByText('Slot unblocked successfully.')).toBeVisible();
  await expect(doctors.day(`${longDate(first)}, Available`)).toBeVisible();

  await asha.context.clearCookies();
  await doctors.day(longDate(first)).click();
  await doctors.update();
  await answer(doctorsPage.getByRole('alertdialog'), 'Block Date');
  await expect(doctorsPage.getByRole('alert')).toContainText('Session expired or invalid. Please log in again.');
  await inspect(doctorsPage, 'doctor-availability-expired');
  await doctorsPage.getByRole('button', { name: 'Go to Login' }).click();
  await expect(doctorsPage).toHaveURL('/');
});

test('an extra Sunday for a doctor without a week, in two clicks; who stays outside of changed hours is named', async ({
  arrive,
}) => {
  const desk = await arrive('desk2');
  const { request } = desk.context;
  const { clientId } = desk.user;
  const { pocId, departmentId } = await addDoctor(request, clientId, 'Sunday Only', `sunday${Date.now()}@mail.example`);
  let sunday = addDays(clinicDate(), 1);
  while (weekdayOf(sunday) !== 'Sunday') sunday = addDays(sunday, 1);

  const page = await desk.open(`/update-availability?department=${departmentId}&doctor=${pocId}`);
  const availability = new AvailabilityPage(page);
  await expect(page.getByText('No available dates found')).toBeVisible();
  await inspect(page, 'admin-availability-no-dates');
  await availability.day(`${longDate(sunday)}, No hours`).click();
  await expect(page.getByLabel('Start time')).toHaveValue('09:00');
  await availability.update();
  const extra = availability.day(`${longDate(sunday)}, Available, Special hours`);
  await expect(extra).toBeVisible();

  const patient = newPerson();
  await bookByCall(request, clientId, pocId, { date: sunday, time: '09:00' }, patient);
  await extra.click();
  await page.getByRole('button', { name: 'Other Hours' }).click();
  await page.getByLabel('Start time').fill('10:00');
  await expect(page.getByText('1 appointment is kept:')).toBeVisible();
  await inspect(page, 'admin-availability-other-hours');
  await availability.update();
  await expect(page.getByText('Now outside the hours: 1 appointment is kept:')).toBeVisible();
  await expect(page.getByRole('tabpanel')).toContainText(patient.name);

  await extra.click();
  await page.getByRole('button', { name: 'Clear Hours' }).click();
  await answer(page.getByRole('alertdialog'), 'Clear Hours');
  await expect(availability.day(`${longDate(sunday)}, No hours`)).toBeVisible();
});
