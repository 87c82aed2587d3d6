import type { Page } from '@playwright/test';
import { sunrise } from '../clinic/accounts.ts';
import { AvailabilityPage } from '../clinic/availability.ts';
import { addDoctor, mailedLink } from '../clinic/doctors.ts';
import { whileAnswering, whileChanged, whileFailing, whileHeld } from '../clinic/failing.ts';
import { ask } from '../clinic/http-calls.ts';
import { doctorNamed, laterSlots, somebodyNew } from '../clinic/slots.ts';
import { expect, met, test } from '../clinic/story.ts';
import { clockTime, longDate } from '../clinic/words.ts';

/** A square of 8 × 8 in one colour. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mPgj8/GihiGlgQAHAM2QddwnEIAAAAASUVORK5CYII=',
  'base64',
);

// What the pages show when a call fails: 'answered' with a server fault, or 'lost' on the way.
test.use({ contextOptions: { reducedMotion: 'reduce' }, trace: 'off' });
test.describe.configure({ timeout: 180_000 });

/** Continues with a changed draft at a step, as after a reload. */
async function changeDraft(page: Page, fields: Record<string, string>, step: number): Promise<void> {
  await page.evaluate(
    ([change, at]) => {
      const kept = JSON.parse(sessionStorage.getItem('dayline.bookingDraft') ?? '{}');
      const draft = { ...kept, step: at, fields: { ...kept.fields, ...change } };
      sessionStorage.setItem('dayline.bookingDraft', JSON.stringify(draft));
    },
    [fields, step] as const,
  );
  await page.reload();
}

test("an admin reads what fails of a doctor's availability, and carries on when it is back", async ({ arrive }) => {
  const desk = await arrive('desk1');
  const { request } = desk.context;
  const doctor = await doctorNamed(request, desk.user.clientId, 'Dr. Sameer Khan');
  const [slot] = await laterSlots(request, doctor.pocId, (slots) => slots.length > 3);
  if (!slot) throw new Error('Nothing is free.');
  const page = await desk.context.newPage();
  const says = (sentence: string) => expect(page.getByText(sentence).first()).toBeVisible({ timeout: 20_000 });
  const availability = new AvailabilityPage(page);
  await whileFailing(page, 'listDepartments', 'lost', async () => {
    await page.goto('/update-availability');
    await says('Error fetching departments.');
  });
  await availability.update();
  await says('Please select a doctor and date.');
  await whileFailing(page, 'listDoctorsOfDepartment', 'answered', async () => {
    await page.goto(`/update-availability?department=${doctor.departmentId}`);
    await says('Failed to load POCs. Please try again later.');
  });
  const own = `/update-availability?department=${doctor.departmentId}&doctor=${doctor.pocId}`;
  await whileFailing(page, 'listDatesWithAvailability', 'answered', async () => {
    await page.goto(own);
    await says('Error fetching available dates.');
  });
  await page.goto(own);
  const date = longDate(slot.date);
  await availability.laterUntil(date);
  await availability.day(date).click();
  await whileFailing(page, 'listTimesWithAvailability', 'answered', async () => {
    await page.getByRole('button', { name: 'Partial Availability' }).click();
    await says('Error fetching timings.');
  });
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(availability.time(clockTime(slot.time))).toBeVisible();
  await availability.update();
  await says('Please select at least one timing slot.');
  await availability.time(clockTime(slot.time)).click();
  await whileFailing(page, 'blockSlots', 'lost', async () => {
    await availability.update();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Block 1 Slot' }).click();
    await says('Error updating availability.');
  });
  await availability.update();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block 1 Slot' }).click();
  await says("Doctor's availability has been updated successfully.");

  // A click on a blocked slot asks for confirmation, and then unblocks it.
  await availability.day(`${date}, Partial`).click();
  await page.getByRole('button', { name: 'Partial Availability' }).click();
  const blocked = availability.time(clockTime(slot.time));
  const unblockTime = page.getByRole('alertdialog', { name: 'Unblock Time Slot' });
  await whileFailing(page, 'unblockSlot', 'lost', async () => {
    await blocked.click();
    await unblockTime.getByRole('button', { name: 'Unblock' }).click();
    await says('Error unblocking time slot.');
  });
  await blocked.click();
  await unblockTime.getByRole('button', { name: 'Unblock' }).click();
  await says('Time slot unblocked successfully.');
  await expect(availability.day(`${date}, Available`)).toBeVisible();
  met('a blocked slot is unblocked by a click');

  // A whole date, without a reason.
  await page.getByRole('button', { name: 'Full Availability' }).click();
  await availability.update();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block Date' }).click();
  const blockedDay = availability.day(`${date}, Blocked`);
  await expect(blockedDay).toBeVisible();
  met('date states');
  await page.getByRole('tab', { name: /Blocked Slots/ }).click();
  await availability.openBlocked(slot.date);
  await says('No reason provided');
  await says('All Day');
  await page.getByRole('tab', { name: 'Update Slots' }).click();
  const unblockDate = page.getByRole('alertdialog', { name: 'Unblock Date' });
  await whileFailing(page, 'unblockSlot', 'lost', async () => {
    await blockedDay.click();
    await unblockDate.getByRole('button', { name: 'Unblock' }).click();
    await says('Error unblocking slot.');
  });
  await blockedDay.click();
  await unblockDate.getByRole('button', { name: 'Unblock' }).click();
  await expect(availability.day(`${date}, Available`)).toBeVisible();
  met('a blocked date is unblocked by a click');
});

