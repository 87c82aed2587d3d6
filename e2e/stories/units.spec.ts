import { expectSentence } from '../clinic/failing.ts';
import { ask } from '../clinic/http-calls.ts';
import { chooseTime, confirmSummary, fillToTiming } from '../clinic/pages/wizard.ts';
import { doctorNamed, laterSlots, newPerson } from '../clinic/slots.ts';
import { expect, test } from '../clinic/story.ts';

test('a unit is added without an email, and booked like a doctor', async ({ arrive }) => {
  const desk = await arrive('desk1');
  const { request } = desk.context;
  const name = `Dialysis Unit ${Date.now() % 100_000}`;
  const page = await desk.open('/add-poc');
  await page.getByRole('button', { name: 'Unit', exact: true }).click();
  await page.getByRole('combobox', { name: 'Department' }).selectOption({ label: 'General Medicine' });
  await page.getByRole('textbox', { name: 'Unit Name' }).fill(name);
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('definition').filter({ hasText: name })).toBeVisible();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { name: 'Unit Added Successfully' })).toBeVisible();

  const unit = await doctorNamed(request, desk.user.clientId, name);
  const timeIntervals = [{ startTime: '09:00', endTime: '12:00', appointmentsPerSlot: 2, slotDuration: 30 }];
  const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
  await ask(request, 'updateSchedule', {
    schedule: days.map((day) => ({ pocId: unit.pocId, day, timeIntervals })),
  });
  const [slot] = await laterSlots(request, unit.pocId, (slots) => slots.length > 0);
  if (!slot) throw new Error('The unit has no free time.');
  const patient = newPerson();
  const wizard = await desk.open('/add-new-appointment');
  await fillToTiming(wizard, patient, unit);
  await chooseTime(wizard, slot);
  await confirmSummary(wizard, patient);
  await wizard.getByRole('button', { name: 'Pay Later' }).click();
  await expectSentence(wizard, 'Appointment booked');
  await wizard.goto(`/doctors?search=${encodeURIComponent(name)}`);
  await expect(wizard.getByRole('row', { name: new RegExp(name) })).toContainText('–');
});

test('a doctor on request shows a sentence instead of times, until bookings are taken again', async ({ arrive }) => {
  const desk = await arrive('desk1');
  const name = `Night Clinic ${Date.now() % 100_000}`;
  const [department] = await ask(desk.context.request, 'listDepartments', { clientId: desk.user.clientId });
  const { departmentId = '', Value_name = '' } = department ?? {};
  const unit = {
    Client_ID: desk.user.clientId,
    Department_ID: departmentId,
    POC_Kind: 'unit',
    POC_Name: name,
  } as const;
  const { pocId } = await ask(desk.context.request, 'addDoctor', unit);
  const page = await desk.open('/view-poc');
  await page.getByRole('combobox', { name: 'Department' }).selectOption({ label: Value_name });
  const send = async (sentence: string) => {
    await page.getByRole('button', { name: `More for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'On request' }).click();
    await page.getByRole('textbox', { name: 'How to request an appointment' }).fill(sentence);
    await page.getByRole('button', { name: 'Save' }).click();
  };
  const sentence = 'Call the ward: 0484 270 1234';
  await send(sentence);
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText(sentence);
  const wizard = await desk.open('/add-new-appointment');
  await fillToTiming(wizard, newPerson(), { pocId, name, departmentId, department: Value_name });
  await expectSentence(wizard, sentence);
  await expect(wizard.getByRole('button', { name: 'Continue' })).toHaveCount(0);
  await send('');
  // The open wizard is updated live.
  await expectSentence(wizard, 'No available dates found');
});
