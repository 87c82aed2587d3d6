import type { Visit } from '@dayline/contracts/endpoints/patients';
import { screen, waitFor } from '@testing-library/react';
import { anAdmin, testId } from '../../shared/testing/identities.ts';
import { answer, refuse } from '../../shared/testing/server.ts';
import { changeDraft } from './api/draft.ts';
import { type BookingPatient, familyOf, targetOf } from './family.ts';
import { emptyFields } from './rules.ts';
import {
  answerAll,
  asha,
  bookedAlready,
  bookedId,
  draftAt,
  goToNext,
  knownPhone,
  open,
  openAt,
  patientId,
  walkTo,
} from './wizard.fixture.tsx';

const anya = { userId: testId(401), name: 'Anya Kulkarni', email: 'anya@mail.example', location: 'Mumbai' };
const known = { ...knownPhone, others: [anya] };
const family = familyOf(known);
const withoutEmail = { ...knownPhone, userId: patientId, email: null };

test.each<[string, Pick<BookingPatient, 'personId' | 'renamed'>, string, ReturnType<typeof targetOf>]>([
  ['as registered', { personId: patientId, renamed: null }, ' rohan  KULKARNI', { userId: patientId }],
  ['corrected', { personId: patientId, renamed: 'corrected' }, 'Rohan Kulkarny', { userId: patientId }],
  ['not corrected', { personId: patientId, renamed: 'somebodyElse' }, 'Kabir Kulkarni', {}],
  [
    'with a name of the phone',
    { personId: patientId, renamed: 'somebodyElse' },
    anya.name,
    { somebodyElse: true, differentFrom: [anya.userId] },
  ],
  [
    'with a name like one of the phone',
    { personId: null, renamed: null },
    'अन्या कुलकर्णी',
    { differentFrom: [anya.userId] },
  ],
  ['new', { personId: null, renamed: null }, 'Kabir Kulkarni', {}],
  [
    'new of a known name',
    { personId: null, renamed: null },
    'anya kulkarni',
    { somebodyElse: true, differentFrom: [anya.userId] },
  ],
])('a person %s', (_, who, name, target) => {
  expect(targetOf({ family, ...who, fields: { name } })).toEqual(target);
});

const nameField = () => screen.getByRole('textbox', { name: 'Name' });

test('a phone of several people asks whom it is for, and fills in their details', async () => {
  answerAll();
  answer('verifyUser', known);
  const { user } = open();
  await walkTo(2);
  expect(screen.getByRole('radiogroup', { name: 'Who is the appointment for?' })).toBeVisible();
  expect(screen.getByRole('radio', { name: 'Rohan Kulkarni' })).toBeChecked();
  await user.click(screen.getByRole('radio', { name: 'Anya Kulkarni' }));
  expect(screen.getByText(/Welcome back, Anya Kulkarni/)).toBeVisible();
  expect(nameField()).toHaveValue('Anya Kulkarni');
  expect(screen.getByRole('textbox', { name: 'Location' })).toHaveValue('Mumbai');
  await user.click(screen.getByRole('radio', { name: 'Someone else on this number' }));
  expect(nameField()).toHaveValue('');
  expect(screen.queryByText(/Welcome back/)).not.toBeInTheDocument();
  await user.type(nameField(), 'anya kulkarni');
  expect(
    screen.getByText(
      'Anya Kulkarni is already registered with this number. This adds another person with the same name.',
    ),
  ).toBeVisible();
  await user.clear(nameField());
  await user.type(nameField(), 'Ania Kulkarni');
  expect(
    screen.getByText('Anya Kulkarni is registered with this number. Continue only if this is someone else.'),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Same person' }));
  expect(screen.getByRole('radio', { name: 'Anya Kulkarni' })).toBeChecked();
  expect(nameField()).toHaveValue('Anya Kulkarni');
});

test('the question of step 2 distinguishes the people, and stays in view', async () => {
  answerAll();
  const identity = { uhid: '240017', sex: 'female', age: { count: 45, unit: 'years' } } as const;
  answer('verifyUser', { ...known, others: [{ ...anya, identity }] });
  const { user } = open();
  await walkTo(2);
  await user.click(screen.getByRole('radio', { name: 'Anya Kulkarni, 45 F · 240017' }));
  await goToNext(user);
  expect(await screen.findByText('+91 98450 12345 · Anya Kulkarni, 45 F · 240017')).toBeVisible();
});

test('a changed name is a correction only once the desk says so, and Confirm shows what changes', async () => {
  const calls = answerAll();
  changeDraft(anAdmin.accountId, { ...draftAt(7), step: 2, reviewing: true });
  const { user } = open();
  await user.clear(nameField());
  await user.type(nameField(), 'Rohan Kulkarny');
  await goToNext(user);
  expect(
    await screen.findByText('Please choose whether the name was corrected or this is someone else.'),
  ).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'Same person, name corrected' }));
  await goToNext(user);
  expect(await screen.findByText('Rohan Kulkarni → Rohan Kulkarny')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await user.click(await screen.findByRole('button', { name: 'Pay Now' }));
  await screen.findByText('Appointment booked');
  expect(calls.saved[0]?.body).toMatchObject({ name: 'Rohan Kulkarny', userId: patientId });
});

