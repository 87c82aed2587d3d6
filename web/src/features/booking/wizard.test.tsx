import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { anAdmin, testId } from '../../shared/testing/identities.ts';
import { answer, lateReply, refuse } from '../../shared/testing/server.ts';
import { readDraft } from './api/draft.ts';
import {
  answerAll,
  asha,
  cardiology,
  doctorOfClient,
  draftAt,
  goToNext,
  knownPhone,
  loaded,
  open,
  openAt,
  patientId,
  storeDraft,
  unknownPhone,
  walkTo,
} from './wizard.fixture.tsx';

const phone = () => screen.getByRole('textbox', { name: 'Phone Number' });

test('a known patient is booked in seven steps, and the confirmation leads to the dashboard', async () => {
  const calls = answerAll();
  const { user, router } = open();
  await walkTo(7);
  // Other tests start from this state.
  expect(readDraft(anAdmin.accountId)).toMatchObject(draftAt(7));
  await user.click(screen.getByRole('button', { name: 'Pay Later' }));
  expect(await screen.findByText('Appointment booked')).toBeVisible();
  expect(calls.verified[0]?.body).toEqual({ phone: '919845012345', clientId: anAdmin.clientId });
  expect(calls.saved.map((call) => call.body)).toEqual([
    {
      name: 'Rohan Kulkarni',
      phone: '919845012345',
      email: 'rohan@mail.example',
      location: 'Pune',
      clientId: anAdmin.clientId,
      userId: patientId,
    },
  ]);
  expect(calls.booked.map((call) => call.body)).toEqual([
    {
      userId: patientId,
      pocId: asha.POC_ID,
      date: '2099-11-25',
      time: '10:00',
      type: 'Direct Consultation',
      paymentStatus: 'Pay_later',
      clientId: anAdmin.clientId,
    },
  ]);
  const home = screen.getByRole('link', { name: 'Return to Dashboard' });
  expect(home).toHaveFocus();
  await user.click(home);
  expect(router.state.location.pathname).toBe('/admin-dashboard');
  expect(router.state.location.state).toEqual({ clientId: anAdmin.clientId, clientName: anAdmin.clientName });
});

test('an Enter that is held down does not run through the steps, nor does a double click', async () => {
  const calls = answerAll();
  await openAt(6);
  const confirm = screen.getByRole('button', { name: 'Confirm' });
  fireEvent.keyDown(screen.getByRole('heading', { level: 2 }), { key: 'Enter', repeat: true });
  expect(fireEvent.click(confirm, { detail: 2 })).toBe(false);
  expect(screen.getByRole('heading', { name: 'Is everything correct?' })).toBeInTheDocument();
  fireEvent.keyDown(screen.getByRole('heading', { level: 2 }), { key: 'Enter' });
  const payNow = await screen.findByRole('button', { name: 'Pay Now' });
  expect(fireEvent.keyDown(payNow, { key: 'Enter', repeat: true })).toBe(false);
  expect(calls.booked).toHaveLength(0);
});

test('a reload of a wizard that was opened from a slot keeps what was typed, and the keys of what was sent', async () => {
  answerAll();
  const keys = { 'the booking': 'its key' };
  storeDraft({ ...draftAt(3), keys });
  loaded('reload', '/add-new-appointment');
  open({ departmentId: cardiology.departmentId, pocId: asha.POC_ID, date: '2099-11-25', time: '09:00' });
  expect(await screen.findByText('How will Rohan Kulkarni see the doctor?')).toBeVisible();
  expect(readDraft(anAdmin.accountId)).toMatchObject({ ...draftAt(3), keys });
});

test('names its seven steps', () => {
  answerAll();
  open();
  const steps = within(screen.getByRole('list', { name: 'Steps' })).getAllByRole('listitem');
  expect(steps.map((step) => step.textContent?.replace(/^\d|, .*$/g, ''))).toEqual([
    'Phone',
    'Details',
    'Type',
    'Provider',
    'Timing',
    'Confirm',
    'Payment',
  ]);
});

test.each([
  ['', 'Phone number is required.'],
  ['98450', 'Phone number must be 10 digits.'],
])('the phone "%s": %s', async (input, sentence) => {
  const calls = answerAll();
  const { user } = open();
  expect(phone()).toHaveFocus();
  if (input !== '') await user.keyboard(input);
  await user.keyboard('{Enter}');
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(phone()).toHaveFocus();
  expect(phone()).toBeInvalid();
  expect(calls.verified).toHaveLength(0);
  expect(screen.queryByRole('button', { name: 'Back' })).not.toBeInTheDocument();
});

