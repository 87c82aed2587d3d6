import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ask } from '../clinic/http-calls.ts';
import { inspect } from '../clinic/look.ts';
import { answer } from '../clinic/pages/question.ts';
import { clockTime, shortDate } from '../clinic/pages/words.ts';
import { clinicDate, doctorNamed, laterSlots } from '../clinic/slots.ts';
import { expect, test } from '../clinic/story.ts';

test('a time whose last places a partner holds is hatched on the open board, until one is released', async ({
  arrive,
  clinic,
}) => {
  const { context, user, open } = await arrive('desk1');
  const { clientId } = user;
  const scopes = ['appointments:book' as const];
  const { apiKey } = await ask(context.request, 'issueApiKey', { clientId, name: 'Kiosk', scopes, days: 1 });
  let made = 0;
  const partner = async (path: string, body: object) => {
    made += 1;
    const headers = { authorization: `Bearer ${apiKey}`, 'idempotency-key': `connections-${made}` };
    const answer = await fetch(new URL(path, clinic.urls[0]), {
      ...{ method: 'POST', body: JSON.stringify(body) },
      headers: { ...headers, 'content-type': 'application/json' },
    });
    expect(answer.status).toBe(200);
    return answer.json();
  };
  const doctor = await doctorNamed(context.request, clientId, 'Dr. Asha Menon');
  const slots = await laterSlots(context.request, doctor.pocId, (all) => all.some(({ free }) => free > 0));
  const slot = slots.find(({ free }) => free > 0);
  if (!slot) throw new Error('Nothing is free.');
  const page = await open('/doctors');
  await page.getByRole('link', { name: `View Appointments, ${doctor.name}` }).click();
  await page.getByPlaceholder('Search by date, day or time...').fill(clockTime(slot.time));
  const name = new RegExp(`^${clockTime(slot.time)}.*${shortDate(slot.date)}\\b`);
  const card = page.getByRole('list', { name: 'Slots' }).getByRole('button', { name });
  await expect(card).toContainText(`${slot.free} free`);

  const slotId = `${doctor.pocId}_${slot.date.replaceAll('-', '')}_${slot.time.replace(':', '')}`;
  const held: { appointmentId: string }[] = [];
  for (let place = 0; place < slot.free; place += 1) {
    held.push(await partner('/api/v1/holds', { slotId, phone: `+9198761${String(50_000 + place)}` }));
  }
  await expect(card).toContainText('Held until');
  await inspect(page, 'a held place on the board');
  await partner('/api/v1/holds/release', { appointmentId: held[0]?.appointmentId });
  await expect(card).toContainText('1 free');
});

test('a webhook is added, tested, sent what happens, and sent one event again', async ({ arrive }) => {
  const received: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
  const receiver = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    received.push({ headers: request.headers, body });
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  // Cast is safe: a server that listens on a port has such an address.
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const { context, user, open } = await arrive('desk1');
  const page = await open('/settings/connections');
  await page.getByRole('button', { name: 'Add Webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Webhook' });
  await dialog.getByRole('textbox', { name: 'Address' }).fill(`http://${host}/dayline`);
  await dialog.getByRole('button', { name: 'Add Webhook' }).click();
  const shown = page.getByRole('dialog', { name: `Secret of ${host}` });
  const secret = await shown.getByRole('textbox', { name: 'Secret' }).inputValue();
  await shown.getByRole('button', { name: 'Close' }).click();
  const choose = async (item: string) => {
    await page.getByRole('button', { name: `More for ${host}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Send Test Event');
  await expect.poll(() => received.length).toBe(1);
  const [{ headers, body } = { headers: {} as IncomingHttpHeaders, body: '' }] = received;
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);

  const { pocId } = await doctorNamed(context.request, user.clientId, 'Dr. Asha Menon');
  const date = (await ask(context.request, 'listAvailableDates', { pocId })).filter((day) => day > clinicDate()).at(-1);
  await ask(context.request, 'blockDay', { pocId, date: date ?? '', timings: [] });
  await expect.poll(() => received.length).toBe(2);
  await ask(context.request, 'unblockSlot', { pocId, date: date ?? '' });
  await expect.poll(() => received.length).toBe(3);
  await page.getByRole('button', { name: 'Deliveries' }).click();
  const deliveries = page.getByRole('dialog', { name: `Deliveries to ${host}` });
  await expect(deliveries.getByText('slots.blocked', { exact: true })).toBeVisible();
  await inspect(page, 'deliveries of a webhook');
  const blocked = deliveries.getByRole('listitem').filter({ hasText: 'slots.blocked' });
  await blocked.getByRole('button', { name: 'Send Again' }).click();
  await expect.poll(() => received.length).toBe(4);
  expect(received[3]?.headers['webhook-id']).toBe(received[1]?.headers['webhook-id']);
  expect(received[3]?.body).toBe(received[1]?.body);
  await deliveries.getByRole('button', { name: 'Close' }).click();
  await choose('Remove');
  await answer(page.getByRole('alertdialog'), 'Remove');
  await expect(page.getByRole('button', { name: `More for ${host}` })).toHaveCount(0);
  receiver.close();
  receiver.closeAllConnections();
});
