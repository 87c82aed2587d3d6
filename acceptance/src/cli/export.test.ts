import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { canonicalJson } from '@dayline/contracts/json';
import { openSigner, signHead } from '@dayline/event-log/sealed-log/signing';
import { send } from '@dayline/http/testing/send';
import { eventually } from '../testing/event-file.ts';
import type { SignedIn } from '../testing/http-caller.ts';
import { dayline, daylineHere } from '../testing/processes/command-line.ts';
import { type Product, removeData, startProduct, temporaryData } from '../testing/processes/product.ts';
import { sharedSecrets } from '../testing/processes/services.ts';
import { atStores, prepareSmallClinic, type SmallClinic } from '../testing/small-clinic.ts';

const dataDir = temporaryData();
const headDir = join(dataDir, 'heads');
let product: Product;
let clinic: SmallClinic;
let admin: SignedIn;
let lines: string[];
const file = (name: string): string => join(dataDir, name);

/** The script of docs/verifying-exports.md, run as printed there. */
async function outside(...args: string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [file('check.mjs'), ...args], (error, output) => {
      resolve({ code: error ? 1 : 0, output: output.trim() });
    });
  });
}
const inside = (...paths: string[]) => daylineHere(dataDir, ['audit', 'verify', ...paths], '', sharedSecrets);

beforeAll(async () => {
  clinic = await prepareSmallClinic({ ...sharedSecrets, DATA_DIR: dataDir });
  product = await startProduct(dataDir, {
    ...sharedSecrets,
    DEMO: 'off',
    AUDIT_HEAD_DIR: headDir,
    AUDIT_HEAD_MINUTES: '1',
  });
  admin = await clinic.signIn(product.url);
  const page = readFileSync(new URL('../../../docs/verifying-exports.md', import.meta.url), 'utf8');
  writeFileSync(file('check.mjs'), /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '');
  const { text } = await send(product.url, { path: endpoints.listAuditKeys.path, method: 'GET' });
  writeFileSync(file('keys.json'), text);
  lines = await eventually('the activity holds the sign-in', async () => {
    const answer = await send(product.url, {
      path: endpoints.exportNdjson.path,
      body: { clientId: clinic.clientId },
      headers: { cookie: admin.cookie },
    });
    return answer.status === 200 && answer.text.includes('SignedIn') ? answer.text.trimEnd().split('\n') : undefined;
  });
});
afterAll(async () => {
  await product?.stop();
  removeData(dataDir);
});

const lastHead = () => JSON.parse(lines.findLast((line) => line.startsWith('{"head"')) ?? '').head;

function tampered(name: string, change: (lines: string[]) => string[]): string {
  const path = file(name);
  writeFileSync(path, `${change([...lines]).join('\n')}\n`);
  return path;
}

test('an export is whole to an outsider and to the command line with a kept head, and proves too little without', async () => {
  const path = tampered('whole.ndjson', (all) => all);
  writeFileSync(file('kept.json'), JSON.stringify(lastHead()));
  expect(await outside(path, file('keys.json'), file('kept.json'))).toEqual({
    code: 0,
    output: expect.stringMatching(/^kept heads compared: 1 of 1\nwhole: up to entry \d+ of the log$/),
  });
  const whole = await inside(path, file('kept.json'));
  expect([whole.code, whole.output]).toEqual([0, expect.stringMatching(/intact\.$/m)]);

  expect(await outside(path, file('keys.json'))).toEqual({
    code: 1,
    output: expect.stringMatching(/^kept heads compared: 0 of 0\nno kept head was given: without one/),
  });
  const alone = await inside(path);
  expect([alone.code, alone.output]).toEqual([1, expect.stringMatching(/No kept head was given\. Without one/)]);
  expect(alone.error).toMatch(/no kept head was compared\. Give a head of this log that it covers/);
});

