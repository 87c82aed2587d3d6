import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { anAdmin, testId } from '../../shared/testing/identities.ts';
import { type RenderedPage, show } from '../../shared/testing/render.tsx';
import { answer, loseConnection, refuse } from '../../shared/testing/server.ts';
import AddPocPage from './add-poc-page.tsx';

const pocId = testId(300);
const accept = () => answer('addDoctor', { success: true, message: 'ok', position: '2', pocId });
const box = (name: string) => screen.getByLabelText(new RegExp(`^${name}`));
const press = (user: RenderedPage['user'], name: string) => user.click(screen.getByRole('button', { name }));

async function open() {
  answer('listDepartments', [{ departmentId: testId(7), Value_name: 'Cardiology' }]);
  const shown = show(<AddPocPage />, { as: anAdmin, at: '/add-poc' });
  await screen.findByRole('option', { name: 'Cardiology' });
  return shown;
}

async function fillIn(user: RenderedPage['user']) {
  await user.selectOptions(box('Department'), 'Cardiology');
  await user.type(box('Doctor Name'), 'Farah Siddiqui');
  // Digits of any script.
  await user.type(box('Contact Number'), '९८४५० 12345');
  await user.type(box('Email'), 'farah@sunrise.example');
}

test('says what is missing and goes to it; what is optional may stay empty', async () => {
  const { user, container } = await open();
  await press(user, 'Continue');
  expect(box('Department')).toHaveAccessibleDescription('Department is required.');
  expect(box('Department')).toHaveFocus();
  expect(box('Doctor Name')).toHaveAccessibleDescription('Name is required.');
  expect(box('Contact Number')).toHaveAccessibleDescription('Contact number must start with 91 and have 10 digits.');
  expect(box('Email')).toHaveAccessibleDescription('Email is invalid.');
  expect(await axe(container)).toHaveNoViolations();
  await fillIn(user);
  await user.type(box('Meeting Link'), 'nowhere');
  await press(user, 'Continue');
  expect(box('Meeting Link')).toHaveAccessibleDescription(/valid Google Meet link/);
  await user.clear(box('Meeting Link'));
  // An optional amount that isn't a number is not dropped.
  const fees = screen.getByRole<HTMLInputElement>('spinbutton', { name: /Consultation Fees/ });
  const unreadable = jest.spyOn(fees, 'validity', 'get').mockReturnValue({ ...fees.validity, badInput: true });
  fireEvent.input(fees);
  await press(user, 'Continue');
  expect(fees).toBeInvalid();
  unreadable.mockRestore();
  fireEvent.input(fees);
  await press(user, 'Continue');
  expect(await screen.findByRole('heading', { name: 'Is everything correct?' })).toBeVisible();
});

test("puts 'Dr.' and 91 in front, shows everything, and adds with the specification's payload", async () => {
  const sent = accept();
  const { user, router } = await open();
  await fillIn(user);
  expect(box('Doctor Name')).toHaveValue('Dr. Farah Siddiqui');
  expect(box('Contact Number')).toHaveValue('919845012345');
  await press(user, 'Continue');
  const summary = await screen.findByLabelText('Doctor');
  expect(within(summary).getAllByText('Not Provided')).toHaveLength(3);
  await press(user, 'Previous');
  await user.type(box('Consultation Fees'), '650.5');
  await press(user, 'Continue');
  expect(await screen.findByText('₹650.50')).toBeVisible();
  await press(user, 'Confirm');
  expect(await screen.findByRole('heading', { name: 'Doctor Added Successfully' })).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([
    {
      Client_ID: anAdmin.clientId,
      Department_ID: testId(7),
      POC_Name: 'Dr. Farah Siddiqui',
      Specialization: 'Cardiology',
      Contact_Number: '919845012345',
      Email: 'farah@sunrise.example',
      Meet_Link: null,
      Consultation_Fees: '650.50',
      External_POC_ID: null,
    },
  ]);
  await user.click(screen.getByRole('link', { name: 'Update Schedule' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/update-schedule'));
  expect(router.state.location.state).toMatchObject({ pocId, clientId: anAdmin.clientId });
});

test('a unit has neither title nor email, and a number only if it is given', async () => {
  const sent = accept();
  const { user } = await open();
  await user.type(box('Doctor Name'), 'Physiotherapy Unit');
  await user.tab();
  expect(box('Doctor Name')).toHaveValue('Dr. Physiotherapy Unit');
  await press(user, 'Unit');
  expect(box('Unit Name')).toHaveValue('Physiotherapy Unit');
  expect(screen.queryByLabelText(/^Email/)).not.toBeInTheDocument();
  await user.selectOptions(box('Department'), 'Cardiology');
  await user.type(box('Contact Number'), '984');
  await press(user, 'Continue');
  expect(box('Contact Number')).toHaveAccessibleDescription(/must start with 91/);
  await user.clear(box('Contact Number'));
  await press(user, 'Continue');
  expect(within(await screen.findByLabelText('Unit')).queryByText('Email')).not.toBeInTheDocument();
  await press(user, 'Confirm');
  expect(await screen.findByRole('heading', { name: 'Unit Added Successfully' })).toBeVisible();
  expect(sent[0]?.body).toMatchObject({
    POC_Kind: 'unit',
    POC_Name: 'Physiotherapy Unit',
    Contact_Number: null,
    Email: null,
  });
});

test('a taken email leads back to its field', async () => {
  refuse('addDoctor', 'email.taken');
  const { user } = await open();
  await fillIn(user);
  await press(user, 'Continue');
  await press(user, 'Confirm');
  await waitFor(() => expect(box('Email')).toHaveFocus());
  expect(box('Email')).toHaveAccessibleDescription('This email is already in use.');
});

test('anything else is an alert, and another press tries again', async () => {
  loseConnection('addDoctor');
  const { user } = await open();
  await fillIn(user);
  await press(user, 'Continue');
  await press(user, 'Confirm');
  const alert = await screen.findByRole('alertdialog', { name: 'Failed to save POC data. Please try again.' });
  await user.click(within(alert).getByRole('button', { name: 'OK' }));
  const keys: (string | null)[] = [];
  answer('addDoctor', ({ headers }) => {
    keys.push(headers.get('Idempotency-Key'));
    return { success: true as const, message: 'ok', position: '2', pocId };
  });
  await waitFor(() => expect(alert).not.toBeInTheDocument());
  await press(user, 'Confirm');
  expect(await screen.findByRole('heading', { name: 'Doctor Added Successfully' })).toBeVisible();
  expect(keys).toHaveLength(1);
});

test('what was entered is left only when that is meant', async () => {
  const { user, go } = await open();
  await user.type(box('Email'), 'f');
  await go('/doctors');
  expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
});