test('a doctor reads what fails of the own availability', async ({ arrive }) => {
  const desk = await arrive('asha');
  const pocId = desk.user.pocId ?? '';
  const slots = await laterSlots(desk.context.request, pocId, (found) => found.length > 3);
  const [slot, next] = slots;
  if (!(slot && next)) throw new Error('Nothing is free.');
  const page = await desk.context.newPage();
  const says = (sentence: string) => expect(page.getByText(sentence).first()).toBeVisible({ timeout: 20_000 });
  const availability = new AvailabilityPage(page);
  await whileFailing(page, 'listDatesWithAvailability', 'answered', async () => {
    await page.goto('/update-availability-poc');
    await says('Error fetching available dates');
  });
  await page.goto('/update-availability-poc');
  const date = longDate(slot.date);
  await availability.laterUntil(date);
  await availability.update();
  await says('Please select a date first.');
  await availability.day(date).click();
  await whileFailing(page, 'listTimesWithAvailability', 'answered', async () => {
    await page.getByRole('button', { name: 'Partial Availability' }).click();
    await says('Error fetching time slots');
  });
  await whileFailing(page, 'listTimesWithAvailability', 'nothing', async () => {
    await page.getByRole('button', { name: 'Try Again' }).click();
    await says('No time slots found');
  });
  await page.reload();
  await availability.laterUntil(date);
  await availability.day(date).click();
  await page.getByRole('button', { name: 'Partial Availability' }).click();
  await says("Please select at least one time slot or choose 'Full' availability.");
  const update = page.getByRole('button', { name: 'Update Availability', exact: true });
  await expect(update).toBeDisabled();
  met('update is disabled without slots');
  const [first, second] = [availability.time(clockTime(slot.time)), availability.time(clockTime(next.time))];
  await first.click();
  await second.click();
  await expect(first).toBeChecked();
  await second.click();
  await expect(second).not.toBeChecked();
  met('a date is selected, slots toggle');
  await page.getByRole('button', { name: 'Full Availability' }).click();
  await page.getByRole('button', { name: 'Partial Availability' }).click();
  await expect(first).not.toBeChecked();
  met('partial clears the times');
  await expect(page.getByRole('textbox', { name: 'Reason' })).toHaveAttribute('rows', '3');
  met('a reason has three rows');
  // The later one was chosen first: the list is by time all the same.
  await second.click();
  await first.click();
  await update.click();
  const question = page.getByRole('alertdialog', { name: /^Block 2 slots/ });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeVisible();
  met('the question has a title, a message and two actions');
  await question.getByRole('button', { name: 'Block 2 Slots' }).click();
  await says('Availability updated successfully!');
  await page.getByRole('tab', { name: /Blocked Slots/ }).click();
  await availability.openBlocked(slot.date);
  const unblock = page.getByRole('button', { name: /^Unblock \d/ });
  await expect(unblock).toHaveCount(2);
  const names = await unblock.evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
  expect(names).toEqual([slot, next].map(({ time }) => `Unblock ${clockTime(time)}`));
  met('only blocked dates are listed, by start time');
  const list = page.getByRole('list').filter({ has: unblock.first() }).last();
  const heights = await list.getByRole('listitem').evaluateAll((items) => items.map((item) => item.clientHeight));
  for (const height of heights) expect(height).toBeGreaterThanOrEqual(59);
  expect(await list.evaluate((element) => getComputedStyle(element).animationName)).not.toBe('');
  met('60 px a slot');

  // A request of another version's page: the server names the missing field.
  const agree = page.getByRole('alertdialog', { name: 'Unblock Time Slot' }).getByRole('button', { name: 'Unblock' });
  await whileChanged(
    page,
    'unblockSlotById',
    (sent) => ({ ...sent, slotId: 'none' }),
    async () => {
      await unblock.first().click();
      await agree.click();
      await says('Invalid slot ID.');
    },
  );
  for (const left of [1, 0]) {
    await unblock.first().click();
    await agree.click();
    await expect(unblock).toHaveCount(left);
  }
  await page.getByRole('tab', { name: 'Update Availability' }).click();
  await availability.laterUntil(date);
  await availability.day(date).click();
  await update.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block Date' }).click();
  await expect(availability.day(`${date}, Blocked`)).toBeVisible();
  await page.getByRole('tab', { name: /Blocked Slots/ }).click();
  await availability.openBlocked(slot.date);
  await says('All Day');
  await page.getByRole('tab', { name: 'Update Availability' }).click();
  await availability.laterUntil(date);
  await whileChanged(
    page,
    'unblockSlot',
    ({ pocId }) => ({ pocId }),
    async () => {
      await availability.day(`${date}, Blocked`).click();
      await page.getByRole('alertdialog', { name: 'Unblock Date' }).getByRole('button', { name: 'Unblock' }).click();
      await says('Missing required information for unblocking');
    },
  );
  await availability.day(`${date}, Blocked`).click();
  await page.getByRole('alertdialog', { name: 'Unblock Date' }).getByRole('button', { name: 'Unblock' }).click();
  await expect(availability.day(`${date}, Available`)).toBeVisible();
});

