import { people } from '../clinic/accounts.ts';
import { expectSentence } from '../clinic/failing.ts';
import { ask } from '../clinic/http-calls.ts';
import { answer } from '../clinic/pages/question.ts';
import { clockTime } from '../clinic/pages/words.ts';
import { bookByCall, doctorNamed, laterSlots, newPerson } from '../clinic/slots.ts';
import { expect, test } from '../clinic/story.ts';

test('several visits are cancelled at once, and undone but for the one that a colleague brought back', async ({
  arrive,
}) => {
  const desk1 = await arrive('desk1');
  const desk2 = await arrive('desk2');
  const { clientId } = desk1.user;
  const { request } = desk1.context;
  const { pocId } = await doctorNamed(request, clientId, people.asha.name);
  const slots = (await laterSlots(request, pocId, (free) => free.length >= 3)).slice(-3);
  const visits: { name: string; id: string }[] = [];
  for (const slot of slots) {
    const patient = newPerson();
    visits.push({ name: patient.name, id: await bookByCall(request, clientId, pocId, slot, patient) });
  }
  const [first, second, third] = visits;
  if (!first || !second || !third) throw new Error('Three times are free.');
  const date = slots[0]?.date ?? '';
  const page = await desk1.open(`/appointment-details-admin?status=Confirmed&pocId=${pocId}&from=${date}&to=${date}`);
  await page.getByRole('searchbox', { name: 'Search by user name or phone' }).fill('Story');
  const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
  await box(first.name).check();
  await box(third.name).click({ modifiers: ['Shift'] });
  const bar = page.getByRole('region', { name: '3 appointments selected' });
  await expect(bar.getByRole('button', { name: 'Mark 3 as Visited' })).toBeDisabled();
  await bar.getByRole('button', { name: 'Cancel 3 Appointments…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel these 3 appointments?' });
  await expect(dialog).toContainText(/3 of them are paid: ₹[\d,]+\.00\./);
  await answer(dialog, 'Cancel and Refund');
  await expectSentence(page, '3 marked as Cancelled');
  await expectSentence(page, 'The 3 changed appointments leave this list when Undo expires.');
  await expect(page.getByRole('row', { name: second.name }).getByText('Cancelled')).toBeVisible();

  const comes = { appointmentId: second.id, status: 'Confirmed', reason: 'Comes after all' } as const;
  await ask(desk2.context.request, 'correctAppointmentStatus', comes);
  await page.keyboard.press('u');
  await expectSentence(page, '2 of 3 undone');
  const { time = '' } = slots[1] ?? {};
  await expect(
    page.getByText(new RegExp(`^Not undone: ${second.name}, .*${clockTime(time)}\\. Someone else has changed`)),
  ).toBeVisible();
  await expect(page.getByRole('row', { name: first.name }).getByText('Paid')).toBeVisible();
  await expect(page.getByRole('row', { name: second.name }).getByText('Pay later')).toBeVisible();
});
