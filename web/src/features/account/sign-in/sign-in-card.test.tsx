import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { aDoctor, anAdmin, anAuditor } from '../../../shared/testing/identities.ts';
import { show } from '../../../shared/testing/render.tsx';
import { answer, refuse } from '../../../shared/testing/server.ts';
import { SignInCard } from './sign-in-card.tsx';

const done = { success: true, message: 'ok', position: null } as const;
const account = { name: 'Lakshmi Narayanan', email: 'lakshmi.n@sunrise.example' };
const bodies = (requests: readonly { body: unknown }[]) => requests.map(({ body }) => body);
function open(as = anAdmin) {
  answer('getOwnAccount', account);
  return show(<SignInCard />, { as });
}

async function openPassword() {
  const view = open();
  await view.user.click(await screen.findByRole('button', { name: 'Change Password' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Password' }));
  const fill = async (label: string, value: string) => {
    await view.user.clear(dialog.getByLabelText(label));
    await view.user.type(dialog.getByLabelText(label), value);
  };
  const submit = () => view.user.click(dialog.getByRole('button', { name: 'Change Password' }));
  return { ...view, dialog, fill, submit };
}

test('the name and the email are shown; those of a doctor are changed elsewhere', async () => {
  const { container, unmount } = open(anAuditor);
  expect(await screen.findByText('Lakshmi Narayanan')).toBeInTheDocument();
  expect(screen.getByText('lakshmi.n@sunrise.example')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Change Name' })).toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
  expect(screen.queryByText(/details as a doctor/)).not.toBeInTheDocument();
  unmount();
  open(aDoctor);
  expect(await screen.findByRole('button', { name: 'Change Password' })).toBeInTheDocument();
  for (const name of ['Change Name', 'Change Email']) {
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  }
  expect(screen.getByText(/are among your details as a doctor\. An administrator changes them\./)).toBeVisible();
});

test('says when the password was changed', async () => {
  answer('getOwnAccount', { ...account, passwordChangedAt: '2026-11-02T03:01:00.000Z' });
  show(<SignInCard />, { as: anAdmin });
  expect(await screen.findByText('Changed Nov 2, 8:31 AM')).toBeVisible();
});

test('a failure to load says so', async () => {
  refuse('getOwnAccount', 'service.fault');
  show(<SignInCard />, { as: anAdmin });
  expect(await screen.findByText('Failed to load your account. Please try again.')).toBeInTheDocument();
});

test('the name is changed', async () => {
  const { user } = open();
  const sent = answer('changeOwnName', { ...done, position: '1' });
  await user.click(await screen.findByRole('button', { name: 'Change Name' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Name' }));
  const field = dialog.getByRole('textbox', { name: 'Name' });
  await user.clear(field);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByRole('alert')).toHaveTextContent('Please enter a name.');
  await user.type(field, 'Lakshmi N');
  answer('getOwnAccount', { ...account, name: 'Lakshmi N' });
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Lakshmi N')).toBeInTheDocument();
  expect(bodies(sent)).toEqual([{ name: 'Lakshmi N' }]);
});

test('a link goes to a new email, by the password', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Change Email' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Email' }));
  expect(await axe(document.body)).toHaveNoViolations();
  const send = dialog.getByRole('button', { name: 'Send Link' });
  await user.click(send);
  expect(dialog.getByRole('alert')).toHaveTextContent('Please enter a valid email address.');
  await user.type(dialog.getByRole('textbox', { name: 'New Email' }), 'lakshmi@sunrise.example');
  await user.click(send);
  expect(dialog.getByRole('alert')).toHaveTextContent('Please enter your current password.');
  await user.type(dialog.getByLabelText('Current Password'), 'Dayline#2026');
  refuse('requestEmailChange', 'proof.refused');
  await user.click(send);
  await waitFor(() => expect(dialog.getByRole('alert')).toHaveTextContent('The password is not right.'));
  const sent = answer('requestEmailChange', done);
  await user.click(send);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(bodies(sent)).toEqual([{ email: 'lakshmi@sunrise.example', currentPassword: 'Dayline#2026' }]);
  expect(screen.getByText('lakshmi.n@sunrise.example')).toBeInTheDocument();
});

test('the password is changed by the current one, and the rules are the specification’s', async () => {
  const { dialog, fill, submit } = await openPassword();
  expect(await axe(document.body)).toHaveNoViolations();
  await submit();
  expect(dialog.getByRole('alert')).toHaveTextContent('Please enter your current password.');
  await fill('Current Password', 'Dayline#2026');
  await fill('New Password', '1Marigold#');
  await submit();
  expect(dialog.getByRole('alert')).toHaveTextContent('Password must start with a letter.');
  await fill('New Password', 'Marigold#2027');
  await submit();
  expect(dialog.getByRole('alert')).toHaveTextContent("Passwords don't match.");
  await fill('Confirm Password', 'Marigold#2027');
  expect(dialog.getByRole('meter', { name: 'Password strength' })).toHaveAttribute('aria-valuetext', 'Strong');
  refuse('changePassword', 'proof.refused');
  await submit();
  await waitFor(() => expect(dialog.getByRole('alert')).toHaveTextContent('The password is not right.'));
  const sent = answer('changePassword', done);
  await submit();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(bodies(sent)).toEqual([{ currentPassword: 'Dayline#2026', newPassword: 'Marigold#2027' }]);
  // At once: the activity has the change a moment later.
  expect(screen.getByText(/^Changed /)).toBeVisible();
});

test('after too many wrong ones the dialog says so, and keeps what was typed', async () => {
  const { dialog, fill, submit } = await openPassword();
  await fill('Current Password', 'Dayline#2026');
  await fill('New Password', 'Marigold#2027');
  await fill('Confirm Password', 'Marigold#2027');
  refuse('changePassword', 'request.throttled');
  await submit();
  await waitFor(() => expect(dialog.getByRole('alert')).toHaveTextContent('Too many attempts.'));
  expect(dialog.getByLabelText('New Password')).toHaveValue('Marigold#2027');
});
