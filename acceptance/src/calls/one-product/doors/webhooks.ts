import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '../../../testing/event-file.ts';
import { readAfter } from '../../../testing/http-caller.ts';
import { hours, type StartedClinic, sharedClinic } from '../../../testing/started-clinic.ts';

/** Webhooks on the started product, with a receiver on this machine. */

describe('a webhook', () => {
  let clinic: StartedClinic;
  let pocId = '';
  let url = '';
  let status = 200;
  const received: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    received.push({ headers: request.headers, body });
    response.writeHead(status).end('taken');
  });
  beforeAll(async () => {
    clinic = await sharedClinic();
    pocId = await clinic.newDoctor(hours('09:00', '11:00', 2));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // Cast is safe: a server that listens on a port has such an address.
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/dayline`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const typesReceived = () => received.map(({ body }) => JSON.parse(body).type);
  const list = async (position: string | null = null) => {
    const { auditor, clientId } = clinic;
    return (await auditor.call('listWebhooks', { clientId }, readAfter(position))).reply();
  };

  test('is sent what happens, lists its deliveries, and sends one again', async () => {
    const { admin, doctor, stranger, clientId } = clinic;
    const request = { clientId, url, types: ['slots.blocked' as const, 'slots.unblocked' as const] };
    expect((await doctor.call('addWebhook', request)).failure().code).toBe('access.role');
    expect((await admin.call('addWebhook', { ...request, url: 'http://10.0.0.1/' })).failure().code).toBe(
      'webhook.address',
    );
    const key = { 'Idempotency-Key': 'webhook-of-tests-1' };
    const added = (await admin.call('addWebhook', request, key)).reply();
    expect((await admin.call('addWebhook', request, key)).reply()).toEqual(added);
    const { webhookId, secret } = added;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);

    const date = clinic.inDays(6);
    (await admin.call('blockDay', { pocId, date })).reply();
    (await admin.call('unblockSlot', { pocId, date })).reply();
    await eventually('both are sent', async () => received.length >= 2);
    expect(typesReceived()).toEqual(['slots.blocked', 'slots.unblocked']);
    expect(received[0]?.headers['webhook-id']).toBe(JSON.parse(received[0]?.body ?? '{}').id);

    const kept = await eventually('both are kept', async () => {
      const deliveries = (await admin.call('listDeliveries', { clientId, webhookId })).reply();
      return deliveries.length === 2 && deliveries;
    });
    expect(kept).toMatchObject([{ type: 'slots.unblocked', status: 200, attempt: 1, answer: 'taken' }, {}]);
    const deliveryId = kept[1]?.deliveryId ?? '';
    const again = (await admin.call('sendDeliveryAgain', { clientId, webhookId, deliveryId })).reply();
    expect(again).toMatchObject({ status: 200, position: null });
    expect(received[2]?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id']);
    status = 500;
    expect((await admin.call('testWebhook', { clientId, webhookId })).reply().status).toBe(500);
    status = 200;
    expect(typesReceived()).toEqual(['slots.blocked', 'slots.unblocked', 'slots.blocked', 'webhook.test']);
    const own = stranger.user.clientId;
    expect((await stranger.call('listDeliveries', { clientId: own, webhookId })).failure().code).toBe(
      'webhook.unknown',
    );
    expect((await stranger.call('testWebhook', { clientId: own, webhookId })).failure().code).toBe('webhook.unknown');
  });

  test('waits while it is disabled, is replayed, and removed', async () => {
    const { admin, clientId } = clinic;
    received.length = 0;
    const [{ webhookId = '' } = {}] = await list();
    const types = ['slots.blocked' as const];
    const changed = (await admin.call('changeWebhook', { clientId, webhookId, url: `${url}/2`, types })).reply();
    const rotated = (await admin.call('rotateWebhookSecret', { clientId, webhookId })).reply();
    expect(rotated.secret).toMatch(/^whsec_/);
    (await admin.call('switchWebhook', { clientId, webhookId, isEnabled: false })).reply();
    const blocked = (await admin.call('blockDay', { pocId, date: clinic.inDays(7) })).reply();
    const [waiting] = await list(blocked.position);
    expect(waiting).toMatchObject({ webhookId, url: `${url}/2`, types, disabled: 'admin', waiting: 1, hasMore: false });
    const from = { after: changed.position ?? '' };
    (await admin.call('replayWebhook', { clientId, webhookId, from })).reply();
    await eventually('it is sent', async () => received.length > 0);
    expect(typesReceived()).toEqual(['slots.blocked']);
    await eventually('nothing waits', async () => (await list())[0]?.waiting === 0);
    const beyond = { after: '9'.repeat(16) };
    expect((await admin.call('replayWebhook', { clientId, webhookId, from: beyond })).failure().code).toBe(
      'request.invalid',
    );
    (await admin.call('removeWebhook', { clientId, webhookId })).reply();
    expect(await list()).toEqual([]);
    const activity = (await admin.call('listActivity', { clientId, pageSize: 50 })).reply();
    expect(activity.entries.map(({ sentence }) => sentence)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^removed the webhook 127\.0\.0\.1:\d+\.$/)]),
    );
  });
});
