import { screen, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { aPicture } from '../../shared/appointments/day-picture/figures.fixture.ts';
import { aDoctor, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer } from '../../shared/testing/server.ts';
import PocDashboardPage from './poc-dashboard-page.tsx';
import { dayLine } from './rules.ts';

test('the line under the welcome', () => {
  expect(dayLine(aPicture)).toBe('31 patients still expected today, the next at 11:20 AM.');
  const [next] = aPicture.nextUp;
  if (!next) throw new Error('The picture names nobody.');
  const late = { ...next, AppointmentTime: '09:00' };
  expect(dayLine({ ...aPicture, todayLate: 2, nextUp: [late, late, next] })).toBe(
    '29 patients still expected today, the next at 11:20 AM. 2 are late.',
  );
  expect(dayLine({ ...aPicture, todayLate: 5, nextUp: [late] })).toBe('26 patients still expected today. 5 are late.');
  expect(dayLine({ ...aPicture, todayToCome: 1, todayLate: 1, nextUp: [late] })).toBe(
    'No one else is expected today. 1 is late.',
  );
  expect(dayLine({ ...aPicture, todayToCome: 0, todayLate: 0, nextUp: [] })).toBe(
    'No more patients are expected today.',
  );
});

test('stat cards open /appointment-details with status or type; quick actions lead on', async () => {
  answer('countAppointmentsOfDoctor', ({ body }) => ({ count: body.status === 'Confirmed' ? 137 : 51 }));
  answer('countAppointmentsByType', ({ body }) => ({ count: body.type === 'Tele Consultation' ? 292 : 583 }));
  answer('getDayPictureOfDoctor', aPicture);
  const { container, router, user } = show(<PocDashboardPage />, { as: aDoctor, at: '/poc-dashboard' });
  expect(screen.getByRole('heading', { name: 'Welcome, Dr. Asha Menon' })).toBeInTheDocument();
  const address = async (name: RegExp) => (await screen.findByRole('link', { name })).getAttribute('href');
  expect(await address(/^Active Appointments\s*137/)).toBe('/appointment-details?status=Confirmed');
  expect(await address(/^Cancelled Appointments\s*51/)).toBe('/appointment-details?status=Cancelled');
  expect(await address(/^Direct Appointments\s*583/)).toBe('/appointment-details?type=Direct+Consultation');
  expect(await address(/^Tele Appointments\s*292/)).toBe('/appointment-details?type=Tele+Consultation');
  const actions = within(screen.getByRole('region', { name: 'Quick actions' }));
  expect(actions.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/update-schedule',
    '/update-availability-poc',
    '/meet-link',
    '/fees',
  ]);
  await screen.findByText(/^now 11:20/);
  expect(await axe(container)).toHaveNoViolations();
  await user.click(await screen.findByRole('link', { name: /^Tele Appointments/ }));
  expect(router.state.location.state).toMatchObject({ pocId: testId(200), type: 'Tele Consultation' });
});
