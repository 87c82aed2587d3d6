import { addDays, clinicNow } from '@dayline/contracts/clinic/clinic-time';
import type { SlotGroup } from '@dayline/contracts/endpoints/appointments/appointments';
import type { WaitingPatient } from '@dayline/contracts/endpoints/appointments/waiting';
import { doctorDayOf } from '@dayline/contracts/ids';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { detail } from '../../shared/testing/appointment-detail.ts';
import { aDoctor, anAdmin, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, refuse } from '../../shared/testing/server.ts';
import ViewAppointmentsPage from './view-appointments-page.tsx';

const aDetail = detail(8, { UserName: 'Kavya Reddy' });
const today = clinicNow(Date.now(), anAdmin.zone).date;
const tomorrow = addDays(today, 1);
const slot = (time: string, booked: number, more: Partial<SlotGroup> = {}): SlotGroup => ({
  day: 'Sunday',
  date: tomorrow,
  time,
  minutes: 15,
  noOfAppointments: booked,
  totalSlots: 10,
  active_status: 'available',
  free: 10 - booked,
  places: 10,
  closed: false,
  ...more,
});
const six = [
  slot('09:00', 8),
  slot('09:30', 5),
  slot('10:00', 4),
  slot('10:30', 10),
  slot('11:00', 2, { active_status: 'blocked', free: 0 }),
  slot('11:30', 0),
];
const reply = (appointmentDetails: SlotGroup[]) => ({
  clientName: anAdmin.clientName,
  pocName: 'Dr. Asha Menon',
  pocSpecialization: 'Cardiology',
  departmentId: testId(10),
  appointmentDetails,
});
const pocId = testId(200);
const state = { pocId, pocName: 'Dr. Asha Menon', from: '/doctors' };
const open = (at = '/view-appointments') => show(<ViewAppointmentsPage />, { as: anAdmin, at, state });
const cards = () => within(screen.getByRole('list', { name: 'Slots' })).findAllByRole('button');
const answerSlots = (slots = six, total = 460) => {
  answer('listAppointmentDetailsOfClient', [aDetail], { 'X-Total-Count': '1' });
  return answer('listSlotsOfDoctor', reply(slots), { 'X-Total-Count': String(total) });
};

beforeEach(() => {
  answer('listWaiting', []);
});

/** Someone who waits for the doctor. */
const waitingPatient = (own: number, more: Partial<WaitingPatient> = {}): WaitingPatient => ({
  ...{ waitingId: testId(600 + own), userId: testId(400 + own), patientName: 'Meera Nair', patientPhone: null },
  ...{ pocId, departmentId: null, target: 'Dr. Asha Menon', from: today, to: tomorrow, times: null, note: null },
  ...{ joinedAt: '2026-11-20T06:00:00.000Z', by: 'Front Desk 1', offer: null },
  ...more,
});
const anOffer = {
  ...{ appointmentId: `${pocId}_20261121_${testId(700)}`, pocId, pocName: 'Dr. Asha Menon', date: tomorrow },
  ...{ time: '09:00', until: '2026-11-21T06:00:00.000Z', reason: null },
};

test('say how many wait for a place: by doctor or department, day and time, without an offer', async () => {
  answerSlots();
  answer('listWaiting', [
    waitingPatient(1),
    waitingPatient(2, { pocId: null, departmentId: testId(10), times: { from: '09:00', to: '09:30' } }),
    waitingPatient(3, { pocId: testId(201) }),
    waitingPatient(4, { to: today }),
    waitingPatient(5, { offer: anOffer }),
  ]);
  open();
  await screen.findByText('2 wait for this place');
  const texts = (await cards()).map((card) => /(\d+) waits? for this place/.exec(card.textContent ?? '')?.[0]);
  expect(texts).toEqual(['2 wait for this place', ...Array(5).fill('1 waits for this place')]);
});

test('of a session under another department are for who waits for that one', async () => {
  answerSlots([slot('09:00', 8), slot('09:30', 8, { session: { name: 'Clinic', department: 'Physiotherapy' } })]);
  answer('listWaiting', [
    waitingPatient(1, { pocId: null, departmentId: testId(10), target: 'Cardiology' }),
    waitingPatient(2, { pocId: null, departmentId: testId(11), target: 'Physiotherapy' }),
    waitingPatient(3, { pocId: null, departmentId: testId(11), target: 'Physiotherapy' }),
  ]);
  open();
  await screen.findByText('2 wait for this place');
  const texts = (await cards()).map((card) => /(\d+) waits? for this place/.exec(card.textContent ?? '')?.[0]);
  expect(texts).toEqual(['1 waits for this place', '2 wait for this place']);
});

