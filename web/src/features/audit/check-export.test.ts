import { exportFormat } from '@dayline/contracts/export-check';
import { digestText, leafText } from '@dayline/contracts/log-digest';
import { headText } from '@dayline/contracts/signed-head';
import { CannotCheck, checkExport } from './check-export.ts';
import { aKey, sealed, sha256 } from './signing.fixture.ts';

const { subtle } = crypto;

/** An export of one entry, made by the browser's cryptography alone. */
async function anExport() {
  const { key, sign } = await aKey();
  const utc = '2026-11-21T05:00:00.000Z';
  const content = JSON.stringify({ stream: 'account-1', revision: 0, metadata: { recordedAt: utc } });
  const chain = await sha256(content);
  const leaf = await sha256(leafText({ stream: 'account-1', revision: 0, metadata: { chain } }));
  const head = { position: '0000000000000001', events: 1, digest: await sha256(digestText('', leaf)), signedAt: utc };
  const lines = [
    { format: exportFormat, clientId: '1', clinic: 'Süd', zone: 'UTC', selection: {}, madeAt: utc, key, start: null },
    {
      position: head.position,
      time: utc,
      utc,
      by: 'Asha',
      text: 'signed in.',
      note: null,
      previous: '',
      chain,
      content,
    },
    { head: { ...head, keyId: 'test', signature: await sign(headText(head)) } },
  ];
  return { keys: [key], text: await sealed(lines, sign) };
}

test('an export is whole, and an altered letter of it is told', async () => {
  const { keys, text } = await anExport();
  const verdict = await checkExport(new Blob([text]), keys, subtle);
  expect(verdict).toMatchObject({ faults: [], entries: 1, heads: 1, header: { clinic: 'Süd' } });
  const altered = await checkExport(new Blob([text.replace('Asha', 'Ashe')]), keys, subtle);
  expect(altered.faults.map(({ kind }) => kind)).toEqual(['altered']);
  const unsigned = await checkExport(new Blob([text]), [], subtle);
  expect(unsigned.faults.map(({ kind }) => kind)).toEqual(['forged', 'forged']);
});

test('an empty file is no export', async () => {
  expect((await checkExport(new Blob(['']), [])).faults).toHaveLength(1);
});

test('without cryptography it says so', async () => {
  const unknown = { keyId: 'a', algorithm: 'Ed25519' as const, publicKey: 'AA==' };
  await expect(checkExport(new Blob(['']), [unknown])).rejects.toThrow(CannotCheck);
});
