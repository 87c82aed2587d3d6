import type { Page } from '@playwright/test';
import { expectSentence } from '../clinic/failing.ts';
import { ask } from '../clinic/http-calls.ts';
import { chooseTime } from '../clinic/pages/wizard.ts';
import { clockTime } from '../clinic/pages/words.ts';
import { bookByCall, doctorNamed, doctorWithSlot, laterSlots, type NewPerson, newPerson } from '../clinic/slots.ts';
import { expect, test } from '../clinic/story.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

async function fillIn(page: Page, { name, email, location }: NewPerson): Promise<void> {
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Location' }).fill(location);
  await press(page, 'Register');
  await expect(heading(page, name)).toBeVisible();
}

async function payLater(page: Page): Promise<void> {
  await press(page, 'Confirm');
  await press(page, 'Pay Later');
}

test('a family on one phone: registered, booked, booked again, and nobody renamed', async ({ arrive }) => {
  const desk = await arrive('desk1');
  const { request } = desk.context;
  const doctor = await doctorNamed(request, desk.user.clientId, 'Dr. Asha Menon');
  const slots = await laterSlots(
    request,
    doctor.pocId,
    (daySlots) => daySlots.filter(({ free }) => free > 1).length > 3,
  );
  const [first, , , later] = slots.filter(({ free }) => free > 1);
  if (!first || !later) throw new Error('Four times have two places.');
  const mother = newPerson();
  const son = { ...newPerson(), phone: mother.phone };

  // The mother is registered without booking.
  const page = await desk.open('/users');
  await page.getByRole('link', { name: 'New Patient' }).click();
  await page.getByRole('textbox', { name: 'Phone Number' }).fill(mother.phone);
  await fillIn(page, mother);
  await expectSentence(page, 'No upcoming appointments');
  await expectSentence(page, 'No one else uses this number');
  const mothersPage = page.url();

  // She is then booked from her page: the wizard asks for the type first.
  await press(page, 'Book');
  await page.getByRole('radio', { name: 'Direct Consultation' }).click();
  await press(page, 'Continue');
  await page.getByRole('combobox', { name: 'Department' }).selectOption({ label: doctor.department });
  await page.getByRole('combobox', { name: 'Doctor' }).selectOption({ label: doctor.name });
  await press(page, 'Continue');
  await chooseTime(page, first);
  await payLater(page);
  await expectSentence(page, 'Appointment booked');

  // The son is added on her page, and has a page of his own.
  await page.goto(mothersPage);
  await expect(page.getByRole('list', { name: 'Upcoming' }).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('link', { name: 'Add Person' }).click();
  await fillIn(page, son);
  await expect(page.getByRole('link', { name: new RegExp(`${mother.name}.*${doctor.name}`) })).toBeVisible();
  await page.getByRole('link', { name: new RegExp(mother.name) }).click();
  await expect(heading(page, mother.name)).toBeVisible();

  // As last time: the wizard opens at Timing; it warns of the appointment on the same day, but books anyway.
  await press(page, 'Book Again');
  await expectSentence(page, `When should ${mother.name} come?`);
  await chooseTime(page, later);
  await expectSentence(page, `${mother.name} already sees this doctor on this day.`);
  await payLater(page);
  await expectSentence(page, 'Appointment booked');

  // The same time is refused, and the existing appointment is named.
  await page.goto(mothersPage);
  await expect(page.getByRole('button', { name: 'Book Again' })).toBeVisible();
  await page.keyboard.press('b');
  await chooseTime(page, first);
  await expectSentence(page, `${mother.name} has another appointment at this time.`);
  await payLater(page);
  await expectSentence(page, `The patient already has an appointment with this doctor at ${clockTime(first.time)}.`);
  await expect(page.getByRole('link', { name: 'Show it' })).toBeVisible();
  await page.goto(mothersPage);
  await expect(page.getByRole('list', { name: 'Upcoming' }).getByRole('listitem')).toHaveCount(2);
});

test('another desk’s changes of a patient come to the open page', async ({ arrive }) => {
  const [desk, otherDesk] = [await arrive('desk1'), await arrive('desk2')];
  const { clientId } = desk.user;
  const { doctor, slot } = await doctorWithSlot(desk.context.request, clientId, 'Dr. George Thomas');
  const who = newPerson();
  await bookByCall(desk.context.request, clientId, doctor.pocId, slot, who);
  const page = await desk.open(`/users?search=${who.phone}`);
  await page.getByRole('link', { name: who.name }).click();
  await expect(heading(page, who.name)).toBeVisible();
  await expect(page.getByText('Connected').or(page.getByText('Live'))).toBeVisible();

  const theirs = await otherDesk.open(page.url());
  const corrected = `${who.name} Rao`;
  await press(theirs, 'Correct Details');
  await theirs.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true }).fill(corrected);
  await theirs.getByRole('dialog').getByRole('combobox', { name: 'Sex' }).selectOption('Female');
  await theirs.getByRole('dialog').getByRole('textbox', { name: 'or age' }).fill('45');
  await theirs.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(heading(theirs, corrected)).toBeVisible();
  await expect(heading(page, corrected)).toBeVisible();
  await expect(page.getByText('45 F').first()).toBeVisible();
  // The previous values are in the activity.
  const activity = await (await arrive('auditor')).open('/audit');
  await expect(activity.getByText(`corrected the name of ${who.name} to ${corrected}.`)).toBeVisible();
});

