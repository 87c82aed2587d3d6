import { screen } from '@testing-library/react';
import { anAdmin, testId } from '../../shared/testing/identities.ts';
import { answer } from '../../shared/testing/server.ts';
import { changeDraft } from './api/draft.ts';
import { familyOf, meantBy, type Who } from './family.ts';
import { answerAll, draftAt, goOn, knownPhone, open, patientId, walkTo } from './wizard.fixture.tsx';

const anya = { userId: testId(401), name: 'Anya Kulkarni', email: 'anya@mail.example', location: 'Mumbai' };
const known = { ...knownPhone, others: [anya] };
const family = familyOf(known);

test.each<[string, Pick<Who, 'personId' | 'renamed'>, string, ReturnType<typeof meantBy>]>([
  ['as registered', { personId: patientId, renamed: null }, ' rohan  KULKARNI', { userId: patientId }],
  ['corrected', { personId: patientId, renamed: 'corrected' }, 'Rohan Kulkarny', { userId: patientId }],
  ['not corrected', { personId: patientId, renamed: 'somebodyElse' }, 'Kabir Kulkarni', {}],
  ['with a name of the phone', { personId: patientId, renamed: 'somebodyElse' }, anya.name, { somebodyElse: true }],
  ['new', { personId: null, renamed: null }, 'Kabir Kulkarni', {}],
  ['new of a known name', { personId: null, renamed: null }, 'anya kulkarni', { somebodyElse: true }],
])('a person %s', (_, who, name, meant) => {
  expect(meantBy({ family, ...who, fields: { name } })).toEqual(meant);
});

const nameField = () => screen.getByRole('textbox', { name: 'Name' });

test('a phone of several people asks whom it is for, and fills in their details', async () => {
  answerAll();
  answer('verifyUser', known);
  const { user } = open();
  await walkTo(2);
  expect(screen.getByRole('radiogroup', { name: 'Who is it for?' })).toBeVisible();
  expect(screen.getByRole('radio', { name: 'Rohan Kulkarni' })).toBeChecked();
  await user.click(screen.getByRole('radio', { name: 'Anya Kulkarni' }));
  expect(screen.getByText(/Welcome back, Anya Kulkarni/)).toBeVisible();
  expect(nameField()).toHaveValue('Anya Kulkarni');
  expect(screen.getByRole('textbox', { name: 'Location' })).toHaveValue('Mumbai');
  await user.click(screen.getByRole('radio', { name: 'Somebody else on this number' }));
  expect(nameField()).toHaveValue('');
  expect(screen.queryByText(/Welcome back/)).not.toBeInTheDocument();
  await user.type(nameField(), 'anya kulkarni');
  expect(
    screen.getByText('Anya Kulkarni is on this number already. This will be another person of the same name.'),
  ).toBeVisible();
});

test('a changed name is a correction only once the desk says so, and Confirm shows what changes', async () => {
  const calls = answerAll();
  changeDraft(anAdmin.accountId, { ...draftAt(7), step: 2, reviewing: true });
  const { user } = open();
  await user.clear(nameField());
  await user.type(nameField(), 'Rohan Kulkarny');
  await goOn(user);
  expect(await screen.findByText('Please say whether the name was corrected or this is somebody else.')).toBeVisible();
  await user.click(screen.getByRole('radio', { name: 'The same person, name corrected' }));
  await goOn(user);
  expect(await screen.findByText('Rohan Kulkarni → Rohan Kulkarny')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
  await user.click(await screen.findByRole('button', { name: 'Pay Now' }));
  await screen.findByText('Appointment booked');
  expect(calls.saved[0]?.body).toMatchObject({ name: 'Rohan Kulkarny', userId: patientId });
});