test('a doctor without a schedule has no dates, and reads what fails of link and fees', async ({ arrive }) => {
  const desk = await arrive('quietDoctor');
  const page = await desk.open('/update-availability-poc');
  const says = (sentence: string) => expect(page.getByText(sentence).first()).toBeVisible({ timeout: 20_000 });
  await says('No available dates found');

  for (const setting of [
    {
      path: '/meet-link',
      get: 'getLink',
      update: 'updateLink',
      field: page.getByRole('textbox', { name: 'Google Meet link' }),
      value: 'https://meet.google.com/abc-defg-hij',
      answered: ['Failed to fetch the current link.', 'Failed to update the link. Please try again.'],
      lost: ['Error fetching the current link.', 'Error updating the link.'],
    },
    {
      path: '/fees',
      get: 'getConsultationFees',
      update: 'updateConsultationFees',
      field: page.getByRole('spinbutton', { name: 'Consultation fees (₹)' }),
      value: '300',
      answered: ['Failed to fetch the current fees.', 'Failed to update the fees. Please try again.'],
      lost: ['Error fetching the current fees.', 'Error updating the fees.'],
    },
  ] as const) {
    for (const how of ['answered', 'lost'] as const) {
      await whileFailing(page, setting.get, how, async () => {
        await page.goto(setting.path);
        await says(setting[how][0]);
      });
      await whileFailing(page, setting.update, how, async () => {
        await setting.field.fill(setting.value);
        await page.getByRole('button', { name: 'Save Changes' }).click();
        await page.getByRole('alertdialog').getByRole('button', { name: 'Update' }).click();
        await says(setting[how][1]);
      });
      await setting.field.fill('');
    }
  }
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await says('Please enter the consultation fees.');
  const fees = page.getByRole('spinbutton', { name: 'Consultation fees (₹)' });
  await expect(fees).toHaveAttribute('step', '0.01');
  await expect(fees).toHaveAttribute('min', '0');
  await fees.fill('1250.5');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('₹1,250.50');
  met('fees in paise');
});

