import type { ActivityEntry } from '@dayline/contracts/endpoints/audit/activity';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { anAuditor, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, refuse } from '../../shared/testing/server.ts';
import ActivityPage from './activity-page.tsx';

const pocId = testId(200);
const appointmentId = `${pocId}_20261121_${testId(300)}`;

function entry(number: number, more: Partial<ActivityEntry> = {}): ActivityEntry {
  return {
    eventId: testId(number),
    recordedAt: '2026-11-21T08:18:22.014Z',
    actor: { kind: 'admin', id: testId(1), name: 'Front Desk 2' },
    sentence: `cancelled Imran Shaikh ${number}, 3:10 PM, Dr. Vikram Rao.`,
    note: null,
    words: { code: 'statement', args: [] },
    noteWords: null,
    patientId: null,
    action: 'cancellation',
    outcome: 'done',
    channel: 'web',
    appointmentId,
    undoes: null,
    undoneBy: null,
    type: 'AppointmentCancelled',
    stream: `doctorDay-${pocId}_20261121`,
    revision: 40,
    position: '0000000003018397',
    correlationId: '4bf92f3577b34da6a3ce929d0e0e4736',
    ...more,
  };
}
const level = { zone: 'Asia/Kolkata', isLevel: true, upTo: '2026-11-21T08:18:22.014Z', patient: null };
const list = () => within(screen.getByRole('list', { name: 'Activity' })).getAllByRole('listitem');
const open = (at = '/audit?day=2026-11-21') => show(<ActivityPage />, { as: anAuditor, at });

beforeEach(() => {
  answer('countActivity', { all: 1_284, notable: 37, signIns: 46, reads: 22 });
  answer('listActivityActors', [{ kind: 'admin', id: testId(1), name: 'Front Desk 2' }]);
  answer('listDoctorsOfClient', []);
  answer('getActivityCauses', []);
});

test('tells who did what, how it came and what became of it', async () => {
  answer('listActivity', {
    ...level,
    entries: [
      entry(1, { outcome: 'refused', note: 'This time was taken a moment ago.', sentence: 'asked to book.' }),
      entry(2, {
        outcome: 'undone',
        undoneBy: { eventId: testId(9), recordedAt: '2026-11-21T08:18:27.014Z' },
      }),
    ],
  });
  const { container } = open();
  await screen.findByText(/asked to book/);
  const [refused, undone] = list();
  expect(refused).toHaveTextContent(
    /^1:48:22 PM.*Front Desk 2 asked to book\. This time was taken a moment ago\..*Web.*Refused$/,
  );
  expect(undone).toHaveTextContent(/Imran Shaikh 2, 3:10 PM, Dr\. Vikram Rao\. Undone 5 s later\..*Web.*Undone$/);
  expect(await screen.findByRole('button', { name: 'Everything 1,284', pressed: true })).toBeVisible();
  expect(screen.getByText('Entries 1 to 2 of 1,284')).toBeVisible();
  expect(await axe(container)).toHaveNoViolations();
});

test('is narrowed by its filters and ready views, and the address says so', async () => {
  const requests = answer('listActivity', { ...level, entries: [entry(1)] });
  const { user, router } = open();
  await screen.findByRole('option', { name: 'Front Desk 2' });
  expect(requests[0]?.body).toMatchObject({ from: '2026-11-21', to: '2026-11-21', pageSize: 50 });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Person' }), 'Front Desk 2');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Outcome' }), 'Undone');
  await user.click(screen.getByRole('button', { name: /^Corrections and refusals/ }));
  await waitFor(() =>
    expect(requests.at(-1)?.body).toMatchObject({ actorId: testId(1), outcome: 'undone', notable: true }),
  );
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
    day: '2026-11-21',
    person: testId(1),
    outcome: 'undone',
    view: 'notable',
  });
  await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

const patient = (number: number, phone: string | null, location: string | null = null) => ({
  User_ID: testId(number),
  User_Name: 'Rohan Kulkarni',
  User_Contact: phone,
  User_Email: null,
  User_Location: location,
});

test('finds a patient by name, and tells two of one name apart', async () => {
  const requests = answer('listActivity', { ...level, entries: [entry(1)] });
  const found = answer('listUsers', [
    patient(31, '919876543210'),
    patient(32, null, 'Pune'),
    patient(33, null, 'Pune'),
  ]);
  const { user, router } = open();
  const field = await screen.findByRole('combobox', { name: 'Patient' });
  await user.type(field, 'roh');
  await waitFor(() => expect(found.at(-1)?.body).toMatchObject({ search: 'roh', pageSize: 8 }));
  await user.click((await screen.findAllByRole('option', { name: 'Rohan Kulkarni, Pune' }))[1] as Element);
  await waitFor(() => expect(requests.at(-1)?.body).toMatchObject({ patientId: testId(33) }));
  expect(field).toHaveValue('Rohan Kulkarni, Pune');
  // Text typed without choosing a patient filters nothing, and is cleared.
  await user.clear(field);
  await waitFor(() => expect(requests.at(-1)?.body).not.toHaveProperty('patientId'));
  await user.type(field, 'sund');
  await user.tab();
  expect(field).toHaveValue('');
  expect(router.state.location.search).not.toContain('patient');
});

