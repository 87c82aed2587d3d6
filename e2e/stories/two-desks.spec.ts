import { people } from '../clinic/accounts.ts';
import { holdLive } from '../clinic/hold.ts';
import { answer } from '../clinic/pages/question.ts';
import { bookByCall, clinicDate, doctorNamed, freeSlots, newPerson } from '../clinic/slots.ts';
import { expect, meet, test } from '../clinic/story.ts';

test('of an appointment marked at two desks at once, the second desk reads what it is now', async ({ arrive }) => {
  const desk1 = await arrive('desk1');
  const desk2 = await arrive('desk2');
  const { clientId } = desk1.user;
  const { request } = desk1.context;
  const asha = await doctorNamed(request, clientId, people.asha.name);
  const slot = (await freeSlots(request, asha.pocId, clinicDate())).at(-1);
  if (!slot) throw new Error('Nothing is free today.');
  const patient = newPerson();
  await bookByCall(request, clientId, asha.pocId, slot, patient);

  const board1 = await desk1.open('/admin-todays-appointments');
  await board1.getByRole('searchbox', { name: 'Search by name or phone' }).fill(patient.name);
  await expect(board1.getByRole('article')).toHaveCount(1);
  const board2 = await desk2.context.newPage();
  const live = await holdLive(board2);
  await board2.goto('/admin-todays-appointments');
  await expect(board2.getByText('Live', { exact: true })).toBeVisible();
  await board2.getByRole('searchbox', { name: 'Search by name or phone' }).fill(patient.name);
  const card2 = board2.getByRole('article').filter({ hasText: patient.name });
  await expect(card2).toBeVisible();

  // The second desk has not yet received the first one's change, and its question can't read it.
  live.hold();
  await board2.route('**/api/admin/appointment-details', () => undefined);
  await board1
    .getByRole('article')
    .filter({ hasText: patient.name })
    .getByRole('button', { name: 'Mark as Visited' })
    .click();
  await expect(board1.getByText('Appointment marked as Visited')).toBeVisible();
  await card2.getByRole('button', { name: 'Mark as Not Visited' }).click();
  // Its time has not come yet.
  await answer(board2.getByRole('alertdialog'), 'Mark as Not Visited');
  const refused = board2.getByRole('alert').filter({ hasText: 'Error updating appointment status' });
  await expect(refused).toContainText('Someone else has changed this appointment. It is now Visited.');
  meet('an overtaken mark shows the status');
  await expect(board2.getByRole('article', { name: new RegExp(`${patient.name}, Active`) })).toHaveCount(0);
});
