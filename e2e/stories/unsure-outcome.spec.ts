import { whileUnanswered } from '../clinic/failing.ts';
import { ask } from '../clinic/http-calls.ts';
import { chooseTime, confirmSummary, fillToTiming } from '../clinic/pages/wizard.ts';
import { doctorWithSlot, newPerson } from '../clinic/slots.ts';
import { expect, test } from '../clinic/story.ts';

// What a person reads when a command may have been carried out: it is repeated by its key, and booked once.

const checking = 'Your change may already be saved. Checking; please wait.';
const failed = 'There was an error creating the appointment. Please try again.';

test('a booking whose answer was lost is checked by its key, and is there once', async ({ arrive }) => {
  const desk = await arrive('desk1');
  const { request } = desk.context;
  const { clientId } = desk.user;
  const { doctor, slot } = await doctorWithSlot(request, clientId, 'Dr. George Thomas', 4);
  const patient = newPerson();
  const page = await desk.open('/add-new-appointment');
  await fillToTiming(page, patient, doctor);
  await chooseTime(page, slot);
  await confirmSummary(page, patient);
  const { count } = await ask(request, 'countAppointmentsOfClient', { clientId, status: 'Confirmed' });

  // The first attempt is carried out, and its response says that the outcome is unknown.
  const lost = await whileUnanswered(page, 'createAppointment', { attempts: 1, outcome: 'unknown' }, async () => {
    await page.getByRole('button', { name: 'Pay Later' }).click();
    await expect(page.getByText(checking)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Appointment booked' })).toBeVisible();
    await expect(page.getByText(checking)).toHaveCount(0);
  });
  expect(new Set(lost.keys).size).toBe(1);
  const now = await ask(request, 'countAppointmentsOfClient', { clientId, status: 'Confirmed' });
  expect(now.count).toBe(count + 1);
});

test('an unknown outcome is shown plainly, and choosing again books once', async ({ arrive }) => {
  const desk = await arrive('desk1');
  const { request } = desk.context;
  const { clientId } = desk.user;
  const { doctor, slot } = await doctorWithSlot(request, clientId, 'Dr. George Thomas', 4);
  const patient = newPerson();
  const page = await desk.open('/add-new-appointment');
  await fillToTiming(page, patient, doctor);
  await chooseTime(page, slot);
  await confirmSummary(page, patient);
  const { count } = await ask(request, 'countAppointmentsOfClient', { clientId, status: 'Confirmed' });
  const dialog = page.getByRole('alertdialog', { name: failed });

  const lost = await whileUnanswered(page, 'createAppointment', { attempts: 99, outcome: 'unknown' }, async () => {
    await page.getByRole('button', { name: 'Pay Later' }).click();
    await expect(dialog).toBeVisible();
    await expect(dialog.getByText('We could not confirm whether the appointment was booked.')).toBeVisible();
    await expect(dialog.getByText('look for it under Active Appointments on the dashboard')).toBeVisible();
    await dialog.getByRole('button').click();
  });
  expect([lost.keys.length, new Set(lost.keys).size]).toEqual([6, 1]);
  await page.getByRole('button', { name: 'Pay Later' }).click();
  await expect(page.getByRole('heading', { name: 'Appointment booked' })).toBeVisible();
  const now = await ask(request, 'countAppointmentsOfClient', { clientId, status: 'Confirmed' });
  expect(now.count).toBe(count + 1);
});

test('every other command says it too: what was not saved, and what is not known', async ({ arrive }) => {
  const doctor = await arrive('quietDoctor');
  const page = await doctor.open('/fees');
  const fees = page.getByRole('spinbutton', { name: 'Consultation fees (₹)' });
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to update the consultation fees?' });
  const save = async () => {
    await fees.fill('650');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await question.getByRole('button', { name: 'Update' }).click();
  };
  await whileUnanswered(page, 'updateConsultationFees', { attempts: 99, outcome: 'notCarriedOut' }, async () => {
    await save();
    await expect(page.getByText('Nothing was saved: part of the service is not available.')).toBeVisible();
  });
  const dialog = page.getByRole('alertdialog', { name: 'We could not confirm whether the fees were saved.' });
  await whileUnanswered(page, 'updateConsultationFees', { attempts: 99, outcome: 'unknown' }, async () => {
    await save();
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button').click();
  });
});