test('somebody without phone and email is booked without them', async () => {
  const calls = answerAll();
  const fields = { ...emptyFields, ...draftAt(7).fields, phone: '', email: '' };
  const who = { verifiedPhone: '', emailOptional: true, family: [withoutEmail] };
  changeDraft(anAdmin.accountId, { ...draftAt(7), ...who, fields });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Pay Now' }));
  await screen.findByText('Appointment booked');
  expect(calls.saved[0]?.body).toMatchObject({ phone: null, email: null, userId: patientId });
});

test.each([
  ['the client needs one', { emailOptional: false }],
  ['the person has one', { family }],
])('an email is asked for where %s', async (_, change) => {
  answerAll();
  const fields = { ...emptyFields, ...draftAt(7).fields, email: '' };
  changeDraft(anAdmin.accountId, {
    ...draftAt(7),
    step: 2,
    fields,
    emailOptional: true,
    family: [withoutEmail],
    ...change,
  });
  const { user } = open();
  await goToNext(user);
  expect(await screen.findByText('Email is required.')).toBeVisible();
});

test('where the client needs no email, somebody new may lack email and place, which the family’s fill in', async () => {
  const calls = answerAll();
  answer('verifyUser', { ...known, emailOptional: true });
  const { user } = open();
  await walkTo(2);
  await user.click(screen.getByRole('radio', { name: 'Someone else on this number' }));
  expect(nameField()).toHaveValue('');
  expect(screen.getByRole('textbox', { name: /^Email/ })).toHaveValue(known.email ?? '');
  await user.clear(screen.getByRole('textbox', { name: /^Email/ }));
  await user.clear(screen.getByRole('textbox', { name: /^Location/ }));
  await user.type(nameField(), 'Meera Kulkarni');
  await goToNext(user);
  expect(await screen.findByRole('radio', { name: 'Direct Consultation' })).toBeVisible();
  expect(calls.saved).toEqual([]);
});

const visit = (pocId: string, pocName: string, date: string, time: string): Visit => ({
  ...{ appointmentId: `${pocId}_20991125_${testId(600)}`, status: 'Confirmed', pocId, pocName, date, time },
  ...{ specialization: 'Neurology', departmentId: null, type: 'Direct Consultation', minutes: 30 },
  ...{ payment: 'Paid', money: { amount: null }, at: '0000000000000005' },
});

test('step 2 lists what the chosen person has booked already, and nothing of somebody new', async () => {
  answerAll();
  answer('verifyUser', known);
  const requests = answer('getPatientOverview', ({ body: { userId } }) =>
    bookedAlready(userId === patientId ? [visit(testId(201), 'Dr. Vikram Rao', '2099-11-24', '16:00')] : []),
  );
  const { user } = open();
  await walkTo(2);
  expect(await screen.findByRole('region', { name: 'Already booked' })).toHaveTextContent(
    'Tue, Nov 24, 2099, 4:00 PMDr. Vikram Rao · Neurology',
  );
  await user.click(screen.getByRole('radio', { name: 'Anya Kulkarni' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Already booked' })).toBeNull());
  await user.click(screen.getByRole('radio', { name: 'Someone else on this number' }));
  expect(requests.map(({ body }) => body)).toEqual([
    { userId: patientId, past: 0 },
    { userId: anya.userId, past: 0 },
  ]);
});

test('Confirm warns of a second appointment at the hour, or with the doctor on the day, and books all the same', async () => {
  answerAll();
  answer(
    'getPatientOverview',
    bookedAlready([
      visit(testId(201), 'Dr. Vikram Rao', '2099-11-25', '10:30'),
      visit(asha.POC_ID, 'Dr. Asha Menon', '2099-11-25', '16:00'),
      visit(asha.POC_ID, 'Dr. Asha Menon', '2099-11-26', '10:00'),
    ]),
  );
  const { user } = await openAt(6);
  expect(await screen.findByText('Rohan Kulkarni has another appointment at this time.')).toBeVisible();
  const texts = screen.getAllByRole('status').map(({ textContent }) => textContent);
  expect(texts.filter((words) => words?.startsWith('Rohan'))).toEqual([
    'Rohan Kulkarni has another appointment at this time. 10:30 AM, Dr. Vikram Rao',
    'Rohan Kulkarni already sees this doctor on this day. 4:00 PM, Dr. Asha Menon',
  ]);
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await user.click(await screen.findByRole('button', { name: 'Pay Now' }));
  expect(await screen.findByText('Appointment booked')).toBeVisible();
});

test('the same patient at the same time goes back to Timing, with the visit that is there', async () => {
  answerAll();
  const place = { pocId: asha.POC_ID, date: '2099-11-25', time: '10:00' };
  refuse('createAppointment', 'patient.already-booked', { details: { visit: { appointmentId: bookedId, ...place } } });
  const { user } = await openAt(7);
  await user.click(screen.getByRole('button', { name: 'Pay Now' }));
  expect(await screen.findByText('The patient already has an appointment with this doctor at 10:00 AM.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Show it' })).toHaveAttribute('href', `/audit/appointments/${bookedId}`);
  expect(await screen.findByText(/^When should/)).toBeVisible();
});
