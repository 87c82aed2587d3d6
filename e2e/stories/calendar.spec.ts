import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { ask } from '../clinic/http-calls.ts';
import { clinicDate } from '../clinic/slots.ts';
import { expect, test } from '../clinic/story.ts';

/** As the page displays it: "Saturday, March 20, 2027". */
const named = (date: string) =>
  new Intl.DateTimeFormat('en-US', {
    ...{ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric', timeZone: 'UTC' },
  }).format(Date.parse(`${date}T00:00:00Z`));

test('a holiday of all doctors by the keyboard, seen at the other desk, and lifted', async ({ arrive }) => {
  const desk1 = await arrive('desk1');
  const desk2 = await arrive('desk2');
  // Beyond the bookable dates, so that other stories' dates aren't affected; none of the demo's hospital days falls on
  // a 20th.
  const date = `${addDays(clinicDate(), 200).slice(0, 8)}20`;
  const page = await desk1.open('/calendar');
  const otherPage = await desk2.open('/calendar');
  const cell = page.getByRole('button', { name: named(date), exact: true });
  await expect(otherPage.getByRole('button', { name: named(date), exact: true })).toBeVisible();
  await cell.focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog');
  await expect(form.getByText('No appointments on this day.')).toBeVisible();
  await page.keyboard.type('Founders');
  await page.keyboard.press('Enter');
  await expect(form).toBeHidden();
  const closed = `${named(date)}, Founders, Closed`;
  await expect(page.getByRole('button', { name: closed })).toBeVisible();
  await expect(otherPage.getByRole('button', { name: closed })).toBeVisible();

  // By keyboard: in some months Remove is where the date was, and a second click there would count as a double click.
  await otherPage.getByRole('button', { name: closed }).press('Enter');
  await otherPage.getByRole('button', { name: 'Remove' }).click();
  await expect(otherPage.getByText('Founders removed')).toBeVisible();
  await expect(cell).toBeVisible();
  const { days } = await ask(desk1.context.request, 'listHospitalDays', { clientId: desk1.user.clientId });
  expect(days.find((day) => day.date === date)).toMatchObject({ name: 'Founders', liftedFrom: clinicDate() });
});
