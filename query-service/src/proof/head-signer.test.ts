import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { streams } from '@dayline/contracts/ids';
import { headText, type SignedHead } from '@dayline/contracts/signed-head';
import { isSignedBy, openSigner, publicKeys } from '@dayline/event-log/sealed-log/signing';
import { memoryKeyRing } from '@dayline/runtime/testing/memory-key-ring';
import type { OutboxJob } from '@dayline/vault/onboarding-port';
import type { Vault } from '@dayline/vault/port';
import { activityOf } from '../activity/activity.ts';
import type { TestClinic } from '../testing/clinic.ts';
import { frontDesk, openSunrise, sunrise } from '../testing/sunrise.ts';
import { createHeadSigner } from './head-signer.ts';

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

/** What a process delivers, with a vault that both processes of a test share. */
function signing(auditHeadDir: string | null, shared: { reached: string | null; mailed: Map<string, string> }) {
  const faults: unknown[] = [];
  const vault = {
    keys: clinic.keys,
    followers: {
      position: async () => shared.reached,
      reached: async (_name: string, position: string) => {
        shared.reached = position;
      },
    },
    outbox: {
      add: async ({ id, payload }: Pick<OutboxJob, 'id' | 'payload'>) => {
        shared.mailed.set(id, payload);
      },
    },
    // Cast is safe: the signer uses no other part of the vault.
  } as unknown as Vault;
  const signer = createHeadSigner({
    log: clinic.sealedLog,
    activity: activityOf(clinic.activity),
    vault,
    clock: clinic.clock,
    logger: { info: () => undefined, error: (about: object) => faults.push(about) },
    config: { auditHeadDir, auditHeadMail: 'auditor@board.example', auditHeadMinutes: 60 },
  });
  return { signer, faults };
}
const filesIn = (of: string): SignedHead[] =>
  readdirSync(of)
    .sort()
    .map((file) => JSON.parse(readFileSync(join(of, file), 'utf8')));

const delivered = ({ signer }: ReturnType<typeof signing>): Promise<boolean> => signer.round();
const signIn = () =>
  clinic.append(streams.account(frontDesk.id), sunrise.clientId, frontDesk, {
    type: 'SignedIn',
    data: { role: 'admin' },
  });

test('what is signed is in the log, in the folder and in the mail, the same', async () => {
  const shared = { reached: null, mailed: new Map<string, string>() };
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
  const shared = { reached: null, mailed: new Map<string, string>() };
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
  const shared = { reached: null, mailed: new Map<string, string>() };
  const [one, other] = [signing(null, shared), signing(null, shared)];
  const heads = await Promise.all([one.signer.sign(), other.signer.sign()]);
  expect(heads[0]).toEqual(heads[1]);
  expect(await clinic.sealedLog.readStream(streams.logHeads)).toHaveLength(1);
});

test('a folder that cannot be written is told, and gets the head later', async () => {
  const shared = { reached: null, mailed: new Map<string, string>() };
  const blocked = join(folder, 'heads');
  writeFileSync(blocked, 'a file where the folder is to be');
  const failing = signing(blocked, shared);
  await delivered(failing);
  expect(failing.faults).toHaveLength(1);
  rmSync(blocked);
  await delivered(signing(blocked, shared));
  expect(filesIn(blocked)).toHaveLength(1);
});

test('the signing key is made once, and another installation has another', async () => {
  const [one, other] = await Promise.all([openSigner(clinic.keys), openSigner(clinic.keys)]);
  expect(one.publicKey).toEqual(other.publicKey);
  expect(await publicKeys(clinic.keys)).toEqual([one.publicKey]);
  const elsewhere = memoryKeyRing();
  expect(await publicKeys(elsewhere)).toEqual([]);
  expect((await openSigner(elsewhere)).publicKey.keyId).not.toBe(one.publicKey.keyId);
});