test("have the doctor's initial, name and specialization over six cards with their words", async () => {
  const requests = answerSlots();
  const { container } = open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Dr. Asha Menon' })).toBeVisible();
  await screen.findByRole('list', { name: 'Slots' });
  expect(screen.getByText('Cardiology')).toBeVisible();
  expect(screen.getByText('A', { exact: true })).toBeVisible();
  expect(screen.getByText('460 slots')).toBeVisible();
  const texts = (await cards()).map((card) => card.textContent ?? '');
  expect(texts).toHaveLength(6);
  expect(texts[0]).toMatch(/9:00 AM.*8 of 10 booked.*2 free/);
  expect(texts[3]).toMatch(/Full.*10 of 10 booked/);
  expect(texts[4]).toMatch(/Blocked.*2 of 10 booked.*2 appointments kept/);
  expect(requests.map(({ body }) => body)).toContainEqual({ clientId: anAdmin.clientId, pocId, page: 1, pageSize: 6 });
  expect(await axe(container)).toHaveNoViolations();
});

test('are paged with a window of five, an ellipsis and the last page; the page is kept', async () => {
  const requests = answerSlots();
  const { user } = open();
  expect(await screen.findByText('Page 1 of 77')).toBeVisible();
  const numbers = screen.getAllByRole('button', { name: /^Page \d+/ }).map(({ textContent }) => textContent);
  expect(numbers).toEqual(['1', '2', '3', '4', '5', '77']);
  await user.click(screen.getByRole('button', { name: 'Page 4' }));
  await waitFor(() => expect(requests.at(-1)?.body).toMatchObject({ page: 4, pageSize: 6 }));
  expect(sessionStorage.getItem('appointmentsCurrentPage')).toBe('4');
});

test('open at the page with the next slot', async () => {
  const requests = answerSlots([
    ...Array.from({ length: 7 }, (_, minute) => slot(`00:0${minute}`, 1, { date: addDays(today, -1) })),
    ...six,
  ]);
  open();
  expect(await screen.findByText('Page 2 of 77')).toBeVisible();
  expect(requests.filter(({ body }) => body.page !== undefined).map(({ body }) => body.page)).toEqual([2]);
});

test("are searched on the server; none says 'No appointments found' and how to go on", async () => {
  const requests = answerSlots();
  const { user } = open();
  await screen.findByRole('list', { name: 'Slots' });
  answerSlots([], 0);
  await user.type(screen.getByPlaceholderText('Search by date, day or time...'), 'sunday');
  expect(await screen.findByText('No appointments found')).toBeVisible();
  expect(screen.getByText('Try adjusting your search criteria')).toBeVisible();
  expect(sessionStorage.getItem('appointmentsSearchTerm')).toBe('sunday');
  expect(requests.every(({ body }) => body.search === undefined)).toBe(true);
});

test("a search that was kept for another doctor isn't this one's", async () => {
  sessionStorage.setItem('appointmentsSearchTerm', 'sunday');
  sessionStorage.setItem('appointmentsPocId', testId(201));
  answerSlots();
  open();
  expect(await screen.findByPlaceholderText('Search by date, day or time...')).toHaveValue('');
});

test('a click on a day of the strip writes its date into the search, a second one clears it', async () => {
  const requests = answerSlots();
  const { user } = open();
  const day = await screen.findByRole('button', { name: /, 29 of 60 booked, 23 free$/ });
  await user.click(day);
  const words = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' });
  const date = words.format(Date.parse(tomorrow));
  expect(screen.getByRole('searchbox')).toHaveValue(date);
  await waitFor(() => expect(requests.at(-1)?.body).toMatchObject({ search: date, page: 1 }));
  await user.click(day);
  expect(screen.getByRole('searchbox')).toHaveValue('');
});

test('a click on a card shows who is booked and the free places, with Add New Appointment', async () => {
  answerSlots();
  const requests = answer('listAppointmentDetailsOfClient', [
    aDetail,
    { ...aDetail, Status: 'Cancelled', AppointmentId: detail(9).AppointmentId },
  ]);
  const { user, router } = open();
  await screen.findByRole('list', { name: 'Slots' });
  await user.click((await cards())[0] as HTMLElement);
  expect(await screen.findByText('Kavya Reddy')).toBeVisible();
  expect(screen.getAllByText('Free')).toHaveLength(2);
  expect(requests.at(-1)?.body).toMatchObject({ clientId: anAdmin.clientId, pocId, date: tomorrow, time: '09:00' });
  await user.click(screen.getByRole('link', { name: 'Add New Appointment' }));
  expect(router.state.location.pathname).toBe('/add-new-appointment');
  expect(router.state.location.state).toMatchObject({ departmentId: testId(10), pocId, date: tomorrow, time: '09:00' });
});

