import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMail } from '@dayline/runtime/mail/open';
import type { Letter } from '@dayline/runtime/mail/port';
import { openSqliteVault } from '@dayline/vault/sqlite/open';
import { LetterSender } from './sender.ts';

const letter: Letter = { to: 'desk@sunrise.example', subject: 'A link', text: 'A link', html: '<p>A link</p>' };

/** A mail server that greets, and then sends its next answer line by line, without ever finishing it. */
async function dripping() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let drip: NodeJS.Timeout | undefined;
    socket.write('220 mail.example\r\n');
    socket.once('data', () => {
      drip = setInterval(() => socket.write('250-Please wait\r\n'), 5);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(drip);
      sockets.delete(socket);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Cast is safe: a server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, sockets, close: () => server.close() };
}

async function waitUntil(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
}

test('while the outbox can’t be read, that is one line, and its end another', async () => {
  let reads = 0;
  const lines: string[] = [];
  const note = (_about: object, line?: string) => void lines.push(line ?? '');
  const sender = new LetterSender({
    outbox: {
      claim: async () => {
        reads += 1;
        if (reads <= 3) throw new Error('unavailable');
        return null;
      },
      ...{ done: async () => undefined, retryIn: async () => undefined },
    },
    mail: { send: async () => undefined, close: async () => undefined },
    clock: { now: () => 0 },
    logger: { info: note, warn: note, error: note },
    write: async () => null,
    onSent: () => undefined,
  });
  await waitUntil(() => reads > 4);
  await sender.stop();
  expect(lines).toEqual([
    'letters to send could not be read; they are looked for again',
    'letters to send are read again',
  ]);
});

test('a mail server that takes longer than the lease loses the letter, before another process sends it again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dayline-sender-'));
  const vault = await openSqliteVault({ path: join(folder, 'vault.db'), masterKey: Buffer.alloc(32, 1) });
  const server = await dripping();
  const lines: { reason?: unknown; tries?: unknown }[] = [];
  const logger = { info: () => undefined, warn: (about: object) => void lines.push(about), error: () => undefined };
  const mail = openMail(
    { smtpUrl: server.url, mailPerSecond: 10, mailFrom: 'no-reply@dayline.example', dataDir: folder, production: true },
    { info: () => undefined },
  );
  await vault.outbox.add({ id: 'a', kind: 'contact', payload: '{"kind":"contact"}', addedAt: Date.now(), keep: false });
  let written = 0;
  const sender = new LetterSender({
    outbox: vault.outbox,
    mail,
    clock: { now: () => Date.now() },
    logger,
    async write() {
      written += 1;
      return { letter, about: null };
    },
    onSent: () => {
      throw new Error('Nothing is sent.');
    },
    maxSendingMs: 100,
  });
  await waitUntil(() => lines.length === 1);
  expect(lines).toMatchObject([{ tries: 1 }]);
  await waitUntil(() => server.sockets.size === 0);
  expect(written).toBe(1);
  await waitUntil(async () => (await vault.outbox.inTrouble()) === 1);
  await sender.stop();
  await vault.close();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});
