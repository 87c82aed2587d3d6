import { hash } from 'node:crypto';
import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { streams } from '@dayline/contracts/events/categories';
import type { DoctorDay } from '@dayline/contracts/ids';
import { canonicalJson } from '@dayline/contracts/json';
import { send } from '@dayline/http/testing/send';
import { desk } from '@dayline/projector/projections/desk/projection';
import { fileLease } from '@dayline/runtime/lease/file-lease';
import { readLong } from '@dayline/test-servers/database-reader';
import { bytesOf, filesIn } from '../testing/data-files.ts';
import { demoData } from '../testing/demo-data.ts';
import { eventsIn, eventually } from '../testing/event-file.ts';
import { paidDirectVisit, readAfter, type SignedIn, signIn } from '../testing/http-caller.ts';
import { importsOf } from '../testing/imports.ts';
import { dayline, daylineOutput } from '../testing/processes/command-line.ts';
import { type Product, removeData, startProduct, temporaryData } from '../testing/processes/product.ts';

/** Words that occur nowhere else. */
const person = {
  name: 'Zubeida Quintavalle',
  phone: '919988776655',
  email: 'zq-canary@private.example',
  location: 'Xanthippe Nagar',
  uhid: 'ZQ-240017',
  bornOn: '1893-07-20',
  guardianName: 'Ptolemy Quintavalle',
  phoneNote: 'Xylophonist',
};
const words = Object.values(person);

const outside = temporaryData();
let dataDir: string;
let product: Product;
let admin: SignedIn;
let pocId: string;
let clientId: string;
let patientId: string;
let place: DoctorDay & { readonly time: string };
let otherTime: string;

/** Every file of the data folder, including the write-ahead logs and the outbox, that contains one of the words. */
function filesWith(texts: readonly string[], folder = dataDir): string[] {
  return filesIn(folder).filter((path) => {
    const bytes = bytesOf(path).toString('latin1').toLowerCase();
    return texts.some((text) => bytes.includes(text.toLowerCase()));
  });
}

const counts = async () => {
  const count = async (status: 'Confirmed' | 'Cancelled') =>
    (await admin.call('countAppointmentsOfClient', { clientId, status })).reply().count;
  const details = await admin.call('listAppointmentDetailsOfClient', { clientId, status: 'Confirmed' });
  return { confirmed: await count('Confirmed'), cancelled: await count('Cancelled'), rows: details.reply().length };
};
const book = (userId: string, time = place.time) =>
  admin.call('createAppointment', {
    clientId,
    userId,
    ...place,
    time,
    ...paidDirectVisit,
  });
const details = async () =>
  (await admin.call('listAppointmentDetailsOfClient', { clientId, status: 'Confirmed' }))
    .reply()
    .filter((row) => row.AppointmentDate === place.date && row.AppointmentTime === place.time);

/** A visit moved off its day, with notes by the desk. @returns the last position */
async function movedAndNoted([date = '', from = '']: readonly string[]): Promise<string | null> {
  const first = async (on: string) => (await admin.call('listAvailableTimes', { pocId, date: on })).reply()[0] ?? '';
  const booking = { clientId, userId: patientId, pocId, type: 'Direct Consultation', paymentStatus: 'Paid' } as const;
  const booked = await admin.call('createAppointment', { ...booking, date: from, time: await first(from) });
  const { appointmentId } = booked.reply();
  const reason = `${person.name} asked for it`;
  const moved = await admin.call('moveAppointment', { appointmentId, date, time: await first(date), reason });
  const note = `${person.name} calls back`;
  const noted = await admin.call('noteContact', { appointmentId: moved.reply().appointmentId, reached: false, note });
  return noted.reply().position;
}

