import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDays, clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { noDetails } from '@dayline/contracts/clinic/identity';
import { streams } from '@dayline/contracts/events/categories';
import type { DaylineEvent } from '@dayline/contracts/events/table';
import { chainStart } from '@dayline/event-log/sealed-log/chain';
import { openSealedLog } from '@dayline/event-log/sealed-log/open';
import { openSqliteEventLog } from '@dayline/event-log/sqlite/open';
import { aliasOf } from '@dayline/runtime/ids/derived';
import { openSqliteVault } from '@dayline/vault/sqlite/open';
import Database from 'better-sqlite3';
import { bytesOf, filesIn } from '../testing/data-files.ts';
import { eventually } from '../testing/event-file.ts';
import { callerAt, paidDirectVisit, readAfter } from '../testing/http-caller.ts';
import { daylineOutputHere } from '../testing/processes/command-line.ts';
import { type Product, removeData, startProduct, temporaryData } from '../testing/processes/product.ts';
import { everyDay, hours } from '../testing/started-clinic.ts';

/** A hospital whose log began in 2010, with two patients who never came, and sign-ins of then. */

const [clientId, gone, stays] = [
  '01J0000000000000000000C010',
  '01J0000000000000000000P010',
  '01J0000000000000000000P011',
];
const zone = 'Asia/Kolkata';
const password = 'Harbour#Lights9';
const dataDir = temporaryData();
/** An account of then. */
const leftAccount = '01J0000000000000000000ACC0';
let alias: string;
let product: Product;
let admin: ReturnType<typeof callerAt>;

/** Appends the first event of streams as of 2010. */
async function appendLongAgo(events: readonly (DaylineEvent & { readonly stream: string })[]): Promise<void> {
  const { MASTER_KEY: masterKey } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
  const vault = await openSqliteVault({ path: join(dataDir, 'vault.db'), masterKey: Buffer.from(masterKey, 'base64') });
  const log = await openSqliteEventLog({ folder: dataDir });
  const sealed = openSealedLog(log, vault.keys);
  const actor = { kind: 'system', id: 'dayline', name: 'Dayline' } as const;
  const monthKey = streams.signInMonth(clientId, '2010-02');
  const key = (await vault.keys.ensure([monthKey])).get(monthKey) ?? new Uint8Array();
  alias = aliasOf(key, leftAccount);
  const signIn = {
    stream: streams.signIns(clientId, '2010-02', alias),
    type: 'SignedIn',
    data: { factor: 'password' },
  };
  for (const [index, { stream, type, data }] of [...events, signIn].entries()) {
    const id = `01J0000000000000000000E01${index}`;
    const ids = { commandId: id, commandDigest: '', correlationId: id, causationId: id, clientId };
    const metadata = { ...ids, actor, channel: 'system' as const, recordedAt: '2010-02-03T04:05:06.000Z' };
    await sealed.append(stream, 'noStream', chainStart, [{ id, type, data, metadata }]);
  }
  await log.close();
  await vault.close();
}

/** All callers read what any of them has written. */
const furthest = {};
async function signIn(email: string) {
  const request = { email, password, role: 'admin', clientId } as const;
  const answer = await callerAt(product.url, '', furthest).call('signIn', request);
  answer.reply();
  return callerAt(product.url, answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '', furthest);
}

const registered = (id: string, name: string) => ({
  stream: streams.patient(id),
  type: 'PatientRegistered' as const,
  data: { clientId, ...noDetails, name, phone: '911234567890' },
});

beforeAll(async () => {
  // Makes the folder's secrets.
  await daylineOutputHere(dataDir, ['messages', 'list']);
  await appendLongAgo([
    {
      stream: streams.client(clientId),
      type: 'ClientOnboarded',
      data: { name: 'Old Hospital', zone, meetingLinkHost: 'https://meet.google.com', branches: [] },
    },
    registered(gone, 'Zephyrine Quillfeather'),
    registered(stays, 'Thaddeus Quillfeather'),
  ]);
  for (const [role, ...more] of [['head'], ['audit', '--role', 'auditor']]) {
    const line = ['account', 'add', `${role}@old.example`, '--name', 'Old Head', '--client', 'Old Hospital', ...more];
    await daylineOutputHere(dataDir, line, `${password}\n`);
  }
  product = await startProduct(dataDir);
  admin = await signIn('head@old.example');
});
afterAll(async () => {
  await product?.stop();
  removeData(dataDir);
});

const due = async (position: string | null, who = admin) =>
  (await who.call('listDuePatients', { clientId }, readAfter(position))).reply().patients.map(({ userId }) => userId);

