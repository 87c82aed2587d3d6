import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { outcomeText } from '../../../shared/actions/text.ts';
import { anAdmin } from '../../../shared/testing/identities.ts';
import { answer, loseConnection, refuse } from '../../../shared/testing/server.ts';
import { changeDraft, readDraft } from '../api/draft.ts';
import { answerAll, bookedId, openAt, position, times } from '../wizard.fixture.tsx';

const alert = () => screen.findByRole('alertdialog');
const failed = 'There was an error creating the appointment. Please try again.';
const keysOf = (calls: readonly { headers: Headers }[]) => calls.map((call) => call.headers.get('Idempotency-Key'));
const bookedReply = { success: true, message: 'Booked.', position, appointmentId: bookedId } as const;

test('two presses of Enter at Confirm choose no payment; the fee is shown', async () => {
  const calls = answerAll();
  const { user } = await openAt(6);
  await user.keyboard('{Enter}{Enter}{Enter}');
  expect(await screen.findByRole('button', { name: 'Pay Now' })).not.toHaveFocus();
  expect(screen.getAllByText('₹500.00').at(-1)).toBeVisible();
  expect(calls.saved).toHaveLength(0);
  expect(calls.booked).toHaveLength(0);
  // The amount comes first in tab order.
  await user.tab();
  await user.tab();
  expect(screen.getByRole('button', { name: 'Pay Now' })).toHaveFocus();
});

test('after an Enter that an earlier step refused, the extra Enter at Confirm pays nothing either', async () => {
  const calls = answerAll();
  const { user } = await openAt(6);
  act(() => changeDraft(anAdmin.accountId, { step: 2 }));
  const name = screen.getByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, '{Enter}');
  expect(await screen.findByText('Name is required.')).toBeVisible();
  await user.type(name, 'Rohan Kulkarni');
  act(() => changeDraft(anAdmin.accountId, { step: 6 }));
  await user.click(await screen.findByRole('button', { name: 'Confirm' }));
  expect(await screen.findByRole('button', { name: 'Pay Now' })).not.toHaveFocus();
  expect(screen.getAllByText('₹500.00').at(-1)).toBeVisible();
  expect(calls.booked).toHaveLength(0);
});

test('a double click sends one booking', async () => {
  const calls = answerAll();
  const { user } = await openAt(7);
  await user.dblClick(screen.getByRole('button', { name: 'Pay Now' }));
  expect(await screen.findByText('Appointment booked')).toBeVisible();
  expect(calls.saved).toHaveLength(1);
  expect(calls.booked).toHaveLength(1);
  expect(calls.booked[0]?.body.paymentStatus).toBe('Paid');
});

test('a method pays at once, with the amount that is typed', async () => {
  const calls = answerAll();
  const { user } = await openAt(7);
  const amount = await screen.findByRole('textbox', { name: 'Amount (₹)' });
  await waitFor(() => expect(amount).toHaveValue('500'));
  await user.clear(amount);
  await user.type(amount, '300');
  await user.click(screen.getByRole('button', { name: /^(₹\S+ )?UPI$/ }));
  expect(await screen.findByText('Appointment booked')).toBeVisible();
  expect(calls.booked[0]?.body).toMatchObject({ paymentStatus: 'Paid', amount: 30_000, method: 'upi' });
});

test('an emptied amount pays nothing, neither by a method nor by Pay Now', async () => {
  const calls = answerAll();
  const { user } = await openAt(7);
  const amount = await screen.findByRole('textbox', { name: 'Amount (₹)' });
  await waitFor(() => expect(amount).toHaveValue('500'));
  await user.clear(amount);
  expect(screen.getByText('Please enter an amount, or 0 if nothing is paid.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'UPI' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Pay Now' })).toBeDisabled();
  await user.type(amount, '0');
  await user.click(screen.getByRole('button', { name: /UPI$/ }));
  expect(await screen.findByText('Appointment booked')).toBeVisible();
  expect(calls.booked.map(({ body }) => body.amount)).toEqual([0]);
});

