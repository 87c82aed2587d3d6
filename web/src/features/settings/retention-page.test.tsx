import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { anAdmin, anAuditor, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer } from '../../shared/testing/server.ts';
import RetentionPage from './retention-page.tsx';

const { clientId } = anAdmin;
const position = '1'.padStart(20, '0');
const done = { success: true as const, message: 'ok', position };
const registeredAt = '2019-03-02T05:00:00.000Z';
const patients = [
  { userId: testId(1), name: 'Asha Rao', phone: '919876543210', uhid: 'H1', registeredAt, lastVisit: '2020-05-04' },
  { userId: testId(2), name: 'Ravi Rao', phone: null, uhid: null, registeredAt, lastVisit: null },
];
const due: ResponseOf<'listDuePatients'> = { patientYears: 5, visitedFrom: '2021-11-21', patients };
const signIns: ResponseOf<'listDueSignIns'> = { signInYears: null, keptFrom: null, since: '2026-11', months: [] };
beforeEach(() => {
  answer('listDueSignIns', signIns);
});
const open = (as: typeof anAdmin | typeof anAuditor = anAdmin) =>
  show(<RetentionPage />, { as, at: '/settings/retention' });

test('who is due is listed and, after a question, erased', async () => {
  let shown = due;
  answer('listDuePatients', () => shown);
  const sent = answer('eraseDuePatients', () => {
    shown = { ...due, patients: patients.slice(1) };
    return { ...done, erased: 1, kept: [{ userId: testId(2), reason: 'visit' as const }] };
  });
  const { user, container } = open();
  const list = within(await screen.findByRole('list', { name: 'Due for erasure' }));
  const rows = list.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toEqual(['Asha RaoH1 · 919876543210Last visit May 4, 2020', 'Ravi RaoNo visit, registered Mar 2, 2019']);
  expect(screen.getByText(/Registered and last visited before Nov 21, 2021/)).toBeVisible();
  expect(await screen.findByText('Sign-ins are kept indefinitely.')).toBeVisible();
  expect(await axe(container)).toHaveNoViolations();
  await user.click(screen.getByRole('button', { name: 'Erase 2 Patients…' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Erase 2 Patients?' }));
  await user.click(question.getByRole('button', { name: 'Erase for Ever' }));
  expect(await screen.findByText('1 patient erased')).toBeInTheDocument();
  expect(screen.getByText('Ravi Rao stays: registered, booked or visited since.')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ clientId, patientIds: [testId(1), testId(2)] }]);
  expect(await screen.findByRole('button', { name: 'Erase 1 Patient…' })).toBeVisible();
});

test('an erasure that erased nobody is no success, and says who stays and why', async () => {
  answer('listDuePatients', due);
  const kept = [{ userId: testId(1), reason: 'merged' as const }];
  answer('eraseDuePatients', { ...done, erased: 0, kept });
  const { user } = open();
  expect(await screen.findByText('Sign-ins are kept indefinitely.')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Erase 2 Patients…' }));
  await user.click(await screen.findByRole('button', { name: 'Erase for Ever' }));
  expect(await screen.findByText('Asha Rao stays: the record is merged, and an operator erases it.')).toBeVisible();
  expect(screen.queryByText('0 patients erased')).not.toBeInTheDocument();
});

test('the time is set, and patients are kept indefinitely before', async () => {
  let shown: typeof due = { patientYears: null, visitedFrom: null, patients: [] };
  answer('listDuePatients', () => shown);
  const sent = answer('setRetention', () => {
    shown = { ...due, patients: [] };
    return done;
  });
  const { user } = open();
  expect(await screen.findByText('Patients are kept indefinitely.')).toBeVisible();
  const field = screen.getByRole('combobox', { name: 'Keep after the last visit' });
  expect(field).toHaveValue('always');
  const [save] = await screen.findAllByRole('button', { name: 'Save' });
  expect(save).toBeDisabled();
  await user.selectOptions(field, '5 years');
  if (save) await user.click(save);
  expect(await screen.findByText('Retention saved')).toBeInTheDocument();
  expect(await screen.findByText('Everyone was registered or visited later.')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ clientId, patientYears: 5 }]);
});

test('a long list is read in parts, and auditors read it without changing anything', async () => {
  let headers: Record<string, string> = {};
  const asked = answer(
    'listDuePatients',
    ({ body }) => {
      headers = body.cursor === undefined ? { 'X-Next-Cursor': 'more' } : {};
      return body.cursor === undefined ? due : { ...due, patients: patients.slice(1) };
    },
    () => headers,
  );
  const { user } = open(anAuditor);
  expect(await screen.findByText('Asha Rao')).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Keep after the last visit' })).toBeDisabled();
  expect(await screen.findByRole('combobox', { name: 'Keep sign-ins for' })).toBeDisabled();
  expect(screen.queryByRole('button', { name: /Erase|Save/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show Next' }));
  await waitFor(() => expect(screen.queryByText('Asha Rao')).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Show From the Start' }));
  expect(await screen.findByText('Asha Rao')).toBeVisible();
  expect(asked.map(({ body }) => body.cursor)).toEqual([undefined, 'more']);
});

test('the time of sign-ins is set, and says from when on they can be erased', async () => {
  let shown = signIns;
  answer('listDuePatients', { ...due, patients: [] });
  answer('listDueSignIns', () => shown);
  const sent = answer('setRetention', () => {
    shown = { ...signIns, signInYears: 2, keptFrom: '2026-11' };
    return done;
  });
  const { user } = open();
  expect(await screen.findByText('Sign-ins are kept indefinitely.')).toBeVisible();
  expect(screen.getByText(/from November 2026 on; earlier ones keep the name/)).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Keep sign-ins for' }), '2 years');
  const save = screen.getAllByRole('button', { name: 'Save' }).at(-1);
  if (save) await user.click(save);
  expect(await screen.findByText('Sign-ins are kept from November 2026 on.')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ clientId, signInYears: 2 }]);
});

test('months that are due are listed with their entries and, after a question, erased', async () => {
  const months = [
    { month: '2026-11', entries: 1 },
    { month: '2026-12', entries: 1_204 },
  ];
  let shown: typeof signIns = { signInYears: 2, keptFrom: '2027-01', since: '2026-11', months };
  answer('listDuePatients', { ...due, patients: [] });
  answer('listDueSignIns', () => shown);
  const sent = answer('eraseDueSignIns', () => {
    shown = { ...shown, months: [] };
    return { ...done, erased: ['2026-11', '2026-12'], kept: [] };
  });
  const { user, container } = open();
  const list = within(await screen.findByRole('list', { name: 'Months due for erasure' }));
  const rows = list.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toEqual(['November 20261 entry', 'December 20261,204 entries']);
  expect(await axe(container)).toHaveNoViolations();
  await user.click(screen.getByRole('button', { name: 'Erase 2 Months…' }));
  await user.click(await screen.findByRole('button', { name: 'Erase for Ever' }));
  expect(await screen.findByText('2 months erased')).toBeInTheDocument();
  expect(sent.map(({ body }) => body)).toEqual([{ clientId, months: ['2026-11', '2026-12'] }]);
  expect(await screen.findByText('No month is due')).toBeVisible();
});