test('a phone that cannot be verified says so and keeps the number', async () => {
  answerAll();
  refuse('verifyUser', 'service.unavailable');
  const { user } = open();
  await user.keyboard('9845012345{Enter}');
  expect(await screen.findByText('Could not verify phone number. Please try again.')).toBeVisible();
  expect(phone()).toHaveValue('9845012345');
});

test('a known patient is welcomed back with the details filled in', async () => {
  answerAll();
  open();
  await walkTo(2);
  expect(screen.getByText(/Welcome back, Rohan Kulkarni/)).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Rohan Kulkarni');
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('rohan@mail.example');
  expect(screen.getByRole('textbox', { name: 'Location' })).toHaveValue('Pune');
});

test('a number that is edited while it is verified is not taken for the one that was', async () => {
  answerAll();
  const verified = lateReply(knownPhone);
  answer('verifyUser', verified.reply);
  const { user } = open();
  await user.type(phone(), '9845012345{Enter}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Continue' })).toBeDisabled());
  await user.type(phone(), '{Backspace}2');
  act(() => verified.send());
  await waitFor(() => expect(screen.getByRole('button', { name: 'Continue' })).toBeEnabled());
  expect(screen.getByText('Who is calling?')).toBeVisible();
  expect(readDraft(anAdmin.accountId)).toMatchObject({ step: 1, verifiedPhone: null, fields: { name: '' } });
});

test("another person's phone takes the known patient's details away", async () => {
  answerAll();
  const { user } = open();
  await walkTo(2);
  answer('verifyUser', unknownPhone);
  await user.keyboard('{Escape}');
  await user.clear(phone());
  await user.type(phone(), '9845099999');
  await goToNext(user);
  expect(await screen.findByRole('textbox', { name: 'Name' })).toHaveValue('');
  expect(screen.queryByText(/Welcome back/)).not.toBeInTheDocument();
});

test('a new patient needs name, email and location', async () => {
  answerAll();
  answer('verifyUser', unknownPhone);
  const { user } = open();
  await walkTo(2);
  expect(screen.queryByText(/Welcome back/)).not.toBeInTheDocument();
  await goToNext(user);
  const summary = await screen.findByRole('alert');
  expect(summary).toHaveFocus();
  for (const sentence of ['Name is required.', 'Email is required.', 'Location is required.']) {
    expect(screen.getAllByText(sentence)).toHaveLength(2);
  }
  await user.click(within(summary).getByRole('link', { name: 'Location is required.' }));
  expect(screen.getByRole('textbox', { name: 'Location' })).toHaveFocus();
  await user.keyboard('Pune');
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Meera Nair');
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'meera{Enter}');
  expect(await screen.findByText('Please enter a valid email address.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Email' })).toHaveFocus();
});

test('a type is required', async () => {
  answerAll();
  const { user } = await openAt(3);
  await goToNext(user);
  expect(await screen.findByText('Appointment type is required.')).toBeVisible();
});

test('a department and a doctor are required; changing the department clears the doctor', async () => {
  answerAll();
  const { user } = await openAt(4);
  await goToNext(user);
  expect(await screen.findAllByText('Department is required.')).not.toHaveLength(0);
  expect(screen.getAllByText('Doctor is required.')).not.toHaveLength(0);
  const department = screen.getByRole('combobox', { name: 'Department' });
  const doctor = screen.getByRole('combobox', { name: 'Doctor' });
  await user.selectOptions(department, 'Cardiology');
  await screen.findByRole('option', { name: 'Dr. Asha Menon' });
  await user.selectOptions(doctor, 'Dr. Asha Menon');
  await user.selectOptions(department, 'Neurology');
  expect(doctor).toHaveValue('');
  await goToNext(user);
  expect(await screen.findByText('Doctor is required.')).toBeVisible();
});

