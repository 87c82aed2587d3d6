import type { Page } from '@playwright/test';
import { expectSentence, whileFailing } from '../clinic/failing.ts';
import { ask } from '../clinic/http-calls.ts';
import { clockTime, longDate } from '../clinic/pages/words.ts';
import { doctorWithSlot, newPerson } from '../clinic/slots.ts';
import { expect, meet, test } from '../clinic/story.ts';

// What the booking wizard shows when a call fails or an answer is missing.

/** Continues with a changed draft at a step, as after a reload. */
async function changeDraft(page: Page, fields: Record<string, string>, step: number): Promise<void> {
  await page.evaluate(
    ([change, at]) => {
      const stored = JSON.parse(sessionStorage.getItem('dayline.bookingDraft') ?? '{}');
      const state = { ...stored.state, step: at, fields: { ...stored.state.fields, ...change } };
      sessionStorage.setItem('dayline.bookingDraft', JSON.stringify({ ...stored, state }));
    },
    [fields, step] as const,
  );
  await page.reload();
}

test('a desk reads what fails of a booking, and what is missing in each step', async ({ arrive }) => {
  const desk = await arrive('desk1');
  const { request } = desk.context;
  const { doctor, slot } = await doctorWithSlot(request, desk.user.clientId, 'Dr. George Thomas', 4);
  const patient = newPerson();
  const page = await desk.open('/add-new-appointment');
  const goToNext = () => page.getByRole('button', { name: 'Continue' }).click();
  const phone = page.getByRole('textbox', { name: 'Phone Number' });
  await expect(page.getByRole('list', { name: 'Steps' }).getByRole('listitem')).toContainText([
    'Phone',
    'Details',
    'Type',
    'Provider',
    'Timing',
    'Confirm',
    'Payment',
  ]);
  const codes = page.getByRole('combobox', { name: 'Country code' });
  await expect(codes).toHaveValue('91');
  expect(
    await codes.locator('option').evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value)),
  ).toEqual(['1', '44', '61', '91', '86', '49', '33', '81', '65', '971', '92', '880', '94', '977']);
  meet('country codes');
  const back = page.getByRole('button', { name: 'Back', exact: true });
  await expect(back).toHaveCount(0);
  await phone.pressSequentially('98a');
  await expect(phone).toHaveValue('98');
  await goToNext();
  await expectSentence(page, 'Phone number must be 10 digits.');
  await phone.fill('');
  await phone.pressSequentially(`${patient.phone}55`);
  await expect(phone).toHaveValue(patient.phone);
  meet('phone takes only digits');
  await whileFailing(page, 'verifyUser', 'lost', async () => {
    await goToNext();
    await expectSentence(page, 'Could not verify phone number. Please try again.');
  });
  await goToNext();
  await expect(back).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill(patient.name);
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody');
  await goToNext();
  await expectSentence(page, 'Please enter a valid email address.');
  await expectSentence(page, 'Location is required.');
  await page.getByRole('textbox', { name: 'Email' }).fill(patient.email);
  await page.getByRole('textbox', { name: 'Location' }).fill(patient.location);
  await goToNext();
  await goToNext();
  await expectSentence(page, 'Appointment type is required.');
  await page.getByRole('radio', { name: /Direct Consultation/ }).click();
  await goToNext();
  await goToNext();
  await expectSentence(page, 'Department is required.');
  await expectSentence(page, 'Doctor is required.');
  const department = page.getByRole('combobox', { name: 'Department' });
  const doctors = page.getByRole('combobox', { name: 'Doctor' });
  await department.selectOption({ label: doctor.department });
  await doctors.selectOption({ label: doctor.name });
  await department.selectOption({ label: 'Cardiology' });
  await expect(doctors).toHaveValue('');
  meet('department clears doctor');
  await department.selectOption({ label: doctor.department });
  await doctors.selectOption({ label: doctor.name });
  await goToNext();
  await goToNext();
  await expectSentence(page, 'Date is required.');
  await page.getByRole('radio', { name: new RegExp(`^${longDate(slot.date)}, `) }).click();
  await goToNext();
  await expectSentence(page, 'Time is required.');
  await page.getByRole('radio', { name: new RegExp(`^${clockTime(slot.time)}, `) }).click();
  await goToNext();
  await expect(back).toBeVisible();
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Pay Later' })).toBeVisible();
  await expect(back).toHaveCount(0);
  meet('seven steps, Back except at 1 and 7');
  await whileFailing(page, 'createAppointment', 'answered', async () => {
    await page.getByRole('button', { name: 'Pay Later' }).click();
    await expectSentence(page, 'There was an error creating the appointment. Please try again.');
    await page.getByRole('alertdialog').getByRole('button').click();
  });

  // A draft from an older page: missing fields are reported at the end too.
  await changeDraft(page, { name: '' }, 6);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expectSentence(page, 'Please complete all required fields before confirming.');
  await page.getByRole('alertdialog').getByRole('button').click();
  await changeDraft(page, { name: patient.name, phone: '98450' }, 7);
  await page.getByRole('button', { name: 'Pay Later' }).click();
  await expectSentence(page, 'Phone number must be 10 digits.');
  await expect(phone).toBeFocused();
  meet('payment checks the phone again');
  await changeDraft(page, { phone: '98450a2345' }, 1);
  await goToNext();
  await expectSentence(page, 'Phone number should contain only digits.');
});

test('a known patient is welcomed with the details, which are checked at Confirm all the same', async ({ arrive }) => {
  const desk = await arrive('desk1');
  const { request } = desk.context;
  const { clientId } = desk.user;
  const { doctor, slot } = await doctorWithSlot(request, clientId, 'Dr. George Thomas', 4);
  const { name, phone, email, location } = newPerson();
  await ask(request, 'saveUser', { name, phone: `91${phone}`, email, location, clientId });
  const page = await desk.open('/add-new-appointment');
  await page.getByRole('textbox', { name: 'Phone Number' }).fill(phone);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(`Welcome back, ${name}!`)).toBeVisible();
  for (const [label, value] of Object.entries({ Name: name, Email: email, Location: location })) {
    await expect(page.getByRole('textbox', { name: label })).toHaveValue(value);
  }
  meet('a known patient is welcomed');
  const { departmentId, pocId } = doctor;
  const chosen = { type: 'Direct Consultation', departmentId, pocId, date: slot.date, time: slot.time };
  const confirm = page.getByRole('button', { name: 'Confirm', exact: true });
  const refused = page.getByRole('alertdialog', { name: 'Please complete all required fields before confirming.' });
  for (const missing of ['name', 'email', 'location']) {
    await changeDraft(page, { name, email, location, ...chosen, [missing]: '' }, 6);
    await confirm.click();
    await expect(refused).toBeVisible();
  }
  meet('a known patient is checked at Confirm');
  await changeDraft(page, { name, email, location, ...chosen }, 6);
  await confirm.click();
  await expect(page.getByRole('button', { name: 'Pay Later' })).toBeVisible();
});
