import { people } from '../clinic/accounts.ts';
import { expectSentence } from '../clinic/failing.ts';
import { ask } from '../clinic/http-calls.ts';
import { AvailabilityPage } from '../clinic/pages/availability.ts';
import { answer } from '../clinic/pages/question.ts';
import { longDate } from '../clinic/pages/words.ts';
import { bookByCall, doctorNamed, laterSlots, newPerson } from '../clinic/slots.ts';
import { expect, test } from '../clinic/story.ts';

test('a block leads to the people to call: two desks call, one is moved, the others are cancelled', async ({
  arrive,
}) => {
  const desk1 = await arrive('desk1');
  const desk2 = await arrive('desk2');
  const { clientId } = desk1.user;
  const { request } = desk1.context;
  const doctor = await doctorNamed(request, clientId, people.asha.name);
  const { pocId } = doctor;
  const slots = (await laterSlots(request, pocId, (free) => free.length >= 3)).slice(-3);
  const names: string[] = [];
  for (const slot of slots) {
    const patient = newPerson();
    names.push(patient.name);
    await bookByCall(request, clientId, pocId, slot, patient);
  }
  const [first = '', second = '', third = ''] = names;
  const date = slots[0]?.date ?? '';

  const page = await desk1.open(`/update-availability?department=${doctor.departmentId}&doctor=${pocId}`);
  const availability = new AvailabilityPage(page);
  await availability.laterUntil(longDate(date));
  await availability.day(longDate(date)).click();
  await page.getByRole('textbox', { name: /^Reason/ }).fill('Ill');
  await availability.update();
  await answer(page.getByRole('alertdialog'), 'Block Date');
  await page.getByRole('link', { name: /^Call \d+ people$/ }).click();
  await expect(page).toHaveURL(new RegExp(`/calls\\?pocId=${pocId}&dates=${date}&why=blocked$`));
  await page.getByRole('searchbox', { name: 'Search by name or phone' }).fill('Story');
  const row = (of: typeof page, name: string) => of.getByRole('row', { name: new RegExp(name) });
  await expect(row(page, first)).toContainText('Blocked: Ill');
  await expect(row(page, first).getByRole('link', { name: /^\+91/ })).toHaveAttribute('href', /^tel:\+91/);

  const otherPage = await desk2.open(`/calls?pocId=${pocId}&search=Story`);
  await expect(row(otherPage, first)).toContainText('not called yet');
  await page.getByRole('button', { name: `Reached: ${first}` }).click();
  await expectSentence(page, 'Recorded as reached');
  await expect(row(otherPage, first)).toContainText('Reached');
  await expect(row(otherPage, first)).toContainText(desk1.user.name);
  await otherPage.getByRole('button', { name: `Not Reached…: ${second}` }).click();
  await otherPage.getByRole('textbox', { name: /^Note/ }).fill('rang out');
  await otherPage.keyboard.press('Enter');
  await expect(row(page, second)).toContainText('rang out');

  await test.step('who is moved to another day leaves the list, who is cancelled stays until Undo ends', async () => {
    const later = await laterSlots(request, pocId, (free) => (free[0]?.date ?? '') > date && free.length > 0);
    const [to] = later;
    if (!to) throw new Error('A later date has a free time.');
    const list = await ask(request, 'listCalls', { clientId, pocId, search: first });
    await ask(request, 'moveAppointment', {
      appointmentId: list[0]?.AppointmentId ?? '',
      date: to.date,
      time: to.time,
    });
    await expect(row(page, first)).toHaveCount(0);
    for (const name of [second, third]) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
    await page.getByRole('button', { name: 'Cancel 2 Appointments…' }).click();
    await answer(page.getByRole('dialog'), 'Cancel and Refund');
    await expectSentence(page, '2 marked as Cancelled');
    await expect(row(page, second).getByText('Cancelled')).toBeVisible();
    await expect(row(otherPage, third)).toHaveCount(0);
  });
});