test('a desk reads what fails of a booking, and what is missing in each step', async ({ arrive }) => {
  const desk = await arrive('desk1');
  const { request } = desk.context;
  const doctor = await doctorNamed(request, desk.user.clientId, 'Dr. George Thomas');
  const [slot] = await laterSlots(request, doctor.pocId, (slots) => slots.length > 3);
  if (!slot) throw new Error('Nothing is free.');
  const patient = somebodyNew();
  const page = await desk.open('/add-new-appointment');
  const says = (sentence: string) => expect(page.getByText(sentence).first()).toBeVisible({ timeout: 20_000 });
  const goOn = () => page.getByRole('button', { name: 'Continue' }).click();
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
    await codes.locator('option').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value)),
  ).toEqual(['1', '44', '61', '91', '86', '49', '33', '81', '65', '971', '92', '880', '94', '977']);
  met('country codes');
  const back = page.getByRole('button', { name: 'Back', exact: true });
  await expect(back).toHaveCount(0);
  await phone.pressSequentially('98a');
  await expect(phone).toHaveValue('98');
  await goOn();
  await says('Phone number must be 10 digits.');
  await phone.fill('');
  await phone.pressSequentially(`${patient.phone}55`);
  await expect(phone).toHaveValue(patient.phone);
  met('phone takes only digits');
  await whileFailing(page, 'verifyUser', 'lost', async () => {
    await goOn();
    await says('Could not verify phone number. Please try again.');
  });
  await goOn();
  await expect(back).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill(patient.name);
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody');
  await goOn();
  await says('Please enter a valid email address.');
  await says('Location is required.');
  await page.getByRole('textbox', { name: 'Email' }).fill(patient.email);
  await page.getByRole('textbox', { name: 'Location' }).fill(patient.location);
  await goOn();
  await goOn();
  await says('Appointment type is required.');
  await page.getByRole('radio', { name: /Direct Consultation/ }).click();
  await goOn();
  await goOn();
  await says('Department is required.');
  await says('Doctor is required.');
  const department = page.getByRole('combobox', { name: 'Department' });
  const doctors = page.getByRole('combobox', { name: 'Doctor' });
  await department.selectOption({ label: doctor.department });
  await doctors.selectOption({ label: doctor.name });
  await department.selectOption({ label: 'Cardiology' });
  await expect(doctors).toHaveValue('');
  met('department clears doctor');
  await department.selectOption({ label: doctor.department });
  await doctors.selectOption({ label: doctor.name });
  await goOn();
  await goOn();
  await says('Date is required.');
  await page.getByRole('radio', { name: new RegExp(`^${longDate(slot.date)}, `) }).click();
  await goOn();
  await says('Time is required.');
  await page.getByRole('radio', { name: new RegExp(`^${clockTime(slot.time)}, `) }).click();
  await goOn();
  await expect(back).toBeVisible();
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Pay Later' })).toBeVisible();
  await expect(back).toHaveCount(0);
  met('seven steps, Back except at 1 and 7');
  await whileFailing(page, 'createAppointment', 'answered', async () => {
    await page.getByRole('button', { name: 'Pay Later' }).click();
    await says('There was an error creating the appointment. Please try again.');
    await page.getByRole('alertdialog').getByRole('button').click();
  });

  // A draft of an older page: missing fields are reported at the end too.
  await changeDraft(page, { name: '' }, 6);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await says('Please complete all required fields before confirming.');
  await page.getByRole('alertdialog').getByRole('button').click();
  await changeDraft(page, { name: patient.name, phone: '98450' }, 7);
  await page.getByRole('button', { name: 'Pay Later' }).click();
  await says('Phone number must be 10 digits.');
  await expect(phone).toBeFocused();
  met('payment checks the phone again');
  await changeDraft(page, { phone: '98450a2345' }, 1);
  await goOn();
  await says('Phone number should contain only digits.');
});

test('a known patient is welcomed with the details, which are checked at Confirm all the same', async ({ arrive }) => {
  const desk = await arrive('desk1');
  const { request } = desk.context;
  const { clientId } = desk.user;
  const doctor = await doctorNamed(request, clientId, 'Dr. George Thomas');
  const [slot] = await laterSlots(request, doctor.pocId, (slots) => slots.length > 3);
  if (!slot) throw new Error('Nothing is free.');
  const { name, phone, email, location } = somebodyNew();
  await ask(request, 'saveUser', { name, phone: `91${phone}`, email, location, clientId });
  const page = await desk.open('/add-new-appointment');
  await page.getByRole('textbox', { name: 'Phone Number' }).fill(phone);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(`Welcome back, ${name}!`)).toBeVisible();
  for (const [label, value] of Object.entries({ Name: name, Email: email, Location: location })) {
    await expect(page.getByRole('textbox', { name: label })).toHaveValue(value);
  }
  met('a known patient is welcomed');
  const { departmentId, pocId } = doctor;
  const chosen = { type: 'Direct Consultation', departmentId, pocId, date: slot.date, time: slot.time };
  const confirm = page.getByRole('button', { name: 'Confirm', exact: true });
  const refused = page.getByRole('alertdialog', { name: 'Please complete all required fields before confirming.' });
  for (const missing of ['name', 'email', 'location']) {
    await changeDraft(page, { name, email, location, ...chosen, [missing]: '' }, 6);
    await confirm.click();
    await expect(refused).toBeVisible();
  }
  met('a known patient is checked at Confirm');
  await changeDraft(page, { name, email, location, ...chosen }, 6);
  await confirm.click();
  await expect(page.getByRole('button', { name: 'Pay Later' })).toBeVisible();
});

