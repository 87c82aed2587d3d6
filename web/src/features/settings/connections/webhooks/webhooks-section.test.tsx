import { publicEventTypes } from '@dayline/contracts/api-keys/public-event-types';
import type { ResponseOf } from '@dayline/contracts/endpoints/table';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { axe } from 'jest-axe';
import { anAdmin, anAuditor, testId } from '../../../../shared/testing/identities.ts';
import { show } from '../../../../shared/testing/render.tsx';
import { answer, loseConnection } from '../../../../shared/testing/server.ts';
import { WebhooksSection } from './webhooks-section.tsx';

const lims: ResponseOf<'listWebhooks'>[number] = {
  webhookId: testId(311),
  url: 'https://lims.example/dayline',
  types: ['appointment.booked', 'appointment.moved'],
  ...{ disabled: null, waiting: 0, hasMore: false, waitingSince: null },
  last: { at: '2026-11-21T04:10:00.000Z', ms: 84, status: 200, attempt: 1, nextAt: null },
};
const billing: typeof lims = {
  ...{ ...lims, webhookId: testId(312), url: 'https://billing.example/', types: ['appointment.paid'], waiting: 87 },
  last: { at: '2026-11-21T04:00:00.000Z', ms: 1_200, status: 503, attempt: 6, nextAt: '2026-11-21T09:10:00.000Z' },
};
const reports: typeof lims = {
  ...billing,
  webhookId: testId(313),
  url: 'https://reports.example/',
  disabled: 'failed',
};
const { clientId } = anAdmin;
const [webhookId, secret] = [lims.webhookId, 'whsec_c2VjcmV0'];
const done = { success: true as const, message: 'ok', position: '1' };
const open = (as = anAdmin) => show(<WebhooksSection />, { as, at: '/settings/connections' });
const bodies = (requests: readonly { body: unknown }[]) => requests.map(({ body }) => body);

async function choose({ user }: ReturnType<typeof open>, host: string, item: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: `More for ${host}` }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
}

test('webhooks are listed with their state, what waits and the last delivery', async () => {
  answer('listWebhooks', [lims, billing, reports]);
  const { container } = open();
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^lims\.example2 typesUp to date200, /),
    expect.stringMatching(/^billing\.example1 typeRetrying, 6 of 1087 events wait503, /),
    expect.stringMatching(/^reports\.example1 typeDisabled: its last try failed87 events wait/),
  ]);
  expect(await axe(container)).toHaveNoViolations();
});

test('an auditor reads, and changes nothing', async () => {
  answer('listWebhooks', [lims]);
  open(anAuditor);
  expect(await screen.findByText('lims.example')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add Webhook' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'More for lims.example' })).toBeNull();
});

test('one is added with an address and types, and its secret is shown once', async () => {
  answer('listWebhooks', []);
  const added = answer('addWebhook', { ...done, webhookId, secret });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Add Webhook' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Webhook' }));
  await user.click(dialog.getByRole('button', { name: 'Add Webhook' }));
  expect(dialog.getByText('Please enter an address that begins with https.')).toBeVisible();
  await user.type(dialog.getByRole('textbox', { name: 'Address' }), lims.url);
  // A double click toggles a checkbox twice.
  fireEvent.click(dialog.getByRole('checkbox', { name: 'payments' }));
  await user.click(dialog.getByRole('button', { name: 'Add Webhook' }));
  const shown = within(await screen.findByRole('dialog', { name: 'Secret of lims.example' }));
  expect(shown.getByRole('textbox', { name: 'Secret' })).toHaveValue(secret);
  const types = publicEventTypes.filter((type) => type !== 'appointment.paid');
  expect(bodies(added)).toEqual([{ clientId, url: lims.url, types }]);
  await user.click(shown.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('Secret copied')).toBeVisible();
  await user.click(shown.getByRole('button', { name: 'Close' }));
});