test('a booking is moved from its menu, and leaves the slot at once', async () => {
  answerSlots();
  answer('listAppointmentDetailsOfClient', [{ ...aDetail, AppointmentDate: tomorrow, AppointmentTime: '09:00' }]);
  answer('getFeeOfMove', { before: 70_000, after: 70_000, rule: null, registration: 0, paid: 0, asks: false });
  answer('listDatesWithAvailability', []);
  answer('listTimesWithAvailability', [
    { appointment_time: '09:00', active_status: 'available', free: 2, capacity: 10 },
    { appointment_time: '09:30', active_status: 'available', free: 5, capacity: 10 },
  ]);
  const { user } = open();
  await screen.findByRole('list', { name: 'Slots' });
  await user.click((await cards())[0] as HTMLElement);
  await user.click(await screen.findByRole('button', { name: 'More for Kavya Reddy' }));
  await user.click(screen.getByRole('menuitem', { name: 'Move…' }));
  const dialog = await screen.findByRole('dialog', { name: /^Move Kavya Reddy/ });
  const nearest = await within(dialog).findByRole('radiogroup', { name: 'Nearest free times' });
  await user.click(within(nearest).getByRole('radio'));
  answer('moveAppointment', ({ body: { appointmentId, time } }) => ({
    ...doctorDayOf(appointmentId),
    ...{ success: true, message: 'ok', position: '00000000000000000009', appointmentId, time, eventId: 'event' },
    undoUntil: new Date(Date.now() + 300_000).toISOString(),
  }));
  await user.click(within(dialog).getByRole('button', { name: 'Move Kavya Reddy to 9:30 AM' }));
  expect(await screen.findByText('Appointment moved to 9:30 AM')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Kavya Reddy')).not.toBeInTheDocument());
});

test('Update Availability opens that doctor’s', async () => {
  answerSlots();
  open();
  await screen.findByRole('list', { name: 'Slots' });
  const link = screen.getByRole('link', { name: /Availability/, hidden: true });
  expect(link).toHaveAttribute('href', `/update-availability?department=${testId(10)}&doctor=${pocId}`);
});

test('a full or blocked slot offers no new appointment', async () => {
  answerSlots();
  const { user } = open();
  await screen.findByRole('list', { name: 'Slots' });
  for (const index of [3, 4]) {
    await user.click((await cards())[index] as HTMLElement);
    expect(await screen.findByText('Kavya Reddy')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Add New Appointment' })).toBeNull();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
});

test("a doctor's own are asked by the doctor's calls", async () => {
  answer('listSlotsOfDoctor', reply(six), { 'X-Total-Count': '6' });
  const requests = answer('listAppointmentDetailsOfDoctor', [aDetail], { 'X-Total-Count': '1' });
  const { user } = show(<ViewAppointmentsPage />, { as: aDoctor, at: '/view-appointments' });
  await screen.findByRole('list', { name: 'Slots' });
  await user.click((await cards())[0] as HTMLElement);
  expect(await screen.findByText('Kavya Reddy')).toBeVisible();
  expect(requests.at(-1)?.body).toMatchObject({ pocId, date: tomorrow, time: '09:00' });
  expect(screen.queryByRole('link', { name: 'Add New Appointment' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'More for Kavya Reddy' }));
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Slip', 'History']);
});

test('that fail say so with Try Again; missing names have their fallbacks', async () => {
  refuse('listSlotsOfDoctor', 'service.fault');
  const { user } = show(<ViewAppointmentsPage />, { as: anAdmin, at: '/view-appointments', state: { pocId } });
  expect(await screen.findByText('Failed to fetch appointments.')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1, name: 'Unknown POC' })).toBeVisible();
  answer('listSlotsOfDoctor', { ...reply(six), pocName: '', pocSpecialization: '' }, { 'X-Total-Count': '6' });
  answer('listAppointmentDetailsOfClient', [], { 'X-Total-Count': '0' });
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Unknown Specialization')).toBeVisible();
});
