import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { languageCookie } from '@dayline/contracts/fields/language';
import type { Page } from '@playwright/test';
import { ask } from '../clinic/http-calls.ts';
import { overhang, screens, settle } from '../clinic/look.ts';
import { answer } from '../clinic/pages/question.ts';
import { clinicDate } from '../clinic/slots.ts';
import { expect, test } from '../clinic/story.ts';

/** A corrected row, a row that needs a decision, and a refused row. */
const list = `UHID,Name,Age,Sex,Mobile,Address
IMP7001,ZUBEIDA KHATUN W/O RAFIQ,31 Y,F,98760 71001,Madurai - 625001
IMP7002,V. Ponnusamy,61,M,9876071002,Salem
IMP7003,Ponnusamy V,61,M,9876071002,Salem
IMP7004,Noorjahan Begum,52,F,9.81E+09,Erode
`;

test('a list of patients is previewed, imported, found, and undone', async ({ arrive }) => {
  const desk = await arrive('desk1');
  const { clientId } = desk.user;
  const found = async () => {
    const { people } = await ask(desk.context.request, 'searchPatients', { clientId, search: 'zubeida khatun' });
    return people.map(({ name }) => name);
  };
  const page = await desk.open('/import');
  const file = { name: 'patients-of-ward.csv', mimeType: 'text/csv', buffer: Buffer.from(list) };
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByRole('combobox', { name: 'Import Mobile as' })).toHaveValue('phone');
  await page.getByRole('button', { name: 'Preview', exact: true }).click();

  const rows = page.getByRole('list', { name: 'Rows of the file' }).getByRole('listitem');
  await expect(rows.nth(0)).toContainText('ZUBEIDA KHATUN W/O RAFIQ →Zubeida Khatun');
  await expect(rows.nth(3)).toContainText('A spreadsheet has rounded this number.');
  const question = page.getByRole('group', { name: 'Decision for row 4' });
  await expect(question.getByText('in this file, row 3')).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Refused Rows' }).click();
  expect((await saved).suggestedFilename()).toBe('patients-of-ward-refused.csv');
  expect(await found()).toEqual([]);
  await page.keyboard.press('s');
  await expect(page.getByText('3 rows will be imported.')).toBeVisible();
  await page.getByRole('button', { name: 'Import 3 Rows' }).click();
  await expect(page.getByText('Done.', { exact: true })).toBeVisible();
  await expect(page.getByText('2 created', { exact: true })).toBeVisible();
  await expect(page.getByText('1 row skipped: refused or not decided.')).toBeVisible();

  const auditor = await (await arrive('auditor')).open('/import');
  await expect(auditor.getByRole('row', { name: /^Patients.*Front Desk 1/ })).toBeVisible();
  const users = await desk.open('/users?search=Zubeida');
  await expect(users.getByText('Zubeida Khatun')).toBeVisible();

  await page.getByRole('button', { name: /^Undo \(/ }).click();
  const dialog = page.getByRole('alertdialog', { name: /^Undo the import of Patients, .*\?$/ });
  await answer(dialog, 'Undo Import');
  // The last row belongs to the person of the row before it, who is removed with both.
  await expect(page.getByText('3 undone', { exact: true })).toBeVisible();
  await expect(auditor.getByText('Undone', { exact: true })).toBeVisible();
  expect(await found()).toEqual([]);
});

const upload = (page: Page, name: string, list: string) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name: `${name}.csv`, mimeType: 'text/csv', buffer: Buffer.from(list) });

/** Both screens, with nothing wider than the page. */
async function looked(page: Page, at: string): Promise<void> {
  for (const [screen, size] of Object.entries(screens)) {
    await page.setViewportSize(size);
    await settle(page);
    expect.soft(await overhang(page), `${at} on a ${screen}'s screen`).toBe(0);
  }
  await page.setViewportSize(screens.desktop);
}

test('a roster, a day off and later visits are imported, seen and undone, the last one first', async ({ arrive }) => {
  const desk = await arrive('desk1');
  const { clientId } = desk.user;
  const { request } = desk.context;
  const [department] = await ask(request, 'listDepartments', { clientId });
  const { pocId } = await ask(request, 'addDoctor', {
    ...{ Client_ID: clientId, Department_ID: department?.departmentId ?? '', POC_Name: 'Anjali Roster' },
    ...{ Contact_Number: '9876071010', Email: 'roster@sunrise.example' },
  });
  const day = addDays(clinicDate(), 8);
  const nextDay = addDays(day, 1);
  const weekly = `Doctor,Mon,Tue,Wed,Thu,Fri,Sat,Sun\nDr. Anjali Roster,9-1,9-1,9-1,9-1,9-1,9-1,9-1\n`;
  const off = `Date,Doctor,Shift\n${day},Dr. Anjali Roster,WEEKLY OFF\n`;
  const patient = { name: 'Later Visitor', phone: '919876071011', location: 'Pune', email: 'later@x.example' };
  await ask(request, 'saveUser', { ...patient, clientId });
  const columns = 'Appointment ID,Patient Name,Phone,Doctor Name,Appointment Date,Appointment Time,Status';
  const visits = `${columns}\nL1,Later Visitor,9876071011,Dr. Anjali Roster,${nextDay},09:15,Scheduled\n`;
  const timesOn = async (date: string) =>
    (await ask(request, 'listTimesWithAvailability', { pocId, date })).map(({ free }) => free).join('');
  const open = '1111111111111111';
  const page = await desk.open('/import');

  for (const [name, list, seen] of [
    ['weekly-roster', weekly, () => timesOn(day)],
    ['days-off', off, () => timesOn(day)],
    ['later-visits', visits, () => timesOn(nextDay)],
  ] as const) {
    const before = await seen();
    await upload(page, name, list);
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await expect(page.getByRole('list', { name: 'Rows of the file' }).getByRole('listitem')).toHaveCount(1);
    await looked(page, name);
    // By keyboard: the button is where Preview was pressed.
    await page.getByRole('button', { name: 'Import 1 Row' }).press('Enter');
    await expect(page.getByText('1 created', { exact: true })).toBeVisible();
    expect(await seen(), name).not.toBe(before);
    await page.keyboard.press('n');
  }
  expect([await timesOn(day), await timesOn(nextDay)]).toEqual(['0000000000000000', '1011111111111111']);

  await page.evaluate((cookie) => {
    // biome-ignore lint/suspicious/noDocumentCookie: as the pages keep it themselves
    document.cookie = cookie;
  }, `${languageCookie}=hi; Path=/`);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'आयात' })).toBeVisible();
  await looked(page, 'आयात');
  for (const count of [1, 2, 3]) {
    const undo = page.getByRole('button', { name: /^वापस लें \(/ });
    await undo.first().click();
    await answer(page.getByRole('alertdialog'), 'आयात वापस लें');
    await expect(page.getByText('1 वापस लिए गए', { exact: true })).toHaveCount(count);
    // The visit goes first, then the day off, then the hours.
    const expected = [undefined, ['0000000000000000', open], [open, open], ['', '']][count];
    expect([await timesOn(day), await timesOn(nextDay)]).toEqual(expected);
  }
});
