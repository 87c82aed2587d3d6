import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { weekdayOf, weekdays } from '@dayline/contracts/clinic/schedule';
import { addDoctor } from '../clinic/doctors.ts';
import { ask } from '../clinic/http-calls.ts';
import { confirmSummary, fillToTiming } from '../clinic/pages/wizard.ts';
import { clockTime, longDate } from '../clinic/pages/words.ts';
import { bookByCall, clinicDate, doctorNamed, newPerson } from '../clinic/slots.ts';
import { expect, test } from '../clinic/story.ts';

test('the 2nd and 4th Saturday by five clicks, and a list of first visits that is full', async ({ arrive }) => {
  const desk = await arrive('desk1');
  const { clientId } = desk.user;
  const { request } = desk.context;
  const departments = await ask(request, 'listDepartments', { clientId });
  const name = `Sessions ${Date.now()}`;
  const page = await desk.open('/add-poc');
  await page.getByRole('combobox', { name: 'Department' }).selectOption({ label: departments[0]?.Value_name ?? '' });
  await page.getByRole('textbox', { name: 'Doctor Name' }).fill(name);
  await page.getByRole('textbox', { name: 'Contact Number' }).fill('9845077661');
  await page.getByRole('textbox', { name: 'Email' }).fill(`sessions${Date.now()}@sunrise.example`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('link', { name: 'Update Schedule' }).click();

  for (const button of ['Off: add hours on Saturday', 'More … Interval 1', '2nd', '4th']) {
    await page.getByRole('button', { name: button, exact: true }).click();
  }
  await page.getByRole('spinbutton', { name: 'Slots of a first visit' }).fill('2');
  await page.getByRole('textbox', { name: 'Slots by patient class' }).fill('Procedure: 3');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Schedule updated successfully')).toBeVisible();
  const hours = '2nd and 4th Saturday, 9:00 AM to 12:00 PM, first visits take 2 slots, Procedure takes 3 slots';
  await expect(page.getByText(hours)).toBeVisible();
  const doctor = await doctorNamed(request, clientId, `Dr. ${name}`);
  const { pocId } = doctor;
  const dates = await ask(request, 'listAvailableDates', { pocId });
  expect(dates.length).toBeGreaterThan(1);
  for (const date of dates) {
    expect([weekdayOf(date), [2, 4].includes(Math.ceil(Number(date.slice(8)) / 7))]).toEqual(['Saturday', true]);
  }

  const timeIntervals = [
    {
      ...{ startTime: '09:30', endTime: '13:30', appointmentsPerSlot: 10, slotDuration: 240 },
      ...{
        name: 'General',
        quota: { first: 1, again: 5 },
        bookUntil: { daysBefore: 0, time: '11:00' },
        room: 'Room 3',
      },
    },
  ];
  const schedule = weekdays.map((day) => ({ pocId, day, timeIntervals }));
  await ask(request, 'updateSchedule', { schedule });
  const date = addDays(clinicDate(), 1);
  await bookByCall(request, clientId, pocId, { date, time: '09:30' });
  const patient = newPerson();
  await page.goto('/add-new-appointment');
  await fillToTiming(page, patient, doctor);
  const day = (of: string) => page.getByRole('radio', { name: new RegExp(`^${longDate(of)}`) });
  await expect(day(date)).toHaveAccessibleName(/, Full$/);
  await day(addDays(date, 1)).click();
  await expect(page.getByText('bookings close at 11:00 AM that day')).toBeVisible();
  await expect(page.getByText('1 left of 1')).toBeVisible();
  // The desk knows better than the list: it is a follow-up.
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('button', { name: 'Follow-up', exact: true }).click();
  await day(date).click();
  await expect(page.getByText('0 left of 1')).toBeVisible();
  await page.getByRole('radio', { name: new RegExp(`^${clockTime('09:30')}`) }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Is everything correct?' })).toBeVisible();
  await confirmSummary(page, patient);
  await page.getByRole('button', { name: 'Pay Later' }).click();
  await expect(page.getByRole('heading', { name: 'Appointment booked' })).toBeVisible();
  await expect(page.getByText(/Room 3/).first()).toBeVisible();
  const [detail] = await ask(request, 'listAppointmentDetailsOfDoctor', { pocId, search: patient.name });
  expect(detail).toMatchObject({ session: { name: 'General', room: 'Room 3' } });
});

test('seniors have an hour and a fee of their own, a day on request says how to ask, and a night is one session', async ({
  arrive,
}) => {
  const desk = await arrive('desk1');
  const { clientId } = desk.user;
  const { request } = desk.context;
  const stamp = Date.now();
  const doctor = await addDoctor(request, clientId, `Nalini ${stamp}`, `seniors${stamp}@sunrise.example`);
  const { pocId } = doctor;
  const feeRules = { rules: [{ name: 'Senior citizens', paise: 10_000, when: { patientClass: 'Seniors' } }] };
  await ask(request, 'setFeeRules', { pocId, feeRules });
  const [date, asked, late] = [addDays(clinicDate(), 1), addDays(clinicDate(), 2), addDays(clinicDate(), 3)];
  const hours = { appointmentsPerSlot: 2, slotDuration: 30 };
  const onRequest = 'Call the ward: 0484 270 1234';
  const schedule = weekdays.map((day) => {
    const usual = { ...hours, startTime: '09:00', endTime: '10:00' };
    const seniors = { ...hours, startTime: '10:00', endTime: '11:00', name: 'Senior hour', onlyFor: ['Seniors'] };
    const night = { ...hours, startTime: '20:00', endTime: '01:00', endsNextDay: true as const };
    if (day === weekdayOf(late)) return { pocId, day, timeIntervals: [usual, night] };
    return { pocId, day, timeIntervals: day === weekdayOf(asked) ? [{ ...usual, onRequest }] : [usual, seniors] };
  });
  await ask(request, 'updateSchedule', { schedule });
  const patient = newPerson();
  const page = await desk.open('/add-new-appointment');
  await fillToTiming(page, patient, doctor);
  const day = (of: string) => page.getByRole('radio', { name: new RegExp(`^${longDate(of)}`) });
  await expect(day(asked)).toHaveAccessibleName(/, On request$/);
  await day(asked).click();
  await expect(page.getByText(onRequest)).toBeVisible();
  await day(late).click();
  await expect(page.getByRole('heading', { name: '8:00 PM to 1:00 AM the next day' })).toBeVisible();
  await expect(page.getByText(/^times after midnight are on/)).toBeVisible();
  await day(date).click();
  const senior = page.getByRole('radio', { name: new RegExp(`^${clockTime('10:00')}`) });
  await expect(senior).toHaveAccessibleName(/, Reserved$/);
  await expect(page.getByText('only for Seniors')).toBeVisible();
  await expect(page.getByRole('radio', { name: new RegExp(`^${clockTime('09:00')}`) })).toBeEnabled();

  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('combobox', { name: 'Patient class' }).selectOption('Seniors');
  await page.getByRole('button', { name: 'Continue' }).click();
  await day(date).click();
  await senior.click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Is everything correct?' })).toBeVisible();
  await expect(page.getByText('Senior citizens')).toBeVisible();
  await expect(page.getByText('₹100.00')).toBeVisible();
  await confirmSummary(page, patient);
  await page.getByRole('button', { name: 'Pay Later' }).click();
  await expect(page.getByRole('heading', { name: 'Appointment booked' })).toBeVisible();
  const [detail] = await ask(request, 'listAppointmentDetailsOfDoctor', { pocId, search: patient.name });
  expect(detail).toMatchObject({ patientClass: 'Seniors', AppointmentTime: '10:00', session: { name: 'Senior hour' } });
});

test('a first visit takes two slots, which the card says, and the next patient finds the time after it', async ({
  arrive,
}) => {
  const desk = await arrive('desk1');
  const { clientId } = desk.user;
  const { request } = desk.context;
  const stamp = Date.now();
  const doctor = await addDoctor(request, clientId, `Lengths ${stamp}`, `lengths${stamp}@sunrise.example`);
  const { pocId } = doctor;
  const hours = { startTime: '09:00', endTime: '10:00', appointmentsPerSlot: 1, slotDuration: 15 };
  const slotsPerVisit = { first: 2, classes: [{ patientClass: 'Procedure', slots: 3 }] };
  const schedule = weekdays.map((day) => ({ pocId, day, timeIntervals: [{ ...hours, slotsPerVisit }] }));
  await ask(request, 'updateSchedule', { schedule });
  const on = addDays(clinicDate(), 1);
  const patient = newPerson();
  const page = await desk.open('/add-new-appointment');
  await fillToTiming(page, patient, doctor);
  await page.getByRole('radio', { name: new RegExp(`^${longDate(on)}`) }).click();
  await expect(page.getByText('this visit takes 30 min')).toBeVisible();
  const at = (time: string) => page.getByRole('radio', { name: new RegExp(`^${clockTime(time)}`) });
  await expect(at('09:45')).toHaveAccessibleName(/, Full$/);
  await at('09:15').click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await confirmSummary(page, patient);
  await page.getByRole('button', { name: 'Pay Later' }).click();
  await expect(page.getByRole('heading', { name: 'Appointment booked' })).toBeVisible();
  const times = await ask(request, 'listTimesWithAvailability', { pocId, date: on, visit: 'again' });
  expect(times.map(({ free }) => free)).toEqual([1, 0, 0, 1]);
});
