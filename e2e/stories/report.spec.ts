import { readFileSync } from 'node:fs';
import { ask } from '../clinic/http-calls.ts';
import { inspect, settle } from '../clinic/look.ts';
import { saved } from '../clinic/saved.ts';
import { bookByCall, clinicDate, doctorNamed, freeSlots } from '../clinic/slots.ts';
import { expect, test } from '../clinic/story.ts';

test('a report stays as it was known, and says line by line what changed since', async ({ arrive }) => {
  const desk = await arrive('desk1');
  const { clientId } = desk.user;
  const { request } = desk.context;
  const doctor = await doctorNamed(request, clientId, 'Dr. Asha Menon');
  const [slot] = await freeSlots(request, doctor.pocId, clinicDate());
  if (!slot) throw new Error('Dr. Asha Menon has no free time left today.');
  const appointmentId = await bookByCall(request, clientId, doctor.pocId, slot);
  const marked = await ask(request, 'updateAppointmentStatusAsAdmin', { appointmentId, status: 'Not_Availed' });

  const auditor = await arrive('auditor');
  const month = clinicDate().slice(0, 7);
  /** The report as of today, once it includes the response's position. */
  const reportAfter = async (position: string | null) => {
    const read = () => ask(auditor.context.request, 'getReport', { month });
    await expect.poll(async () => (await read()).later.position >= (position ?? '')).toBe(true);
    return read();
  };
  const known = await reportAfter(marked.position);
  const reason = 'Was in the waiting room';
  const corrected = await ask(request, 'correctAppointmentStatus', { appointmentId, status: 'Availed', reason });
  await reportAfter(corrected.position);

  // Opened by the link in the activity; then as of the position before the correction.
  const page = await auditor.open('/audit');
  await page.getByRole('main').getByRole('link', { name: 'Report' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Report' })).toBeVisible();
  await page.goto(`/audit/report?month=${month}&position=${known.later.position}`);
  await settle(page);
  const row = page.getByRole('table').first().getByRole('row').filter({ hasText: doctor.name });
  const before = known.doctors.find(({ pocId }) => pocId === doctor.pocId)?.later;
  await expect(row.getByRole('cell').first()).toHaveText(String(before?.visits));
  await row.getByRole('button', { name: `${doctor.name}, No-shows −1` }).click();
  await expect(page.getByText(`${doctor.name}, No-shows: ${before?.noShows} at position`)).toBeVisible();
  const line = page.getByRole('listitem').filter({ hasText: 'corrected' }).filter({ hasText: doctor.name }).last();
  await expect(line).toContainText('Visits +1');
  await expect(line).toContainText('No-shows −1');
  await inspect(page, 'report-chosen');

  // The exported file uses the same positions.
  expect((await saved(page, 'Export CSV')).name).toMatch(new RegExp(`report-${month}-known-.*\\.csv$`));
  const sealed = await saved(page, 'Export NDJSON');

  // The same address shows the same report after more has happened.
  const pinned = `${page.url()}&with=${known.later.position}`;
  await page.goto(pinned);
  await expect(page.getByText('No changes since then: every figure is the same.')).toBeVisible();

  // The line leads to the appointment's history, and the read is recorded once. On the first of a month the link in the
  // activity led to the month before.
  await page.goto(`/audit/report?month=${month}&position=${known.later.position}`);
  await line.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/audit/appointments/${appointmentId}`));
  await page.goto('/audit?view=reads');
  const monthName = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' }).format(new Date(`${month}-15`));
  await expect(page.getByText(`N. Auditor read the report of ${monthName}`)).toHaveCount(1);
  await expect(page.getByText(/N\. Auditor exported the report of .* as CSV/)).toHaveCount(1);

  // The NDJSON is checked like an export, and an altered sum is reported.
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Check for tampering' });
  const check = (text: string) =>
    dialog
      .getByLabel('Export to check')
      .setInputFiles({ name: sealed.name, mimeType: 'application/x-ndjson', buffer: Buffer.from(text) });
  const text = readFileSync(sealed.path, 'utf8');
  await check(text);
  await expect(dialog.getByText('The export is intact.')).toBeVisible();
  await expect(dialog.getByText(/A report of [\d,]+ lines\./)).toBeVisible();
  await inspect(page, 'report-checked');
  await check(text.replace(/"visits":\d+/, '"visits":999'));
  await expect(dialog.getByRole('list', { name: 'Problems' })).toContainText('Lines were altered.');
});