test('one is changed, and replayed', async () => {
  answer('listWebhooks', [lims]);
  const changed = answer('changeWebhook', done);
  const replayed = answer('replayWebhook', done);
  const page = open();
  await choose(page, 'lims.example', 'Change');
  const dialog = within(await screen.findByRole('dialog', { name: 'Change lims.example' }));
  fireEvent.click(dialog.getByRole('checkbox', { name: 'moved appointments' }));
  await page.user.click(dialog.getByRole('button', { name: 'Save' }));
  const types = ['appointment.booked'];
  await waitFor(() => expect(bodies(changed)).toEqual([{ clientId, url: lims.url, types, webhookId }]));
  expect(await screen.findByText('lims.example changed')).toBeVisible();
  await choose(page, 'lims.example', 'Replay');
  const replay = within(await screen.findByRole('dialog', { name: 'Replay to lims.example' }));
  await page.user.selectOptions(replay.getByRole('combobox', { name: 'From' }), 'the last 3 days');
  await page.user.click(replay.getByRole('button', { name: 'Replay' }));
  await waitFor(() => expect(bodies(replayed)).toEqual([{ clientId, webhookId, from: { since: expect.any(String) } }]));
});

test('the secret is rotated after a question, and the new one is shown', async () => {
  answer('listWebhooks', [lims]);
  const rotated = answer('rotateWebhookSecret', { ...done, secret });
  const page = open();
  await choose(page, 'lims.example', 'Rotate Secret');
  const question = within(await screen.findByRole('alertdialog', { name: 'Rotate the secret of lims.example?' }));
  await page.user.click(question.getByRole('button', { name: 'Rotate Secret' }));
  expect(await screen.findByRole('dialog', { name: 'Secret of lims.example' })).toBeVisible();
  expect(bodies(rotated)).toEqual([{ clientId, webhookId }]);
});

test('one is disabled and enabled, tested and removed', async () => {
  answer('listWebhooks', [lims, reports]);
  const switched = answer('switchWebhook', done);
  const tested = answer('testWebhook', { ...done, message: 'The receiver took it: 200.', position: null, status: 200 });
  const removed = answer('removeWebhook', done);
  const page = open();
  await choose(page, 'lims.example', 'Disable');
  await waitFor(() => expect(bodies(switched)).toEqual([{ clientId, webhookId, isEnabled: false }]));
  await choose(page, 'reports.example', 'Enable');
  await waitFor(() => expect(bodies(switched)[1]).toEqual({ clientId, webhookId: reports.webhookId, isEnabled: true }));
  await choose(page, 'lims.example', 'Send Test Event');
  await waitFor(() => expect(bodies(tested)).toEqual([{ clientId, webhookId }]));
  await choose(page, 'lims.example', 'Remove');
  const question = within(await screen.findByRole('alertdialog', { name: 'Remove lims.example?' }));
  await page.user.click(question.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(bodies(removed)).toEqual([{ clientId, webhookId }]));
});

test('deliveries are listed with what was answered, and one is sent again', async () => {
  answer('listWebhooks', [lims]);
  const delivery = {
    ...{ deliveryId: testId(321), eventId: testId(322), type: 'appointment.booked', at: '2026-11-21T04:10:00.000Z' },
    ...{ ms: 84, attempt: 1, status: 200, error: null, sent: '{"id":"1"}', answer: 'taken' },
  };
  answer('listDeliveries', [
    delivery,
    { ...delivery, deliveryId: testId(323), status: null, error: 'no answer in time' },
  ]);
  const sent = answer('sendDeliveryAgain', { ...done, position: null, status: 200 });
  const { user, container } = open();
  await user.click(await screen.findByRole('button', { name: 'Deliveries to lims.example' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Deliveries to lims.example' }));
  expect(await dialog.findByText('no answer in time')).toBeVisible();
  expect(await axe(container)).toHaveNoViolations();
  expect(dialog.getAllByText('Request and answer')[0]).toBeVisible();
  expect(dialog.getAllByText('{"id":"1"}')[0]).toBeInTheDocument();
  expect(dialog.getAllByText('taken')[0]).toBeInTheDocument();
  const [first] = dialog.getAllByRole('button', { name: 'Send Again' });
  if (first) await user.click(first);
  await waitFor(() => expect(bodies(sent)).toEqual([{ clientId, webhookId, deliveryId: delivery.deliveryId }]));
});

test('a list that cannot be loaded says so', async () => {
  loseConnection('listWebhooks');
  open();
  expect(await screen.findByText('Failed to load the webhooks. Please try again.')).toBeVisible();
});
