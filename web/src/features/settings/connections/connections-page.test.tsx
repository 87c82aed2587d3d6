import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { anAdmin, anAuditor, testId } from '../../../shared/testing/identities.ts';
import { show } from '../../../shared/testing/render.tsx';
import { answer, loseConnection } from '../../../shared/testing/server.ts';
import ConnectionsPage from './connections-page.tsx';

const laboratory: ResponseOf<'listApiKeys'>[number] = {
  apiKeyId: testId(301),
  name: 'Laboratory',
  scopes: ['slots:read', 'appointments:read'],
  issuedAt: '2026-11-20T04:30:00.000Z',
  until: '2027-01-31T04:30:00.000Z',
  revokedAt: null,
  lastUsedAt: '2026-11-20T04:45:00.000Z',
  calls: 1_250,
  refusals: 3,
};
const keys = [
  laboratory,
  { ...laboratory, apiKeyId: testId(302), name: 'Old Kiosk', until: '2026-11-01T04:30:00.000Z', lastUsedAt: null },
  { ...laboratory, apiKeyId: testId(303), name: 'Gone', revokedAt: '2026-11-20T05:00:00.000Z' },
];
const done = { success: true as const, message: 'ok', position: '1' };
const open = (as = anAdmin) => show(<ConnectionsPage />, { as, at: '/settings/connections' });
const bodies = (requests: readonly { body: unknown }[]) => requests.map(({ body }) => body);
const { clientId } = anAdmin;
beforeEach(() => void answer('listWebhooks', []));

async function choose({ user }: ReturnType<typeof open>, name: string, item: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: `More for ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
}

test('keys are listed with what they may do and when they end; revoked ones are counted', async () => {
  answer('listApiKeys', keys);
  const { container } = open();
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(
      /^Laboratorydl_01J000…1,250 calls in 30 days, 3 refused\. Last used Nov 20, 10:15 AM\.read free timesread appointmentsExpires Jan 31, 2027/,
    ),
    expect.stringMatching(/^Old Kiosk.*Not used in the last 30 days\..*Expired Nov 1/),
  ]);
  expect(screen.getByText('1 revoked')).toBeVisible();
  expect(await axe(container)).toHaveNoViolations();
});

test('an auditor reads, and changes nothing', async () => {
  answer('listApiKeys', keys);
  open(anAuditor);
  await screen.findByText('Laboratory');
  expect(screen.queryByRole('button', { name: 'Issue Key' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'More for Laboratory' })).toBeNull();
});

test('a key is issued with a name and scopes, and shown once', async () => {
  answer('listApiKeys', []);
  const apiKey = `dl_${testId(304)}_secret`;
  const issued = answer('issueApiKey', { ...done, apiKeyId: testId(304), apiKey, until: laboratory.until });
  const { user, container } = open();
  expect(await screen.findByText('No API keys yet')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Issue Key' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Issue Key' }));
  await user.click(dialog.getByRole('button', { name: 'Issue Key' }));
  expect(dialog.getByText('Please enter a name.')).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Laboratory');
  await user.click(dialog.getByRole('button', { name: 'Issue Key' }));
  expect(dialog.getByText('Please choose what the key may do.')).toBeVisible();
  for (const box of ['read appointments', 'read free times']) {
    // A double click toggles a checkbox twice.
    fireEvent.click(dialog.getByRole('checkbox', { name: box }));
  }
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Expires in' }), '1 year');
  expect(await axe(container)).toHaveNoViolations();
  await user.click(dialog.getByRole('button', { name: 'Issue Key' }));
  const shown = within(await screen.findByRole('dialog', { name: 'Key for Laboratory' }));
  expect(shown.getByRole('textbox', { name: 'API key' })).toHaveValue(apiKey);
  const scopes = ['slots:read', 'appointments:read'];
  expect(bodies(issued)).toEqual([{ clientId, name: 'Laboratory', scopes, days: 365 }]);
  await user.click(shown.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('Key copied')).toBeVisible();
  await user.click(shown.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText(apiKey)).toBeNull();
});

test('what a key may do is changed', async () => {
  answer('listApiKeys', keys);
  const changed = answer('changeApiKeyScopes', done);
  const page = open();
  await choose(page, 'Laboratory', 'Change');
  const dialog = within(await screen.findByRole('dialog', { name: 'What Laboratory may do' }));
  fireEvent.click(dialog.getByRole('checkbox', { name: 'look up patients by phone' }));
  fireEvent.click(dialog.getByRole('checkbox', { name: 'read free times' }));
  await page.user.click(dialog.getByRole('button', { name: 'Save' }));
  const scopes = ['patients:lookup', 'appointments:read'];
  await waitFor(() => expect(bodies(changed)).toEqual([{ clientId, apiKeyId: laboratory.apiKeyId, scopes }]));
});

test('a key is revoked after a question', async () => {
  answer('listApiKeys', keys);
  const revoked = answer('revokeApiKey', done);
  const page = open();
  await choose(page, 'Laboratory', 'Revoke');
  const question = within(await screen.findByRole('alertdialog', { name: 'Revoke Laboratory?' }));
  await page.user.click(question.getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(bodies(revoked)).toEqual([{ clientId, apiKeyId: laboratory.apiKeyId }]));
});

test('a list that cannot be loaded says so', async () => {
  loseConnection('listApiKeys');
  open();
  expect(await screen.findByText('Failed to load the API keys. Please try again.')).toBeVisible();
});