test('a doctor sees the own visits of a patient, and no other’s patient', async ({ arrive }) => {
  const [desk, doctor] = [await arrive('desk1'), await arrive('asha')];
  const { request } = desk.context;
  const { clientId } = desk.user;
  const who = newPerson();
  const [own] = await laterSlots(request, doctor.user.pocId ?? '', (slots) => slots.length > 0);
  const colleague = await doctorNamed(request, clientId, 'Dr. Leela Iyer');
  const [firstSlot, secondSlot] = await laterSlots(request, colleague.pocId, (slots) => slots.length > 1);
  const foreign = newPerson();
  if (!own || !firstSlot || !secondSlot) throw new Error('Nothing is free.');
  await bookByCall(request, clientId, doctor.user.pocId ?? '', own, who);
  await bookByCall(request, clientId, colleague.pocId, firstSlot, who);
  await bookByCall(request, clientId, colleague.pocId, secondSlot, foreign);
  const idOf = async ({ phone }: NewPerson) =>
    (await ask(request, 'listUsers', { clientId, search: phone }))[0]?.User_ID;

  const page = await doctor.open(`/patient/${await idOf(who)}`);
  await expect(heading(page, who.name)).toBeVisible();
  await expectSentence(page, 'Your own visits with this patient.');
  await expect(page.getByRole('list', { name: 'Upcoming' }).getByRole('listitem')).toHaveCount(1);
  await expect(page.getByText(colleague.name)).toHaveCount(0);
  await page.goto(`/patient/${await idOf(foreign)}`);
  await expectSentence(page, 'Patient not found');
  await expect(page.getByText(foreign.name)).toHaveCount(0);
});

test('two records of one person are merged with the chosen name, undone, merged again and split', async ({
  arrive,
}) => {
  const desk = await arrive('desk1');
  const { clientId } = desk.user;
  const { name, phone, email, location } = newPerson();
  const save = async (more: { readonly name: string; readonly phone: string | null }) =>
    (await ask(desk.context.request, 'saveUser', { email, location, clientId, ...more })).userId;
  const [first, second] = [`${name} Sundaram`, `${name} Sundram`];
  const one = await save({ name: first, phone: `91${phone}` });
  const other = await save({ name: second, phone: null });
  const page = await desk.open(`/patient/${one}`);
  const merge = async () => {
    await press(page, `Compare: ${second}`);
    const dialog = page.getByRole('dialog', { name: /^Same Person/ });
    await dialog.getByRole('radio', { name: second }).check();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('One person, two spellings');
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await expect(heading(page, second)).toBeVisible();
  };
  await merge();
  await press(page, /^Undo/);
  await expect(heading(page, first)).toBeVisible();
  await merge();
  await page.goto(`/patient/${other}`);
  await expect(heading(page, second)).toBeVisible();
  await press(page, `Split: ${second}`);
  await page.getByRole('textbox', { name: 'Reason' }).fill('Two sisters');
  await page.getByRole('dialog').getByRole('button', { name: 'Split' }).click();
  await expectSentence(page, 'Records split');
});

test('a possible duplicate is asked about where it arises, and worked off in the list', async ({ arrive }) => {
  const desk = await arrive('desk1');
  const { clientId } = desk.user;
  const { name, phone, email, location } = newPerson();
  const [first, second, third] = [`${name} Lakshmi`, `${name} Laxmi`, `${name} Laksmi`];
  const save = (person: string) =>
    ask(desk.context.request, 'saveUser', { name: person, phone: `91${phone}`, email, location, clientId });
  await save(first);
  const page = await desk.open('/patient/new');
  await page.getByRole('textbox', { name: 'Phone Number' }).fill(phone);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(second);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Location' }).fill(location);
  await press(page, 'Register');
  await expectSentence(page, 'This may be a registered patient.');
  await expect(page.getByRole('link', { name: `Same person: ${first}` })).toBeVisible();
  await press(page, 'Somebody else: register');
  await expect(heading(page, second)).toBeVisible();

  // A third record comes from elsewhere: only it is asked about, beside both.
  await save(third);
  await page.goto('/users');
  await page.getByRole('link', { name: /possible duplicate/ }).click();
  const row = (one: string) => page.getByRole('row').filter({ hasText: one }).filter({ hasText: third });
  await expect(row(first)).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: first }).filter({ hasText: second })).toHaveCount(0);
  await row(first)
    .getByRole('button', { name: /^Different People/ })
    .click();
  await expect(row(first)).toHaveCount(0);
  await row(second)
    .getByRole('button', { name: /^Same Person/ })
    .click();
  const dialog = page.getByRole('dialog', { name: /^Same Person/ });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('One person');
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await expectSentence(page, 'Records merged');
  await expect(row(second)).toHaveCount(0);
});