beforeAll(async () => {
  dataDir = await demoData();
  product = await startProduct(dataDir);
  admin = await signIn(product.url, 'admin@sunrise.example');
  clientId = admin.user.clientId;
  const doctor = await signIn(product.url, 'doctor@sunrise.example');
  pocId = doctor.user.pocId ?? '';
  const dates = (await admin.call('listAvailableDates', { pocId })).reply();
  const date = dates.at(-2) ?? '';
  const times = (await admin.call('listAvailableTimes', { pocId, date })).reply();
  place = { pocId, date, time: times.at(-1) ?? '' };
  otherTime = times.at(-2) ?? '';
  patientId = (await admin.call('saveUser', { ...person, clientId })).reply().userId;
  const { appointmentId } = (await book(patientId)).reply();
  const reason = `${person.name} will pay at the desk`;
  const corrected = await admin.call('correctPayment', { appointmentId, paymentStatus: 'Pay_later', reason });
  corrected.reply();
  const position = await movedAndNoted(dates.slice(-4, -2));
  await admin.call('listUsers', { clientId }, readAfter(position));
});
afterAll(async () => {
  await product?.stop();
  removeData(dataDir);
  removeData(outside);
});

/** Everything in the data folder, and the folder itself, that another user of the machine may read, write or list. */
function openToOthers(): string[] {
  const below = readdirSync(dataDir, { recursive: true }).map((name) => join(dataDir, String(name)));
  return platform() === 'win32' ? [] : [dataDir, ...below].filter((path) => (statSync(path).mode & 0o077) !== 0);
}

test('no other user of the machine may read any file of the data folder', () => {
  expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(['events.db', 'vault.db', 'views']));
  expect(openToOthers()).toEqual([]);
});

test('before, the views and nothing else hold the person in plain text', async () => {
  await eventually('the name in the views', async () => filesWith(words).length > 0);
  expect(filesWith(words).every((path) => path.includes('/views/'))).toBe(true);
  expect(await details()).toMatchObject([{ UserName: person.name }]);
});

test('a copy for the person has details, visits and events, and the auditors see that it was made', async () => {
  const out = join(outside, 'copy.json');
  const copied = await daylineOutput(dataDir, ['patient', 'export', patientId, '--out', out, '--by', 'Ravi']);
  expect(copied).toMatch(/^2 visits and \d+ events written to /);
  expect(statSync(out).mode & 0o077).toBe(0);
  const copy = JSON.parse(readFileSync(out, 'utf8'));
  expect(copy).toMatchObject({
    records: [{ id: patientId, name: person.name, phone: person.phone }],
    appointments: expect.arrayContaining([expect.objectContaining({ patientName: person.name, status: 'Confirmed' })]),
    importedVisits: [],
  });
  // Of the staff it names the roles alone.
  expect(JSON.stringify(copy)).not.toContain('Front Desk');
  const types = copy.history.map(({ type }: { type: string }) => type);
  expect(types).toEqual(expect.arrayContaining(['PatientRegistered', 'AppointmentBooked']));
  expect(await dayline(dataDir, ['patient', 'export', patientId, '--out', out])).toMatchObject({
    code: 1,
    error: `${out} cannot be written: the file already exists.`,
  });
  const exported = (await eventsIn(dataDir)).filter(({ type }) => type === 'ExportMade');
  expect(exported.at(-1)).toMatchObject({ data: { subject: { patientId } }, metadata: { actor: { name: 'Ravi' } } });
});

test('erased beside the running product: no file holds the person, and nothing is counted otherwise', async () => {
  const before = await counts();
  expect(
    await daylineOutput(dataDir, [
      'patient',
      'erase',
      person.phone,
      '--client',
      'Sunrise Multispeciality Hospital',
      '--yes',
    ]),
  ).toBe(`Patient ${patientId} erased.`);
  await eventually('the words are gone from every file', async () => filesWith(words).length === 0);
  expect(await counts()).toEqual(before);
  expect(await details()).toMatchObject([{ UserName: null, UserContact: null, UserLocation: null }]);
  expect((await eventsIn(dataDir, streams.patient(patientId))).map(({ type }) => type)).toEqual([
    'PatientRegistered',
    'PatientErased',
  ]);
});

