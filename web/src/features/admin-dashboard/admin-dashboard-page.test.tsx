import type { TodaysAppointment } from '@dayline/contracts/endpoints/appointments/boards';
import type { QueueDoctor } from '@dayline/contracts/endpoints/appointments/queue';
import { act, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { applyLive } from '../../shared/api/live/mapping.ts';
import { anEmptyPicture, anExpected, aPicture } from '../../shared/appointments/day-picture/figures.fixture.ts';
import { noteServerTime } from '../../shared/clock.ts';
import { anAdmin, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, refuse } from '../../shared/testing/server.ts';
import AdminDashboardPage from './admin-dashboard-page.tsx';

const at = (number: number): string => String(number).padStart(20, '0');

beforeEach(() => {
  answer('countAppointmentsOfClient', ({ body }) => ({ count: body.status === 'Confirmed' ? 412 : 37 }), {
    'X-Position': at(1),
  });
  answer('countDepartmentsAndDoctors', { totalDepartments: 6, totalDoctors: 12 });
  answer('getDayPictureOfClient', aPicture);
  hall([anExpected]);
  answer('listAppointmentDetailsOfClient', [], { 'X-Total-Count': '12' });
  answer('listCalls', [], { 'X-Total-Count': '70' });
  answer('getTakenToday', { taken: 1_785_000 });
});

const duty: QueueDoctor = {
  ...{ pocId: testId(200), name: 'Dr. Asha Menon', department: 'Cardiology', room: 'Room 4', blocked: false },
  ...{ hours: [{ from: '00:00', to: '24:00' }], walkIn: { time: '05:40', overbooked: false } },
};
function hall(rows: TodaysAppointment[], doctors: QueueDoctor[] = [duty]) {
  answer('listTodaysAppointmentsOfClient', rows, { 'X-Position': at(1) });
  answer(
    'getQueueBoard',
    { today: '2026-11-21', order: 'token', lateAfterMinutes: 10, doctors },
    { 'X-Position': at(1) },
  );
}
/** Somebody of today, named by the number. */
const own = (number: number, more: Partial<TodaysAppointment> = {}): TodaysAppointment => ({
  ...anExpected,
  AppointmentId: `${testId(200)}_20261121_${testId(number)}`,
  ...{ User_ID: testId(900 + number), PatientName: `Patient ${number}`, ...more },
});

const open = () => show(<AdminDashboardPage />, { as: anAdmin, at: '/admin-dashboard' });
/** Waits for the charts' chunk, so that it isn't still loading when the test ends. */
const charts = () => screen.findByText(/^now 11:\d\d/);

test('"Four stat cards" with their figures and where they lead', async () => {
  const { container, router, user } = open();
  expect(screen.getByRole('heading', { name: 'Admin Dashboard' })).toBeInTheDocument();
  expect(screen.getByText('Welcome to your Dashboard')).toBeInTheDocument();
  const card = (name: RegExp) => screen.findByRole('link', { name });
  expect(await card(/^Active Appointments\s*412\s*31 of them today.*$/)).toHaveAttribute(
    'href',
    '/appointment-details-admin?status=Confirmed&search=',
  );
  expect(await card(/^Departments\s*6\s*12 doctors in total$/)).toHaveAttribute('href', '/departments');
  expect(await card(/^Doctors\s*12\s*10 on duty today, 2 blocked$/)).toHaveAttribute('href', '/doctors');
  expect(await card(/^Cancelled Appointments\s*37\s*3 of them today$/)).toHaveAttribute(
    'href',
    '/appointment-details-admin?status=Cancelled&search=',
  );
  expect(screen.getByRole('link', { name: 'Need Help? Contact Support' })).toHaveAttribute('href', '/home#contact');
  await charts();
  expect(await axe(container)).toHaveNoViolations();
  await user.click(await card(/^Active Appointments/));
  expect(router.state.location.state).toMatchObject({ clientId: testId(100), status: 'Confirmed' });
});

test('quick actions', async () => {
  open();
  const actions = within(screen.getByRole('region', { name: 'Quick actions' }));
  expect(actions.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/add-new-appointment',
    '/add-poc',
    '/view-poc',
    '/update-availability',
  ]);
  await charts();
});

