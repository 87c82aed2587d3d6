import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { anAdmin, anAuditor, testId } from '../../shared/testing/identities.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, loseConnection, refuse } from '../../shared/testing/server.ts';
import PeoplePage from './people-page.tsx';

type Person = ResponseOf<'listPeople'>[number];
const person = (number: number, name: string, more: Partial<Person> = {}): Person => ({
  accountId: testId(number),
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}@sunrise.example`,
  role: 'admin',
  status: 'active',
  invitedUntil: null,
  lastSignInAt: '2026-11-20T05:00:00.000Z',
  hasSecondFactor: false,
  singleSignOn: 'optional',
  isBound: false,
  sessionCount: 0,
  lastSeenAt: null,
  ...more,
});
const everybody = [
  person(1, 'Front Desk'),
  person(11, 'Deepa Kulkarni', { hasSecondFactor: true }),
  person(12, 'Kavita Shenoy', { status: 'invited', invitedUntil: '2026-11-19T04:30:00.000Z', lastSignInAt: null }),
  person(13, 'Manoj Tiwari', { status: 'deactivated' }),
  person(14, 'Nirmala Rao', { role: 'auditor', lastSignInAt: null }),
];
const noFactor: ResponseOf<'getSecondFactor'> = {
  app: null,
  passkeys: [],
  policy: 'optional',
  required: false,
  recoveryCodes: null,
};
const done = { success: true as const, message: 'ok', position: '1' };
beforeEach(() => answer('getSecondFactor', noFactor));
const open = () => show(<PeoplePage />, { as: anAdmin, at: '/settings/people' });
const rowOf = async (name: string) => {
  const rows = await screen.findAllByRole('listitem');
  const found = rows.find((row) => within(row).queryByText(name));
  if (!found) throw new Error(`${name} has no row.`);
  return found;
};
const bodies = (requests: readonly { body: unknown }[]) => requests.map(({ body }) => body);
const of = (number: number) => ({ clientId: anAdmin.clientId, accountId: testId(number) });

/** Chooses a line of somebody's menu. */
async function choose({ user }: ReturnType<typeof open>, name: string, item: string): Promise<void> {
  await user.click(within(await rowOf(name)).getByRole('button', { name: `More for ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
}

test('people are listed by role, and filtered by state with the counts', async () => {
  answer('listPeople', everybody);
  const { user, container } = open();
  expect(await rowOf('Deepa Kulkarni')).toHaveTextContent('Second factor onLast sign-in Nov 20, 10:30 AM');
  expect(await rowOf('Kavita Shenoy')).toHaveTextContent('InvitedLink expired Nov 19, 10:00 AM');
  expect(await rowOf('Nirmala Rao')).toHaveTextContent('No second factorHas not signed in yet');
  expect(await rowOf('Front Desk')).toHaveTextContent('You');
  expect(await axe(container)).toHaveNoViolations();
  await user.click(screen.getByRole('button', { name: /^Deactivated/ }));
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  expect(await rowOf('Manoj Tiwari')).toHaveTextContent('Deactivated');
});

