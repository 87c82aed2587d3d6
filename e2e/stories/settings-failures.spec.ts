import { expectSentence, whileFailing } from '../clinic/failing.ts';
import { expect, meet, test } from '../clinic/story.ts';

// What the doctor's own pages show when a call fails.

/** A square of 8 × 8 in one colour. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mPgj8/GihiGlgQAHAM2QddwnEIAAAAASUVORK5CYII=',
  'base64',
);

test('a doctor without a schedule has no dates, and reads what fails of link and fees', async ({ arrive }) => {
  const desk = await arrive('quietDoctor');
  const page = await desk.open('/update-availability-poc');
  await expectSentence(page, 'No available dates found');

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
        await expectSentence(page, setting[how][0]);
      });
      await whileFailing(page, setting.update, how, async () => {
        await setting.field.fill(setting.value);
        await page.getByRole('button', { name: 'Save Changes' }).click();
        await page.getByRole('alertdialog').getByRole('button', { name: 'Update' }).click();
        await expectSentence(page, setting[how][1]);
      });
      // A lost response leaves open whether it was saved.
      if (how === 'lost') await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
      await setting.field.fill('');
    }
  }
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectSentence(page, 'Please enter the consultation fees.');
  const fees = page.getByRole('spinbutton', { name: 'Consultation fees (₹)' });
  await expect(fees).toHaveAttribute('step', '0.01');
  await expect(fees).toHaveAttribute('min', '0');
  await fees.fill('1250.5');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('₹1,250.50');
  meet('fees in paise');
});

test('a doctor reads that a photo could not be uploaded', async ({ arrive }) => {
  const page = await (await arrive('asha')).open('/poc-user-profile');
  await page.getByLabel('Profile photo').setInputFiles({ name: 'asha.png', mimeType: 'image/png', buffer: png });
  await whileFailing(page, 'updateProfileImage', 'answered', async () => {
    await page.getByRole('button', { name: 'Save' }).click();
    await expectSentence(page, 'Failed to upload image. Please try again.');
  });
  await page.getByRole('button', { name: 'Cancel' }).click();
});

test('a doctor reads that the schedule could not be loaded, or saved', async ({ arrive }) => {
  const page = await (await arrive('asha')).context.newPage();
  await whileFailing(page, 'listWeeks', 'answered', async () => {
    await page.goto('/update-schedule');
    await expectSentence(page, 'Failed to fetch schedule');
  });
  await page.goto('/update-schedule');
  await page.getByRole('spinbutton', { name: 'Appointments per slot' }).first().fill('4');
  await whileFailing(page, 'updateSchedule', 'answered', async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expectSentence(page, 'Failed to update schedule');
  });
});
