import { people } from '../clinic/accounts.ts';
import { expectSentence } from '../clinic/failing.ts';
import { holdLive } from '../clinic/hold.ts';
import { clockTime } from '../clinic/pages/words.ts';
import { bookByCall, clinicDate, doctorNamed, doctorWithSlot, freeSlots, newPerson } from '../clinic/slots.ts';
import { expect, test } from '../clinic/story.ts';

test("today's visit is moved by keys, undone, and moved again in four clicks; the other desk sees it", async ({
  arrive,
}) => {
  const desk1 = await arrive('desk1');
  const desk2 = await arrive('desk2');
  const { clientId } = desk1.user;
  const { request } = desk1.context;
  const { pocId } = await doctorNamed(request, clientId, people.asha.name);
  const [to, from] = (await freeSlots(request, pocId, clinicDate())).slice(-2);
  if (!to || !from) throw new Error('Two times are free today.');
  const patient = newPerson();
  await bookByCall(request, clientId, pocId, from, patient);

  const boards = await Promise.all([desk1, desk2].map((desk) => desk.open('/admin-todays-appointments')));
  for (const board of boards) {
    await board.getByRole('searchbox', { name: 'Search by name or phone' }).fill(patient.name);
    await expect(board.getByRole('article')).toHaveCount(1);
  }
  const [page, otherPage] = boards;
  if (!page || !otherPage) throw new Error('Both desks are open.');
  const at = (time: string) => new RegExp(`^${clockTime(time)}, ${patient.name}`);

  await page.getByRole('article').focus();
  await page.keyboard.press('m');
  const dialog = page.getByRole('dialog', { name: `Move ${patient.name}` });
  const nearest = dialog.getByRole('radiogroup', { name: 'Nearest free times' });
  const choice = nearest.getByRole('radio', { name: new RegExp(`^${clockTime(to.time)}`) }).first();
  // Held as long as a finger does: a second Enter right away would be taken as a mistake.
  await choice.press('Enter', { delay: 200 });
  await choice.press('Enter');
  await expectSentence(page, `Appointment moved to ${clockTime(to.time)}`);
  await expect(otherPage.getByRole('article', { name: at(to.time) })).toBeVisible();
  await expect(otherPage.getByText(`Moved from ${clockTime(from.time)}`)).toBeVisible();
  await page.keyboard.press('u');
  await expectSentence(page, `Undo successful! Appointment moved back to ${clockTime(from.time)}`);
  await expect(otherPage.getByRole('article', { name: at(from.time) })).toBeVisible();

  await page.getByRole('button', { name: `More for ${patient.name}` }).click();
  await page.getByRole('menuitem', { name: 'Move…' }).click();
  await choice.click();
  await dialog.getByRole('button', { name: new RegExp(`^Move ${patient.name} to ${clockTime(to.time)}$`) }).click();
  await expect(page.getByRole('article', { name: at(to.time) })).toBeVisible();

  await page.getByRole('link', { name: patient.name }).click();
  // The board has a menu of the same name, which lacks the history.
  await expect(page.getByRole('heading', { name: patient.name, level: 1 })).toBeVisible();
  await page
    .getByRole('button', { name: /^More for/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'History' }).click();
  await expectSentence(page, `Undo: moved back to ${clockTime(from.time)}`);
});

