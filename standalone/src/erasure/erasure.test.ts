import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppointmentPlace } from '@dayline/contracts/ids';
import { streams } from '@dayline/contracts/ids';
import { daylineSays } from '../testing/command-line.ts';
import { readAfter, type SignedIn, signIn } from '../testing/desk-calls.ts';
import { eventsIn, eventually } from '../testing/event-file.ts';
import { type Product, removeData, startProduct, temporaryData } from '../testing/product.ts';

/** Nobody else has any of these words. */
const person = {
  name: 'Zubeida Quintavalle',
  phone: '919988776655',
  email: 'zq-canary@private.example',
  location: 'Xanthippe Nagar',
};
const words = Object.values(person);

const dataDir = temporaryData();
let product: Product;
let admin: SignedIn;
let pocId: string;
let clientId: string;
let patientId: string;
let place: AppointmentPlace & { readonly time: string };

/** Every file of the data folder, the write-ahead logs and the outbox among them, that has one of the words in it. */
function filesWith(texts: readonly string[], folder = dataDir): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => {
      const bytes = readFileSync(path).toString('latin1').toLowerCase();
      return texts.some((text) => bytes.includes(text.toLowerCase()));
    });
}

const counts = async () => {
  const count = async (status: 'Confirmed' | 'Cancelled') =>
    (await admin.call('countAppointmentsOfClient', { clientId, status })).reply().count;
  const details = await admin.call('listAppointmentDetailsOfClient', { clientId, status: 'Confirmed' });
  return { confirmed: await count('Confirmed'), cancelled: await count('Cancelled'), rows: details.reply().length };
};
const book = (userId: string) =>
  admin.call('createAppointment', {
    clientId,
    userId,
    ...place,
    type: 'Direct Consultation',
    paymentStatus: 'Paid',
  });
const details = async () =>
  (await admin.call('listAppointmentDetailsOfClient', { clientId, status: 'Confirmed' }))
    .reply()
    .filter((row) => row.AppointmentDate === place.date && row.AppointmentTime === place.time);

beforeAll(async () => {
  product = await startProduct(dataDir);
  admin = await signIn(product.url, 'admin@sunrise.example');
  clientId = admin.user.clientId;
  const doctor = await signIn(product.url, 'doctor@sunrise.example');
  pocId = doctor.user.pocId ?? '';
  const dates = (await admin.call('listAvailableDates', { pocId })).reply();
  const date = dates.at(-2) ?? '';
  const times = (await admin.call('listAvailableTimes', { pocId, date })).reply();
  place = { pocId, date, time: times.at(-1) ?? '' };
  patientId = (await admin.call('saveUser', { ...person, clientId })).reply().userId;
  const { position } = (await book(patientId)).reply();
  await admin.call('listUsers', { clientId }, readAfter(position));
}, 60_000);
afterAll(async () => {
  await product?.stop();
  removeData(dataDir);
});

test('before, the views and nothing else hold the person in plain text', async () => {
  await eventually('the name in the views', async () => filesWith(words).length > 0);
  expect(filesWith(words).every((path) => path.includes('/views/'))).toBe(true);
  expect(await details()).toMatchObject([{ UserName: person.name }]);
});

test('erased beside the running product: no file holds the person, and nothing is counted otherwise', async () => {
  const before = await counts();
  expect(
    await daylineSays(dataDir, [
      'patient',
      'erase',
      person.phone,
      '--client',
      'Sunrise Multispeciality Hospital',
      '--yes',
    ]),
  ).toBe(`Patient ${patientId} is erased.`);
  await eventually('the words are gone from every file', async () => filesWith(words).length === 0, 20_000);
  expect(await counts()).toEqual(before);
  expect(await details()).toMatchObject([{ UserName: null, UserContact: null, UserLocation: null }]);
  expect((await eventsIn(dataDir, streams.patient(patientId))).map(({ type }) => type)).toEqual([
    'PatientRegistered',
    'PatientErased',
  ]);
});

test('a booking for an erased patient is refused', async () => {
  expect((await book(patientId)).failure()).toMatchObject({
    code: 'patient.erased',
    message: 'This patient was erased.',
  });
});

test('erasing again changes nothing', async () => {
  const before = (await eventsIn(dataDir, streams.patient(patientId))).length;
  await daylineSays(dataDir, ['patient', 'erase', patientId, '--yes']);
  expect((await eventsIn(dataDir, streams.patient(patientId))).length).toBe(before);
});

test('everything rebuilds without the person, the same as it stood', async () => {
  await product.stop();
  expect(await daylineSays(dataDir, ['views', 'rebuild'])).toContain('all the same');
  expect(filesWith(words)).toEqual([]);
});

test('erased while the product stands still, and the phone belongs to somebody new afterwards', async () => {
  product = await startProduct(dataDir);
  admin = await signIn(product.url, 'admin@sunrise.example');
  const other = { ...person, name: 'Ottoline Vandersloot', location: 'Yggdrasil Pur' };
  const second = (await admin.call('saveUser', { ...other, clientId })).reply().userId;
  expect(second).not.toBe(patientId);
  await product.kill();
  await daylineSays(dataDir, ['patient', 'erase', second, '--yes']);
  expect(filesWith([...words, ...Object.values(other)])).toEqual([]);
  product = await startProduct(dataDir);
  admin = await signIn(product.url, 'admin@sunrise.example');
  const third = (await admin.call('saveUser', { ...person, clientId })).reply().userId;
  expect([patientId, second]).not.toContain(third);
});
