import { readFileSync } from 'node:fs';
import { people } from '../clinic/accounts.ts';
import { saved } from '../clinic/saved.ts';
import { bookByCall, doctorWithSlot, newPerson } from '../clinic/slots.ts';
import { expect, test } from '../clinic/story.ts';

test('an auditor exports an appointment, checks the file and the log, and a changed file is detected', async ({
  arrive,
}) => {
  const desk = await arrive('desk1');
  const { clientId } = desk.user;
  const { request } = desk.context;
  const { doctor: asha, slot } = await doctorWithSlot(request, clientId, people.asha.name);
  const patient = { ...newPerson(), name: '=Formula Rao' };
  const appointmentId = await bookByCall(request, clientId, asha.pocId, slot, patient);

  const auditor = await arrive('auditor');
  const page = await auditor.open(`/audit/appointments/${appointmentId}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(patient.name);
  const table = await saved(page, 'Export CSV');
  expect(table.name).toMatch(/^dayline-sunrise.*\.csv$/);
  const csv = readFileSync(table.path, 'utf8');
  expect(csv).toContain(`booked ${patient.name}`);
  expect(csv).not.toMatch(/(^|,)"?=/m);
  const chained = await saved(page, 'Export NDJSON');
  await expect(page.getByText(`Saved as ${chained.name}`)).toBeVisible();
  const paper = await page.pdf({ format: 'A4' });
  expect(paper.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);

  await page.goto('/audit');
  await expect(page.getByText(/exported \d+ entries as NDJSON\./).first()).toBeVisible();
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Check for tampering' });
  const exported = readFileSync(chained.path, 'utf8');
  const file = { name: chained.name, mimeType: 'application/x-ndjson', buffer: Buffer.from(exported) };
  await dialog.getByLabel('Export to check').setInputFiles(file);
  await expect(dialog.getByText('The export is consistent, but it was not compared with a kept head.')).toBeVisible();
  await expect(dialog.getByText('No kept head was given')).toBeVisible();
  // As a head that has been kept since.
  const { head, skip = head } = JSON.parse(exported.split('\n').findLast((line) => /^{"(head|skip)"/.test(line)) ?? '');
  const kept = { name: 'head.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(skip)) };
  await dialog.getByLabel('Export to check').setInputFiles([file, kept]);
  await expect(dialog.getByText('The export is intact.')).toBeVisible();

  await dialog.getByLabel('Export to check').setInputFiles({
    name: 'changed.ndjson',
    mimeType: 'application/x-ndjson',
    buffer: Buffer.from(exported.replace('Direct Consultation', 'Tele Consultation')),
  });
  await expect(dialog.getByText('The export was changed after it was made.')).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Problems' })).toContainText('was altered');

  await dialog.getByRole('button', { name: 'Check the log' }).click();
  await expect(dialog.getByText('No tampering found.')).toBeVisible();
});