test('a person is invited, and a taken address stays in the form', async () => {
  answer('listPeople', everybody);
  refuse('invitePerson', 'email.taken');
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Invite Person' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Invite Person' }));
  await user.click(dialog.getByRole('button', { name: 'Send Invitation' }));
  expect(dialog.getByText('Please enter a name.')).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Ravi Hegde');
  await user.type(dialog.getByRole('textbox', { name: 'Email Address' }), 'ravi@sunrise.example');
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Role' }), 'Auditor');
  await user.click(dialog.getByRole('button', { name: 'Send Invitation' }));
  expect(await dialog.findByText('This email is already in use.')).toBeVisible();
  expect(await axe(document.body)).toHaveNoViolations();
  const sent = answer('invitePerson', { ...done, accountId: testId(20) });
  await user.click(dialog.getByRole('button', { name: 'Send Invitation' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(bodies(sent)).toEqual([
    { clientId: anAdmin.clientId, name: 'Ravi Hegde', email: 'ravi@sunrise.example', role: 'auditor' },
  ]);
});

test('a person is deactivated after a question, an invitation withdrawn, nobody oneself', async () => {
  answer('listPeople', everybody);
  const sent = answer('deactivatePerson', done);
  const page = open();
  await choose(page, 'Deepa Kulkarni', 'Deactivate');
  const question = within(await screen.findByRole('alertdialog', { name: 'Deactivate Deepa Kulkarni?' }));
  await page.user.click(question.getByRole('button', { name: 'Deactivate' }));
  await waitFor(() => expect(bodies(sent)).toEqual([of(11)]));
  await choose(page, 'Kavita Shenoy', 'Withdraw Invitation');
  const other = within(await screen.findByRole('alertdialog', { name: 'Withdraw the invitation of Kavita Shenoy?' }));
  await page.user.click(other.getByRole('button', { name: 'Withdraw Invitation' }));
  await waitFor(() => expect(bodies(sent)).toEqual([of(11), of(12)]));
  await page.user.click(within(await rowOf('Front Desk')).getByRole('button', { name: 'More for Front Desk' }));
  expect(await screen.findByRole('menuitem', { name: /^Deactivate/ })).toHaveAttribute('aria-disabled', 'true');
});

test('a person is reactivated, and an invitation sent again', async () => {
  answer('listPeople', everybody);
  const reactivated = answer('reactivatePerson', done);
  const sent = answer('resendInvitation', done);
  const { user } = open();
  await user.click(within(await rowOf('Manoj Tiwari')).getByRole('button', { name: 'Reactivate' }));
  await waitFor(() => expect(bodies(reactivated)).toEqual([of(13)]));
  await user.click(within(await rowOf('Kavita Shenoy')).getByRole('button', { name: 'Resend' }));
  await waitFor(() => expect(bodies(sent)).toEqual([of(12)]));
});

test('a person is renamed, and a second factor reset with a reason', async () => {
  answer('listPeople', everybody);
  const renamed = answer('renamePerson', done);
  const reset = answer('resetSecondFactorOfPerson', done);
  const page = open();
  const { user } = page;
  await choose(page, 'Deepa Kulkarni', 'Rename');
  const rename = within(await screen.findByRole('dialog', { name: 'Rename Deepa Kulkarni' }));
  await user.clear(rename.getByRole('textbox', { name: 'Name' }));
  await user.type(rename.getByRole('textbox', { name: 'Name' }), 'Deepa Rao');
  await user.click(rename.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(bodies(renamed)).toEqual([{ ...of(11), name: 'Deepa Rao' }]));
  await choose(page, 'Deepa Kulkarni', 'Reset Second Factor');
  const lost = within(await screen.findByRole('dialog', { name: 'Reset the second factor of Deepa Kulkarni' }));
  await user.click(lost.getByRole('button', { name: 'Reset Second Factor' }));
  expect(lost.getByText('Please give a reason.')).toBeVisible();
  await user.type(lost.getByRole('textbox', { name: 'Reason' }), 'The phone was lost');
  await user.click(lost.getByRole('button', { name: 'Reset Second Factor' }));
  await waitFor(() => expect(bodies(reset)).toEqual([{ ...of(11), reason: 'The phone was lost' }]));
});

test('of a last sign-in in an erased month only the month is shown', async () => {
  answer('listPeople', [person(11, 'Deepa Kulkarni', { lastSignInAt: '2025-10-01T00:00:00.000Z' })]);
  open();
  expect(await rowOf('Deepa Kulkarni')).toHaveTextContent(/Last sign-in October 2025$/);
});

test('who is signed in where is shown, and all sessions of a person are ended after a question', async () => {
  const lastSeenAt = '2026-11-20T05:30:00.000Z';
  const open2 = { sessionCount: 2, lastSeenAt, isBound: true };
  answer('listPeople', [person(1, 'Front Desk', open2), person(11, 'Deepa Kulkarni', open2), person(12, 'Mira Sethi')]);
  const ended = answer('endSessionsOfPerson', done);
  const page = open();
  expect(await rowOf('Deepa Kulkarni')).toHaveTextContent(
    'Bound to single sign-on2 sessions, last used Nov 20, 11:00 AM',
  );
  expect(await rowOf('Mira Sethi')).toHaveTextContent('Last sign-in Nov 20, 10:30 AM');
  await choose(page, 'Deepa Kulkarni', 'End All Sessions');
  const question = within(await screen.findByRole('alertdialog', { name: 'End all sessions of Deepa Kulkarni?' }));
  await page.user.click(question.getByRole('button', { name: 'End All Sessions' }));
  await waitFor(() => expect(bodies(ended)).toEqual([of(11)]));
  expect(await screen.findByText('All sessions of Deepa Kulkarni ended')).toBeInTheDocument();
  await page.user.click(within(await rowOf('Front Desk')).getByRole('button', { name: 'More for Front Desk' }));
  expect(screen.queryByRole('menuitem', { name: 'End All Sessions' })).not.toBeInTheDocument();
});

test('a person who is bound to single sign-on is unbound after a question', async () => {
  answer(
    'listPeople',
    everybody.map((somebody) => ({ ...somebody, isBound: somebody.name !== 'Front Desk' })),
  );
  const unbound = answer('unbindPerson', done);
  const page = open();
  await choose(page, 'Deepa Kulkarni', 'Unbind Single Sign-On');
  const question = await screen.findByRole('alertdialog', { name: 'Unbind Deepa Kulkarni from single sign-on?' });
  await page.user.click(within(question).getByRole('button', { name: 'Unbind Single Sign-On' }));
  await waitFor(() => expect(bodies(unbound)).toEqual([of(11)]));
  expect(await screen.findByText('Deepa Kulkarni unbound from single sign-on')).toBeInTheDocument();
});

test('a list that cannot be loaded says so', async () => {
  loseConnection('listPeople');
  open();
  expect(await screen.findByText('Failed to load people. Please try again.')).toBeVisible();
});

test('the people of the open tab are exported', async () => {
  URL.createObjectURL = () => 'blob:saved';
  URL.revokeObjectURL = () => undefined;
  answer('listPeople', everybody);
  const file = { 'Content-Disposition': 'attachment; filename="dayline-people.csv"' };
  const requests = answer('exportOfficeList', {}, file);
  const { user } = show(<PeoplePage />, { as: anAuditor, at: '/settings/people' });
  await user.click(await screen.findByRole('button', { name: /^Deactivated/ }));
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await screen.findByText('Saved as dayline-people.csv');
  await user.click(screen.getByRole('button', { name: /^All/ }));
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  const { clientId } = anAuditor;
  await waitFor(() =>
    expect(requests.map(({ body }) => body)).toEqual([
      { clientId, list: 'people', status: 'deactivated' },
      { clientId, list: 'people' },
    ]),
  );
});

test('auditors read the people and the rules of sign-ins, without anything to change', async () => {
  answer('listPeople', [...everybody, person(15, 'Lakshmi N', { singleSignOn: 'local', sessionCount: 2 })]);
  answer('getSecondFactor', { ...noFactor, policy: 'administrators', idleMinutes: 30 });
  const { container } = show(<PeoplePage />, { as: anAuditor, at: '/settings/people' });
  expect(await rowOf('Manoj Tiwari')).toHaveTextContent('Deactivated');
  const rules = within(await screen.findByRole('region', { name: 'Sign-in rules' }));
  expect(rules.getByText('A second factor is required of administrators and auditors.')).toBeVisible();
  expect(rules.getByText('Sessions end after 30 minutes without use.')).toBeVisible();
  expect(rules.getByText('Single sign-on is required of everyone except Lakshmi N.')).toBeVisible();
  expect(rules.queryByRole('link')).not.toBeInTheDocument();
  const buttons = screen
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);
  expect(buttons.filter((name) => !/^(All|Active|Invited|Deactivated)/.test(name))).toEqual(['Export CSV']);
  expect(await axe(container)).toHaveNoViolations();
});
