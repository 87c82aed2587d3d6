import { screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { anAdmin } from '../../../../shared/testing/identities.ts';
import { newPasskeyAnswer, stubPasskeys } from '../../../../shared/testing/passkeys.ts';
import { show } from '../../../../shared/testing/render.tsx';
import { answer, refuse } from '../../../../shared/testing/server.ts';
import AccountPage from '../../account-page.tsx';

const done = { success: true, message: 'ok', position: null } as const;
const since = '2026-11-02T03:01:00.000Z';
const phone = { passkeyId: 'AAAA', name: 'My phone', since, lastUsedAt: null };
const desk = { passkeyId: 'BBBB', name: 'Front desk PC', since, lastUsedAt: since };
const policy = { policy: 'optional' as const, required: false };
const none = { app: null, passkeys: [], recoveryCodes: null, ...policy };
const recoveryCodes = { left: 10, of: 10, since };
const options = {
  ...{ challenge: 'AAAA', rp: { id: 'localhost', name: 'Dayline' }, timeout: 600_000, excludeCredentials: [] },
  user: { id: 'AAAA', name: 'desk@sunrise.example', displayName: 'Front Desk' },
  pubKeyCredParams: [{ type: 'public-key' as const, alg: -7 }],
  authenticatorSelection: {
    ...({ residentKey: 'required', requireResidentKey: true, userVerification: 'required' } as const),
  },
  attestation: 'none' as const,
};
const open = () => show(<AccountPage />, { as: anAdmin });
beforeEach(() => {
  answer('getOwnAccount', { name: 'Front Desk', email: 'desk@sunrise.example' });
  answer('listOwnSessions', []);
});

test('a passkey is named and made by the browser; the first brings the recovery codes', async () => {
  const device = stubPasskeys();
  answer('getSecondFactor', none);
  answer('beginAddPasskey', { ...done, options });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Add Passkey' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a Passkey' }));
  expect(await axe(document.body)).toHaveNoViolations();
  const go = dialog.getByRole('button', { name: 'Continue' });
  await user.click(go);
  expect(dialog.getByRole('alert')).toHaveTextContent('Please enter a name.');
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'My phone');
  device.decline();
  await user.click(go);
  await waitFor(() => expect(dialog.getByRole('alert')).toHaveTextContent('No passkey was added'));
  device.accept();
  const added = answer('addPasskey', { ...done, recoveryCodes: ['aaaa-bbbb-cccc'] });
  answer('getSecondFactor', { ...none, passkeys: [phone], recoveryCodes });
  await user.click(go);
  expect(await screen.findByRole('dialog', { name: 'Your Recovery Codes' })).toBeInTheDocument();
  expect(added.map(({ body }) => body)).toEqual([{ name: 'My phone', passkey: newPasskeyAnswer }]);
  await user.click(screen.getByRole('button', { name: 'I Have Kept Them' }));
  expect(await screen.findByText('Passkey, added Nov 2, 8:31 AM, not used yet')).toBeInTheDocument();
});

test('each is listed and removed by its name; a further one says that it was added', async () => {
  stubPasskeys().accept();
  answer('getSecondFactor', { ...none, passkeys: [desk, phone], recoveryCodes });
  answer('beginAddPasskey', { ...done, options });
  answer('addPasskey', done);
  const { user, container } = open();
  expect(await screen.findByText('Passkey, added Nov 2, 8:31 AM, last used Nov 2, 8:31 AM')).toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
  await user.click(screen.getByRole('button', { name: 'Add Passkey' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Key');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(screen.getByRole('button', { name: 'Remove My phone' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove the Passkey “My phone”?' }));
  expect(dialog.getByText('It no longer signs you in. Your other sessions end.')).toBeInTheDocument();
  refuse('removePasskey', 'passkey.missing');
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(dialog.getByRole('alert')).toHaveTextContent('already been removed'));
  const removed = answer('removePasskey', done);
  answer('getSecondFactor', { ...none, passkeys: [desk], recoveryCodes });
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByText('My phone')).not.toBeInTheDocument());
  expect(removed.map(({ body }) => body)).toEqual([{ passkeyId: 'AAAA' }]);
});

test('the last one that is required can’t be removed; a browser without passkeys offers none', async () => {
  answer('getSecondFactor', { ...none, passkeys: [phone], recoveryCodes, policy: 'everyone', required: true });
  open();
  expect(await screen.findByText('My phone')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Remove My phone' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Add Passkey' })).not.toBeInTheDocument();
});

test('one is renamed; a name is needed, and a refusal says why', async () => {
  answer('getSecondFactor', { ...none, passkeys: [phone], recoveryCodes });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Rename My phone' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename My phone' }));
  expect(await axe(document.body)).toHaveNoViolations();
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.click(dialog.getByRole('button', { name: 'Save Name' }));
  expect(dialog.getByRole('alert')).toHaveTextContent('Please enter a name.');
  await user.type(name, 'Ward tablet');
  refuse('renamePasskey', 'passkey.missing');
  await user.click(dialog.getByRole('button', { name: 'Save Name' }));
  await waitFor(() => expect(dialog.getByRole('alert')).toHaveTextContent('already been removed'));
  const renamed = answer('renamePasskey', done);
  answer('getSecondFactor', { ...none, passkeys: [{ ...phone, name: 'Ward tablet' }], recoveryCodes });
  await user.click(dialog.getByRole('button', { name: 'Save Name' }));
  expect(await screen.findByText('Ward tablet')).toBeInTheDocument();
  expect(renamed.map(({ body }) => body)).toEqual([{ passkeyId: 'AAAA', name: 'Ward tablet' }]);
});