test('the pictures say their sums and can be read as tables; and the day by hour is below', async () => {
  const { user } = open();
  expect(await screen.findByRole('img', { name: 'Today by hour: 23 of 30 booked' })).toBeInTheDocument();
  expect(screen.getByRole('img', { name: 'Last 30 days: 126 visited · 13 not visited (9.4 %)' })).toBeInTheDocument();
  await charts();
  await user.click(screen.getByRole('button', { name: 'Today by hour as a table' }));
  const table = screen.getByRole('table', { name: "Today's bookings by hour" });
  expect(within(table).getByRole('row', { name: '11 AM 16 18' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Last 30 days as a table' }));
  expect(screen.getByRole('row', { name: 'Nov 20 80 5' })).toBeInTheDocument();
});

test('one line says the day, each part with its list, and changes live', async () => {
  const call = { room: 'Room 4', calledAt: '2026-11-21T00:00:00.000Z' };
  hall([
    own(1, { presence: { token: 1, arrivedAt: '05:00', call } }),
    own(2, { presence: { token: 2, arrivedAt: '05:09', call: null } }),
    own(3, { AppointmentTime: '05:00' }),
    own(4),
  ]);
  const { queryClient, container } = open();
  const line = within(await screen.findByRole('region', { name: 'The day now' }));
  expect(await line.findByRole('link', { name: '₹17,850.00 taken today' })).toHaveAttribute('href', '/day-close');
  const links = line.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')?.split('?')[0]]);
  expect(links).toEqual([
    ['1 waiting, longest 21 min (Dr. Asha Menon)', '/admin-todays-appointments'],
    ['1 called', '/admin-todays-appointments'],
    ['1 late', '/admin-todays-appointments'],
    ['70 to call', '/calls'],
    ['12 unresolved', '/appointment-details-admin'],
    ['₹17,850.00 taken today', '/day-close'],
  ]);
  expect(await axe(container)).toHaveNoViolations();
  const arrived = own(4, { presence: { token: 3, arrivedAt: '05:30', call: null }, at: at(5) });
  act(() => void applyLive(queryClient, { topic: 'today', at: at(5), rows: [arrived] }));
  expect(await line.findByRole('link', { name: '2 waiting, longest 21 min (Dr. Asha Menon)' })).toBeVisible();
  await charts();
});

test('next up is who is expected, not who is called, and Arrived is one click', async () => {
  const call = { room: null, calledAt: '2026-11-21T00:00:00.000Z' };
  const rows = [
    own(1, { presence: { token: 1, arrivedAt: '05:00', call } }),
    own(2, { AppointmentTime: '05:05' }),
    own(3),
  ];
  hall(rows);
  const arrived = answer('arrive', ({ body: { appointmentId } }) => ({
    ...{ success: true, message: 'ok', position: at(5), appointmentId, eventId: 'event-5', undoUntil: null },
    presence: { token: 2, arrivedAt: '05:30', call: null },
  }));
  const { user } = open();
  const next = await screen.findByRole('list', { name: 'Next up' });
  expect(within(next).getAllByRole('listitem')).toHaveLength(2);
  expect(within(next).getByText('25 min late')).toBeInTheDocument();
  await user.click(within(next).getByRole('button', { name: 'Arrived: Patient 2' }));
  await waitFor(() => expect(arrived.map(({ body }) => body.appointmentId)).toEqual([rows[1]?.AppointmentId]));
  await waitFor(() => expect(within(next).queryByText('Patient 2')).toBeNull());
  await charts();
});

test('the doctors on duty: who is in, how many wait, minutes behind, and the next free time', async () => {
  const call = { room: 'Room 4', calledAt: '2026-11-21T00:00:00.000Z' };
  const waits = { AppointmentTime: '05:10', presence: { token: 2, arrivedAt: '05:09', call: null } };
  const later = { ...duty, pocId: testId(201), name: 'Dr. Vikram Rao', room: null, walkIn: null };
  hall(
    [own(1, { presence: { token: 1, arrivedAt: '05:00', call } }), own(2, waits)],
    [{ ...later, hours: [{ from: '14:00', to: '15:00' }] }, duty],
  );
  open();
  const strip = within(await screen.findByRole('region', { name: /^Doctors on duty/ }));
  const tiles = await strip.findAllByRole('link');
  expect(tiles.map(({ textContent }) => textContent)).toEqual([
    'Dr. Asha Menon · Room 4in: token 1 · 1 waiting · 20 min behind · next free 5:40 AM',
    'Dr. Vikram Raobegins 2:00 PM · no more times today',
  ]);
  expect(tiles[0]).toHaveAttribute('href', `/admin-todays-appointments?doctor=${testId(200)}`);
  await charts();
});

test('the next free time and the minutes behind are as of now, though nothing happens', async () => {
  const waits = { AppointmentTime: '05:25', presence: { token: 2, arrivedAt: '05:09', call: null } };
  hall([own(2, waits)]);
  open();
  const strip = within(await screen.findByRole('region', { name: /^Doctors on duty/ }));
  expect(await strip.findByText('next free 5:40 AM')).toBeVisible();
  const picture = answer('getDayPictureOfClient', { ...aPicture, now: '11:39' });
  hall([own(2, waits)], [{ ...duty, walkIn: { time: '06:00', overbooked: false } }]);
  noteServerTime(new Date(Date.now() + 15 * 60_000).toUTCString());
  expect(await strip.findByText('next free 6:00 AM')).toBeVisible();
  expect(strip.getByText(/^2\d min behind ·$/)).toBeVisible();
  await waitFor(() => expect(picture).toHaveLength(1));
  noteServerTime(new Date().toUTCString());
  await charts();
});

test('counts change by the socket, without a reload', async () => {
  const { queryClient } = open();
  await screen.findByText('412');
  await charts();
  act(() => {
    applyLive(queryClient, {
      topic: 'counts',
      at: at(5),
      rows: [
        {
          key: `client:${testId(100)}`,
          date: null,
          byStatus: { Confirmed: 413, Availed: 1, Not_Availed: 1, Cancelled: 37 },
          byType: { 'Direct Consultation': 1, 'Tele Consultation': 1 },
          departments: 6,
          doctors: 12,
          at: at(5),
        },
      ],
    });
  });
  expect(await screen.findByText('413')).toBeInTheDocument();
});

test('a day without anything, and figures that fail, say so', async () => {
  answer('getDayPictureOfClient', anEmptyPicture);
  hall([], []);
  refuse('countDepartmentsAndDoctors', 'service.fault');
  const { container } = open();
  expect(await screen.findByText('No more patients are expected today.')).toBeInTheDocument();
  expect(await screen.findAllByText('Not available right now')).toHaveLength(2);
  expect(await axe(container)).toHaveNoViolations();
});

test('a hall that fails says so instead of loading on', async () => {
  refuse('listTodaysAppointmentsOfClient', 'service.fault');
  const { container } = open();
  // The line of the day, the doctors on duty and Next up.
  expect(await screen.findAllByText('Not available right now')).toHaveLength(3);
  expect(container.querySelector('[aria-busy="true"]')).toBeNull();
});

test('a picture that fails leaves the rest, and Try Again refetches it', async () => {
  refuse('getDayPictureOfClient', 'service.fault');
  const { user } = open();
  expect(await screen.findAllByText("Today's figures could not be loaded.")).toHaveLength(2);
  expect(await screen.findByText('412')).toBeInTheDocument();
  answer('getDayPictureOfClient', aPicture);
  await user.click(screen.getAllByRole('button', { name: 'Try Again' })[0] as HTMLElement);
  expect(await screen.findByRole('img', { name: 'Today by hour: 23 of 30 booked' })).toBeInTheDocument();
  await charts();
});