test('the story still stands, without the person, also in the events it shows', async () => {
  const [{ AppointmentId: appointmentId } = { AppointmentId: '' }] = await details();
  const story = (await admin.call('getAppointmentStory', { appointmentId })).reply();
  expect(story).toMatchObject({ chainWhole: true, appointment: { UserName: null, UserContact: null } });
  expect(story.entries.map(({ sentence }) => sentence)).toEqual([
    expect.stringContaining('Booked for'),
    'Payment recorded: Paid, ₹800',
    'Payment changed to Pay later',
  ]);
  expect(story.entries.at(-1)?.data).toMatchObject({ paymentAfter: 'Pay_later', reason: null });
  expect(words.filter((word) => JSON.stringify(story).includes(word))).toEqual([]);
});

test('a booking for an erased patient is refused', async () => {
  expect((await book(patientId)).failure()).toMatchObject({
    code: 'patient.erased',
    message: 'This patient was erased.',
  });
});

test('erasing again changes nothing', async () => {
  const before = (await eventsIn(dataDir, streams.patient(patientId))).length;
  await daylineOutput(dataDir, ['patient', 'erase', patientId, '--yes']);
  expect((await eventsIn(dataDir, streams.patient(patientId))).length).toBe(before);
});

/** An export of today's entries, in both formats. */
async function exported(): Promise<string> {
  const body = { clientId, from: clinicNow(Date.now(), admin.user.zone).date };
  const answers = [endpoints.exportNdjson, endpoints.exportCsv].map(({ path }) =>
    send(product.url, { method: 'POST', path, body, headers: { cookie: admin.cookie } }),
  );
  return (await Promise.all(answers)).map(({ text }) => text).join();
}

const sha256 = (text: string): string => hash('sha256', text, 'hex');

test('who came by an import leaves neither words nor hashes of them, and the activity says who erased them', async () => {
  const imports = importsOf(admin, product.url);
  const own = { name: 'Wilhelmina Zoccarato', phone: '9798912345', heading: 'Umbrage of Thessaly' };
  const line = `${own.name},${own.phone},`;
  const refused = await imports.upload(`${own.name},${own.heading}\n${line}\n`);
  expect(await refused.json()).toMatchObject({ code: 'import.header-row-unclear' });
  const csv = `Name,Phone,${own.heading}\n${line}\n`;
  const uploaded = await imports.upload(csv, `${own.name} ${own.phone}.csv`);
  const { file } = endpoints.uploadImport.response.parse(await uploaded.json());
  const { digest } = await imports.preview(file);
  (await admin.call('startImport', { clientId, importId: file.importId, digest })).reply();
  await imports.finished(file.importId, ({ finishedAt }) => finishedAt !== null);
  const { people } = (await admin.call('searchPatients', { clientId, search: own.name })).reply();
  const userId = people[0]?.userId ?? '';
  const because = ['--by', 'Ravi of the records', '--reason', 'Asked for it by letter'];
  await daylineOutput(dataDir, ['patient', 'erase', userId, '--yes', ...because]);

  const columns = file.columns.map(({ field }) => field);
  const guesses = [
    digest,
    sha256(csv),
    sha256(line),
    sha256(JSON.stringify([sha256(csv), file.kind, columns, file.dayOrder, []])),
    sha256(JSON.stringify(['Name', 'Phone', own.heading])),
    sha256(canonicalJson({ clientId, importId: file.importId, digest })),
  ].map((guess) => guess.slice(0, 16));
  const traces = [...Object.values(own), ...guesses];
  await eventually('no file holds a trace', async () => filesWith(traces).length === 0);
  const text = await exported();
  expect(text).toContain('started to import 1 row of patients.');
  expect(text).toContain('erased a patient (“Asked for it by letter”).');
  expect(traces.filter((trace) => text.includes(trace))).toEqual([]);
  const { entries } = (await admin.call('listActivity', { clientId, action: 'patient' })).reply();
  expect(entries.map(({ actor }) => actor.name)).toContain('Ravi of the records');
});