test('whoever comes by a mailed link reads what fails, and each rule of a password', async ({
  arrive,
  clinic,
  page,
}) => {
  const { context, user } = await arrive('desk1');
  const email = `fails${Date.now()}@sunrise.example`;
  await addDoctor(context.request, user.clientId, 'Meera Nambiar', email);
  const says = (sentence: string) => expect(page.getByText(sentence).first()).toBeVisible({ timeout: 20_000 });

  await page.goto('/signup');
  await page.getByRole('textbox', { name: 'Healthcare Provider' }).fill('sunrise');
  await page.getByRole('button', { name: sunrise }).click();
  await page.getByRole('textbox', { name: 'Email Address' }).fill(email);
  const verify = page.getByRole('button', { name: 'Verify Email' });
  await whileFailing(page, 'verifyPocEmail', 'lost', async () => {
    await verify.click();
    await says('An error occurred. Please try again later.');
  });
  await whileHeld(page, 'verifyPocEmail', async () => {
    await verify.click();
    await says('Verifying your email...');
  });
  await says('a link to verify it is on its way');
  const link = await mailedLink(clinic, email, 0);
  await whileFailing(page, 'verifyEmail', 'lost', async () => {
    await page.goto(link);
    await says('An error occurred while verifying the email.');
  });
  // Within the second of the debounce the same response is reused.
  const proceed = page.getByRole('link', { name: 'Proceed to Complete Sign-Up' });
  await expect(async () => {
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(proceed).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 20_000 });
  await proceed.click();

  const password = page.getByRole('textbox', { name: 'Password', exact: true });
  const create = page.getByRole('button', { name: 'Create Password' });
  const strength = page.getByRole('meter', { name: 'Password strength' });
  await expect(strength).toHaveAttribute('aria-valuemax', '4');
  await expect(strength).toHaveAttribute('aria-valuetext', 'Very Weak');
  for (const [typed, word, sentence] of [
    ['1', 'Weak', 'Password must start with a letter.'],
    ['a', 'Weak', 'Password must be at least 8 characters long.'],
    ['abcdefg', 'Weak', 'Password must be at least 8 characters long.'],
    ['abcdefgh', 'Fair', 'Password must contain at least one special character.'],
    ['abcdefg-', 'Good', 'Password must contain at least one digit.'],
    ['abcdef-7', 'Strong', "Passwords don't match."],
  ] as const) {
    await password.fill(typed);
    await create.click();
    await says(sentence);
    await expect(strength).toHaveAttribute('aria-valuetext', word);
  }
  met('password has 8 characters');
  const match = page.getByRole('listitem').filter({ hasText: 'Passwords match' });
  await expect(match).toContainText(', not met');
  await page.getByRole('textbox', { name: 'Confirm Password' }).fill('abcdef-7');
  await expect(match).toContainText(', met');
  met('the meter counts four rules and the match');
  await whileFailing(page, 'updatePassword', 'lost', async () => {
    await create.click();
    await says('Failed to update password.');
  });
  await create.click();
  await says('Your password is set. You can sign in now.');

  await page.goto('/forgot-password');
  await page.getByRole('textbox', { name: 'Enter email' }).fill(email);
  const ask = page.getByRole('button', { name: 'Reset Password' });
  await whileFailing(page, 'requestPasswordReset', 'lost', async () => {
    await ask.click();
    await says('Failed to send password reset email. Please try again later.');
  });
  await ask.click();
  await page.goto(await mailedLink(clinic, email, 1));
  await page.getByRole('textbox', { name: 'New Password', exact: true }).fill('abcdef-8');
  await page.getByRole('textbox', { name: 'Confirm Password' }).fill('abcdef-8');
  await whileFailing(page, 'resetPassword', 'lost', async () => {
    await ask.click();
    await says('Failed to reset password. Please try again later.');
  });
});

