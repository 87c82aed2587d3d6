import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { anAdmin, anAuditor, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, refuse } from '../../shared/testing/server.ts';
import DuplicatesPage from './duplicates-page.tsx';
import { meera } from './patient.fixture.ts';

const person = (number: number, name: string) => ({
  ...{ userId: testId(number), name, phone: '919845031276', location: 'Pune' },
});
const pairs = [
  { one: person(1, 'Sunita Rao'), other: person(2, 'सुनीता राव'), same: ['name', 'phone'] as ('name' | 'phone')[] },
  { one: person(3, 'Ravi Menon'), other: person(4, 'Ravi Menan'), same: ['name', 'phone'] as ('name' | 'phone')[] },
];
const reply = { success: true as const, message: 'Done.', position: '0000000000000009' };
const listed = (total = '2') => answer('listDuplicates', total === '0' ? [] : pairs, { 'X-Total-Count': total });
const open = (as: typeof anAdmin | typeof anAuditor = anAdmin, at = '/patient/duplicates') =>
  show(<DuplicatesPage />, { as, at });

test('pairs are worked off by keys: D says that they are two people, S opens the comparison', async () => {
  listed();
  const sent = answer('dismissDuplicate', reply);
  const { container, user } = open();
  expect(await screen.findByText('2 pairs')).toBeVisible();
  expect(screen.getAllByText('similar name, same phone')).toHaveLength(2);
  expect(await axe(container)).toHaveNoViolations();
  await user.keyboard('jjd');
  await screen.findByText('Ravi Menon, Ravi Menan');
  await user.click(screen.getByRole('button', { name: /Undo/ }));
  await screen.findByText('Possible duplicates again');
  const ids = { userId: testId(3), otherId: testId(4) };
  expect(sent.map(({ body }) => body)).toEqual([ids, { ...ids, undo: true }]);
  answer('getPatientOverview', ({ body: { userId } }) => ({
    ...meera,
    ...{ userId, name: userId === testId(1) ? 'Sunita Rao' : 'सुनीता राव' },
  }));
  const merged = answer('mergePatients', {
    ...reply,
    ...{ userId: testId(1), mergeId: 'merge', undoUntil: new Date(Date.now() + 300_000).toISOString() },
  });
  await user.keyboard('ks');
  const dialog = await screen.findByRole('dialog', { name: /Same Person/ });
  await user.type(await within(dialog).findByRole('textbox', { name: 'Reason' }), 'One person');
  await user.click(within(dialog).getByRole('button', { name: 'Merge' }));
  await screen.findByText('Records merged');
  expect(merged[0]?.body).toMatchObject({ userId: testId(1), otherId: testId(2) });
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('an auditor only sees them', async () => {
  listed();
  open(anAuditor);
  expect(await screen.findByText('2 pairs')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Different People/ })).not.toBeInTheDocument();
});

test('are paged by 10', async () => {
  const requests = listed('24');
  const { user } = open(anAdmin, '/patient/duplicates?page=2');
  expect(await screen.findByText('Page 2 of 3')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /next/i }));
  await waitFor(() => expect(requests.at(-1)?.body).toMatchObject({ page: 3, pageSize: 10 }));
});

test('say so when there are none, and offer another try after a failure', async () => {
  refuse('listDuplicates', 'service.fault');
  const { user } = open();
  expect(await screen.findByText('Failed to load the possible duplicates. Please try again.')).toBeVisible();
  listed('0');
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('No possible duplicates')).toBeVisible();
});
