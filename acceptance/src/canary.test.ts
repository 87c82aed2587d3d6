import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addDays, clinicNow } from '@dayline/contracts/clinic/clinic-time';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { send } from '@dayline/http/testing/send';
import { type DemoPatient, demoClients, demoPassword } from '@dayline/standalone/demo/clients';
import { demoPatients } from '@dayline/standalone/demo/plan';
import { bytesOf, filesIn } from './testing/data-files.ts';
import { demoData, demoLog } from './testing/demo-data.ts';
import { callerAt, freeTime, partnerAt, readAfter, signIn } from './testing/http-caller.ts';
import { type Product, removeData, startProduct } from './testing/processes/product.ts';

/**
 * "a canary scan finds no password, token or personal data in any log"; nor in plaintext in the files of the log and
 * the vault.
 */

/** Unique words, one for each kind of secret and of personal data. */
const canary = {
  name: 'Zephyrine Quillfeather',
  phone: '919876501234',
  email: 'quillfeather@canary.example',
  location: 'Canarytown',
  uhid: 'QUILL-240017',
  sex: 'female',
  bornOn: '1893-07-19',
  guardianName: 'Balthazar Quillfeather',
  phoneNote: 'the marmoset’s niece',
  reason: 'Quokka conference',
  correction: 'Mistook the marmoset',
  wrongPassword: 'Wrong#Canary77',
  unknownAddress: 'stranger@canary.example',
} as const;

let dataDir: string;
let product: Product;
const cookies: string[] = [];
let apiKey = '';
let webhookId = '';
/** Without `whsec_`. */
const webhookSecrets: string[] = [];
/** What administrators and auditors are answered about keys and what was done with them. */
let answers = '';

/** One character per byte. */
const textOf = (path: string): string => bytesOf(path).toString('latin1');
/** The files of one SQLite database: itself and its write-ahead log. */
const bytesOfDatabase = (name: string): string =>
  readdirSync(dataDir)
    .filter((file) => file.startsWith(name))
    .map((file) => textOf(join(dataDir, file)))
    .join('\n');

beforeAll(async () => {
  dataDir = await demoData();
  product = await startProduct(dataDir, { LOG_LEVEL: 'debug' });
  const { url } = product;
  const admin = await signIn(url, 'admin@sunrise.example');
  const doctor = await signIn(url, 'doctor@sunrise.example');
  cookies.push(admin.cookie, doctor.cookie);
  const { clientId, zone } = admin.user;
  const pocId = doctor.user.pocId ?? '';
  const { name, phone, email, location, uhid, sex, bornOn, guardianName, phoneNote } = canary;
  const details = { name, phone, email, location, uhid, sex, bornOn, guardianName, phoneNote };
  const { date: today } = clinicNow(Date.now(), zone);

  const saved = await admin.call('saveUser', { ...details, clientId });
  const { userId } = saved.reply();
  const date = addDays(today, 7);
  const booking = {
    clientId,
    pocId,
    userId,
    date,
    time: await freeTime(admin, pocId, date),
    type: 'Direct Consultation',
  } as const;
  const booked = (await admin.call('createAppointment', { ...booking, paymentStatus: 'Paid' })).reply();
  const { appointmentId } = booked;
  await admin.call('correctAppointmentStatus', { appointmentId, status: 'Cancelled', reason: canary.correction });
  await admin.call('correctPayment', { appointmentId, paymentStatus: 'Pay_later', reason: canary.correction });
  const time = await freeTime(admin, pocId, date);
  await admin.call('correctAppointmentStatus', { appointmentId, status: 'Confirmed', reason: canary.correction });
  await admin.call('moveAppointment', { appointmentId, time, reason: canary.correction });
  await admin.call('noteContact', { appointmentId, reached: false, note: canary.correction });
  // Requests that fail in every way that could make a log quote them.
  await admin.call('createAppointment', { ...booking, time: '03:17', paymentStatus: 'Paid' });
  await admin.call('saveUser', { name, phone, email: 'not an address', location, clientId });
  await admin.call('saveUser', { name, phone, email, location, clientId: userId });
  await admin.call('saveUser', { ...details, name: `${name} II`, clientId });
  await admin.call('saveUser', { ...details, bornOn: '2999-01-01', clientId });
  await admin.call('saveUser', { ...details, sex: 'unheard of' as 'other', clientId });
  await admin.call('verifyUser', { phone, clientId });
  const found = await admin.call(
    'listAppointmentDetailsOfClient',
    { clientId, page: 1, pageSize: 10, search: canary.name },
    readAfter(booked.position),
  );
  expect(found.reply()).toHaveLength(1);
  const nobody = callerAt(url, '');
  const attempt = { role: 'admin', clientId } as const;
  await nobody.call('signIn', { ...attempt, email: 'desk2@sunrise.example', password: canary.wrongPassword });
  await nobody.call('signIn', { ...attempt, email: canary.unknownAddress, password: canary.wrongPassword });
  const scopes = ['slots:read', 'patients:lookup'] as const;
  ({ apiKey } = (await admin.call('issueApiKey', { clientId, name: 'Kiosk', scopes: [...scopes], days: 1 })).reply());
  const partner = partnerAt(url, apiKey);
  expect((await partner.call('lookUpPatients', { phone: `+${phone}` })).status).toBe(200);
  await partner.call('lookUpPatients', { phone });
  await partner.call('listPartnerAppointments', { patientId: userId });
  await partnerAt(url, `${apiKey}x`).call('listPartnerSlots', {});
  await partnerAt(url, apiKey).call('listPartnerSlots', {}, { cookie: admin.cookie });
  const webhook = { url: 'http://127.0.0.1:9/dayline', types: ['appointment.booked' as const] };
  const added = (await admin.call('addWebhook', { clientId, ...webhook })).reply();
  ({ webhookId } = added);
  const rotated = (await admin.call('rotateWebhookSecret', { clientId, webhookId })).reply();
  webhookSecrets.push(...[added, rotated].map(({ secret }) => secret.slice('whsec_'.length)));
  // Nobody listens there.
  expect((await admin.call('testWebhook', { clientId, webhookId })).reply().status).toBeNull();
  const replies = await Promise.all([
    ...(['listApiKeys', 'listWebhooks', 'listActivity', 'exportNdjson', 'exportCsv'] as const).map((name) =>
      send(url, { path: endpoints[name].path, body: { clientId }, headers: { cookie: admin.cookie } }),
    ),
    send(url, {
      path: endpoints.listDeliveries.path,
      body: { clientId, webhookId },
      headers: { cookie: admin.cookie },
    }),
    send(url, {
      path: endpoints.lookUpPatients.path,
      body: { phone: `+${phone}` },
      headers: { authorization: `Bearer ${apiKey}` },
    }),
  ]);
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  answers = replies.map(({ text }) => text).join('\n');
  const leaving = await signIn(url, 'auditor@sunrise.example');
  cookies.push(leaving.cookie);
  await leaving.call('getAppointmentStory', { appointmentId });
  await leaving.call('signOut', {});
});
afterAll(async () => {
  await product?.kill();
  removeData(dataDir);
});

