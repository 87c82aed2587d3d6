import type { Page } from '@playwright/test';
import { sunrise } from '../clinic/accounts.ts';
import { mailedLink } from '../clinic/doctors.ts';
import { AvailabilityPage } from '../clinic/pages/availability.ts';
import { answer } from '../clinic/pages/question.ts';
import { chooseTime, confirmSummary, fillToTiming } from '../clinic/pages/wizard.ts';
import { clockTime, longDate, shortDate } from '../clinic/pages/words.ts';
import { clinicDate, doctorNamed, freeSlots, newPerson } from '../clinic/slots.ts';
import { expect, test } from '../clinic/story.ts';

const password = 'Quiet-Monday7';

/** Until late in the evening, so that a free time is always left today. */
const hours = { 'Start time': '23:00', 'End time': '23:58', 'Appointments per slot': '2', 'Slot duration (min)': '2' };

async function addDoctor(page: Page, name: string, email: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Department' }).selectOption({ index: 1 });
  await page.getByRole('textbox', { name: 'Doctor Name' }).fill(name);
  await page.getByRole('textbox', { name: 'Contact Number' }).fill('9845044332');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { name: 'Doctor Added Successfully' })).toBeVisible();
}

/** From choosing the provider to the dashboard, through the emailed link. */
async function signUp(page: Page, email: string, link: () => Promise<string>): Promise<void> {
  await page.goto('/signup');
  await page.getByRole('textbox', { name: 'Healthcare Provider' }).fill('sunrise');
  await page.getByRole('button', { name: sunrise }).click();
  await page.getByRole('textbox', { name: 'Email Address' }).fill(email);
  await page.getByRole('button', { name: 'Verify Email' }).click();
  await expect(page.getByText('a link to verify it is on its way')).toBeVisible();
  await page.goto(await link());
  await page.getByRole('link', { name: 'Proceed to Complete Sign-Up' }).click();
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await page.getByRole('textbox', { name: 'Confirm Password' }).fill(password);
  await page.getByRole('button', { name: 'Create Password' }).click();
  await page.getByRole('link', { name: 'Go to Sign In' }).click();
  await page.getByRole('button', { name: 'Doctor', exact: true }).click();
  await page.getByRole('textbox', { name: 'Email Address' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/poc-dashboard');
}

test('the first day of a doctor: added, signed up, booked, blocked, marked, undone, marked again and corrected', async ({
  arrive,
  clinic,
  page: doctors,
}) => {
  const desk = await arrive('desk1');
  const { request } = desk.context;
  const { clientId } = desk.user;
  const name = 'Dr. Zara Contractor';
  const email = `first${Date.now()}@sunrise.example`;
  const today = clinicDate();
  const patient = newPerson();
  const admins = await desk.open('/add-poc');

  await test.step('the admin adds a doctor, who signs up by the mailed link', async () => {
    await addDoctor(admins, name, email);
    await signUp(doctors, email, () => mailedLink(clinic, email, 1));
  });
  const doctor = await doctorNamed(request, clientId, name);

  await test.step('the doctor sets a schedule', async () => {
    await doctors.goto('/update-schedule');
    const [weekday = ''] = longDate(today).split(',');
    await doctors
      .getByRole('button', { name: new RegExp(`^${weekday}, `) })
      .first()
      .click();
    await doctors.getByRole('button', { name: 'Add Interval' }).click();
    for (const [label, value] of Object.entries(hours)) await doctors.getByLabel(label).first().fill(value);
    await doctors.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(doctors.getByText('Schedule updated successfully')).toBeVisible();
  });

  const slot = (await freeSlots(request, doctor.pocId, today)).at(-1);
  if (!slot) throw new Error('Nothing is free today.');
  await test.step('the admin books', async () => {
    await admins.goto('/add-new-appointment');
    await fillToTiming(admins, patient, doctor);
    await chooseTime(admins, slot);
    await confirmSummary(admins, patient);
    await admins.getByRole('button', { name: 'Pay Later' }).click();
    await expect(admins.getByRole('heading', { name: 'Appointment booked' })).toBeVisible();
  });

  await test.step('the doctor blocks the rest of the day, sees whom it hits, and the admin sees it live', async () => {
    await admins.goto('/doctors');
    await admins.getByRole('link', { name: `View Appointments, ${name}` }).click();
    await admins.getByPlaceholder('Search by date, day or time...').fill(clockTime(slot.time));
    const card = admins.getByRole('list', { name: 'Slots' }).getByRole('button', {
      name: new RegExp(`^${clockTime(slot.time)}.*${shortDate(today)}\\b`),
    });
    await expect(card).toContainText('1 of 2 booked');
    await expect(admins.getByText('Live', { exact: true })).toBeVisible();

    await doctors.goto('/update-availability-poc');
    const availability = new AvailabilityPage(doctors);
    await availability.day(longDate(today)).click();
    await expect(doctors.getByRole('tabpanel')).toContainText(patient.name);
    await availability.update();
    const question = doctors.getByRole('alertdialog');
    await expect(question).toContainText(patient.name);
    await question.getByRole('button', { name: 'Block Date' }).click();
    await expect(doctors.getByText('Availability updated successfully!')).toBeVisible();
    await expect(doctors.getByRole('tabpanel')).toContainText(patient.name);
    await expect(card).toContainText('Blocked');
    await expect(card).toContainText('1 appointment kept');
  });

  await test.step('the doctor marks, undoes and marks again, and the admin sees each', async () => {
    await admins.goto(`/admin-todays-appointments?search=${encodeURIComponent(patient.name)}`);
    await doctors.goto('/todays-appointments');
    const card = (page: Page, status: string) =>
      page.getByRole('article', { name: new RegExp(`${patient.name}, ${status}$`) });
    await expect(card(admins, 'Active')).toBeVisible();
    const mark = async (as: string) => {
      await card(doctors, 'Active')
        .getByRole('button', { name: `Mark as ${as}` })
        .click();
      const question = doctors.getByRole('alertdialog', { name: `Mark this appointment as ${as}?` });
      await answer(question, `Mark as ${as}`);
      await expect(doctors.getByText(`Appointment marked as ${as}`)).toBeVisible();
      await expect(card(admins, as)).toBeVisible();
    };
    await mark('Visited');
    await doctors.getByRole('button', { name: 'Undo' }).click();
    await expect(doctors.getByText('Undo successful! Status reverted to Confirmed')).toBeVisible();
    await expect(card(admins, 'Active')).toBeVisible();
    await mark('Not Visited');
  });

  await test.step('the admin corrects it with a reason, and the doctor sees that', async () => {
    await admins.getByRole('button', { name: `More for ${patient.name}` }).click();
    await admins.getByRole('menuitem', { name: 'Correct status…' }).click();
    const dialog = admins.getByRole('dialog', { name: 'Correct the status' });
    await dialog.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Visited' });
    await dialog.getByRole('button', { name: 'Correct status' }).click();
    await expect(dialog.getByText('Please give a reason.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Came through the other door.');
    await dialog.getByRole('button', { name: 'Correct status' }).click();
    await expect(admins.getByText('Status corrected to Visited')).toBeVisible();
    await expect(doctors.getByRole('article', { name: new RegExp(`${patient.name}, Visited$`) })).toBeVisible();
  });
});
