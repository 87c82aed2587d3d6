import type { WaitingPatient } from '@dayline/contracts/endpoints/appointments/waiting';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { anAdmin, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, refuse } from '../../shared/testing/server.ts';
import WaitingListPage from './waiting-list-page.tsx';

const pocId = testId(200);
const appointmentId = `${pocId}_20991125_${testId(500)}`;
const offer = {
  ...{ appointmentId, pocId, pocName: 'Dr. Asha Menon', date: '2099-11-25', time: '09:15' },
  ...{ until: '2099-11-24T06:00:00.000Z', reason: null },
};
const meera: WaitingPatient = {
  ...{ waitingId: testId(601), userId: testId(401), patientName: 'Meera Nair', patientPhone: '919000010427' },
  ...{ pocId, departmentId: null, target: 'Dr. Asha Menon', from: '2099-11-24', to: '2099-11-27' },
  ...{ times: { from: '09:00', to: '12:00' }, note: 'After dialysis', offer },
  ...{ joinedAt: '2099-11-20T06:00:00.000Z', by: 'Front Desk 1' },
};
const rohan: WaitingPatient = {
  ...{ ...meera, waitingId: testId(602), userId: testId(402), patientName: 'Rohan Kulkarni', note: null, offer: null },
  ...{ pocId: null, departmentId: testId(300), target: 'Cardiology', times: null, to: '2099-11-24' },
};
const done = { success: true, message: 'Done.', position: '0000000000000009' } as const;
const open = (at = '/waiting-list') => show(<WaitingListPage />, { as: anAdmin, at });

test('an empty list says how patients come onto it; a failed one is tried again', async () => {
  refuse('listWaiting', 'service.fault');
  const { user, container } = open();
  await screen.findByText('Failed to fetch the waiting list.');
  answer('listWaiting', []);
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Nobody is waiting')).toBeVisible();
  expect(await axe(container)).toHaveNoViolations();
});

test('the desk sees whom to call, and accepts or declines for them', async () => {
  answer('listWaiting', [meera, rohan]);
  const { user, container } = open();
  const table = await screen.findByRole('table', { name: 'Waiting List' });
  expect(screen.getByText('2 waiting')).toBeVisible();
  const [, first, second] = within(table).getAllByRole('row');
  expect(first).toHaveTextContent(/Please call .*Nov 25, 2099, 9:15 AM.*Dr\. Asha Menon, held until/);
  expect(second).toHaveTextContent('No place yet');
  expect(await axe(container)).toHaveNoViolations();
  const answers = answer('answerOffer', done);
  await user.dblClick(screen.getByRole('button', { name: 'Accept, Meera Nair' }));
  const { clientId } = anAdmin;
  await waitFor(() =>
    expect(answers.map(({ body }) => body)).toEqual([
      { clientId, waitingId: meera.waitingId, appointmentId, answer: 'accept' },
    ]),
  );
  expect(await screen.findByText('Booked')).toBeVisible();
});

test('the chosen doctor or department, and the day, choose what is exported', async () => {
  URL.createObjectURL = () => 'blob:saved';
  URL.revokeObjectURL = () => undefined;
  answer('listWaiting', [meera, rohan]);
  const file = { 'Content-Disposition': 'attachment; filename="dayline-waiting-list.csv"' };
  const requests = answer('exportWaiting', {}, file);
  const { user } = open(`/waiting-list?for=${pocId}&date=2099-11-25`);
  await screen.findByRole('table', { name: 'Waiting List' });
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  expect(await screen.findByText('Saved as dayline-waiting-list.csv')).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Doctor or department' }), 'Cardiology');
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  const { clientId } = anAdmin;
  await waitFor(() =>
    expect(requests.map(({ body }) => body)).toEqual([
      { clientId, target: pocId, date: '2099-11-25' },
      { clientId, target: rohan.departmentId, date: '2099-11-25' },
    ]),
  );
});

test.each([
  ['planned', /Email at /],
  ['started', /Email may have been sent at /],
  ['sent', /Email sent /],
  ['failed', /Email could not be sent at /],
] as const)('the email about an offer that is %s is beside the call', async (state, words) => {
  answer('listWaiting', [{ ...meera, offer: { ...offer, email: { state, at: '2099-11-24T05:00:00.000Z' } } }]);
  open();
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.getByText('Please call')).toBeVisible();
});

test('an offered place is offered to another patient with a reason', async () => {
  answer('listWaiting', [meera, rohan]);
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'More for Meera Nair' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Offer to Another Patient' }));
  const dialog = await screen.findByRole('dialog', { name: /^Offer to Another Patient/ });
  refuse('offerPlace', 'offer.ended');
  await user.click(within(dialog).getByRole('button', { name: 'Offer a Place' }));
  expect(within(dialog).getByText('Please give a reason.')).toBeVisible();
  const choice = within(dialog).getByRole('option', { name: /^Rohan Kulkarni, .*10427, .*Nov 24/ });
  await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Patient' }), choice);
  await user.type(within(dialog).getByRole('textbox', { name: 'Why this patient' }), 'In pain');
  await user.click(within(dialog).getByRole('button', { name: 'Offer a Place' }));
  await screen.findByText('The waiting list was not changed');
  // Its words are still there.
  const given = answer('offerPlace', { ...done, appointmentId, until: offer.until });
  await user.dblClick(within(dialog).getByRole('button', { name: 'Offer a Place' }));
  const place = { pocId, date: '2099-11-25', time: '09:15', reason: 'In pain', instead: appointmentId };
  await waitFor(() =>
    expect(given.map(({ body }) => body)).toEqual([
      { clientId: anAdmin.clientId, waitingId: rohan.waitingId, ...place },
    ]),
  );
});

test('an offer whose time is over is not one to call for', async () => {
  answer('listWaiting', [{ ...meera, offer: { ...offer, until: '2020-11-24T06:00:00.000Z' } }]);
  const { user } = open();
  expect(await screen.findByText(/Dr\. Asha Menon, was held until/)).toBeVisible();
  expect(screen.queryByText('Please call')).not.toBeInTheDocument();
  // Nobody else waits without an offer.
  await user.click(screen.getByRole('button', { name: 'More for Meera Nair' }));
  expect(await screen.findByRole('menuitem', { name: 'Remove from List' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Offer to Another Patient' })).not.toBeInTheDocument();
});

test('a patient is removed after a question; the list is filtered by the address', async () => {
  answer('listWaiting', [meera, rohan]);
  const { user } = open(`/waiting-list?for=${testId(300)}`);
  await screen.findByText('Rohan Kulkarni');
  expect(screen.queryByText('Meera Nair')).not.toBeInTheDocument();
  const removed = answer('leaveWaitingList', done);
  await user.click(screen.getByRole('button', { name: 'More for Rohan Kulkarni' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove from List' }));
  await screen.findByText('Remove Rohan Kulkarni from the waiting list?');
  await user.dblClick(screen.getByRole('button', { name: 'Remove from List' }));
  await waitFor(() =>
    expect(removed.map(({ body }) => body)).toEqual([{ clientId: anAdmin.clientId, waitingId: rohan.waitingId }]),
  );
});
