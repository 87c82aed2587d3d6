import { exportFormat } from '@dayline/contracts/proof/export-format';
import { digestText, leafText } from '@dayline/contracts/proof/log-digest';
import { headText } from '@dayline/contracts/proof/signed-head';
import { CheckImpossible, checkExport, sortFiles } from './check-export.ts';
import { createKey, sealed, sha256 } from './signing.fixture.ts';

const { subtle } = crypto;

/** An export of one entry, made with the browser's cryptography only. */
async function anExport() {
  const { key, sign } = await createKey();
  const utc = '2026-11-21T05:00:00.000Z';
  const content = JSON.stringify({
    stream: 'account-1',
    revision: 0,
    type: 'SignedIn',
    metadata: { recordedAt: utc, actor: { id: '1', name: 'Asha' } },
  });
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
      reason: null,
      note: null,
      previous: '',
      chain,
      content,
    },
    { head: { ...head, keyId: 'test', signature: await sign(headText(head)) } },
  ];
  return { keys: [key], text: await sealed(lines, sign) };
}

test('an export is whole, and an altered letter of it is detected', async () => {
  const { keys, text } = await anExport();
  const verdict = await checkExport(new Blob([text]), { keys, subtle });
  expect(verdict).toMatchObject({ faults: [], entries: 1, heads: 1, header: { clinic: 'Süd' } });
  const altered = await checkExport(new Blob([text.replace('Asha', 'Ashe')]), { keys, subtle });
  expect(altered.faults.map(({ kind }) => kind)).toEqual(['altered']);
  const unsigned = await checkExport(new Blob([text]), { keys: [], subtle });
  expect(unsigned.faults.map(({ kind }) => kind)).toEqual(['forged', 'forged']);
});

test('a kept head is compared, and a later one is not covered', async () => {
  const { keys, text } = await anExport();
  const head = JSON.parse(text.split('\n')[2] ?? '').head;
  const later = { position: '0000000000000009', events: 9, digest: head.digest };
  const files = [new File([JSON.stringify(head)], 'a.json'), new File([JSON.stringify(later)], 'b.json')];
  const { heads, others } = await sortFiles([...files, new File([text], 'export.ndjson')]);
  expect([heads.map(({ name }) => name), others.map(({ name }) => name)]).toEqual([
    ['a.json', 'b.json'],
    ['export.ndjson'],
  ]);
  const storedHeads = heads.map((head) => head.head);
  const verdict = await checkExport(new Blob([text]), { keys, storedHeads, subtle });
  expect(verdict).toMatchObject({
    faults: [],
    kept: { given: 2, compared: 1, later: [later], earlier: [], skipped: [] },
  });
  const rewrittenHead = [{ ...later, position: head.position, events: 1, digest: 'f'.repeat(64) }];
  const rewritten = await checkExport(new Blob([text]), { keys, storedHeads: rewrittenHead, subtle });
  expect(rewritten.faults).toEqual([expect.objectContaining({ line: 2, kind: 'otherHead' })]);
});

test.each([
  ['line ends of Windows', (text: string) => text.replaceAll('\n', '\r\n')],
  ['a byte order mark', (text: string) => `\uFEFF${text}`],
  ['blank lines at the end', (text: string) => `${text}\n\r\n`],
  ['no line end', (text: string) => text.trimEnd()],
])('%s do not count', async (_, change) => {
  const { keys, text } = await anExport();
  expect((await checkExport(new Blob([change(text)]), { keys, subtle })).faults).toEqual([]);
});

test.each([
  ['a blank line within', (text: string) => text.replace('\n', '\n\n'), 2],
  ['a line that is cut', (text: string) => text.slice(0, -40), 4],
])('%s does', async (_, change, line) => {
  const { keys, text } = await anExport();
  expect((await checkExport(new Blob([change(text)]), { keys, subtle })).faults[0]).toMatchObject({ line });
});

test('an empty file is no export', async () => {
  expect((await checkExport(new Blob(['']), { keys: [] })).faults).toHaveLength(1);
});

test('without cryptography it says so', async () => {
  const unknown = { keyId: 'a', algorithm: 'Ed25519' as const, publicKey: 'AA==' };
  await expect(checkExport(new Blob(['']), { keys: [unknown] })).rejects.toThrow(CheckImpossible);
});
