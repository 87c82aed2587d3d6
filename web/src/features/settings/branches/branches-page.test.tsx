import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { noMessages } from '@dayline/contracts/patients/messages';
import { screen, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { anAdmin, anAuditor } from '../../../shared/testing/identities.ts';
import { show } from '../../../shared/testing/render.tsx';
import { answer, refuse } from '../../../shared/testing/server.ts';
import BranchesPage from './branches-page.tsx';

const settings: ResponseOf<'getClient'> = {
  name: 'Sunrise',
  zone: 'Asia/Kolkata',
  meetingLinkHost: 'https://meet.google.com',
  bookingNeedsEmail: true,
  queueOrder: 'token',
  lateAfterMinutes: 10,
  overbookPerSlot: 1,
  calendarHasNames: false,
  messages: noMessages,
  messageTexts: [],
  branches: [
    { id: 1, name: 'East Wing', doctors: 2 },
    { id: 2, name: null, closed: true, doctors: 0 },
  ],
  singleSignOn: null,
};
const done = { success: true as const, message: 'ok', position: '1'.padStart(20, '0') };
const { clientId } = anAdmin;
const open = (as: typeof anAdmin | typeof anAuditor = anAdmin) =>
  show(<BranchesPage />, { as, at: '/settings/branches' });

beforeEach(() => answer('getClient', settings));

test('branches are added, renamed, closed after a question, and reopened; a refusal says why', async () => {
  const sent = answer('changeBranch', done);
  const { user, container } = open();
  await screen.findByText('East Wing');
  expect(await axe(container)).toHaveNoViolations();
  const choose = async (name: string, item: string) => {
    await user.click(await screen.findByRole('button', { name: `More for ${name}` }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };
  await user.click(await screen.findByRole('button', { name: 'Add Branch' }));
  const adding = within(await screen.findByRole('dialog', { name: 'Add Branch' }));
  await user.type(adding.getByRole('textbox', { name: 'Name' }), 'Harbour');
  await user.click(adding.getByRole('button', { name: 'Add Branch' }));
  expect(await screen.findByText('Branch Harbour added')).toBeInTheDocument();
  await choose('East Wing', 'Rename…');
  const renaming = within(await screen.findByRole('dialog', { name: 'Rename East Wing' }));
  await user.type(renaming.getByRole('textbox', { name: 'Name' }), ' 2');
  await user.click(renaming.getByRole('button', { name: 'Save Name' }));
  expect(await screen.findByText('The branch is called East Wing 2 now')).toBeInTheDocument();
  await choose('Branch 2', 'Reopen Branch');
  expect(await screen.findByText('Branch 2 is open again')).toBeInTheDocument();
  refuse('changeBranch', 'branch.in-use');
  await choose('East Wing', 'Close Branch');
  const question = within(await screen.findByRole('alertdialog', { name: 'Close East Wing?' }));
  await user.click(question.getByRole('button', { name: 'Close Branch' }));
  expect(await screen.findByText(/Doctors sit at this branch/)).toBeInTheDocument();
  expect(sent.map(({ body }) => body)).toEqual([
    { clientId, change: { name: 'Harbour' } },
    { clientId, change: { id: 1, name: 'East Wing 2' } },
    { clientId, change: { id: 2, isClosed: false } },
  ]);
});

test('auditors read the branches and change nothing; the sections name the present one', async () => {
  open(anAuditor);
  expect(await screen.findByText('East Wing')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Add Branch|More for/ })).not.toBeInTheDocument();
  const sections = within(screen.getByRole('navigation', { name: 'Settings' })).getAllByRole('link');
  expect(sections.map(({ textContent }) => textContent)).toEqual([
    'Hospital',
    'Branches',
    'Departments',
    'Doctors',
    'People',
    'Displays',
    'Connections',
    'Retention',
  ]);
  expect(screen.getByRole('link', { current: 'page' })).toHaveAttribute('href', '/settings/branches');
});