test('lists, forms and the photo say what fails, each in the words of its page', async ({ arrive, page: visitor }) => {
  const { open, context, user } = await arrive('desk1');
  const page = await open('/view-poc');
  const says = (sentence: string, on = page) => expect(on.getByText(sentence).first()).toBeVisible({ timeout: 20_000 });
  const departments = page.getByRole('combobox', { name: 'Department' });
  await whileFailing(page, 'listDoctorsOfDepartment', 'nothing', async () => {
    await departments.selectOption({ label: 'Cardiology' });
    await says('No doctors found in this department. Please try selecting a different department.');
  });
  await whileFailing(page, 'listDepartmentsWithDoctors', 'answered', async () => {
    await page.goto('/departments');
    await says('Failed to fetch departments');
  });
  await whileFailing(page, 'listUsers', 'answered', async () => {
    await page.goto('/users');
    await says('Failed to load users data. Please try again.');
  });
  // A name that matches one person only.
  const patient = somebodyNew();
  const { name, phone, email, location } = patient;
  await ask(context.request, 'saveUser', { name, phone: `91${phone}`, email, location, clientId: user.clientId });
  await page.goto('/users');
  await page.getByRole('searchbox').fill(name);
  await says('1 User');

  await page.goto('/add-poc');
  await page.getByRole('combobox', { name: 'Department' }).selectOption({ index: 1 });
  await page.getByRole('textbox', { name: 'Doctor Name' }).fill('Omar Sheikh');
  await page.getByRole('textbox', { name: 'Contact Number' }).fill('9845066554');
  await page.getByRole('textbox', { name: 'Email' }).fill('omar');
  await page.getByRole('button', { name: 'Continue' }).click();
  await says('Email is invalid.');
  await page.getByRole('textbox', { name: 'Email' }).fill(`omar${Date.now()}@sunrise.example`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await whileFailing(page, 'addDoctor', 'answered', async () => {
    await page.getByRole('button', { name: 'Confirm' }).click();
    await says('Failed to save POC data. Please try again.');
    await page.getByRole('alertdialog').getByRole('button').click();
  });

  await page.goto('/admin-todays-appointments?search=zzzzzz');
  await says('There are no appointments for today that match your filter.');

  const doctor = await (await arrive('asha')).open('/poc-user-profile');
  await doctor.getByLabel('Profile photo').setInputFiles({ name: 'asha.png', mimeType: 'image/png', buffer: png });
  await whileFailing(doctor, 'updateProfileImage', 'answered', async () => {
    await doctor.getByRole('button', { name: 'Save' }).click();
    await says('Failed to upload image. Please try again.', doctor);
  });
  await doctor.getByRole('button', { name: 'Cancel' }).click();
  await whileFailing(doctor, 'getSchedule', 'answered', async () => {
    await doctor.goto('/update-schedule');
    await says('Failed to fetch schedule', doctor);
  });
  await doctor.goto('/update-schedule');
  await doctor.getByRole('spinbutton', { name: 'Appointments per slot' }).first().fill('4');
  await whileFailing(doctor, 'updateSchedule', 'answered', async () => {
    await doctor.getByRole('button', { name: 'Save', exact: true }).click();
    await says('Failed to update schedule', doctor);
  });

  await visitor.goto('/home#contact');
  await visitor.getByRole('textbox', { name: 'Name' }).fill('Nikhil Bose');
  await visitor.getByRole('textbox', { name: 'Email' }).fill('nikhil@mail.example');
  await visitor.getByRole('textbox', { name: 'Message' }).fill('We have three desks.');
  await whileFailing(visitor, 'sendContactMessage', 'answered', async () => {
    await visitor.getByRole('button', { name: 'Send Message' }).click();
    await says('Failed to send message. Please try again.', visitor);
  });
});

test('a page that breaks says so in its place, while the rest goes on, and leads back', async ({ arrive }) => {
  const page = await (await arrive('desk2')).context.newPage();
  const broken = page.getByRole('alert').filter({ hasText: 'Something went wrong on this page' });
  // No answer of the server has such a row.
  const breakUsers = (act: () => Promise<void>) => whileAnswering(page, 'listUsers', () => [null], act);
  await breakUsers(async () => {
    await page.goto('/users');
    await expect(broken).toBeVisible();
  });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Departments' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Departments' })).toBeVisible();
  await breakUsers(async () => {
    await page.goto('/users');
    await broken.getByRole('link', { name: 'Back to the start' }).click();
    await expect(page).toHaveURL('/admin-dashboard');
  });
});
