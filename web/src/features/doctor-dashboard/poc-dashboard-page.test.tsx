import { screen, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { anExpected, aPicture } from '../../shared/appointments/day-picture/figures.fixture.ts';
import { aDoctor, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer } from '../../shared/testing/server.ts';
import PocDashboardPage from './poc-dashboard-page.tsx';

const walkIn = { time: '05:40', overbooked: false };
function answerAll() {
  for (const name of ['countAppointmentsOfDoctor', 'countAppointmentsByType'] as const) answer(name, { count: 0 });
  answer('getDayPictureOfDoctor', aPicture);
  answer('listTodaysAppointmentsOfDoctor', [anExpected]);
  answer('listDeskChanges', []);
  const own = { pocId: testId(200), name: 'Dr. Asha Menon', department: 'Cardiology', room: 'Room 4', blocked: false };
  const doctors = [{ ...own, hours: [{ from: '00:00', to: '24:00' }], walkIn }];
  answer('getQueueBoard', { today: '2026-11-21', order: 'token', lateAfterMinutes: 10, doctors });
}

test('the line of the day is of the doctor alone', async () => {
  answerAll();
  const call = { room: 'Room 4', calledAt: '2026-11-21T00:00:00.000Z' };
  const own = { ...anExpected, AppointmentId: `${testId(200)}_20261121_${testId(2)}`, AppointmentTime: '05:10' };
  answer('listTodaysAppointmentsOfDoctor', [
    { ...anExpected, presence: { token: 1, arrivedAt: '05:00', call } },
    { ...own, presence: { token: 2, arrivedAt: '05:09', call: null } },
  ]);
  show(<PocDashboardPage />, { as: aDoctor, at: '/poc-dashboard' });
  const line = within(await screen.findByRole('region', { name: 'The day now' }));
  await line.findByRole('link', { name: '1 called' });
  expect(line.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    '1 waiting, longest 21 min',
    '1 called',
    '20 min behind',
    'next free 5:40 AM',
  ]);
  await screen.findByText(/^now 11:20/);
});

test('stat cards open /appointment-details with status or type; quick actions lead on', async () => {
  answerAll();
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

test('says what the front desk changed, and when, until it is dismissed on this device', async () => {
  localStorage.clear();
  answerAll();
  const change = (own: number, sentence: string, recordedAt: string) => ({
    ...{ eventId: `event-${own}`, recordedAt, sentence, note: null, noteWords: null },
    ...{ actor: { kind: 'admin' as const, id: testId(41), name: 'Front Desk 2' }, words: { code: 'x', args: [] } },
  });
  const fee = change(1, 'set the fee of Dr. Asha Menon to ₹800.00.', '2026-11-20T12:30:00.000Z');
  answer('listDeskChanges', [fee]);
  const { user, unmount } = show(<PocDashboardPage />, { as: aDoctor, at: '/poc-dashboard' });
  const list = await screen.findByRole('list', { name: 'Changed by the front desk' });
  expect(list).toHaveTextContent('Front Desk 2 set the fee of Dr. Asha Menon to ₹800.00. Nov 20, 6:00 PM');
  await user.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(list).not.toBeInTheDocument();
  unmount();

  const block = change(2, 'blocked Nov 21 of Dr. Asha Menon.', '2026-11-20T12:31:00.000Z');
  answer('listDeskChanges', [block, fee]);
  show(<PocDashboardPage />, { as: aDoctor, at: '/poc-dashboard' });
  const items = within(await screen.findByRole('list', { name: 'Changed by the front desk' })).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Front Desk 2 blocked Nov 21 of Dr. Asha Menon. Nov 20, 6:01 PM',
  ]);
});