test('one search finds doctors and departments with their next free time, and fills both fields', async () => {
  answerAll();
  answer('listDoctorsOfClient', [
    doctorOfClient('Dr. Leela Iyer', testId(201), 'Cardiology', { date: '2099-11-26', time: '11:00' }),
    doctorOfClient('Dr. Asha Menon', asha.POC_ID, 'Cardiology'),
    { ...doctorOfClient('Dr. Ward', testId(202), 'Neurology', null), onRequest: 'Call the ward.' },
  ]);
  const { user, container } = await openAt(4);
  const search = screen.getByRole('combobox', { name: 'Search by name' });
  expect(search).toHaveFocus();
  await user.type(search, 'cardio');
  const names = () =>
    screen.getAllByRole('option').flatMap(({ textContent }) => (textContent?.includes('·') ? [textContent] : []));
  await waitFor(() =>
    expect(names()).toEqual([
      'Cardiology: Dr. Asha Menon is free first · Tue, Nov 24, 2099, 9:00 AM',
      'Dr. Asha Menon, Cardiology · Tue, Nov 24, 2099, 9:00 AM',
      'Dr. Leela Iyer, Cardiology · Thu, Nov 26, 2099, 11:00 AM',
    ]),
  );
  expect(await axe(container)).toHaveNoViolations();
  await user.clear(search);
  await user.type(search, 'ward');
  await waitFor(() => expect(names()).toEqual(['Dr. Ward, Neurology · on request only']));
  await user.clear(search);
  await user.type(search, 'menon');
  await waitFor(() => expect(names()).toHaveLength(1));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Doctor' })).toHaveDisplayValue('Dr. Asha Menon'));
  expect(screen.getByRole('combobox', { name: 'Department' })).toHaveDisplayValue('Cardiology');
  await user.keyboard('{Enter}');
  expect(await screen.findByText(/^When should/)).toBeVisible();
});

