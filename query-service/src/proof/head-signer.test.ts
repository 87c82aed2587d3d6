import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { streams } from '@dayline/contracts/events/categories';
import { headText, type SignedHead } from '@dayline/contracts/proof/signed-head';
import { followToEnd } from '@dayline/event-log/follower';
import { isSignedBy, openSigner, publicKeys } from '@dayline/event-log/sealed-log/signing';
import { memoryKeyRing } from '@dayline/runtime/testing/memory-key-ring';
import type { OutboxJob } from '@dayline/vault/onboarding-port';
import type { FollowerPlace, Vault } from '@dayline/vault/port';
import { activityOf } from '../activity/activity.ts';
import type { TestClinic } from '../testing/clinic.ts';
import { frontDesk, openSunrise, sunrise } from '../testing/sunrise.ts';
import { deliverHeads, headDelivery } from './head-delivery.ts';
import { HeadSigner } from './head-signer.ts';

let clinic: TestClinic;
let folder: string;
beforeEach(async () => {
  clinic = await openSunrise();
  await clinic.project();
  folder = mkdtempSync(join(tmpdir(), 'dayline-heads-'));
});
afterEach(async () => {
  await clinic.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What the processes of a test share. */
interface Shared {
  cursor: FollowerPlace | null;
  readonly mailed: Map<string, string>;
}
const emptyShared = (): Shared => ({ cursor: null, mailed: new Map() });

/** A process that signs and delivers. */
function signing(auditHeadDir: string | null, shared: Shared) {
  const faults: unknown[] = [];
  const { clock, sealedLog, eventLog: log, keys } = clinic;
  const logger = { info: () => undefined, error: (about: object) => faults.push(about) };
  const signer = new HeadSigner({
    log: sealedLog,
    activity: activityOf(clinic.activity, clinic.sealedLog, clinic),
    keys,
    clock,
    logger,
    config: { auditHeadMinutes: 60 },
  });
  const vault = {
    followers: {
      read: async () => shared.cursor,
      async advance(_name: string, from: string | null, to: FollowerPlace) {
        if ((shared.cursor?.position ?? null) !== from) return false;
        shared.cursor = to;
        return true;
      },
    },
    outbox: {
      add: async ({ id, payload }: Pick<OutboxJob, 'id' | 'payload'>) => {
        shared.mailed.set(id, payload);
      },
    },
    // Cast is safe: the delivery uses no other part of the outbox.
  } as unknown as Pick<Vault, 'followers' | 'outbox'>;
  const delivery = { log, vault, clock, logger, config: { auditHeadDir, auditHeadMail: 'auditor@board.example' } };
  return { signer, delivery, faults };
}
const filesIn = (of: string): SignedHead[] =>
  readdirSync(of)
    .sort()
    .map((file) => JSON.parse(readFileSync(join(of, file), 'utf8')));

async function delivered({ signer, delivery }: ReturnType<typeof signing>): Promise<void> {
  await signer.sign();
  await followToEnd(headDelivery(delivery));
}
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}
const signIn = () =>
  clinic.append(streams.account(frontDesk.id), sunrise.clientId, frontDesk, {
    type: 'SignedIn',
    data: { role: 'admin' },
  });

test('what is signed is in the log, in the folder and in the mail, the same', async () => {
  const shared = emptyShared();
  await delivered(signing(folder, shared));
  const [head] = filesIn(folder);
  const [event] = await clinic.sealedLog.readStream(streams.logHeads);
  expect(event?.data).toEqual(head);
  expect([...shared.mailed]).toEqual([
    [event?.id, JSON.stringify({ kind: 'logHead', to: 'auditor@board.example', head })],
  ]);
  const keys = await publicKeys(clinic.keys);
  expect(head && isSignedBy(keys, head, headText(head))).toBe(true);
  expect(head && isSignedBy(keys, head, headText({ ...head, events: head.events + 1 }))).toBe(false);
});

test('nothing is signed again while nothing but the head was appended', async () => {
  const shared = emptyShared();
  await delivered(signing(folder, shared));
  await clinic.project();
  await delivered(signing(folder, shared));
  expect(filesIn(folder)).toHaveLength(1);
  await signIn();
  await clinic.project();
  await delivered(signing(folder, shared));
  expect(filesIn(folder).map(({ events }) => events)).toEqual([expect.any(Number), expect.any(Number)]);
  expect(shared.mailed.size).toBe(2);
});

test('of two processes that sign at once one appends, and both hand out its head', async () => {
  const shared = emptyShared();
  const [first, second] = [signing(null, shared), signing(null, shared)];
  const heads = await Promise.all([first.signer.sign(), second.signer.sign()]);
  expect(heads[0]).toEqual(heads[1]);
  expect(await clinic.sealedLog.readStream(streams.logHeads)).toHaveLength(1);
});

test('a folder that cannot be written is reported once, and gets the head later', async () => {
  const shared = emptyShared();
  const blocked = join(folder, 'heads');
  writeFileSync(blocked, 'a file where the folder is to be');
  const { signer, delivery, faults } = signing(blocked, shared);
  await signer.sign();
  const delivering = deliverHeads(delivery);
  await until(() => delivering.status().trouble !== null);
  expect(delivering.status()).toMatchObject({ name: 'log-heads', trouble: expect.stringContaining('EEXIST') });
  rmSync(blocked);
  await until(() => shared.cursor !== null);
  await delivering.stop();
  expect(faults).toEqual([{ follower: 'log-heads', err: expect.objectContaining({ code: 'EEXIST' }) }]);
  expect(filesIn(blocked)).toHaveLength(1);
});

test('a head that an export signs is delivered at once, also where the product stops within the minute', async () => {
  const { signer, delivery } = signing(folder, emptyShared());
  const delivering = deliverHeads(delivery);
  await signer.sign();
  await delivering.stop();
  expect(filesIn(folder)).toHaveLength(1);
});

test('two processes write the same heads into one folder at once, as containers do, where each has the id 1', async () => {
  const processes = [signing(folder, emptyShared()), signing(folder, emptyShared())];
  for (const { signer } of processes) await signer.sign();
  await Promise.all(processes.map(({ delivery }) => followToEnd(headDelivery(delivery))));
  expect(readdirSync(folder)).toHaveLength(1);
});

test('a log that was set back gets no further, with an error, and the cursor stays', async () => {
  const cursor = { position: '9999999999999999', id: 'e', stream: 's', revision: 0 };
  const shared = { ...emptyShared(), cursor };
  const { signer, delivery, faults } = signing(folder, shared);
  await signer.sign();
  const delivering = deliverHeads(delivery);
  await until(() => delivering.status().trouble !== null);
  await delivering.stop();
  expect(delivering.status().trouble).toContain('was set back');
  expect(faults[0]).toMatchObject({ follower: 'log-heads', err: { name: 'EventLogSetBack' } });
  expect(shared.cursor).toEqual(cursor);
  expect(readdirSync(folder)).toEqual([]);
});

test('the signing key is made once, and another installation has another', async () => {
  const [first, second] = await Promise.all([openSigner(clinic.keys), openSigner(clinic.keys)]);
  expect(first.publicKey).toEqual(second.publicKey);
  expect(await publicKeys(clinic.keys)).toEqual([first.publicKey]);
  const elsewhere = memoryKeyRing();
  expect(await publicKeys(elsewhere)).toEqual([]);
  expect((await openSigner(elsewhere)).publicKey.keyId).not.toBe(first.publicKey.keyId);
});

test('the heads of years are read in their order, in steps between which other calls are answered', async () => {
  const { signer } = signing(null, emptyShared());
  const first = await signer.sign();
  if (!first) throw new Error('Nothing was signed.');
  const more = Array.from({ length: 150 }, (_, index) => ({ ...first, events: first.events + index + 1 }));
  for (const data of more) {
    const [last] = await clinic.sealedLog.readStream(streams.logHeads, { direction: 'backward', limit: 1 });
    const metadata = { ...(last?.metadata ?? {}), chain: undefined, keyIds: undefined, schemaVersion: undefined };
    // Cast is safe: it is the stamp of the previous head.
    const event = { id: clinic.newId(), type: 'LogHeadSigned', data, metadata: metadata as never };
    await clinic.sealedLog.append(streams.logHeads, last?.revision ?? 'noStream', last?.metadata.chain ?? '', [event]);
  }
  let isLetGo = false;
  setImmediate(() => {
    isLetGo = true;
  });
  expect((await signer.heads()).map(({ events }) => events)).toEqual([first, ...more].map(({ events }) => events));
  expect(isLetGo).toBe(true);
});
