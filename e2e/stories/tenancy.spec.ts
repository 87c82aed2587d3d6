import { people, sunrise } from '../clinic/accounts.ts';
import { send } from '../clinic/http-calls.ts';
import { bookByCall, doctorWithSlot, newPerson } from '../clinic/slots.ts';
import { expect, test } from '../clinic/story.ts';

test("a client's admin sees nothing of another client, and an address of theirs is refused in words", async ({
  arrive,
}) => {
  const desk = await arrive('desk1');
  const lakeside = await arrive('lakeside');
  const { clientId } = desk.user;
  const { request } = desk.context;
  const { doctor: asha, slot } = await doctorWithSlot(request, clientId, people.asha.name);
  const patient = newPerson();
  const appointmentId = await bookByCall(request, clientId, asha.pocId, slot, patient);

  const own = await desk.open(`/audit/appointments/${appointmentId}`);
  await expect(own.getByRole('heading', { level: 1 })).toContainText(patient.name);

  const page = await lakeside.open(`/audit/appointments/${appointmentId}`);
  await expect(page.getByText('This appointment does not exist.')).toBeVisible();
  await expect(page.getByText(patient.name)).toHaveCount(0);

  for (const path of [
    '/admin-dashboard',
    '/admin-todays-appointments',
    '/appointment-details-admin',
    '/audit',
    '/audit/appointments',
    '/audit/replay',
    '/audit/replay?screen=dashboard',
    '/audit/report',
    '/audit/replay?screen=details&with=now',
    `/audit/replay?at=${new Date().toISOString()}&position=${'9'.repeat(16)}`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const text = await page.locator('body').textContent();
    expect(text).not.toContain(sunrise);
    expect(text).not.toContain(people.asha.name);
    expect(text).toContain(people.lakeside.client);
  }
  // An address with another client's doctor, as it could be sent by email.
  for (const screen of ['board', 'dashboard', 'slots', 'details']) {
    await page.goto(`/audit/replay?doctor=${asha.pocId}&screen=${screen}`);
    await expect(page.getByText('Failed to fetch the replay.')).toBeVisible();
    expect(await page.locator('main').textContent()).not.toContain(people.asha.name);
  }
  await page.goto('/audit/appointments');
  const search = page.getByRole('searchbox', { name: 'Search by name or phone' });
  await search.fill(patient.name);
  await expect(page.getByText('No appointments found')).toBeVisible();

  const foreign = { pocId: asha.pocId };
  for (const response of [
    await send(lakeside.context.request, 'getBoardAsOf', foreign),
    await send(lakeside.context.request, 'getDashboardAsOf', foreign),
    await send(lakeside.context.request, 'getAvailabilityAsOf', foreign),
    await send(lakeside.context.request, 'listAppointmentsAsOf', foreign),
    await send(lakeside.context.request, 'listReplayMarks', foreign),
    await send(lakeside.context.request, 'listTodaysAppointmentsOfClient', { clientId }),
    await send(lakeside.context.request, 'listTimesWithAvailability', { pocId: asha.pocId, date: slot.date }),
    await send(lakeside.context.request, 'updateAppointmentStatusAsAdmin', { appointmentId, status: 'Cancelled' }),
  ]) {
    expect(response.status()).toBe(403);
    expect(await response.json()).toMatchObject({ code: 'access.foreign', message: 'You do not have access to this.' });
  }
});
