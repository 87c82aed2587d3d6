import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { anAdmin } from '../../../shared/testing/identities.ts';
import { show } from '../../../shared/testing/render.tsx';
import { answer, refuse } from '../../../shared/testing/server.ts';
import AccountPage from '../account-page.tsx';

const done = { success: true, message: 'ok', position: null } as const;
const others = { policy: 'optional' as const, required: false, passkeys: [] };
const none = { app: null, recoveryCodes: null, ...others };
const since = '2026-11-02T03:01:00.000Z';
const factor = (left = 7) => ({ app: { since, lastUsedAt: since }, recoveryCodes: { left, of: 10, since }, ...others });
const begun = {
  ...done,
  secret: 'JBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Dayline:a@x.example?secret=JBSWY3DPEHPK3PXP',
};
const recoveryCodes = ['aaaa-bbbb-cccc', 'dddd-eeee-ffff'];
const open = () => show(<AccountPage />, { as: anAdmin });
beforeEach(() => {
  answer('getOwnAccount', { name: 'Front Desk', email: 'desk@sunrise.example' });
  answer('listOwnSessions', []);
});

test('an app is added: the secret as a QR code and as text, a code of it, then the recovery codes', async () => {
  answer('getSecondFactor', none);
  answer('beginTotp', begun);
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Add Authenticator App' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add an Authenticator App' }));
  expect(await dialog.findByRole('img', { name: 'The secret as a QR code' })).toBeInTheDocument();
  expect(dialog.getByText('JBSW Y3DP EHPK 3PXP')).toBeInTheDocument();
  expect(await axe(document.body)).toHaveNoViolations();
  const turnOn = dialog.getByRole('button', { name: 'Turn On' });
  await user.click(turnOn);
  expect(dialog.getByRole('alert')).toHaveTextContent('Please enter the six digits that the app shows.');
  refuse('confirmTotp', 'factor.refused');
  await user.type(dialog.getByRole('textbox', { name: 'Code that the app shows' }), '१२३ 456');
  await user.click(turnOn);
  await waitFor(() => expect(dialog.getByRole('alert')).toHaveTextContent('This code is not valid.'));
  const confirmed = answer('confirmTotp', { ...done, recoveryCodes });
  answer('getSecondFactor', factor(10));
  await user.click(turnOn);
  const codes = within(await screen.findByRole('dialog', { name: 'Your Recovery Codes' }));
  expect(confirmed.map(({ body }) => body)).toEqual([{ code: '123456' }]);
  expect(codes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(recoveryCodes);
  expect(await axe(document.body)).toHaveNoViolations();
  const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
  await user.click(codes.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledTimes(1);
  await user.click(codes.getByRole('button', { name: 'I Have Kept Them' }));
  expect(await screen.findByText(/^10 of 10 left/)).toBeInTheDocument();
  expect(screen.queryByText(recoveryCodes[0] ?? '')).not.toBeInTheDocument();
});

test('a present one says since when, and how many recovery codes are left', async () => {
  answer('getSecondFactor', factor());
  const { container } = open();
  expect(await screen.findByText('Added Nov 2, 8:31 AM, last used Nov 2, 8:31 AM')).toBeInTheDocument();
  expect(screen.getByText('7 of 10 left, created Nov 2, 8:31 AM')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Add Authenticator App' })).not.toBeInTheDocument();
  expect(screen.queryByText(/^Few are left/)).not.toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
});

test('new recovery codes ask for password and code', async () => {
  answer('getSecondFactor', factor(3));
  const made = answer('makeRecoveryCodes', { ...done, recoveryCodes });
  const { user } = open();
  expect(await screen.findByText(/^Few are left/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Make New Ones' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Make New Recovery Codes?' }));
  const submit = dialog.getByRole('button', { name: 'Make New Ones' });
  await user.click(submit);
  expect(dialog.getByRole('alert')).toHaveTextContent('Please enter your password.');
  await user.type(dialog.getByLabelText('Password'), 'Dayline#2026');
  await user.click(submit);
  expect(dialog.getByRole('alert')).toHaveTextContent('Please enter a code.');
  await user.type(dialog.getByRole('textbox', { name: 'Code from your app, or a recovery code' }), '123456');
  await user.click(submit);
  expect(await screen.findByRole('dialog', { name: 'Your Recovery Codes' })).toBeInTheDocument();
  expect(made.map(({ body }) => body)).toEqual([{ password: 'Dayline#2026', code: '123456' }]);
});

test('it is removed by password and code; a refusal is shown and the code asked for again', async () => {
  answer('getSecondFactor', factor());
  refuse('removeTotp', 'factor.proof-refused');
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Remove the code by app' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove the Code by App?' }));
  const code = dialog.getByRole('textbox', { name: 'Code from your app, or a recovery code' });
  await user.type(dialog.getByLabelText('Password'), 'Dayline#2026');
  await user.type(code, '123456');
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(dialog.getByRole('alert')).toHaveTextContent('The password or the code is not right.'));
  expect(code).toHaveValue('');
  const removed = answer('removeTotp', done);
  answer('getSecondFactor', none);
  await user.type(code, '654321');
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByRole('button', { name: 'Add Authenticator App' })).toBeInTheDocument();
  expect(removed.map(({ body }) => body)).toEqual([{ password: 'Dayline#2026', code: '654321' }]);
});

test('a failure to load says so', async () => {
  refuse('getSecondFactor', 'service.fault');
  open();
  expect(await screen.findByText('Failed to load the second factor. Please try again.')).toBeInTheDocument();
});

test('whoever needs one can’t remove it', async () => {
  answer('getSecondFactor', { ...factor(), policy: 'everyone', required: true });
  open();
  expect(await screen.findByText('Required by your hospital')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Remove the code by app' })).not.toBeInTheDocument();
});
