import { screen, waitFor } from '@testing-library/react';
import { axe } from 'jest-axe';
import { detail } from '../../shared/testing/appointment-detail.ts';
import { aDoctor, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, refuse } from '../../shared/testing/server.ts';
import AppointmentDetailsPage from './appointment-details-page.tsx';

const open = (state: unknown) => show(<AppointmentDetailsPage />, { as: aDoctor, at: '/appointment-details', state });

test('the columns of the specification and the stat cards Total, Paid, Unpaid', async () => {
  const requests = answer('listAppointmentDetailsOfDoctor', [detail(1)], { 'X-Total-Count': '1' });
  answer('countPaymentsOfDoctor', { total: 12, paid: 9, unpaid: 3 });
  const { container } = open({ status: 'Confirmed' });
  expect((await screen.findAllByRole('columnheader')).map((cell) => cell.textContent)).toEqual([
    'S.No',
    'User Name',
    'Contact',
    'Location',
    'POC Name',
    'Specialization',
    'Type',
    'Date',
    'Time',
    'Payment',
    'Actions',
  ]);
  for (const [label, figure] of [
    ['Total', '12'],
    ['Paid', '9'],
    ['Unpaid', '3'],
  ]) {
    const term = screen.getAllByText(label ?? '').find((element) => element.tagName === 'DT');
    expect(term?.nextElementSibling).toHaveTextContent(figure ?? '');
  }
  expect(requests[0]?.body).toMatchObject({ pocId: testId(200), status: 'Confirmed' });
  expect(await axe(container)).toHaveNoViolations();
});

test("a list by type tells each row's status; an empty one says 'No appointments found' with Refresh", async () => {
  answer('countPaymentsOfDoctor', { total: 0, paid: 0, unpaid: 0 });
  answer('listAppointmentDetailsOfDoctor', [], { 'X-Total-Count': '0' });
  const { user, container } = open({ type: 'Tele Consultation' });
  expect(await screen.findByText('No appointments found')).toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
  const requests = answer('listAppointmentDetailsOfDoctor', [detail(1, { Status: 'Availed' })], {
    'X-Total-Count': '1',
  });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText('Visited')).toBeInTheDocument();
  expect(requests[0]?.body).toMatchObject({ type: 'Tele Consultation' });
  expect(requests[0]?.body.status ?? undefined).toBeUndefined();
});

test('a doctor finds a patient by name or phone: the list and its totals', async () => {
  answer('countPaymentsOfDoctor', ({ body }) => ({ total: body.search === undefined ? 12 : 1, paid: 1, unpaid: 0 }));
  const requests = answer('listAppointmentDetailsOfDoctor', [detail(1)], { 'X-Total-Count': '1' });
  const { user } = open({ status: 'Confirmed' });
  expect(await screen.findByText('12')).toBeVisible();
  await user.type(screen.getByRole('searchbox', { name: 'Search by user name or phone' }), 'meera');
  await waitFor(() => expect(requests.at(-1)?.body).toMatchObject({ search: 'meera' }));
  await waitFor(() => expect(screen.queryByText('12')).toBeNull());
  answer('listAppointmentDetailsOfDoctor', [], { 'X-Total-Count': '0' });
  await user.keyboard('x');
  await user.click(await screen.findByRole('button', { name: 'Clear Search' }));
  expect(await screen.findByText('12')).toBeVisible();
});

test('the rows of the filters are saved as CSV, or it is said why not', async () => {
  answer('countPaymentsOfDoctor', { total: 12, paid: 9, unpaid: 3 });
  answer('listAppointmentDetailsOfDoctor', [detail(1)], { 'X-Total-Count': '1' });
  URL.createObjectURL = () => 'blob:test';
  URL.revokeObjectURL = () => undefined;
  const file = { 'Content-Disposition': 'attachment; filename="dayline-appointments.csv"' };
  const requests = answer('exportAppointments', {}, file);
  const { user } = open({ status: 'Confirmed' });
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText('Saved as dayline-appointments.csv')).toBeVisible();
  expect(requests[0]?.body).toEqual({ clientId: aDoctor.clientId, status: 'Confirmed' });
  refuse('exportAppointments', 'service.fault');
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText('The export failed. Please try again.')).toBeVisible();
});
