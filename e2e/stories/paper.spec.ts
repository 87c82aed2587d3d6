import { ask } from '../clinic/http-calls.ts';
import { expect, test } from '../clinic/story.ts';

/** The number of sheets that a page prints on, by the page's own sizes. */
const sheetsOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;

test('a slip is one sheet of either paper, and each doctor’s list of today begins one', async ({ arrive }) => {
  const { user, context, open } = await arrive('desk1');
  const rows = await ask(context.request, 'listTodaysAppointmentsOfClient', { clientId: user.clientId });
  const row = rows.find(({ Status }) => Status !== 'Cancelled');
  const page = await open(`/slip/${row?.AppointmentId}`);
  const print = async () => {
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('button')).toHaveCount(0);
    return sheetsOf(await page.pdf({ preferCSSPageSize: true }));
  };
  for (const paper of ['80 mm', 'A5']) {
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('button', { name: paper }).click();
    expect(await print()).toBe(1);
    await expect(page.getByText(row?.PatientName ?? '')).toBeVisible();
    await expect(page.getByText(row?.AppointmentId ?? '')).toBeVisible();
  }
  await page.goto('/day-list');
  const lists = page.getByRole('main').getByRole('region');
  await expect(lists.first()).toBeVisible();
  expect(await print()).toBeGreaterThanOrEqual(await lists.count());
});