/** Books with a new doctor in three days. */
async function book(userId: string): Promise<void> {
  const { departmentId } = (await admin.call('openDepartment', { clientId, name: 'General' })).reply();
  const doctor = { POC_Name: 'Asha Menon', Contact_Number: '9876543210', Email: 'asha@old.example' };
  const added = await admin.call('addDoctor', { Client_ID: clientId, Department_ID: departmentId, ...doctor });
  const { pocId } = added.reply();
  const schedule = everyDay(hours('09:00', '12:00')).map((day) => ({ ...day, pocId }));
  (await admin.call('updateSchedule', { schedule })).reply();
  const visit = { clientId, pocId, userId, date: addDays(clinicNow(Date.now(), zone).date, 3), time: '09:00' };
  (await admin.call('createAppointment', { ...visit, ...paidDirectVisit })).reply();
}

test('who is due is erased once an administrator says so, and who was booked since stays', async () => {
  expect(await due(null)).toEqual([]);
  const set = (await admin.call('setRetention', { clientId, patientYears: 5 })).reply();
  expect(await due(set.position)).toEqual([stays, gone]);
  (await admin.call('changeClient', { clientId, values: { bookingNeedsEmail: false } })).reply();
  await book(stays);
  const erased = (await admin.call('eraseDuePatients', { clientId, patientIds: [gone, stays] })).reply();
  const message = '1 of 2 patients erased.';
  expect(erased).toMatchObject({ erased: 1, kept: [{ userId: stays, reason: 'visit' }], message });
  expect(await due(erased.position)).toEqual([]);
  const kept = (await admin.call('getPatientOverview', { userId: stays })).reply();
  expect(kept).toMatchObject({ name: 'Thaddeus Quillfeather', upcoming: { total: 1 } });
  const holds = (path: string) => bytesOf(path).toString('latin1').includes('Zephyrine');
  await eventually('no file holds the person', async () => !filesIn(dataDir).some(holds));
  const activity = (await admin.call('listActivity', { clientId, action: 'settings' })).reply();
  expect(JSON.stringify(activity.entries)).toContain('retentionSet');
});

test('auditors read who is due and change nothing; a patient of nobody is refused', async () => {
  const auditor = await signIn('audit@old.example');
  expect(await due(null, auditor)).toEqual([]);
  expect((await auditor.call('setRetention', { clientId, patientYears: 1 })).failure().code).toBe('access.role');
  const request = { clientId, patientIds: [stays] };
  expect((await auditor.call('eraseDuePatients', request)).failure().code).toBe('access.role');
  const unknown = { clientId, patientIds: [stays, '01J0000000000000000000P0NE'] };
  expect((await admin.call('eraseDuePatients', unknown)).failure().code).toBe('access.foreign');
});

test('whose sign-ins were of a month that is due is erased once an administrator says so, and the log still verifies', async () => {
  const dueMonths = async (position: string | null, who = admin) =>
    (await who.call('listDueSignIns', { clientId }, readAfter(position))).reply();
  expect((await dueMonths(null)).months).toEqual([]);
  const set = (await admin.call('setRetention', { clientId, signInYears: 5 })).reply();
  const due = await dueMonths(set.position);
  expect(due).toMatchObject({ signInYears: 5, since: '2010-02', months: [{ month: '2010-02', entries: 1 }] });

  const thisMonth = new Date().toISOString().slice(0, 7);
  const asked = { clientId, months: ['2010-02', thisMonth, '2009-01'] };
  const auditor = await signIn('audit@old.example');
  expect((await dueMonths(null, auditor)).months).toHaveLength(1);
  expect((await auditor.call('eraseDueSignIns', asked)).failure().code).toBe('access.role');
  const foreign = { ...asked, clientId: '01J0000000000000000000N0NE' };
  expect((await admin.call('eraseDueSignIns', foreign)).failure().code).toBe('access.foreign');

  const vault = new Database(join(dataDir, 'vault.db'), { readonly: true });
  const wrapped = vault
    .prepare<[string], Buffer>('SELECT wrapped FROM personalKey WHERE keyId = ?')
    .pluck()
    .get(streams.signInMonth(clientId, '2010-02'));
  vault.close();
  if (!wrapped) throw new Error('The month has no key.');
  const erased = (await admin.call('eraseDueSignIns', asked)).reply();
  expect(erased).toMatchObject({ erased: ['2010-02'], kept: [thisMonth, '2009-01'] });
  expect((await dueMonths(erased.position)).months).toEqual([]);
  const actorsOf2010 = async () =>
    (await admin.call('listActivity', { clientId, action: 'signIn', to: '2010-12-31' }))
      .reply()
      .entries.map(({ actor, type }) => `${type} ${actor.name}`);
  await eventually('the key is destroyed', async () => String(await actorsOf2010()) === 'SignedIn Erased account');
  // The alias can be made from the account with the month's key alone, and nothing else connects the two.
  const holdsKey = (path: string) => bytesOf(path).includes(wrapped);
  await eventually('no file holds the month’s key', async () => !filesIn(dataDir).some(holdsKey));
  const holdsAccount = (path: string) => bytesOf(path).includes(leftAccount);
  expect(filesIn(dataDir).filter(holdsAccount)).toEqual([]);
  expect(await daylineOutputHere(dataDir, ['audit', 'verify'])).toMatch(/no tampering found\.$/);
});
