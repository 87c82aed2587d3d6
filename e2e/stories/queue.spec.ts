import { tokenText } from '@dayline/contracts/hall/tokens';
import { people } from '../clinic/accounts.ts';
import { doctorOnDuty } from '../clinic/doctors.ts';
import { ask } from '../clinic/http-calls.ts';
import { clickedAt, seenAt } from '../clinic/seen.ts';
import { bookByCall, clinicDate, doctorNamed, freeSlots, newPerson } from '../clinic/slots.ts';
import { expect, test } from '../clinic/story.ts';

test('a desk notes who has arrived, the doctor calls the next from the phone, and the other desk sees it', async ({
  arrive,
}) => {
  const desk1 = await arrive('desk1');
  const desk2 = await arrive('desk2');
  const asha = await arrive('asha');
  const { request } = desk1.context;
  const { clientId } = desk1.user;
  const doctor = await doctorNamed(request, clientId, people.asha.name);
  const [slot] = await freeSlots(request, doctor.pocId, clinicDate());
  if (!slot) throw new Error('Dr. Asha Menon has no free time left today.');
  const patient = newPerson();
  const appointmentId = await bookByCall(request, clientId, doctor.pocId, slot, patient);

  const queue = await desk1.open('/queue');
  const other = await desk2.open('/queue');
  const phone = await asha.open('/todays-appointments');
  await phone.setViewportSize({ width: 360, height: 740 });
  const column = queue.getByRole('region', { name: doctor.name });
  await queue.getByRole('searchbox').fill(patient.name);
  const arrival = clickedAt(queue);
  const seen = seenAt([{ page: phone, selector: 'article', lines: [patient.name] }]);
  await column.getByRole('button', { name: `Arrived: ${patient.name}` }).click();
  await arrival;
  await seen;
  await expect(queue.getByText(/^Arrived, token [A-Z]+ \d+$/)).toBeVisible();
  const board = await ask(request, 'listTodaysAppointmentsOfClient', { clientId });
  const own = board.find((row) => row.AppointmentId === appointmentId)?.presence;
  expect(own).toMatchObject({ call: null });
  const waiting = board
    .filter((row) => row.POC_ID === doctor.pocId && row.Status === 'Confirmed' && row.presence?.call === null)
    .flatMap(({ presence, PatientName }) =>
      presence ? [{ token: presence.token, text: tokenText(presence), name: PatientName ?? '' }] : [],
    )
    .sort((one, another) => one.token - another.token);
  await expect(
    phone.getByRole('article', {
      name: new RegExp(`${patient.name}.*Waiting, token .*${own && tokenText(own)}$`),
    }),
  ).toBeVisible();

  await test.step('the next one is called by one click, with its token on every screen', async () => {
    const [next] = waiting;
    const clicked = clickedAt(phone);
    const shown = seenAt([
      { page: other, selector: `section[aria-label="${doctor.name}"]`, lines: [next?.text ?? '', next?.name ?? ''] },
    ]);
    await phone.getByRole('button', { name: `Call Next ${next?.text} ${next?.name}` }).click();
    const [at = 0] = await shown;
    test.info().annotations.push({ type: 'call next', description: `${at - (await clicked)} ms` });
    await expect(phone.getByText(`Token ${next?.text} called to`)).toBeVisible();
    const called = other.getByRole('region', { name: doctor.name }).getByText(`In Room 1`);
    await expect(called).toBeVisible();
    await phone.getByRole('button', { name: /^Undo/ }).click();
    await expect(phone.getByText('Call undone')).toBeVisible();
    await expect(phone.getByRole('button', { name: `Call Next ${next?.text} ${next?.name}` })).toBeVisible();
  });
});

test('a patient is dragged from Expected to Waiting, and into the room', async ({ arrive }) => {
  const desk = await arrive('desk2');
  const { request } = desk.context;
  const { clientId } = desk.user;
  const doctor = await doctorNamed(request, clientId, people.asha.name);
  const slot = (await freeSlots(request, doctor.pocId, clinicDate())).at(-1);
  if (!slot) throw new Error('Dr. Asha Menon has no free time left today.');
  const patient = newPerson();
  const appointmentId = await bookByCall(request, clientId, doctor.pocId, slot, patient);
  const page = await desk.open('/queue');
  await page.getByRole('searchbox').fill(patient.name);
  const column = page.getByRole('region', { name: doctor.name });
  const row = column.getByRole('article', { name: new RegExp(patient.name) });
  await row.dragTo(column.getByRole('heading', { name: /^Waiting/ }));
  await expect(page.getByText(/^Arrived, token [A-Z]+ \d+$/)).toBeVisible();
  await expect(column.getByRole('article', { name: /^Token [A-Z]+ \d+/ })).toBeVisible();
  // The row may be where it was taken a moment before: a key between two presses makes them no double click.
  await page.keyboard.press('Shift');
  await row.dragTo(column.getByText(/^No one is waiting|waiting, longest|^In Room|^Called/).first());
  await expect(page.getByText(/^Token [A-Z]+ \d+ called to/)).toBeVisible();
  // The page's call may reach the views after its toast.
  const called = async () => {
    const board = await ask(request, 'listTodaysAppointmentsOfClient', { clientId });
    return board.find((row) => row.AppointmentId === appointmentId)?.presence?.call ?? null;
  };
  await expect.poll(called).not.toBeNull();
});

test('a new person walks in: registered in place, the column comes into sight, and one key undoes it', async ({
  arrive,
}) => {
  const desk = await arrive('desk1');
  const of = { name: 'Walk In', email: 'walk.in@sunrise.example', waiting: 0 };
  const doctor = await doctorOnDuty(desk.context.request, desk.user.clientId, of);
  const { phone, email, location } = newPerson();
  const name = 'Zubin Daruwala';
  const page = await desk.open('/queue');
  const column = page.getByRole('region', { name: doctor.name });
  await expect(column).toBeVisible();
  await page.keyboard.press('w');
  const dialog = page.getByRole('dialog', { name: 'Add Walk-in' });
  await dialog.getByRole('combobox', { name: 'Patient' }).fill(name);
  await page.getByRole('option', { name: `Add “${name}” as new` }).click();
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(name);
  await dialog.getByRole('textbox', { name: 'Phone Number' }).fill(phone);
  await dialog.getByRole('textbox', { name: 'Email' }).fill(email);
  await dialog.getByRole('textbox', { name: 'Location' }).fill(location);
  await dialog.getByRole('combobox', { name: 'Doctor' }).selectOption({ label: doctor.name });
  await dialog.getByRole('button', { name: /^Add to the Queue, / }).click();
  await expect(page.getByText(/^Added to the queue: Token [A-Z]+ 1, /)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Slip' })).toBeVisible();
  const row = column.getByRole('article', { name: new RegExp(name) });
  await expect(row).toBeInViewport();
  await page.keyboard.press('u');
  await expect(page.getByText('Walk-in undone')).toBeVisible();
  await expect(row).toHaveCount(0);
});
