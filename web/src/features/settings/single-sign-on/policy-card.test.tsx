import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { anAdmin, anAuditor, testId } from '../../../shared/testing/identities.ts';
import { show } from '../../../shared/testing/render.tsx';
import { answer, refuse } from '../../../shared/testing/server.ts';
import PolicyCard from './policy-card.tsx';

type Person = ResponseOf<'listPeople'>[number];
const { clientId, accountId: own } = anAdmin;
const done = { success: true as const, message: 'ok', position: '1'.padStart(20, '0') };
const person = (accountId: string, name: string, more: Partial<Person> = {}): Person => ({
  ...{ accountId, name, email: `${name.toLowerCase()}@sunrise.example`, role: 'admin', status: 'active' },
  ...{ invitedUntil: null, lastSignInAt: null, hasSecondFactor: false, singleSignOn: 'optional' },
  ...{ isBound: false, sessionCount: 0, lastSeenAt: null },
  ...more,
});
const box = (name: string) => screen.findByRole('checkbox', { name: new RegExp(name) });

test('single sign-on is required of all but chosen administrators, at least one; a refusal says why', async () => {
  answer('listPeople', [
    person(own, 'Desk'),
    person(testId(41), 'Deepa'),
    person(testId(42), 'Nirmala', { role: 'auditor' }),
    person(testId(43), 'Ravi', { status: 'invited' }),
  ]);
  const sent = answer('setSingleSignOnPolicy', done);
  const { user, container } = show(<PolicyCard hasProvider isReader={false} />, { as: anAdmin });
  expect(await box('Desk')).toBeChecked();
  expect(screen.getAllByRole('checkbox')).toHaveLength(2);
  expect(await axe(container)).toHaveNoViolations();
  await user.click(await box('Desk'));
  expect(screen.getByRole('button', { name: 'Require Single Sign-On' })).toBeDisabled();
  await user.click(await box('Deepa'));
  await user.click(screen.getByRole('button', { name: 'Require Single Sign-On' }));
  const question = () => screen.findByRole('alertdialog', { name: 'Require single sign-on?' });
  expect(await question()).toHaveTextContent('your own session ends too');
  await user.click(within(await question()).getByRole('button', { name: 'Require Single Sign-On' }));
  expect(await screen.findByText('Single sign-on is required')).toBeInTheDocument();
  expect(sent.map(({ body }) => body)).toEqual([{ clientId, localAdministrators: [testId(41)] }]);
  refuse('setSingleSignOnPolicy', 'provider.local-missing');
  await user.click(screen.getByRole('button', { name: 'Require Single Sign-On' }));
  await user.click(within(await question()).getByRole('button', { name: 'Require Single Sign-On' }));
  expect(await screen.findByText(/Please choose an active administrator/)).toBeInTheDocument();
});

test('where it is required, the administrators are shown, and it is made optional', async () => {
  answer('listPeople', [
    person(own, 'Desk', { singleSignOn: 'required' }),
    person(testId(41), 'Deepa', { singleSignOn: 'local' }),
  ]);
  const sent = answer('setSingleSignOnPolicy', done);
  // Also if there is no provider any more.
  const { user } = show(<PolicyCard hasProvider={false} isReader={false} />, { as: anAdmin });
  expect([await box('Desk'), await box('Deepa')].map((found) => (found as HTMLInputElement).checked)).toEqual([
    false,
    true,
  ]);
  await user.click(screen.getByRole('button', { name: 'Make It Optional' }));
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ clientId, localAdministrators: null }]));
});

test('an administrator who was deactivated is left out of the next choice', async () => {
  answer('listPeople', [
    person(own, 'Desk', { singleSignOn: 'local' }),
    person(testId(41), 'Deepa', { singleSignOn: 'required' }),
    person(testId(44), 'Manoj', { singleSignOn: 'local', status: 'deactivated' }),
  ]);
  const sent = answer('setSingleSignOnPolicy', done);
  const { user } = show(<PolicyCard hasProvider isReader={false} />, { as: anAdmin });
  await user.click(await box('Deepa'));
  await user.click(screen.getByRole('button', { name: 'Save Administrators' }));
  await waitFor(() =>
    expect(sent.map(({ body }) => body)).toEqual([{ clientId, localAdministrators: [own, testId(41)] }]),
  );
});

test('without a provider there is no rule to set', async () => {
  const asked = answer('listPeople', [person(own, 'Desk')]);
  const { container } = show(<PolicyCard hasProvider={false} isReader={false} />, { as: anAdmin });
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(container).not.toHaveTextContent('Required single sign-on');
});

test('auditors read the rule, without anything to change', async () => {
  answer('listPeople', [
    person(own, 'Desk', { singleSignOn: 'local' }),
    person(testId(41), 'Deepa', { singleSignOn: 'required' }),
  ]);
  const { container } = show(<PolicyCard hasProvider isReader />, { as: anAuditor });
  expect(await screen.findByText(/^Single sign-on is required:/)).toBeVisible();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Desk (desk@sunrise.example)',
  ]);
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
});
