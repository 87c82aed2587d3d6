import { streams } from '@dayline/contracts/events/categories';
import type { ScannedEvent } from '@dayline/event-log/scan';
import { aliasOf } from '@dayline/runtime/ids/derived';
import { memoryKeyRing } from '@dayline/runtime/testing/memory-key-ring';
import { vaultVerifier } from './verify-vault.ts';

const clientId = '01J0000000000000000000000C';
const accountId = '01J0000000000000000000000A';
const month = '2026-11';
const keyId = streams.signInMonth(clientId, month);

/** A vault whose accounts are known to the log, and a check of one sign-in of an alias. */
async function faultsOf(keys: ReturnType<typeof memoryKeyRing>, alias: string) {
  const people = streams.people(clientId);
  const faults: string[] = [];
  const account = { accountId, clientId, email: 'a@example.org', role: 'admin', name: 'Meera', pocId: null } as const;
  const verifier = vaultVerifier(
    {
      keys,
      accounts: { all: async () => [{ ...account, sessionEpoch: 0, isClosed: false }] },
      erasures: { pending: async () => [] },
    },
    {
      readStream: async (stream) =>
        stream === people || stream === keyId ? [] : ([{ type: 'AccountOpened' }] as never),
    },
    ({ text }) => faults.push(text),
  );
  const metadata = JSON.stringify({ clientId, keyIds: [] });
  const event = { id: 'e', type: 'SignedIn', stream: streams.signIns(clientId, month, alias), revision: 0 };
  const scanned = { ...event, position: '0000000000000001', data: '{}', metadata, fitsChecksum: true };
  await verifier.check([scanned as unknown as ScannedEvent]);
  await verifier.finish();
  return faults;
}

test('a month’s key that makes an account’s alias is right, and a replaced one is found', async () => {
  const keys = memoryKeyRing();
  const key = (await keys.ensure([keyId])).get(keyId) ?? new Uint8Array();
  const alias = aliasOf(key, accountId);
  expect(await faultsOf(keys, alias)).toEqual([]);
  const replaced = memoryKeyRing();
  await replaced.ensure([keyId]);
  expect(await faultsOf(replaced, alias)).toEqual([
    expect.stringContaining(`by the key ${keyId} these sign-ins are nobody's, so the key is another one`),
  ]);
  expect(await faultsOf(memoryKeyRing(), alias)).toEqual([expect.stringContaining('is not in the vault')]);
  const broken = { ...keys, get: () => Promise.reject(new Error('unable to authenticate data')) };
  expect(await faultsOf(broken, alias)).toEqual([expect.stringContaining('is broken in the vault')]);
});
