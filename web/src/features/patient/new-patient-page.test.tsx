import { fireEvent, screen, waitFor } from '@testing-library/react';
import { axe } from 'jest-axe';
import { anAdmin, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, loseConnection } from '../../shared/testing/server.ts';
import NewPatientPage from './new-patient-page.tsx';

const nobody = { exists: false, userId: null, name: null, email: null, location: null, others: [] };
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
const register = ({ user }: OpenPage) => user.click(screen.getByRole('button', { name: 'Register' }));

test('registers somebody, and opens their page', async () => {
  answer('verifyUser', nobody);
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

test('somebody of the same name on the number is shown first; another one is registered on request', async () => {
  const there = { userId: testId(32), name: 'meera nair', email: null, location: null };
  answer('verifyUser', { ...nobody, exists: true, userId: testId(33), name: 'Anil Nair', others: [there] });
  const sent = answer('saveUser', saved);
  const page = open({ phone: '919845031276', email: 'nair@mail.example', location: 'Kochi' });
  expect(field('Phone Number (optional)')).toHaveValue('9845031276');
  // As the family has them.
  expect(field('Email')).toHaveValue('nair@mail.example');
  expect(field('Location')).toHaveValue('Kochi');
  await page.user.type(field('Name'), 'Meera Nair');
  await register(page);
  expect(await screen.findByText('meera nair is already registered with this number.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open' })).toHaveAttribute('href', `/patient/${testId(32)}`);
  expect(sent).toEqual([]);
  await page.user.click(screen.getByRole('button', { name: 'Register another person with this name' }));
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ name: 'Meera Nair', somebodyElse: true }));
});

test('a failure keeps what was typed', async () => {
  loseConnection('verifyUser');
  const page = open({ phone: '919845031276' });
  await fill(page);
  await register(page);
  expect(await screen.findByText('The patient could not be registered. Please try again.')).toBeVisible();
  expect(field('Name')).toHaveValue('Meera Nair');
});
