import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { noDetails } from '@dayline/contracts/clinic/identity';
import { endpoints } from '@dayline/contracts/endpoints/table';
import { streams } from '@dayline/contracts/events/categories';
import type { TestClinic } from '../testing/clinic.ts';
import { openViewReader } from '../testing/clinic-queries.ts';
import { testId } from '../testing/ids.ts';
import {
  addPatient,
  book,
  canaryName,
  frontDesk,
  identity,
  lakeside,
  mark,
  openSunrise,
  sunrise,
  today,
} from '../testing/sunrise.ts';

let clinic: TestClinic;
let desk: ReturnType<typeof openViewReader>;
const { clientId, asha, vikram, rohan, meera } = sunrise;
const asDoctor = identity('doctor', clientId, asha);

beforeEach(async () => {
  clinic = await openSunrise();
  desk = openViewReader(clinic);
});
afterEach(() => clinic.close());

const search = (input: string, who = identity('admin', clientId), of = clientId) =>
  desk.body('searchPatients', { clientId: of, search: input }, who);
const namesOf = async (...args: Parameters<typeof search>) => (await search(...args)).people.map(({ name }) => name);
let made = 100;
/** Registers patients, each with their own phone unless one is given. */
async function register(names: readonly string[], phone?: string): Promise<readonly string[]> {
  const ids = names.map(() => testId(made++));
  for (const [at, id] of ids.entries()) {
    await addPatient(clinic, clientId, id, names[at] ?? '', phone ?? `9198450${String(made * 100 + at)}`);
  }
  await clinic.project();
  return ids;
}

test('finds names in any order and with a letter off, whole words first, then begun ones; equals by name', async () => {
  await register(['Sundari Rao', 'Zara Sundaram', 'Arjun Sundaram', 'Arjun Sundarm', 'Ravi Iyer']);
  expect(await namesOf('sundaram')).toEqual(['Arjun Sundaram', 'Zara Sundaram', 'Arjun Sundarm']);
  expect(await namesOf('Sundram arj')).toEqual(['Arjun Sundaram', 'Arjun Sundarm']);
  expect(await namesOf('sunda')).toEqual(['Arjun Sundaram', 'Arjun Sundarm', 'Sundari Rao', 'Zara Sundaram']);
  expect(await namesOf('sundar rohan')).toEqual([]);
  expect(await search(' ')).toMatchObject({ people: [], hasMore: false });
});

test('shows what comes next, the last visit, and whose phone it is', async () => {
  const [anil] = await register(['Anil Nair'], '919876543211');
  await mark(clinic, await book(clinic, { patientId: meera, date: addDays(today, -4), pocId: vikram }), 'Availed');
  await mark(clinic, await book(clinic, { patientId: meera, date: addDays(today, -2) }), 'Not_Availed');
  await book(clinic, { patientId: meera, date: addDays(today, 2) });
  await book(clinic, { patientId: meera, date: addDays(today, 1), pocId: vikram });
  await clinic.project();
  const rest = { phone: '919876543211', location: 'Pune' };
  expect(await search('98765-43211')).toEqual({
    today,
    hasMore: false,
    people: [
      { userId: anil, name: 'Anil Nair', ...rest, family: 'Meera Nair', next: null, lastVisit: null },
      {
        ...{ userId: meera, name: 'Meera Nair', ...rest, family: null, lastVisit: addDays(today, -4) },
        next: { date: addDays(today, 1), time: '10:00', pocName: 'Dr. Vikram Rao' },
      },
    ],
  });
});

test('a doctor finds own patients, with own visits and nobody’s family; another client’s people nobody finds', async () => {
  await register(['Anil Nair'], '919876543211');
  await mark(clinic, await book(clinic, { patientId: meera, date: addDays(today, -4), pocId: vikram }), 'Availed');
  await book(clinic, { patientId: meera, date: addDays(today, 3) });
  await book(clinic, { patientId: meera, date: addDays(today, 1), pocId: vikram });
  await book(clinic, { patientId: rohan, pocId: vikram });
  await clinic.project();
  const { people } = await search('nair', asDoctor);
  expect(people).toMatchObject([{ userId: meera, family: null, lastVisit: null, next: { date: addDays(today, 3) } }]);
  expect(await namesOf('rohan', asDoctor)).toEqual([]);
  expect(await namesOf('rohan', identity('auditor', clientId))).toEqual(['Rohan Kulkarni']);
  expect(await namesOf('nair', identity('doctor', clientId, null))).toEqual([]);
  for (const input of ['canary', 'lakeside', '919876543210']) expect(await namesOf(input)).not.toContain(canaryName);
  expect(await namesOf('canary', identity('admin', lakeside.clientId), lakeside.clientId)).toEqual([canaryName]);
});

test('of many, shows 20 and says that there are more, which narrower words show', async () => {
  const names = Array.from({ length: 25 }, (_, at) => `Kavya ${String.fromCharCode(97 + at)}pillai`);
  await register(names.slice(0, 20));
  expect(await search('kavya')).toMatchObject({ hasMore: false, people: { length: 20 } });
  await register(names.slice(20));
  const many = await search('kavya');
  expect([many.people.length, many.hasMore]).toEqual([20, true]);
  expect((await namesOf('kavya ypillai'))[0]).toBe('Kavya ypillai');
});

test('finds a hospital number, whole and by its beginning, and shows who it is', async () => {
  const data = { ...noDetails, clientId, name: 'Asha Iyer', uhid: 'MRN-240017', sex: 'female', bornOn: '1981-05-01' };
  await clinic.append(streams.patient(testId(99)), clientId, frontDesk, { type: 'PatientRegistered', data });
  await clinic.project();
  const identity = { uhid: 'MRN-240017', sex: 'female', age: { count: 45, unit: 'years' } };
  for (const input of ['240017', 'mrn-240017', '2400', 'asha 24']) {
    expect((await search(input)).people).toMatchObject([{ name: 'Asha Iyer', identity, phone: null, family: null }]);
  }
  expect(await namesOf('240018')).toEqual([]);
});

test('follows a correction, and finds nobody after an erasure', async () => {
  await clinic.append(streams.patient(rohan), clientId, frontDesk, {
    type: 'PatientDetailsCorrected',
    data: { ...noDetails, name: 'Rohan Deshpande', phone: '919876543210' },
  });
  await clinic.project();
  expect([await namesOf('kulkarni'), await namesOf('deshpand')]).toEqual([[], ['Rohan Deshpande']]);
  await clinic.append(streams.patient(rohan), clientId, frontDesk, { type: 'PatientErased', data: {} });
  await clinic.project();
  for (const input of ['rohan', 'rohn', 'deshpande', '9876543210']) expect(await namesOf(input)).toEqual([]);
});

test('takes any text of up to 200 characters, and says so of a longer one', async () => {
  for (const input of ['\ud800', '☃😀', '"(*', 'OR(', 'म', 'x'.repeat(200), Array(100).fill('a').join(' ')]) {
    expect([input, await namesOf(input)]).toEqual([input, []]);
  }
  // A word of full-text searches, and the sound of a name.
  expect(await namesOf('NEAR(')).toEqual(['Meera Nair']);
  const long = endpoints.searchPatients.request.safeParse({ clientId, search: 'x'.repeat(16_000) });
  expect(long.error?.issues.map(({ message }) => message)).toEqual(['A search has at most 200 characters.']);
});