test.each([
  ['listDepartments', 'Failed to load departments. Please try again later.'],
  ['listDoctorsOfDepartment', 'Failed to load POCs. Please try again later.'],
] as const)('%s fails: %s', async (name, sentence) => {
  answerAll();
  refuse(name, 'service.fault');
  const { user } = await openAt(4);
  if (name === 'listDoctorsOfDepartment') {
    await screen.findByRole('option', { name: 'Cardiology' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Department' }), 'Cardiology');
  }
  expect(await screen.findByText(sentence)).toBeVisible();
  answerAll();
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(screen.queryByText(sentence)).not.toBeInTheDocument());
});

test('a date and a time are required; what cannot be booked cannot be chosen', async () => {
  answerAll();
  const { user } = await openAt(5);
  const first = await screen.findByRole('radio', { name: 'Tuesday, November 24, 2099, 9 free' });
  await waitFor(() => expect(first).toHaveFocus());
  expect(screen.getByText(/times of the clinic \(Asia\/Kolkata\)/)).toBeVisible();
  expect(screen.getByRole('radio', { name: 'Thursday, November 26, 2099, Blocked' })).toBeDisabled();
  expect(screen.getByRole('radio', { name: 'Friday, November 27, 2099, Full' })).toBeDisabled();
  await goToNext(user);
  expect(await screen.findAllByText('Date is required.')).not.toHaveLength(0);
  expect(screen.getAllByText('Time is required.')).not.toHaveLength(0);
  await user.click(first);
  expect(await screen.findByRole('radio', { name: '9:15 AM, Full' })).toBeDisabled();
  expect(screen.getByRole('radio', { name: '9:30 AM, Blocked' })).toBeDisabled();
  await goToNext(user);
  expect(await screen.findByText('Time is required.')).toBeVisible();
});

test.each([
  ['listDatesWithAvailability', 'Error fetching available dates.'],
  ['listTimesWithAvailability', 'Error fetching time slots'],
] as const)('%s fails: %s', async (name, sentence) => {
  answerAll();
  refuse(name, 'service.fault');
  const { user } = await openAt(5);
  if (name === 'listTimesWithAvailability') await user.click(await screen.findByRole('radio', { name: /Nov.* 24/ }));
  expect(await screen.findByText(sentence)).toBeVisible();
});

test('a doctor without dates says so', async () => {
  answerAll();
  answer('listDatesWithAvailability', []);
  await openAt(5);
  expect(await screen.findByText('No available dates found')).toBeVisible();
});

test('a doctor on request has a sentence instead of dates, and no Continue', async () => {
  answerAll();
  const onRequest = { ...asha, On_Request: 'Call the ward: 0484 270 1234' };
  answer('listDoctorsOfDepartment', [onRequest]);
  const { user } = await openAt(4);
  await screen.findByRole('option', { name: 'Cardiology' });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Department' }), 'Cardiology');
  await screen.findByRole('option', { name: 'Dr. Asha Menon' });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Doctor' }), 'Dr. Asha Menon');
  expect(await screen.findByText('Call the ward: 0484 270 1234')).toBeVisible();
  await goToNext(user);
  expect(await screen.findByText(/^When should/)).toBeVisible();
  expect(screen.getByText('Call the ward: 0484 270 1234')).toBeVisible();
  expect(screen.queryByRole('radio')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Continue' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByRole('combobox', { name: 'Doctor' })).toBeVisible();
});

test('a doctor who is on request by the time that it is booked leads back to the sentence', async () => {
  answerAll();
  const { user } = await openAt(7);
  answer('listDoctorsOfDepartment', [{ ...asha, On_Request: 'Call the ward' }]);
  refuse('createAppointment', 'doctor.on-request', { details: { onRequest: 'Call the ward' } });
  await user.click(screen.getByRole('button', { name: 'Pay Later' }));
  expect(await screen.findByText('Call the ward')).toBeVisible();
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test.each([6, 7])('step %i leads back to each step, and Continue to the confirmation', async (step) => {
  answerAll();
  const { user } = await openAt(step);
  const summary = await screen.findByLabelText('Appointment');
  expect(summary).toHaveTextContent('+91 98450 12345');
  expect(summary).toHaveTextContent('Dr. Asha Menon');
  expect(summary).toHaveTextContent('Wednesday, November 25, 2099');
  expect(summary).toHaveTextContent('10:00 AM');
  await user.click(screen.getByRole('button', { name: 'Edit location' }));
  expect(screen.getByRole('textbox', { name: 'Location' })).toHaveFocus();
  // Patient, doctor and time stay visible.
  expect(screen.getByText(/^\+91 98450 12345 · .*Dr\. Asha Menon.*10:00 AM$/)).toBeVisible();
  await user.clear(screen.getByRole('textbox', { name: 'Location' }));
  await user.keyboard('Mumbai{Enter}');
  expect(await screen.findByText('Is everything correct?')).toBeVisible();
  expect(screen.getByText('Pune → Mumbai')).toBeVisible();
});

test('back is there except at steps 1 and 7; Escape steps back', async () => {
  answerAll();
  const { user } = open();
  expect(screen.queryByRole('button', { name: 'Back' })).not.toBeInTheDocument();
  await walkTo(7);
  expect(screen.queryByRole('button', { name: 'Back' })).not.toBeInTheDocument();
  await user.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Pay Now' })).toBeVisible();
});

test('a booking needs no mouse', async () => {
  const calls = answerAll();
  const { user } = open();
  await user.keyboard('9845012345{Enter}');
  await screen.findByRole('textbox', { name: 'Name' });
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('radio', { name: 'Direct Consultation' })).toHaveFocus();
  await user.keyboard('{Enter}{Enter}');
  expect(await screen.findByRole('combobox', { name: 'Search by name' })).toHaveFocus();
  await user.keyboard('menon');
  await screen.findByRole('option', { name: /^Dr. Asha Menon, Cardiology/ });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Doctor' })).toHaveDisplayValue('Dr. Asha Menon'));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('radio', { name: /Nov.* 24/ })).toHaveFocus());
  await user.keyboard('{ArrowRight}{Enter}');
  await waitFor(() => expect(screen.getByRole('radio', { name: '9:00 AM, 2 left' })).toHaveFocus());
  await user.keyboard('{ArrowRight}{Enter}{Enter}');
  await screen.findByText('Is everything correct?');
  await user.keyboard('{Enter}');
  await screen.findByRole('button', { name: 'Pay Now' });
  // The amount comes before it in tab order.
  await user.tab();
  await user.tab();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Appointment booked')).toBeVisible();
  expect(calls.booked[0]?.body).toMatchObject({ date: '2099-11-25', time: '09:45', paymentStatus: 'Paid' });
});

test.each([1, 2, 3, 4, 5, 6, 7])('step %i has no barrier that axe finds', async (step) => {
  answerAll();
  const { user, container, queryClient } = await openAt(step);
  if (step === 5) {
    await user.click(await screen.findByRole('radio', { name: /Nov.* 25/ }));
    await screen.findByRole('radio', { name: '10:00 AM, 1 left' });
  }
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(await axe(container)).toHaveNoViolations();
});
