import { fireEvent, screen, waitFor } from '@testing-library/react';
import { axe } from 'jest-axe';
import { anAdmin, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, loseConnection } from '../../shared/testing/server.ts';
import NewPatientPage from './new-patient-page.tsx';

const saved = { success: true as const, message: 'Saved.', position: '0000000000000009', userId: testId(31) };
const open = (state?: object, more: object = {}) =>
  show(<NewPatientPage />, { as: { ...anAdmin, ...more }, at: '/patient/new', state });
type OpenPage = ReturnType<typeof open>;

const field = (name: string) => screen.getByRole('textbox', { name });
async function fill({ user }: OpenPage, name = 'Meera Nair') {
  await user.type(field('Name'), name);
  await user.type(field('Email'), 'meera@mail.example');
  await user.type(field('Location'), 'Pune');
}
const nobody = { exists: false, userId: null, name: null, email: null, location: null, others: [] };
const register = ({ user }: OpenPage) => user.click(screen.getByRole('button', { name: 'Register' }));

test('registers somebody, and opens their page', async () => {
  answer('verifyUser', nobody);
  answer('findDuplicates', { people: [] });
  const sent = answer('saveUser', saved);
  const page = open();
  expect(await axe(page.container)).toHaveNoViolations();
  await page.user.type(field('Phone Number (optional)'), '9845031276');
  await fill(page);
  await register(page);
  await waitFor(() => expect(page.router.state.location.pathname).toBe(`/patient/${saved.userId}`));
  const details = { name: 'Meera Nair', email: 'meera@mail.example', location: 'Pune' };
  expect(sent.map(({ body }) => body)).toEqual([{ ...details, phone: '919845031276', clientId: anAdmin.clientId }]);
});

test('where the client needs no email, the name alone is enough; somebody without a phone is nobody’s family', async () => {
  const sent = answer('saveUser', saved);
  const page = open(undefined, { emailOptional: true });
  await page.user.type(field('Name'), 'Meera Nair');
  await page.user.type(field('Hospital number (optional)'), ' 240017 ');
  await page.user.type(field('or age (optional)'), '6');
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'in' }), 'months');
  await register(page);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toEqual({
    ...{ name: 'Meera Nair', phone: null, email: null, location: null, clientId: anAdmin.clientId },
    ...{ uhid: '240017', bornOn: null, age: { count: 6, unit: 'months' } },
  });
});

test('says what is wrong, and focuses the first of it', async () => {
  const page = open();
  await page.user.type(field('Phone Number (optional)'), '98450');
  await page.user.type(field('or age (optional)'), '200');
  fireEvent.change(screen.getByLabelText('Birth date (optional)'), { target: { value: '2999-01-01' } });
  await register(page);
  for (const sentence of [
    'Name is required.',
    'Phone number must be 10 digits.',
    'Email is required.',
    'Location is required.',
    'The birth date is in the future.',
    'Please enter a whole number up to 150.',
  ]) {
    expect(await screen.findByText(sentence)).toBeVisible();
  }
  await waitFor(() => expect(field('Name')).toHaveFocus());
});

test('who may be the same person is shown first; somebody else is registered once the desk says so', async () => {
  const namesake = { userId: testId(32), name: 'meera nair', phone: '919845031276', location: 'Pune' };
  const twin = { userId: testId(33), name: 'मीरा नायर', phone: null, location: null };
  answer('verifyUser', nobody);
  const asked = answer('findDuplicates', {
    people: [
      { ...namesake, same: ['name', 'phone'] },
      { ...twin, same: ['name', 'bornOn'] },
    ],
  });
  const sent = answer('saveUser', saved);
  const page = open({ phone: '919845031276', email: 'nair@mail.example', location: 'Kochi' });
  expect(field('Phone Number (optional)')).toHaveValue('9845031276');
  // As the family has them.
  expect(field('Email')).toHaveValue('nair@mail.example');
  expect(field('Location')).toHaveValue('Kochi');
  await page.user.type(field('Name'), 'Meera Nair');
  fireEvent.change(screen.getByLabelText('Birth date (optional)'), { target: { value: '1990-02-03' } });
  await register(page);
  expect(await screen.findByText('This may be one of these registered patients.')).toBeVisible();
  expect(screen.getByText('+91 98450 31276 · similar name, same phone')).toBeVisible();
  expect(screen.getByText('similar name, same birth date')).toBeVisible();
  expect(await axe(page.container)).toHaveNoViolations();
  const link = screen.getByRole('link', { name: 'Same person: मीरा नायर' });
  expect(link).toHaveAttribute('href', `/patient/${twin.userId}`);
  expect(sent).toEqual([]);
  await page.user.click(screen.getByRole('button', { name: 'Somebody else: register' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ somebodyElse: true, differentFrom: [namesake.userId, twin.userId] });
  expect(asked.map(({ body }) => body)).toEqual([
    { clientId: anAdmin.clientId, name: 'Meera Nair', phone: '919845031276', bornOn: '1990-02-03', sex: null },
  ]);
});

test('email and place are those of the phone’s family until others are typed', async () => {
  const mother = { userId: testId(34), name: 'Lata Nair', email: null, location: 'Kochi' };
  const father = { userId: testId(35), name: 'Anil Nair', email: 'nair@mail.example', location: null };
  answer('verifyUser', { exists: true, ...mother, others: [father] });
  answer('findDuplicates', { people: [] });
  const sent = answer('saveUser', saved);
  const page = open();
  await page.user.type(field('Name'), 'Meera Nair');
  await page.user.type(field('Phone Number (optional)'), '9845031276');
  await waitFor(() => expect(field('Email')).toHaveValue('nair@mail.example'));
  expect(field('Location')).toHaveValue('Kochi');
  await page.user.clear(field('Location'));
  expect(field('Location')).toHaveValue('');
  await page.user.type(field('Location'), 'Pune');
  await register(page);
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.body).toMatchObject({ email: 'nair@mail.example', location: 'Pune' });
});

test('a failure keeps what was typed', async () => {
  answer('verifyUser', nobody);
  loseConnection('findDuplicates');
  const page = open({ phone: '919845031276' });
  await fill(page);
  await register(page);
  expect(await screen.findByText('The patient could not be registered. Please try again.')).toBeVisible();
  expect(field('Name')).toHaveValue('Meera Nair');
});