test('a link with a patient shows who it is, and Clear Filters clears the field', async () => {
  answer('listActivity', ({ body: { patientId } }) => ({
    ...level,
    entries: [entry(1)],
    patient: patientId === undefined ? null : { id: patientId, name: 'Rohan Kulkarni', phone: '919876543210' },
  }));
  const { user, container } = open(`/audit?day=2026-11-21&patient=${testId(31)}`);
  const field = await screen.findByRole('combobox', { name: 'Patient' });
  await waitFor(() => expect(field).toHaveValue('Rohan Kulkarni, +91 98765 43210'));
  expect(await axe(container)).toHaveNoViolations();
  await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
  await waitFor(() => expect(field).toHaveValue(''));
});

test('pages from one to the next by what the answer hands out, and back', async () => {
  const requests = answer('listActivity', ({ body: { cursor } }) => ({ ...level, entries: [entry(cursor ? 2 : 1)] }), {
    'X-Next-Cursor': 'next',
  });
  const { user } = open();
  await screen.findByText(/Shaikh 1,/);
  expect(screen.getByRole('button', { name: 'Newer' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Older' }));
  await screen.findByText(/Shaikh 2,/);
  expect(requests.at(-1)?.body.cursor).toBe('next');
  await user.click(screen.getByRole('button', { name: 'Newer' }));
  await screen.findByText(/Shaikh 1,/);
});

test('an entry that is opened tells more and stands still while newer ones come', async () => {
  let entries = [entry(1)];
  answer('listActivity', () => ({ ...level, entries }));
  const { user, container, queryClient } = open();
  await user.click(await screen.findByRole('button', { name: /Shaikh 1,/ }));
  // A CSS variable: the colour of the current colour scheme.
  expect(screen.getByRole('button', { name: /Shaikh 1,/ })).toHaveStyle({
    boxShadow: 'inset 3px 0 0 var(--dl-palette-primary-main)',
  });
  const full = screen.getByRole('region', { name: /cancelled Imran Shaikh 1,/ });
  expect(full).toHaveTextContent('Clinic timeNov 21, 1:48:22 PM (Asia/Kolkata)');
  expect(within(full).getByRole('link', { name: 'History' })).toHaveAttribute(
    'href',
    `/audit/appointments/${appointmentId}`,
  );
  expect(full).toHaveTextContent('StreamdoctorDay-');
  expect(await axe(container)).toHaveNoViolations();
  entries = [entry(2), entry(1)];
  await queryClient.invalidateQueries();
  await user.click(await screen.findByRole('button', { name: '1 newer' }));
  expect(list()).toHaveLength(2);
});

test('says how far it is while it is behind', async () => {
  answer('listActivity', { ...level, isLevel: false, entries: [entry(1)] });
  open();
  expect(await screen.findByText('The activity is delayed. It shows entries up to Nov 21, 1:48 PM.')).toBeVisible();
});

test('that fails says so, and is asked again', async () => {
  refuse('listActivity', 'service.fault');
  const { user } = open();
  expect(await screen.findByText('Failed to fetch the activity.')).toBeVisible();
  answer('listActivity', { ...level, entries: [entry(1)] });
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText(/Shaikh 1,/)).toBeVisible();
});

test('recovers by itself from a first load that failed, also if it is not live', async () => {
  refuse('listActivity', 'service.unavailable');
  const { user } = open();
  await user.click(screen.getByRole('switch'));
  expect(await screen.findByText('Failed to fetch the activity.')).toBeVisible();
  answer('listActivity', { ...level, entries: [entry(1)] });
  expect(await screen.findByText(/Shaikh 1,/)).toBeVisible();
});

test('an open entry leads to what caused it and what it caused', async () => {
  answer('listActivity', { ...level, entries: [entry(1)] });
  const requests = answer('getActivityCauses', [
    { relation: 'freedBy', entry: entry(2, { sentence: 'cancelled Lata Joshi.' }) },
    { relation: 'madePossible', entry: entry(3, { sentence: 'booked Kavya Reddy.' }) },
    {
      relation: 'followed',
      entry: entry(4, {
        actor: { kind: 'system', id: 'dayline', name: 'Dayline' },
        sentence: 'sent Dr. George Thomas the letter to reset the password.',
        appointmentId: null,
      }),
    },
  ]);
  const { user } = open();
  await user.click(await screen.findByText(/Imran Shaikh 1/));
  const up = within(await screen.findByRole('list', { name: 'Caused by' })).getAllByRole('listitem');
  expect(up.map((item) => item.textContent)).toEqual([expect.stringMatching(/^Made this possible, .*cancelled Lata/)]);
  const down = screen.getByRole('list', { name: 'Effects' });
  // They load after the links, which must not move under the pointer.
  const history = screen.getByRole('link', { name: 'History' });
  expect(history.compareDocumentPosition(down)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(within(down).getByRole('link', { name: 'Front Desk 2 booked Kavya Reddy.' })).toHaveAttribute(
    'href',
    `/audit/appointments/${appointmentId}`,
  );
  expect(down).toHaveTextContent('Dayline sent Dr. George Thomas the letter to reset the password.');
  expect(requests[0]?.body).toEqual({ clientId: anAuditor.clientId, eventId: testId(1) });
});
