import { act, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { call } from '../../shared/api/client.ts';
import { download } from '../../shared/api/download.ts';
import { useSubmit } from '../../shared/forms/use-submit.ts';
import { anAdmin, testId } from '../../shared/testing/identities.ts';
import { passkeyAnswer, stubPasskeys } from '../../shared/testing/passkeys.ts';
import { show } from '../../shared/testing/render.tsx';
import { answer, type ReceivedRequest, refuse } from '../../shared/testing/server.ts';
import { Overlays } from '../chrome/overlays.tsx';
import { endSession, setNavigation } from '../session-end.ts';

const done = { success: true, message: 'Deactivated', position: null } as const;
const rest = { passkeys: [], policy: 'optional' as const, required: false };
const withoutApp = { app: null, recoveryCodes: null, ...rest };
const since = '2026-11-02T03:01:00.000Z';
const withApp = { app: { since, lastUsedAt: since }, recoveryCodes: { left: 7, of: 10, since }, ...rest };
const person = { clientId: anAdmin.clientId, accountId: testId(7) };
const sentence = 'This was not done: it needs your password or a code again.';

/** A page with a sensitive command, and a field next to it. */
function Page() {
  const { submit, outcome, isPending } = useSubmit({
    send: () => call('deactivatePerson', person),
    failed: 'No answer',
  });
  return (
    <>
      <input aria-label="Note" />
      <button type="button" onClick={() => void submit()} disabled={isPending}>
        Deactivate
      </button>
      <p role="status">{outcome?.sentence}</p>
      <Overlays />
    </>
  );
}

const open = () => show(<Page />, { as: anAdmin });
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Confirm It’s You' }));

/** Refuses until the proof was accepted; returns the keys of the requests that were let through. */
function needsProof(): { made: ReceivedRequest<'deactivatePerson'>[]; proofs: ReceivedRequest<'proveIdentity'>[] } {
  refuse('deactivatePerson', 'proof.needed');
  const made: ReceivedRequest<'deactivatePerson'>[] = [];
  const proofs = answer('proveIdentity', () => {
    answer('deactivatePerson', (request) => {
      made.push(request);
      return done;
    });
    return { ...done, message: 'Confirmed.' };
  });
  return { made, proofs };
}

test('a sensitive command waits for the password, is then sent once more, and the page continues', async () => {
  answer('getSecondFactor', withoutApp);
  const { made, proofs } = needsProof();
  const { user } = open();
  await user.click(screen.getByRole('button', { name: 'Deactivate' }));
  const question = await dialog();
  expect(question.queryByRole('button', { name: 'Use a Code Instead' })).not.toBeInTheDocument();
  expect(await axe(document.body)).toHaveNoViolations();
  const confirm = question.getByRole('button', { name: 'Confirm' });
  await user.click(confirm);
  expect(question.getByRole('alert')).toHaveTextContent('Please enter your password.');
  await user.type(question.getByLabelText('Password'), 'Dayline#2026');
  await user.click(confirm);
  expect(await screen.findByText('Deactivated')).toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(proofs.map(({ body }) => body)).toEqual([{ password: 'Dayline#2026' }]);
  expect(made.map(({ body }) => body)).toEqual([person]);
});

test('a wrong password is refused, and asked for again', async () => {
  answer('getSecondFactor', withoutApp);
  refuse('deactivatePerson', 'proof.needed');
  refuse('proveIdentity', 'proof.refused');
  const { user } = open();
  await user.click(screen.getByRole('button', { name: 'Deactivate' }));
  const question = await dialog();
  await user.type(question.getByLabelText('Password'), 'Wrong#2026');
  await user.click(question.getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(question.getByRole('alert')).toHaveTextContent('The password is not right.'));
  expect(question.getByLabelText('Password')).toHaveValue('');
});

test('with a second factor, a code does as well', async () => {
  answer('getSecondFactor', withApp);
  const { proofs } = needsProof();
  const { user } = open();
  await user.click(screen.getByRole('button', { name: 'Deactivate' }));
  const question = await dialog();
  await user.click(await question.findByRole('button', { name: 'Use a Code Instead' }));
  await user.click(question.getByRole('button', { name: 'Confirm' }));
  expect(question.getByRole('alert')).toHaveTextContent('Please enter a code.');
  await user.type(question.getByRole('textbox', { name: 'Code from your app, or a recovery code' }), '123456');
  await user.click(question.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Deactivated')).toBeInTheDocument();
  expect(proofs.map(({ body }) => body)).toEqual([{ code: '123456' }]);
});

test('with a passkey, that does as well; declined, it says so', async () => {
  const device = stubPasskeys();
  const passkeys = [{ passkeyId: 'AAAA', name: 'My phone', since, lastUsedAt: null }];
  answer('getSecondFactor', { ...withoutApp, passkeys });
  const options = {
    ...{ challenge: 'AAAA', rpId: 'localhost', timeout: 600_000, userVerification: 'required' as const },
    allowCredentials: [],
  };
  answer('beginPasskeyProof', { ...done, options });
  const { proofs } = needsProof();
  const { user } = open();
  await user.click(screen.getByRole('button', { name: 'Deactivate' }));
  const question = await dialog();
  const use = await question.findByRole('button', { name: 'Use a Passkey Instead' });
  expect(question.queryByRole('button', { name: 'Use a Code Instead' })).not.toBeInTheDocument();
  device.decline();
  await user.click(use);
  await waitFor(() => expect(question.getByRole('alert')).toHaveTextContent('The passkey was not used.'));
  device.accept();
  await user.click(use);
  expect(await screen.findByText('Deactivated')).toBeInTheDocument();
  expect(proofs.map(({ body }) => body)).toEqual([{ passkey: passkeyAnswer }]);
});

test('where a passkey is the only factor, a recovery code does as well', async () => {
  const passkeys = [{ passkeyId: 'AAAA', name: 'My phone', since, lastUsedAt: null }];
  answer('getSecondFactor', { ...withApp, app: null, passkeys });
  const { proofs } = needsProof();
  const { user } = open();
  await user.click(screen.getByRole('button', { name: 'Deactivate' }));
  const question = await dialog();
  await user.click(await question.findByRole('button', { name: 'Use a Recovery Code Instead' }));
  await user.type(question.getByRole('textbox', { name: 'Recovery code' }), 'abcd-efgh-jkmn');
  await user.click(question.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Deactivated')).toBeInTheDocument();
  expect(proofs.map(({ body }) => body)).toEqual([{ code: 'abcd-efgh-jkmn' }]);
});

test('Cancel leaves the page as it was, and says that nothing was done', async () => {
  answer('getSecondFactor', withoutApp);
  const { made, proofs } = needsProof();
  const { user } = open();
  await user.type(screen.getByRole('textbox', { name: 'Note' }), 'typed');
  await user.click(screen.getByRole('button', { name: 'Deactivate' }));
  await user.click((await dialog()).getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText(sentence)).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('typed');
  expect([made, proofs]).toEqual([[], []]);
});

test('the same command is sent again with its key; calls made at the same time share one question', async () => {
  answer('getSecondFactor', withoutApp);
  refuse('exportCsv', 'proof.needed');
  const { made } = needsProof();
  const { user } = open();
  const sent = call('deactivatePerson', person, { key: 'the-intent' });
  const saving = download('exportCsv', { clientId: anAdmin.clientId }).catch((error: Error) => error.message);
  const question = await dialog();
  refuse('exportCsv', 'service.fault');
  await user.type(question.getByLabelText('Password'), 'Dayline#2026');
  await user.click(question.getByRole('button', { name: 'Confirm' }));
  expect(await sent).toEqual(done);
  expect(await saving).not.toBe(sentence);
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(made.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual(['the-intent']);
});

test('an export waits for it too', async () => {
  answer('getSecondFactor', withoutApp);
  refuse('exportCsv', 'proof.needed');
  const { user } = open();
  const saving = download('exportCsv', { clientId: anAdmin.clientId }).catch((error: Error) => error.message);
  await user.click((await dialog()).getByRole('button', { name: 'Cancel' }));
  expect(await saving).toBe(sentence);
});

test('it is closed when the session ends: nothing is sent under the next person’s name', async () => {
  answer('getSecondFactor', withoutApp);
  const { made, proofs } = needsProof();
  const { user } = open();
  await user.click(screen.getByRole('button', { name: 'Deactivate' }));
  await dialog();
  setNavigation({ here: () => ({ to: '/account', state: null }), go: () => undefined });
  act(() => endSession());
  expect(await screen.findByText(sentence)).toBeInTheDocument();
  expect([made, proofs]).toEqual([[], []]);
});
