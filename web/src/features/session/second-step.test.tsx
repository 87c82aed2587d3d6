import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { screen, waitFor } from '@testing-library/react';
import { axe } from 'jest-axe';
import { anAdmin } from '../../shared/testing/identities.ts';
import { newPasskeyAnswer, passkeyAnswer, stubPasskeys } from '../../shared/testing/passkeys.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, refuse } from '../../shared/testing/server.ts';
import SignInLinkPage from './sign-in-link-page.tsx';
import SignInPage from './sign-in-page.tsx';

const next = { success: true, message: 'One more step.', pocId: null, next: 'secondFactor' } as const;
const enrol = { ...next, next: 'enrol' } as const;
const reply = { success: true, message: 'Signed in.', pocId: null, user: anAdmin } as const;

async function toSecondStep(reply: ResponseOf<'signIn'> = next) {
  answer('listClients', [{ Client_ID: anAdmin.clientId, Client_Name: anAdmin.clientName }]);
  answer('signIn', reply);
  const page = show(<SignInPage />);
  const { user } = page;
  await screen.findByRole('option', { name: anAdmin.clientName });
  await user.selectOptions(screen.getByRole('combobox', { name: 'Select Client' }), anAdmin.clientName);
  await user.type(screen.getByRole('textbox', { name: 'Email Address' }), 'admin@sunrise.example');
  await user.type(screen.getByLabelText('Password'), 'Dayline#2026{Enter}');
  await screen.findByRole('heading', { name: /^(Confirm It’s You|Add a Second Factor)$/ });
  return page;
}
const code = () => screen.getByRole('textbox', { name: 'Code from your app' });

test('after Sign In the second step asks for a code, which is sent at the sixth digit', async () => {
  const { user, router, container } = await toSecondStep();
  expect(screen.getByText('admin@sunrise.example')).toBeInTheDocument();
  expect(screen.getByText(anAdmin.clientName)).toBeInTheDocument();
  expect(code()).toHaveFocus();
  expect(code()).toHaveAttribute('autocomplete', 'one-time-code');
  expect(await axe(container)).toHaveNoViolations();
  const made = answer('completeSignIn', reply);
  await user.type(code(), '48१ 20');
  expect(made).toEqual([]);
  await user.type(code(), '7');
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin-dashboard'));
  expect(made.map(({ body }) => body)).toEqual([{ code: '481207' }]);
});

test('a wrong code is shown, and the field is empty for the next', async () => {
  const { user } = await toSecondStep();
  refuse('completeSignIn', 'factor.refused');
  await user.type(code(), '481207');
  expect(await screen.findByRole('alert')).toHaveTextContent('This code is not valid. Each code works once');
  expect(code()).toHaveValue('');
  expect(code()).toHaveFocus();
});

test('a recovery code signs in as well', async () => {
  const { user, router } = await toSecondStep();
  await user.click(screen.getByText('Use a Recovery Code'));
  const made = answer('completeSignIn', reply);
  await user.type(screen.getByRole('textbox', { name: 'Recovery code' }), 'abcd-efgh-jkmn');
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin-dashboard'));
  expect(made.map(({ body }) => body)).toEqual([{ code: 'abcd-efgh-jkmn' }]);
});

const options = {
  ...{ challenge: 'AAAA', rpId: 'localhost', timeout: 600_000, userVerification: 'required' as const },
  allowCredentials: [],
};

test('a passkey is asked for by its button; declined, it can be asked for again', async () => {
  const device = stubPasskeys();
  answer('beginPasskey', { success: true, message: 'ok', options });
  const { user, router, container } = await toSecondStep({ ...next, factors: ['passkey'] });
  const use = screen.getByRole('button', { name: 'Use a Passkey' });
  expect(use).toHaveFocus();
  expect(screen.queryByRole('textbox', { name: 'Code from your app' })).not.toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
  device.decline();
  await user.click(use);
  expect(await screen.findByRole('alert')).toHaveTextContent('The passkey was not used.');
  const made = answer('completeSignIn', reply);
  device.accept();
  await user.click(use);
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin-dashboard'));
  expect(made.map(({ body }) => body)).toEqual([{ passkey: passkeyAnswer }]);
});