test('a report is whole to both too, and not with an altered sum', async () => {
  // A busy machine may have too many readers for a moment, and refuses.
  const { text } = await eventually('the report is answered', async () => {
    const answer = await send(product.url, {
      path: endpoints.exportReportNdjson.path,
      body: { month: '2026-11' },
      headers: { cookie: admin.cookie },
    });
    return answer.status === 200 && answer;
  });
  const path = file('report.ndjson');
  writeFileSync(path, text);
  expect(await outside(path, file('keys.json'))).toEqual({ code: 0, output: 'kept heads compared: 0 of 0\nwhole' });
  expect(await inside(path)).toMatchObject({
    code: 0,
    output: expect.stringMatching(/\d+ lines of a report: intact\.$/),
  });
  writeFileSync(path, text.replace('"visits":0', '"visits":1'));
  expect(await outside(path, file('keys.json'))).toMatchObject({ code: 1, output: expect.stringMatching(/altered/) });
  expect(await inside(path)).toMatchObject({ code: 1, output: expect.stringContaining('Lines were altered.') });
});

test('a head that was written out fits the export, and another is detected', async () => {
  const head = lastHead();
  const path = tampered('kept.ndjson', (all) => all);
  writeFileSync(file('head.json'), JSON.stringify(head));
  expect(await outside(path, file('keys.json'), file('head.json'))).toEqual({
    code: 0,
    output: expect.stringMatching(/^kept heads compared: 1 of 1\nwhole: /),
  });
  const { position, events } = head;
  const otherHead = { position, events, digest: '0'.repeat(64) };
  writeFileSync(file('head.json'), JSON.stringify(otherHead));
  expect((await outside(path, file('keys.json'), file('head.json'))).output).toMatch(
    /other entries up to here than in/,
  );
  writeFileSync(file('head.json'), JSON.stringify({ ...head, digest: otherHead.digest }));
  expect((await outside(path, file('keys.json'), file('head.json'))).output).toMatch(/a forged head/);
});

test('a signed head of another log is detected, though the file has none at its place, and a later one proves that the log was set back', async () => {
  const signer = await atStores({ DATA_DIR: dataDir }, ({ vault }) => openSigner(vault.keys));
  const path = tampered('rewritten.ndjson', (all) => all);
  const signed = (events: number) => {
    const position = String(events).padStart(16, '0');
    const head = { position, events, digest: 'f'.repeat(64), signedAt: '2026-11-21T05:00:00.000Z' };
    writeFileSync(file(`kept-${events}.json`), JSON.stringify(signHead(head, signer)));
    return file(`kept-${events}.json`);
  };
  // As if the log had been rewritten, its signed heads removed, and the product had signed new ones.
  expect(await outside(path, file('keys.json'), signed(2))).toEqual({
    code: 1,
    output: expect.stringMatching(/other entries up to here than in .*kept-2\.json/),
  });
  const here = await daylineHere(dataDir, ['audit', 'verify', path, file('kept-2.json')], '', sharedSecrets);
  expect([here.code, here.output]).toEqual([1, expect.stringMatching(/Kept heads compared: 1 of 1/)]);
  // As if the end of the log had been cut off, and the product had signed the shorter log: the export reaches its end.
  expect(await outside(path, file('keys.json'), signed(90_000))).toEqual({
    code: 1,
    output: expect.stringMatching(/the log was set back or written anew: it ends before .*kept-90000\.json/),
  });
  const cut = await daylineHere(dataDir, ['audit', 'verify', path, file('kept-90000.json')], '', sharedSecrets);
  expect([cut.code, cut.output]).toEqual([1, expect.stringMatching(/The log was set back or rewritten: it had 90000/)]);
  // A head without a time proves nothing, nor does the file.
  const { position, events, digest } = JSON.parse(readFileSync(file('kept-90000.json'), 'utf8'));
  writeFileSync(file('printed.json'), JSON.stringify({ position, events, digest }));
  expect(await outside(path, file('keys.json'), file('printed.json'))).toEqual({
    code: 1,
    output: expect.stringMatching(/not covered by .*\nkept heads compared: 0 of 1\nno kept head was compared/),
  });
});

