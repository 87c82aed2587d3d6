import { fillToTiming } from '../clinic/pages/wizard.ts';
import { clockTime, longDate } from '../clinic/pages/words.ts';
import { bookByCall, doctorWithSlot, newPerson } from '../clinic/slots.ts';
import { expect, test } from '../clinic/story.ts';

test("a cancelled booking's place goes to somebody else, and undoing the cancellation is refused while it is full", async ({
  arrive,
}) => {
  const desk1 = await arrive('desk1');
  const desk2 = await arrive('desk2');
  const { clientId } = desk1.user;
  const { request } = desk1.context;
  const { doctor, slot } = await doctorWithSlot(request, clientId, 'Dr. Pooja Deshpande', 2);
  const first = newPerson();
  const second = newPerson();
  for (let place = 1; place < slot.free; place += 1) await bookByCall(request, clientId, doctor.pocId, slot);
  await bookByCall(request, clientId, doctor.pocId, slot, first);

  const wizard = await desk2.open('/add-new-appointment');
  await fillToTiming(wizard, second, doctor);
  await wizard.getByRole('radio', { name: new RegExp(`^${longDate(slot.date)}`) }).click();
  const time = (label: string) => wizard.getByRole('radio', { name: `${clockTime(slot.time)}, ${label}` });
  await expect(time('Full')).toBeDisabled();

  const list = await desk1.open('/appointment-details-admin?status=Confirmed');
  await list.getByRole('searchbox', { name: 'Search by user name or phone' }).fill(first.name);
  await list.getByRole('button', { name: `More for ${first.name}` }).click();
  await list.getByRole('menuitem', { name: 'Cancel Appointment' }).click();
  const question = list.getByRole('dialog', { name: 'Cancel this appointment?' });
  await expect(question).toContainText(/The time becomes free for other patients\. ₹[\d,.]+ is paid\./);
  await question.getByRole('button', { name: 'Cancel and Refund' }).click();
  const toast = list.getByRole('status').filter({ hasText: 'Appointment marked as Cancelled' });
  // The toast's timer pauses under the pointer.
  await toast.hover();

  await time(slot.capacity > 1 ? '1 left' : 'free').click();
  await wizard.getByRole('button', { name: 'Continue' }).click();
  await wizard.getByRole('button', { name: 'Confirm' }).click();
  await wizard.getByRole('button', { name: 'Pay Now' }).click();
  await expect(wizard.getByRole('heading', { name: 'Appointment booked' })).toBeVisible();

  await toast.getByRole('button', { name: 'Undo' }).click();
  const refused = list.getByRole('alert').filter({ hasText: 'Error reverting appointment status' });
  await expect(refused).toContainText('is full. Please choose another time.');
});
