import { ask } from '../clinic/http-calls.ts';
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
  await dialog.getByRole('button', { name: 'Undo Import' }).click();
  // The last row belongs to the person of the row before it, who is removed with both.
  await expect(page.getByText('3 undone', { exact: true })).toBeVisible();
  await expect(auditor.getByText('Undone', { exact: true })).toBeVisible();
  expect(await found()).toEqual([]);
});