test('no hash in an export confirms a guess of what it holds sealed', async () => {
  const { clientId } = clinic;
  const person = { name: 'Asha Rao', phone: '919000000001', email: 'a@x.example', location: 'Pune', clientId };
  await admin.call('saveUser', person, { 'Idempotency-Key': 'intent-of-a-guess' });
  const text = await eventually('the person is in the export', async () => {
    const headers = { cookie: admin.cookie };
    const answer = await send(product.url, { path: endpoints.exportNdjson.path, body: { clientId }, headers });
    return answer.text.includes('PatientRegistered') ? answer.text : undefined;
  });
  expect(text).toMatch(/commandDigest\\":\\"[0-9a-f]{32}\\"/);
  // Otherwise guesses could be confirmed, of the whole body or of a word; the exporter shows names, which an erasure
  // removes.
  const body = canonicalJson(endpoints.saveUser.request.parse(person));
  expect(text).not.toContain(hash('sha256', body, 'hex').slice(0, 16));
  for (const word of [person.phone, person.email]) expect(text).not.toContain(hash('sha256', word, 'hex').slice(0, 16));
});

const entryAt = (all: readonly string[], at: number): number =>
  all.flatMap((line, index) => (line.includes('"content"') ? [index] : [])).at(at) ?? 0;
test.each([
  [
    'a changed byte',
    (all: string[]) =>
      all.with(entryAt(all, 2), all[entryAt(all, 2)]?.replace('\\"type\\":\\"', '\\"type\\":\\"X') ?? ''),
    /altered/,
  ],
  ['a deleted line', (all: string[]) => all.toSpliced(entryAt(all, 2), 1), /missing/i],
  [
    'two exchanged',
    (all: string[]) => {
      const [first, second] = [entryAt(all, -2), entryAt(all, -1)];
      return all.with(first, all[second] ?? '').with(second, all[first] ?? '');
    },
    /order/,
  ],
  [
    'another name beside an entry',
    (all: string[]) => all.with(entryAt(all, 1), all[entryAt(all, 1)]?.replace('"by":"', '"by":"Not ') ?? ''),
    /by whom|The author of/,
  ],
  [
    'another time beside an entry',
    (all: string[]) => all.with(entryAt(all, 1), all[entryAt(all, 1)]?.replace(/"time":"\d/, '"time":"1') ?? ''),
    /when|The time of/,
  ],
  [
    'another position beside an entry',
    (all: string[]) => {
      const line = all[entryAt(all, -1)] ?? '';
      const next = String(Number(JSON.parse(line).position) + 1).padStart(16, '0');
      return all.with(entryAt(all, -1), line.replace(/"position":"\d+"/, `"position":"${next}"`));
    },
    /position/,
  ],
  ['a cut line', (all: string[]) => all.with(-1, (all.at(-1) ?? '').slice(0, 50)), /cannot be read/],
  ['a cut tail', (all: string[]) => all.slice(0, -2), /cut/],
  ['one put in twice', (all: string[]) => all.toSpliced(entryAt(all, 1), 0, all[entryAt(all, 1)] ?? ''), /added/],
  [
    'other words',
    (all: string[]) => all.with(entryAt(all, 1), all[entryAt(all, 1)]?.replace('"text":"', '"text":"never ') ?? ''),
    /altered/,
  ],
])('%s is found by both', async (name, change, words) => {
  const path = tampered(`${name}.ndjson`, change);
  const there = await outside(path, file('keys.json'));
  expect([there.code, there.output]).toEqual([1, expect.stringMatching(words)]);
  const here = await inside(path);
  expect([here.code, here.output]).toEqual([1, expect.stringMatching(words)]);
});

test('the export itself is in the activity, with the person who made it', async () => {
  await eventually('the export is recorded', async () => {
    const answer = await admin.call('listActivity', { clientId: clinic.clientId, action: 'read' });
    return (
      answer.reply().entries.some(({ sentence }) => /^exported \d+ entries as NDJSON\.$/.test(sentence)) || undefined
    );
  });
});

test('the log is compared with the signed heads that it holds', async () => {
  const { code, output } = await dayline(dataDir, ['audit', 'verify'], '', sharedSecrets);
  expect([code, output]).toEqual([0, expect.stringMatching(/no tampering found\.$/)]);
});
