import { people } from '../clinic/accounts.ts';
import { expectSentence } from '../clinic/failing.ts';
import { ask } from '../clinic/http-calls.ts';
import { answer } from '../clinic/pages/question.ts';
import { bookByCall, doctorNamed, laterSlots } from '../clinic/slots.ts';
import { expect, test } from '../clinic/story.ts';

test('a payment of a later visit is in the day’s takings; the day is closed, and a refund is shown beside it', async ({
  arrive,
}) => {
  const desk1 = await arrive('desk1');
  const desk2 = await arrive('desk2');
  const { clientId, name } = desk1.user;
  const { request } = desk1.context;
  const { pocId } = await doctorNamed(request, clientId, people.asha.name);
  const [slot] = (await laterSlots(request, pocId, (free) => free.length > 0)).slice(-1);
  if (!slot) throw new Error('A later date has a free time.');
  const appointmentId = await bookByCall(request, clientId, pocId, slot);
  await ask(request, 'correctPayment', { appointmentId, paymentStatus: 'Pay_later', reason: 'Counted twice' });

  const page = await desk1.open('/day-close');
  const otherPage = await desk2.open('/day-close');
  // A payment method that the demo's data doesn't use.
  const own = (of: typeof page) => of.getByRole('row', { name: new RegExp(`^${name}\\s*Other`) }).first();
  await ask(request, 'correctPayment', { appointmentId, paymentStatus: 'Paid', amount: 123_400, method: 'other' });
  await expect(own(page)).toContainText('₹1,234.00');
  await expect(own(otherPage)).toContainText('₹1,234.00');

  await test.step('both see who closed it, and what has changed since', async () => {
    await page.getByRole('button', { name: 'Close the Day' }).click();
    await answer(page.getByRole('dialog'), 'Close the Day');
    await expectSentence(page, 'The day is closed with ');
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText('The day is closed with ')).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await expect(otherPage.getByText(new RegExp(`^Closed by ${name}, `))).toBeVisible();
    await expect(otherPage.getByText('No changes since then.')).toBeVisible();
    const cancelled = { appointmentId, status: 'Cancelled', money: 'refunded' } as const;
    await ask(request, 'updateAppointmentStatusAsAdmin', cancelled);
    const since = otherPage.getByRole('region', { name: 'Changed since then' });
    await expect(since.getByRole('row', { name: new RegExp(`^${name}\\s*Other`) })).toContainText('−₹1,234.00');
    await expect(otherPage.getByRole('button', { name: 'Close Again' })).toBeVisible();
  });

  await test.step('on paper a day with 300 visits to look at has two pages', async () => {
    await page.route('**/api/day/takings', async (route) => {
      const response = await route.fetch();
      const takings = await response.json();
      const [visit] = [...takings.unpaid, ...takings.unmarked];
      const many = (of: object) =>
        Array.from({ length: 150 }, (_, index) => ({
          ...visit,
          ...of,
          AppointmentId: `${visit.AppointmentId}-${index}`,
        }));
      const open = {
        unpaid: many({ Status: 'Confirmed', Payment_Status: 'Pay_later' }),
        unmarked: many({ Status: 'Confirmed' }),
      };
      await route.fulfill({ response, json: { ...takings, ...open } });
    });
    await page.reload();
    await expect(page.getByRole('list', { name: 'Open Payments' }).getByRole('listitem').first()).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
    await page.emulateMedia({ media: 'screen' });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  await test.step('an auditor reads that yesterday was closed, and changes nothing', async () => {
    const read = await (await arrive('auditor')).open('/day-close');
    await read.getByRole('group', { name: 'Day' }).getByRole('button').first().click();
    await expect(read.getByText(new RegExp(`^Closed by ${people.desk2.name}, `))).toBeVisible();
    await expect(read.getByRole('button', { name: /^(Close|Mark) / })).toHaveCount(0);
  });
});
