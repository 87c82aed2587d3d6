import { expectSentence } from '../clinic/failing.ts';
import { ask } from '../clinic/http-calls.ts';
import { chooseTime } from '../clinic/pages/wizard.ts';
import { doctorWithSlot, newPerson } from '../clinic/slots.ts';
import { expect, test } from '../clinic/story.ts';

test('a phone of a family: each keeps the own name, and a correction is shown as one', async ({ arrive }) => {
  const desk = await arrive('desk1');
  const { request } = desk.context;
  const { clientId } = desk.user;
  const { doctor, slot } = await doctorWithSlot(request, clientId, 'Dr. George Thomas');
  const mother = newPerson();
  const child = { ...newPerson(), phone: mother.phone };
  for (const { name, phone, email, location } of [mother, child]) {
    await ask(request, 'saveUser', { name, phone: `91${phone}`, email, location, clientId });
  }

  const page = await desk.open('/add-new-appointment');
  const goToNext = () => page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('textbox', { name: 'Phone Number' }).fill(mother.phone);
  await goToNext();
  await expect(page.getByRole('radiogroup', { name: 'Who is the appointment for?' }).getByRole('radio')).toHaveCount(3);
  await expect(page.getByRole('radio', { name: mother.name })).toBeChecked();
  await page.getByRole('radio', { name: child.name }).click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect(name).toHaveValue(child.name);
  const corrected = `${child.name} Rao`;
  await name.fill(corrected);
  await goToNext();
  await expectSentence(page, 'Please choose whether the name was corrected or this is someone else.');
  await page.getByRole('radio', { name: 'Same person, name corrected' }).click();
  await goToNext();
  await page.getByRole('radio', { name: 'Direct Consultation' }).click();
  await goToNext();
  await page.getByRole('combobox', { name: 'Department' }).selectOption({ label: doctor.department });
  await page.getByRole('combobox', { name: 'Doctor' }).selectOption({ label: doctor.name });
  await goToNext();
  await chooseTime(page, slot);
  await expect(page.getByText(`${child.name} → ${corrected}`)).toBeVisible();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('button', { name: 'Pay Later' }).click();
  await expectSentence(page, 'Appointment booked');

  await page.goto(`/users?search=${mother.phone}`);
  await expectSentence(page, '2 Users');
  await expect(page.getByRole('cell', { name: mother.name })).toBeVisible();
  await expect(page.getByRole('cell', { name: corrected })).toBeVisible();

  const activity = await (await arrive('auditor')).open('/audit');
  await expect(activity.getByText(`corrected the name of ${child.name} to ${corrected}.`)).toBeVisible();
  await expect(activity.getByText(new RegExp(`registered ${child.name}\\.`))).toBeVisible();
});