test('after a lost connection everything is kept, and the second try sends the same keys', async () => {
  const first = answerAll();
  const lost = answer('createAppointment', () => Promise.reject(new Error('never seen')));
  loseConnection('createAppointment');
  const { user } = await openAt(7);
  await user.click(screen.getByRole('button', { name: 'Pay Later' }));
  expect(await alert()).toHaveTextContent(failed);
  expect(lost).toHaveLength(0);
  const draft = readDraft(anAdmin.accountId);
  expect(draft).toMatchObject({ step: 7, payment: 'Pay_later' });
  const booked = answer('createAppointment', bookedReply);
  const saved = answer('saveUser', { success: true, message: 'Saved.', position, userId: anAdmin.accountId });
  await user.click(within(await alert()).getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Pay Later' })).toHaveFocus());
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Appointment booked')).toBeVisible();
  expect(keysOf(saved)).toEqual(keysOf(first.saved));
  expect(keysOf(booked)[0]).toMatch(/^[0-9a-f]{32}$/);
});

test('a lost answer about the patient is repeated by its key, and in the end says what is not known', async () => {
  const calls = answerAll();
  const { user } = await openAt(7);
  const keys: (string | null)[] = [];
  const answers = [false, false];
  answer('saveUser', ({ headers }) => {
    keys.push(headers.get('Idempotency-Key'));
    if (answers.shift() === false) throw new Error('the answer is lost');
    return { success: true, message: 'Saved.', position, userId: anAdmin.accountId };
  });
  await user.click(screen.getByRole('button', { name: 'Pay Now' }));
  await user.click(within(await alert()).getByRole('button', { name: 'OK' }));
  loseConnection('saveUser');
  await user.click(screen.getByRole('button', { name: 'Pay Now' }));
  expect(await alert()).toHaveTextContent(outcomeText.unknown('saveUser'));
  expect(calls.booked).toHaveLength(0);
  await user.click(within(await alert()).getByRole('button', { name: 'OK' }));
  const saved = answer('saveUser', { success: true, message: 'Saved.', position, userId: anAdmin.accountId });
  await user.click(screen.getByRole('button', { name: 'Pay Now' }));
  expect(await screen.findByText('Appointment booked')).toBeVisible();
  expect(new Set([...keys, ...keysOf(saved)]).size).toBe(1);
});

test('a booking that the server fails on is tried again under the same key', async () => {
  answerAll();
  const { user } = await openAt(7);
  const keys: (string | null)[] = [];
  let tries = 0;
  answer('createAppointment', ({ headers }) => {
    keys.push(headers.get('Idempotency-Key'));
    tries += 1;
    if (tries === 1) throw new Error('the first answer is lost');
    return bookedReply;
  });
  await user.click(screen.getByRole('button', { name: 'Pay Now' }));
  await user.click(within(await alert()).getByRole('button', { name: 'OK' }));
  await user.click(screen.getByRole('button', { name: 'Pay Now' }));
  expect(await screen.findByText('Appointment booked')).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

test('a time that is taken leads back to Timing with everything kept, and one click on another books it', async () => {
  const calls = answerAll();
  const { user } = await openAt(7);
  refuse('createAppointment', 'slot.full', {
    details: {
      freeTimes: [
        { date: '2099-11-25', time: '09:45', left: 3 },
        { date: '2099-11-26', time: '10:15', left: 2 },
      ],
    },
  });
  await user.click(screen.getByRole('button', { name: 'Pay Later' }));
  const banner = await screen.findByText(/10:00 AM was taken a moment ago\./);
  expect(banner.parentElement).toHaveTextContent('The nearest free times of Dr. Asha Menon:');
  expect(screen.getByText('When should Rohan Kulkarni come?')).toBeVisible();
  expect(readDraft(anAdmin.accountId)).toMatchObject({
    step: 5,
    payment: 'Pay_later',
    fields: { phone: '9845012345', name: 'Rohan Kulkarni', type: 'Direct Consultation', date: '2099-11-25', time: '' },
  });
  expect(screen.getByRole('button', { name: /Thu, Nov 26, 2099, 10:15 AM/ })).toBeVisible();
  const booked = answer('createAppointment', bookedReply);
  await user.click(screen.getByRole('button', { name: 'Book 9:45 AM · Pay later' }));
  expect(await screen.findByText('Appointment booked')).toBeVisible();
  expect(booked.map((call) => call.body)).toMatchObject([{ time: '09:45', paymentStatus: 'Pay_later' }]);
  expect(new Set(keysOf(calls.saved)).size).toBe(1);
});

test('a time that another desk takes meanwhile is shown at once', async () => {
  answerAll();
  const { user, queryClient } = await openAt(5);
  await user.click(await screen.findByRole('radio', { name: /Nov.* 25/ }));
  await user.click(await screen.findByRole('radio', { name: '10:00 AM, 1 left' }));
  answer(
    'listTimesWithAvailability',
    times.map((slot) => (slot.appointment_time === '10:00' ? { ...slot, free: 0 } : slot)),
  );
  await act(() => queryClient.invalidateQueries({ queryKey: ['listTimesWithAvailability'] }));
  expect(await screen.findByText(/10:00 AM was taken a moment ago\./)).toBeVisible();
  expect(screen.getByRole('radio', { name: '10:00 AM, Full' })).toBeDisabled();
  // The keyboard keeps working: the focus isn't lost with the time.
  expect(screen.getByRole('radio', { name: /^9:00 AM/ })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: '10:15 AM' }));
  expect(screen.getByRole('radio', { name: '10:15 AM, 2 left' })).toBeChecked();
  expect(screen.queryByText(/was taken/)).not.toBeInTheDocument();
});

test.each([6, 7])(
  'a time that another desk takes at step %i leads back to Timing with everything kept',
  async (step) => {
    answerAll();
    const { user, queryClient } = await openAt(step);
    answer(
      'listTimesWithAvailability',
      times.map((slot) => (slot.appointment_time === '10:00' ? { ...slot, free: 0 } : slot)),
    );
    await act(() => queryClient.invalidateQueries({ queryKey: ['listTimesWithAvailability'] }));
    expect(await screen.findByText(/10:00 AM was taken a moment ago\./)).toBeVisible();
    expect(screen.getByText('When should Rohan Kulkarni come?')).toHaveFocus();
    expect(readDraft(anAdmin.accountId)).toMatchObject({
      step: 5,
      payment: null,
      fields: { name: 'Rohan Kulkarni', date: '2099-11-25', time: '' },
    });
    await user.click(screen.getByRole('button', { name: '10:15 AM' }));
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(screen.getByText('Is everything correct?')).toBeVisible();
  },
);

test('after a booking without an answer, the time may be full by itself: the step stays', async () => {
  answerAll();
  const { user, queryClient } = await openAt(7);
  loseConnection('createAppointment');
  await user.click(screen.getByRole('button', { name: 'Pay Now' }));
  await user.click(within(await alert()).getByRole('button', { name: 'OK' }));
  const requests = answer(
    'listTimesWithAvailability',
    times.map((slot) => (slot.appointment_time === '10:00' ? { ...slot, free: 0 } : slot)),
  );
  await act(() => queryClient.refetchQueries({ queryKey: ['listTimesWithAvailability'], type: 'all' }));
  expect(requests).toHaveLength(1);
  expect(screen.getByText('How does Rohan Kulkarni pay?')).toBeVisible();
});

test.each([
  ['slot.blocked', '10:00 AM was blocked a moment ago.'],
  ['slot.passed', '10:00 AM has passed.'],
] as const)('%s: %s', async (code, sentence) => {
  answerAll();
  const { user } = await openAt(7);
  refuse('createAppointment', code);
  await user.click(screen.getByRole('button', { name: 'Pay Now' }));
  const banner = await screen.findByText(new RegExp(sentence));
  expect(banner.parentElement).toHaveTextContent('Please choose another time.');
});

test('a Tele Consultation is paid upfront: Pay Later is off with the reason beside it', async () => {
  answerAll();
  await openAt(7, 'Tele Consultation');
  const later = screen.getByRole('button', { name: 'Pay Later' });
  expect(later).toBeDisabled();
  expect(later).toHaveAccessibleDescription('Tele Consultation is paid upfront.');
  expect(screen.getByRole('button', { name: 'Pay Now' })).toBeEnabled();
});

test('Confirm refuses what is not complete', async () => {
  answerAll();
  const { user } = await openAt(6);
  const { fields } = readDraft(anAdmin.accountId);
  act(() => changeDraft(anAdmin.accountId, { fields: { ...fields, location: '' } }));
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await alert()).toHaveTextContent('Please complete all required fields before confirming.');
  expect(screen.queryByRole('button', { name: 'Pay Now', hidden: true })).not.toBeInTheDocument();
});

