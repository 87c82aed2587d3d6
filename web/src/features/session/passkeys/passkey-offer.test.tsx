import { screen, waitFor } from '@testing-library/react';
import { anAdmin } from '../../../shared/testing/identities.ts';
import { passkeyAnswer, stubPasskeys } from '../../../shared/testing/passkeys.ts';
import { show } from '../../../shared/testing/render.tsx';
import { answer, refuse } from '../../../shared/testing/server.ts';
import SignInPage from '../sign-in-page.tsx';

const options = {
  ...{ challenge: 'AAAA', rpId: 'localhost', timeout: 600_000, userVerification: 'required' as const },
  allowCredentials: [],
};
const reply = { success: true, message: 'Signed in.', pocId: null, user: anAdmin } as const;
beforeEach(() => {
  answer('listClients', [{ Client_ID: anAdmin.clientId, Client_Name: anAdmin.clientName }]);
});

test('a passkey chosen among the suggestions of the email field signs in, whoever is chosen on the page', async () => {
  answer('beginPasskey', { success: true, message: 'ok', options });
  const made = answer('signInByPasskey', reply);
  const device = stubPasskeys({ inAutofill: true });
  device.accept();
  const { router } = show(<SignInPage />);
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin-dashboard'));
  expect(made.map(({ body }) => body)).toEqual([{ passkey: passkeyAnswer }]);
  expect(device.ask.mock.calls[0]?.[0]).toMatchObject({ mediation: 'conditional' });
  expect(localStorage.getItem('dayline.client')).toBe(anAdmin.clientId);
});

test('a refused one says why, and the offer is made again until it is declined too often', async () => {
  const begun = answer('beginPasskey', { success: true, message: 'ok', options });
  refuse('signInByPasskey', 'passkey.refused');
  const device = stubPasskeys({ inAutofill: true });
  device.decline();
  device.acceptOnce();
  show(<SignInPage />);
  expect(await screen.findByRole('alert')).toHaveTextContent('This passkey was not accepted.');
  await waitFor(() => expect(begun).toHaveLength(6));
});

test('a browser that shows none in a field asks for nothing', async () => {
  const begun = answer('beginPasskey', { success: true, message: 'ok', options });
  const device = stubPasskeys();
  show(<SignInPage />);
  expect(await screen.findByRole('textbox', { name: 'Email Address' })).toHaveAttribute(
    'autocomplete',
    'username webauthn',
  );
  expect(begun).toEqual([]);
  expect(device.ask).not.toHaveBeenCalled();
});