test('a time that another desk takes meanwhile is shown, with others that move at once', async ({ arrive }) => {
  const desk1 = await arrive('desk1');
  const desk2 = await arrive('desk2');
  const { clientId } = desk1.user;
  const { request } = desk1.context;
  const { doctor, slot } = await doctorWithSlot(request, clientId, 'Dr. Ritu Bansal', 6);
  const patient = newPerson();
  await bookByCall(request, clientId, doctor.pocId, slot, patient);
  const [lost] = (await freeSlots(request, doctor.pocId, slot.date)).filter(({ time }) => time !== slot.time);
  if (!lost) throw new Error('Another time is free.');

  const page = await desk1.context.newPage();
  const live = await holdLive(page);
  await page.goto(`/appointment-details-admin?status=Confirmed&from=${slot.date}&to=${slot.date}`);
  await page.getByRole('searchbox').fill(patient.name);
  await page.getByRole('button', { name: `More for ${patient.name}` }).click();
  await page.getByRole('menuitem', { name: 'Move…' }).click();
  const dialog = page.getByRole('dialog', { name: `Move ${patient.name}` });
  const day = dialog.getByRole('radiogroup', { name: /^Time on/ });
  await day.getByRole('radio', { name: new RegExp(`^${clockTime(lost.time)},`) }).click();
  await dialog.getByRole('textbox', { name: /^Reason/ }).fill('Late bus');
  live.hold();
  for (let place = 0; place < lost.free; place += 1) {
    await bookByCall(desk2.context.request, clientId, doctor.pocId, lost);
  }
  await dialog.getByRole('button', { name: `Move ${patient.name} to ${clockTime(lost.time)}` }).click();
  const banner = dialog.getByRole('alert').filter({ hasText: `${clockTime(lost.time)} was taken a moment ago.` });
  await expect(banner).toContainText(`${patient.name} still has ${clockTime(slot.time)}.`);
  await expect(day.getByRole('radio', { name: `${clockTime(lost.time)}, Full` })).toBeDisabled();
  await expect(dialog.getByRole('textbox', { name: /^Reason/ })).toHaveValue('Late bus');
  const offer = banner.getByRole('button').first();
  const time = ((await offer.textContent()) ?? '').replace('Move to ', '');
  await offer.click();
  await expectSentence(page, `Appointment moved to ${time}`);
});

test('a visit moves to another day and back, then to another doctor, and its story is whole', async ({ arrive }) => {
  const desk1 = await arrive('desk1');
  const { clientId } = desk1.user;
  const { request } = desk1.context;
  const { doctor, slot } = await doctorWithSlot(request, clientId, 'Dr. Ritu Bansal', 7);
  const patient = newPerson();
  await bookByCall(request, clientId, doctor.pocId, slot, patient);

  const list = `/appointment-details-admin?status=Confirmed&from=${slot.date}&to=${slot.date}`;
  const page = await desk1.open(list);
  const dialog = page.getByRole('dialog', { name: `Move ${patient.name}` });
  const open = async () => {
    await page.getByRole('searchbox').fill(patient.name);
    await page.getByRole('button', { name: `More for ${patient.name}` }).click();
    await page.getByRole('menuitem', { name: 'Move…' }).click();
  };
  await open();
  const dates = dialog
    .getByRole('radiogroup', { name: 'Date' })
    .getByRole('radio', { checked: false, disabled: false });
  await dates.first().click();
  await dialog
    .getByRole('radiogroup', { name: /^Time on/ })
    .getByRole('radio', { disabled: false })
    .first()
    .click();
  await dialog.getByRole('button', { name: new RegExp(`^Move ${patient.name} to .*, `) }).click();
  await expect(page.getByText(/^Appointment moved to \w{3}, /)).toBeVisible();
  await expect(page.getByRole('button', { name: `More for ${patient.name}` })).toBeHidden();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText(/^Undo successful! Appointment moved back to /)).toBeVisible();
  await expect(page.getByRole('button', { name: `More for ${patient.name}` })).toBeVisible();

  await open();
  await dialog.getByRole('button', { name: 'Another doctor' }).click();
  await dialog.getByRole('list').getByRole('button').first().click();
  await dialog.getByRole('button', { name: new RegExp(`^Move ${patient.name} to .*, `) }).click();
  await expect(page.getByText(/^Appointment moved to \w{3}, .*, Dr\. /)).toBeVisible();
  await page.getByRole('button', { name: 'Moved', exact: true }).click();
  const row = page.getByRole('row', { name: new RegExp(patient.name) });
  await expect(row).toContainText('Dr. Ritu Bansal');
  await row.getByRole('link', { name: /Dr\. / }).click();
  await expect(page.getByText(/^Moved here from .* with Dr\. Ritu Bansal; payment unchanged: /)).toHaveCount(2);
  await expect(page.getByText(/^Undo: moved back to .* with Dr\. Ritu Bansal/)).toBeVisible();
});