test('Payment checks the ten digits again and returns to step 1', async () => {
  const calls = answerAll();
  const { user } = await openAt(7);
  const { fields } = readDraft(anAdmin.accountId);
  act(() => changeDraft(anAdmin.accountId, { fields: { ...fields, phone: '98450' } }));
  await user.click(screen.getByRole('button', { name: 'Pay Now' }));
  expect(await screen.findByText('Phone number must be 10 digits.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Phone Number' })).toHaveFocus();
  expect(calls.booked).toHaveLength(0);
});

test('a patient class is asked for where rules name one, and goes into the fee and the booking', async () => {
  const calls = answerAll();
  const rules = {
    own: null,
    revision: 1,
    ofClient: null,
    fee: 50_000,
    sessions: [],
    patientClasses: ['CGHS', 'Staff'],
  };
  answer('getFeeRules', rules);
  const fees = answer('getFeeOfVisit', ({ body }) => ({
    ...{ amount: body.patientClass === 'CGHS' ? 10_000 : 50_000, rule: null, registration: 0, hasRules: true },
  }));
  const { user } = await openAt(5);
  act(() => changeDraft(anAdmin.accountId, { step: 4 }));
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Patient class' }), 'CGHS');
  const { fields } = readDraft(anAdmin.accountId);
  act(() => changeDraft(anAdmin.accountId, { step: 6, fields: { ...fields, date: '2099-11-25', time: '10:00' } }));
  expect(await screen.findByText('₹100.00')).toBeVisible();
  expect(screen.getByLabelText('Appointment')).toHaveTextContent('CGHS');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await user.click(await screen.findByRole('button', { name: 'Pay Later' }));
  expect(await screen.findByText('Appointment booked')).toBeVisible();
  expect(screen.getByLabelText('Appointment')).toHaveTextContent('CGHS');
  expect(calls.booked[0]?.body).toMatchObject({ patientClass: 'CGHS' });
  expect(fees.at(-1)?.body).toMatchObject({ patientClass: 'CGHS' });
});

