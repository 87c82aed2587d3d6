import { people } from '../clinic/accounts.ts';
import { says } from '../clinic/failing.ts';
import { ask } from '../clinic/http-calls.ts';
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
  const other = await desk2.open('/day-close');
  const cash = (of: typeof page) => of.getByRole('row', { name: new RegExp(`^${name}\\s*Cash`) }).first();
  await ask(request, 'correctPayment', { appointmentId, paymentStatus: 'Paid', amount: 123_400, method: 'cash' });
  await expect(cash(page)).toContainText('₹1,234.00');
  await expect(cash(other)).toContainText('₹1,234.00');

  await test.step('both see who closed it, and what has changed since', async () => {
    await page.getByRole('button', { name: 'Close the Day' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close the Day' }).click();
    await says(page, 'The day is closed with ');
    await expect(other.getByText(new RegExp(`^Closed by ${name}, `))).toBeVisible();
    await expect(other.getByText('Nothing has changed since.')).toBeVisible();
    const cancelled = { appointmentId, status: 'Cancelled', money: 'refunded' } as const;
    await ask(request, 'updateAppointmentStatusAsAdmin', cancelled);
    const since = other.getByRole('region', { name: 'Changed since then' });
    await expect(since.getByRole('row', { name: new RegExp(name) })).toContainText('-₹1,234.00');
    await expect(other.getByRole('button', { name: 'Close Again' })).toBeVisible();
  });
});