const secrets = (): string[] => {
  const { MASTER_KEY, SESSION_SECRET } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));
  return [
    MASTER_KEY,
    SESSION_SECRET,
    apiKey.split('_').slice(2).join('_'),
    ...webhookSecrets,
    ...cookies.map((cookie) => cookie.split('=')[1] ?? ''),
  ];
};
const personal = Object.values({ ...canary, sex: '"female"' });
/** Some of the demo's people, whose data the seeding could have leaked: the last ones have numbers and guardians. */
const patients = demoClients.flatMap((client) => [...demoPatients(client).slice(0, 20), ...client.known]);
const wordsOf = ({ name, phone, email, bornOn, ageText, guardianName }: DemoPatient): string[] =>
  [name, phone, email, bornOn, ageText, guardianName].filter((word) => typeof word === 'string');

describe('while it runs, write-ahead logs and all', () => {
  test('the scan can find: what a view shows stands in its file', () => {
    const views = filesIn(join(dataDir, 'views')).map(textOf).join('\n');
    expect(views).toContain(canary.name);
    expect(views).toContain(canary.phone);
  });

  test.each(['events.db', 'vault.db'])('%s holds nothing personal and no secret in the clear', (name) => {
    const bytes = bytesOfDatabase(name);
    expect(bytes.length).toBeGreaterThan(100_000);
    for (const word of [...personal, ...secrets(), demoPassword])
      expect([word, bytes.includes(word)]).toEqual([word, false]);
    for (const patient of patients) {
      for (const word of wordsOf(patient)) expect([word, bytes.includes(word)]).toEqual([word, false]);
    }
  });

  test("events.db holds no doctor's address or phone, and no reason of a block, in the clear", () => {
    const bytes = bytesOfDatabase('events.db');
    for (const word of ['doctor@sunrise.example', '919800007000', 'Cardiology congress', 'Ward round']) {
      expect([word, bytes.includes(word)]).toEqual([word, false]);
    }
    // Proves that the scan can find something: doctors' names are not secret.
    expect(bytes).toContain('Dr. Asha Menon');
  });
});

test('no answer and no export has the secret of an API key, though all name the key', () => {
  const [, keyId = '', ...secret] = apiKey.split('_');
  expect(answers.split(keyId).length).toBeGreaterThan(3);
  expect(answers).not.toContain(secret.join('_'));
});

test('no answer and no export has a secret of a webhook, before or after its rotation', () => {
  expect(answers.split(webhookId).length).toBeGreaterThan(3);
  expect(webhookSecrets.map((secret) => [secret.length, answers.includes(secret)])).toEqual([
    [44, false],
    [44, false],
  ]);
});

test('the log at its most talkative names calls and codes, and no password, token or person', async () => {
  expect(await product.stop()).toBe(0);
  const logged = demoLog() + product.output();
  const lines = logged.split('\n').filter((line) => line.startsWith('{'));
  expect(lines.length).toBeGreaterThan(10);
  expect(logged).toContain('"call":"createAppointment"');
  expect(logged).toContain('"code":"sign-in.refused"');
  const output = lines.join('\n');
  for (const word of [...personal, ...secrets(), demoPassword])
    expect([word, output.includes(word)]).toEqual([word, false]);
  for (const patient of patients)
    for (const word of wordsOf(patient)) expect([word, output.includes(word)]).toEqual([word, false]);
  expect(output).not.toContain('@');
});
