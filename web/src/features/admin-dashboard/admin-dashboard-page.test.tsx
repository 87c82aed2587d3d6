import { act, screen, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { applyLive } from '../../shared/api/live/mapping.ts';
import { anEmptyPicture, aPicture } from '../../shared/appointments/day-picture/figures.fixture.ts';
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
});

const open = () => show(<AdminDashboardPage />, { as: anAdmin, at: '/admin-dashboard' });
/** Waits for the charts' chunk, so that it isn't still loading when the test ends. */
const charts = () => screen.findByText(/^now 11:20/);

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

test('the pictures say their sums and can be read as tables; next up says who comes, and how late', async () => {
  const nextUp = aPicture.nextUp.map((row) => ({ ...row, AppointmentTime: '10:55' }));
  answer('getDayPictureOfClient', { ...aPicture, nextUp });
  const { user } = open();
  expect(await screen.findByRole('img', { name: 'Today by hour: 23 of 30 booked' })).toBeInTheDocument();
  expect(screen.getByRole('img', { name: 'Last 30 days: 126 visited · 13 not visited (9.4 %)' })).toBeInTheDocument();
  await charts();
  await user.click(screen.getByRole('button', { name: 'Today by hour as a table' }));
  const table = screen.getByRole('table', { name: "Today's bookings by hour" });
  expect(within(table).getByRole('row', { name: '11 AM 16 18' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Last 30 days as a table' }));
  expect(screen.getByRole('row', { name: 'Nov 20 80 5' })).toBeInTheDocument();
  const next = screen.getByRole('list', { name: 'Next up' });
  expect(within(next).getByText('Rohan Kulkarni')).toBeInTheDocument();
  expect(within(next).getByText('25 min late')).toBeInTheDocument();
  expect(within(next).getByText('Dr. Asha Menon')).toBeInTheDocument();
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
  refuse('countDepartmentsAndDoctors', 'service.fault');
  const { container } = open();
  expect(await screen.findByText('No more patients are expected today.')).toBeInTheDocument();
  expect(await screen.findAllByText('Not available right now')).toHaveLength(2);
  expect(await axe(container)).toHaveNoViolations();
});

test('a picture that fails leaves the rest, and Try Again refetches it', async () => {
  refuse('getDayPictureOfClient', 'service.fault');
  const { user } = open();
  expect(await screen.findByText("Today's figures could not be loaded.")).toBeInTheDocument();
  expect(await screen.findByText('412')).toBeInTheDocument();
  answer('getDayPictureOfClient', aPicture);
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Rohan Kulkarni')).toBeInTheDocument();
  await charts();
});