test('another doctor asks for the patient class anew, and none where no rule names one', async () => {
  answerAll();
  await openAt(4);
  act(() => changeDraft(anAdmin.accountId, { patientClass: 'CGHS' }));
  expect(await screen.findByRole('combobox', { name: 'Patient class' })).toHaveDisplayValue('CGHS');
  fireEvent.change(screen.getByRole('combobox', { name: 'Department' }), { target: { value: '' } });
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Patient class' })).not.toBeInTheDocument());
  expect(readDraft(anAdmin.accountId).patientClass).toBe('');
});

test('a kind of fee says what the visit costs and why; another amount needs a word why', async () => {
  const calls = answerAll();
  answer('getFeeOfVisit', { amount: 10_000, rule: 'Follow-up within 8 days', registration: 10_000, hasRules: true });
  const { user } = await openAt(7);
  // In the summary and above the buttons.
  expect(await screen.findAllByText('₹100.00')).toHaveLength(2);
  expect(screen.getAllByText('Follow-up within 8 days · including registration, ₹100.00')).toHaveLength(2);
  const amount = screen.getByRole('textbox', { name: 'Amount (₹)' });
  await waitFor(() => expect(amount).toHaveValue('100'));
  await user.clear(amount);
  await user.type(amount, '300');
  await user.click(screen.getByRole('button', { name: /^(₹\S+ cash|Cash)$/ }));
  expect(await screen.findByText('Please give a reason for the different fee.')).toBeVisible();
  expect(calls.booked).toHaveLength(0);
  await user.type(screen.getByRole('textbox', { name: 'Reason for a different fee' }), 'Long visit');
  await user.click(screen.getByRole('button', { name: /^(₹\S+ cash|Cash)$/ }));
  expect(await screen.findByText('Appointment booked')).toBeVisible();
  expect(calls.booked[0]?.body).toMatchObject({ amount: 30_000, feeReason: 'Long visit' });
});
