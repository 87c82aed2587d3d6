import { holdLive } from '../clinic/hold.ts';
import { ask } from '../clinic/http-calls.ts';
import { chooseTime, confirmSummary, fillToTiming } from '../clinic/pages/wizard.ts';
import { clockTime, longDate } from '../clinic/pages/words.ts';
import { bookByCall, doctorNamed, doctorWithSlot, freeSlots, newPerson } from '../clinic/slots.ts';
import { expect, meet, test } from '../clinic/story.ts';

test('the loser of a race comes back to Timing with everything kept, and one click books an offered time', async ({
  arrive,
}) => {
  const desk1 = await arrive('desk1');
  const desk2 = await arrive('desk2');
  const { clientId } = desk1.user;
  const { request } = desk1.context;
  const { doctor, slot } = await doctorWithSlot(request, clientId, 'Dr. Ritu Bansal', 6);
  const patient = newPerson();

  // No live message reaches the desk before it sends the booking.
  const page = await desk1.context.newPage();
  const live = await holdLive(page);
  await page.goto('/add-new-appointment');
  await fillToTiming(page, patient, doctor);
  await chooseTime(page, slot);
  await confirmSummary(page, patient);
  live.hold();
  // Meanwhile the other desk books all the remaining capacity of the slot.
  for (let place = 0; place < slot.free; place += 1) {
    await bookByCall(desk2.context.request, clientId, doctor.pocId, slot);
  }
  await page.getByRole('button', { name: 'Pay Later' }).click();

  await expect(page.getByRole('heading', { name: `When should ${patient.name} come?` })).toBeVisible();
  const lost = page.getByRole('alert').filter({ hasText: `${clockTime(slot.time)} was taken a moment ago.` });
  await expect(lost).toBeVisible();
  await expect(page.getByRole('radio', { name: `${clockTime(slot.time)}, Full` })).toBeDisabled();
  await expect(page.getByRole('radio', { name: new RegExp(`^${longDate(slot.date)}`) })).toBeChecked();

  const offers = lost.getByRole('button', { name: /^Book .* · Pay later$/ });
  expect(await offers.count()).toBeGreaterThan(1);
  const offer = offers.first();
  const offered = ((await offer.textContent()) ?? '').trim();
  await offer.click();

  await expect(page.getByRole('heading', { name: 'Appointment booked' })).toBeVisible();
  for (const kept of [patient.name, patient.email, patient.location, doctor.name, 'Direct Consultation', 'Pay later']) {
    await expect(page.getByText(kept, { exact: true })).toBeVisible();
  }
  await expect(page.getByText(offered.replace(/^Book (.*, )?(.*) · Pay later$/, '$2'), { exact: true })).toBeVisible();
  meet('an overtaken booking goes back to its time');
});

test('a time that fills while its summary is read leads back to Timing, and the booking goes on with another', async ({
  arrive,
}) => {
  const desk1 = await arrive('desk1');
  const desk2 = await arrive('desk2');
  const { clientId } = desk1.user;
  const { doctor, slot } = await doctorWithSlot(desk1.context.request, clientId, 'Dr. Ritu Bansal', 6);
  const patient = newPerson();
  const page = await desk1.open('/add-new-appointment');
  await fillToTiming(page, patient, doctor);
  await chooseTime(page, slot);
  for (let place = 0; place < slot.free; place += 1) {
    await bookByCall(desk2.context.request, clientId, doctor.pocId, slot);
  }
  const lost = page.getByRole('alert').filter({ hasText: `${clockTime(slot.time)} was taken a moment ago.` });
  await expect(lost).toBeVisible();
  await expect(page.getByRole('heading', { name: `When should ${patient.name} come?` })).toBeFocused();
  await lost.getByRole('button').first().click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await confirmSummary(page, patient);
  await page.getByRole('button', { name: 'Pay Later' }).click();
  await expect(page.getByRole('heading', { name: 'Appointment booked' })).toBeVisible();
});

test('the hospital closes a day while a desk is at Payment: refused in words, and everything is kept', async ({
  arrive,
}) => {
  const desk = await arrive('lakeside');
  const { clientId } = desk.user;
  const { request } = desk.context;
  const [listed] = await ask(request, 'listDoctorsOfClient', { clientId });
  const doctor = await doctorNamed(request, clientId, listed?.pocName ?? '');
  const date = (await ask(request, 'listAvailableDates', { pocId: doctor.pocId }))[5] ?? '';
  const [slot] = await freeSlots(request, doctor.pocId, date);
  if (!slot) throw new Error('Nothing is free.');
  const patient = newPerson();
  const page = await desk.context.newPage();
  const live = await holdLive(page);
  await page.goto('/add-new-appointment');
  await fillToTiming(page, patient, doctor);
  await chooseTime(page, slot);
  await confirmSummary(page, patient);
  live.hold();
  await ask(request, 'setHospitalDay', { clientId, date, name: 'Flood', open: [] });
  await page.getByRole('button', { name: 'Pay Later' }).click();

  await expect(page.getByRole('heading', { name: `When should ${patient.name} come?` })).toBeVisible();
  const lost = page.getByRole('alert').filter({ hasText: clockTime(slot.time) });
  await expect(lost).toContainText("is no longer one of the doctor's times. Please choose another time.");
  const { days } = await ask(request, 'listHospitalDays', { clientId });
  const dayId = days.find((day) => day.date === date && day.name === 'Flood')?.dayId ?? '';
  live.release();
  await ask(request, 'liftHospitalDay', { clientId, dayId });
  // Once the day is open again, the draft continues where it was.
  await expect(page.getByRole('radio', { name: new RegExp(`^${longDate(date)}`) })).toBeVisible();
});
