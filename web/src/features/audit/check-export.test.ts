import { exportFormat, sealedText, sealText } from '@dayline/contracts/export-check';
import { digestText, leafText } from '@dayline/contracts/log-digest';
import { headText } from '@dayline/contracts/signed-head';
import { CannotCheck, checkExport } from './check-export.ts';

const { subtle } = crypto;
const base64 = (bytes: ArrayBuffer): string => btoa(String.fromCharCode(...new Uint8Array(bytes)));
const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
const sha256 = async (text: string): Promise<string> =>
  hex(await subtle.digest('SHA-256', new TextEncoder().encode(text)));

/** An export of one entry, made by the browser's cryptography alone. */
async function anExport() {
  const pair = (await subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair;
  const publicKey = base64(await subtle.exportKey('spki', pair.publicKey));
  const key = { keyId: 'test', algorithm: 'Ed25519' as const, publicKey };
  const sign = async (text: string): Promise<string> =>
    base64(await subtle.sign('Ed25519', pair.privateKey, new TextEncoder().encode(text)));
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
  ].map((line) => JSON.stringify(line));
  let seal = '';
  for (const line of lines) seal = await sha256(sealText(seal, line));
  const end = { entries: 1, leftOut: 0, seal, keyId: 'test', signature: await sign(sealedText(seal)) };
  return { keys: [key], text: `${[...lines, JSON.stringify({ end })].join('\n')}\n` };
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
