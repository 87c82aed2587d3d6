import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { send } from '@dayline/http/testing/send';
import Database from 'better-sqlite3';
import { demoData } from '../testing/demo-data.ts';
import { eventsIn, eventually } from '../testing/event-file.ts';
import { callerAt, type SignedIn, signIn } from '../testing/http-caller.ts';
import {
  type Product,
  removeData,
  startProduct,
  startProductAtOnce,
  temporaryData,
} from '../testing/processes/product.ts';

/** Overwritten disk blocks: an answer is the right one or a 503, and the readiness names the file. */

const scratch = temporaryData();
const whole = await demoData();
const running: Product[] = [];
let copies = 0;
function copy(): string {
  copies += 1;
  const folder = join(scratch, String(copies));
  cpSync(whole, folder, { recursive: true });
  return folder;
}
async function start(folder: string, at: typeof startProduct = startProductAtOnce): Promise<Product> {
  const product = await at(folder, { DEMO: 'off', PUBLIC_CALLS_PER_MINUTE: '100000' });
  running.push(product);
  return product;
}
afterEach(async () => {
  await Promise.all(running.splice(0).map((product) => product.stop()));
});
afterAll(() => {
  removeData(scratch);
  removeData(whole);
});

const size = 4_096;
/** The first byte of a page that holds a table's rows. */
const rows = 0x0d;
type Chosen = (page: Buffer, number: number) => boolean;

/** Overwrites chosen pages in place, or half of each; SQLite takes a half-overwritten page for a valid one. */
function overwrite(path: string, chosen: Chosen, { filled, from = 0 }: { filled: Buffer; from?: number }): void {
  const bytes = readFileSync(path);
  for (let at = 0; at < bytes.length; at += size) {
    if (chosen(bytes.subarray(at, at + size), at / size)) filled.copy(bytes, at + from, 0, size - from);
  }
  writeFileSync(path, bytes, { flag: 'r+' });
}
const zeros = Buffer.alloc(size);
const noise = Buffer.from(Array.from({ length: size }, (_, at) => (at * at * 31 + at * 7) % 251));
/** The pages with the schema, without which the file can't be opened, are among the first; that of the shape may not be. */
const schemaPages = 100;
const ofShape = '"indexes":';
const everyThird: Chosen = (page, number) => number > schemaPages && number % 3 === 0 && !page.includes(ofShape);
const deskFile = (folder: string): string => {
  const file = readdirSync(join(folder, 'views')).find((name) => name.startsWith('desk@') && name.endsWith('.db'));
  return join(folder, 'views', file ?? '');
};
async function problemsOf({ url }: Product): Promise<readonly string[]> {
  const { text } = await send(url, { method: 'GET', path: '/readyz' });
  return JSON.parse(text).problems;
}
/** A start waits for the first check, but not indefinitely. */
const isNamed = (product: Product, file: RegExp) =>
  eventually('the file is named', async () =>
    (await problemsOf(product)).some((problem) => new RegExp(`^${file.source} is damaged: `).test(problem)),
  );

/** An administrator's lists and counts: the answers, or the status of a refusal. */
async function answersOf({ call, user }: SignedIn): Promise<readonly string[]> {
  const clientId = user.clientId ?? '';
  const answers = [
    await call('listAppointmentDetailsOfClient', { clientId, pageSize: 50, page: 1 }),
    await call('countAppointmentsOfClient', { clientId, status: 'Confirmed' }),
    await call('countDepartmentsAndDoctors', { clientId }),
    await call('listUsers', { clientId, page: 3, pageSize: 20 }),
    await call('listDepartmentsWithDoctors', { clientId }),
  ];
  return answers.map((answer) => (answer.status === 200 ? JSON.stringify(answer.reply()) : String(answer.status)));
}

test('nothing is read of views with damaged blocks', async () => {
  const folder = copy();
  overwrite(deskFile(folder), everyThird, { filled: noise, from: size / 2 });
  const product = await start(folder);
  await isNamed(product, /desk@\S+\.db/);
  expect((await callerAt(product.url, '').call('listClients', {})).status).toBe(503);
});

test('views that don’t say what they hold are called damaged, not those of another build', async () => {
  const folder = copy();
  overwrite(deskFile(folder), (page, number) => number > 1 && page.includes(ofShape), { filled: noise });
  await expect(start(folder)).rejects.toThrow(/desk@\S+\.db is damaged: it does not say which views it holds/);
});

test('views whose blocks are overwritten while they serve answer as before or 503', async () => {
  const folder = copy();
  const product = await start(folder, startProduct);
  const admin = await signIn(product.url, 'admin@sunrise.example');
  const before = await answersOf(admin);
  expect(before.every((answer) => answer.length > 3)).toBe(true);
  overwrite(deskFile(folder), everyThird, { filled: zeros });
  for (const [index, answer] of (await answersOf(admin)).entries()) expect([before[index], '503']).toContain(answer);
  await admin.call('listAppointmentDetailsOfClient', { clientId: admin.user.clientId ?? '' }).catch(() => null);
  await isNamed(product, /desk@\S+/);
});

test('nothing is appended to a log with a damaged block, whose views serve', async () => {
  const folder = copy();
  const before = await eventsIn(folder);
  let isFirst = true;
  const firstRows: Chosen = (page, number) => {
    const isChosen = isFirst && number > schemaPages && page[0] === rows;
    if (isChosen) isFirst = false;
    return isChosen;
  };
  overwrite(join(folder, 'events.db'), firstRows, { filled: zeros });
  const product = await start(folder);
  await isNamed(product, /events\.db/);
  const admin = await signIn(product.url, 'admin@sunrise.example');
  expect((await answersOf(admin)).filter((answer) => answer.length <= 3)).toEqual([]);
  const person = { name: 'Kavya Nair', phone: '919000000005', email: 'k@x.example', location: 'Pune' };
  const added = await admin.call('saveUser', { ...person, clientId: admin.user.clientId ?? '' });
  expect([added.status, added.failure().code]).toEqual([503, 'log.damaged']);
  await running.pop()?.stop();
  const db = new Database(join(folder, 'events.db'), { readonly: true });
  expect(db.prepare('SELECT max(position) FROM events').pluck().get()).toBe(Number(before.at(-1)?.position));
  db.close();
});

test('a vault with a damaged block opens for nobody', async () => {
  const folder = copy();
  const isAccountPage: Chosen = (page) => page[0] === rows && page.includes('admin@sunrise.example');
  overwrite(join(folder, 'vault.db'), isAccountPage, { filled: noise, from: size / 2 });
  const product = await start(folder);
  await isNamed(product, /vault\.db/);
  await expect(signIn(product.url, 'admin@sunrise.example')).rejects.toThrow('503');
});

test('a report and its exports are answered, or 503, with a vault that lacks the keys of later patients', async () => {
  const folder = copy();
  const db = new Database(join(folder, 'vault.db'));
  db.exec(
    "DELETE FROM personalKey WHERE keyId IN (SELECT keyId FROM personalKey WHERE keyId LIKE 'patient-%' LIMIT 50)",
  );
  db.close();
  const product = await start(folder, startProduct);
  const auditor = await signIn(product.url, 'auditor@sunrise.example');
  for (const name of ['exportReportCsv', 'exportReportNdjson', 'getReport'] as const) {
    const answer = await eventually('the activity is built', async () => {
      const found = await auditor.call(name, { month: '2026-11' });
      return found.status === 503 && found.failure().code.startsWith('views.') ? null : found;
    });
    if (answer.status !== 200) expect([answer.status, answer.failure().code]).toEqual([503, 'service.unavailable']);
  }
});