test('with an app too, a code does as well; a refused passkey says so', async () => {
  stubPasskeys().accept();
  answer('beginPasskey', { success: true, message: 'ok', options });
  const { user } = await toSecondStep({ ...next, factors: ['passkey', 'totp'] });
  refuse('completeSignIn', 'passkey.refused');
  await user.click(screen.getByRole('button', { name: 'Use a Passkey' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This passkey was not accepted.');
  const made = answer('completeSignIn', reply);
  await user.type(code(), '481207');
  await waitFor(() => expect(made).toHaveLength(1));
});

test('an expired sign-in starts again and says so; Not You? starts again at once', async () => {
  const { user } = await toSecondStep();
  refuse('completeSignIn', 'factor.sign-in-expired');
  await user.type(code(), '481207');
  expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('This sign-in has expired. Please sign in again.');
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Select Client' }), anAdmin.clientName);
  await user.type(screen.getByRole('textbox', { name: 'Email Address' }), 'admin@sunrise.example');
  await user.type(screen.getByLabelText('Password'), 'Dayline#2026{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Not You?' }));
  expect(await screen.findByRole('heading', { name: 'Welcome Back' })).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('a mailed link goes through it too', async () => {
  answer('signInByLink', next);
  const path = '/sign-in-link/:token/:pocId';
  const at = `/sign-in-link/${'T'.repeat(43)}/${anAdmin.accountId}`;
  const { user, router } = show(<SignInLinkPage />, { path, at });
  await user.click(await screen.findByRole('button', { name: 'Sign In' }));
  expect(await screen.findByText('The link was right. One more proof.')).toBeInTheDocument();
  refuse('completeSignIn', 'factor.sign-in-expired');
  await user.type(code(), '481207');
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
});

test('whoever needs a second factor adds one, keeps the recovery codes, and is signed in', async () => {
  answer('beginEnrolment', { success: true, message: 'ok', secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x' });
  const { user, router, container } = await toSecondStep(enrol);
  await user.click(screen.getByRole('button', { name: 'Add Authenticator App' }));
  expect(await screen.findByText('JBSW Y3DP EHPK 3PXP')).toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
  refuse('confirmEnrolment', 'factor.refused');
  await user.type(screen.getByRole('textbox', { name: 'Code that the app shows' }), '123456');
  await user.click(screen.getByRole('button', { name: 'Turn On' }));
  expect(await screen.findByText(/^This code is not valid/)).toBeInTheDocument();
  const made = answer('confirmEnrolment', { ...reply, recoveryCodes: ['aaaa-bbbb-cccc'] });
  await user.type(screen.getByRole('textbox', { name: 'Code that the app shows' }), '654321');
  await user.click(screen.getByRole('button', { name: 'Turn On' }));
  expect(await screen.findByText('aaaa-bbbb-cccc')).toBeInTheDocument();
  expect(made.map(({ body }) => body)).toEqual([{ code: '654321' }]);
  await user.click(screen.getByRole('button', { name: 'I Have Kept Them' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin-dashboard'));
});

test('whoever needs a second factor can add a passkey; declined, it can be made again', async () => {
  const device = stubPasskeys();
  const options = {
    ...{ challenge: 'AAAA', rp: { id: 'localhost', name: 'Dayline' }, timeout: 600_000, excludeCredentials: [] },
    user: { id: 'AAAA', name: 'desk@sunrise.example', displayName: 'Front Desk' },
    pubKeyCredParams: [{ type: 'public-key' as const, alg: -7 }],
    authenticatorSelection: {
      ...({ residentKey: 'required', requireResidentKey: true, userVerification: 'required' } as const),
    },
    attestation: 'none' as const,
  };
  answer('beginPasskeyEnrolment', { success: true, message: 'ok', options });
  const { user, router, container } = await toSecondStep(enrol);
  expect(await screen.findByRole('button', { name: 'Add Authenticator App' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Add Passkey' }));
  const go = await screen.findByRole('button', { name: 'Continue' });
  expect(await axe(container)).toHaveNoViolations();
  await user.click(go);
  expect(screen.getByRole('alert')).toHaveTextContent('Please enter a name.');
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'My phone');
  device.decline();
  await user.click(go);
  expect(await screen.findByText(/^No passkey was added/)).toBeInTheDocument();
  device.accept();
  const made = answer('confirmPasskeyEnrolment', { ...reply, recoveryCodes: ['aaaa-bbbb-cccc'] });
  await user.click(go);
  expect(await screen.findByText('aaaa-bbbb-cccc')).toBeInTheDocument();
  expect(made.map(({ body }) => body)).toEqual([{ name: 'My phone', passkey: newPasskeyAnswer }]);
  await user.click(screen.getByRole('button', { name: 'I Have Kept Them' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin-dashboard'));
});