test('an erasure with everything in its way stays pending through a kill, is shown, and is finished then', async () => {
  const own = {
    name: 'Hildegund Okonkwo',
    phone: '919977001122',
    email: 'ho-canary@private.example',
    location: 'Ultima',
  };
  const { userId } = (await admin.call('saveUser', { ...own, clientId })).reply();
  const { position } = (await book(userId, otherTime)).reply();
  await admin.call('listUsers', { clientId }, readAfter(position));
  // Views left by an earlier build, in use by a process of that build.
  const views = join(dataDir, 'views');
  const left = readLong(join(views, `desk@${desk.version}.db`));
  await left.copyTo(join(views, `desk@${desk.version - 1}.db`));
  left.end();
  const lease = fileLease(views, `desk@${desk.version - 1}`);
  expect(await lease.attempt()).toBe(true);
  // As a backup does.
  const backup = readLong(join(dataDir, 'vault.db'));
  const key = backup.first('SELECT wrapped FROM personalKey WHERE keyId = ?', streams.patient(userId));
  if (!Buffer.isBuffer(key)) throw new Error('There is no key.');
  const vaultHolds = () =>
    readdirSync(dataDir).some((name) => name.startsWith('vault.db') && readFileSync(join(dataDir, name)).includes(key));
  const pending = async () => {
    const { text } = await send(product.url, { method: 'GET', path: '/readyz' });
    return JSON.parse(text)['pendingErasures'];
  };

  expect(await daylineOutput(dataDir, ['patient', 'erase', userId, '--yes'])).toMatch(
    // A previous erasure may still be pending: any process that has the vault's files open delays it.
    new RegExp(`^Patient ${userId} erased.\n(?:.*\n)+${userId}  since .*  waits for the vault, the views desk@`),
  );
  expect(await pending()).toBeGreaterThanOrEqual(1);
  await product.kill();
  product = await startProduct(dataDir);
  admin = await signIn(product.url, 'admin@sunrise.example');
  expect(await pending()).toBeGreaterThanOrEqual(1);
  expect(vaultHolds()).toBe(true);
  expect(filesWith([own.name])).toEqual([join(views, `desk@${desk.version - 1}.db`)]);

  backup.end();
  await lease.release();
  await eventually('nothing is pending', async () => (await pending()) === 0);
  expect(vaultHolds()).toBe(false);
  expect(filesWith([...words, ...Object.values(own)])).toEqual([]);
  expect(await daylineOutput(dataDir, ['patient', 'erasures'])).toBe('All erasures are finished.');
});

test('everything rebuilds without the person, the same as it stood', async () => {
  await product.stop();
  expect(await daylineOutput(dataDir, ['views', 'rebuild'])).toMatch(/^Compared \d+ rows: no differences\.$/m);
  expect(filesWith(words)).toEqual([]);
});

test('erased while the product stands still, and the phone belongs to somebody new afterwards', async () => {
  chmodSync(dataDir, 0o755);
  for (const name of readdirSync(dataDir)) chmodSync(join(dataDir, name), 0o755);
  product = await startProduct(dataDir);
  expect(openToOthers()).toEqual([]);
  admin = await signIn(product.url, 'admin@sunrise.example');
  const otherPerson = { ...person, name: 'Ottoline Vandersloot', location: 'Yggdrasil Pur' };
  const second = (await admin.call('saveUser', { ...otherPerson, clientId })).reply().userId;
  expect(second).not.toBe(patientId);
  await product.kill();
  await daylineOutput(dataDir, ['patient', 'erase', second, '--yes']);
  expect(filesWith([...words, ...Object.values(otherPerson)])).toEqual([]);
  product = await startProduct(dataDir);
  admin = await signIn(product.url, 'admin@sunrise.example');
  const third = (await admin.call('saveUser', { ...person, clientId })).reply().userId;
  expect([patientId, second]).not.toContain(third);
});
