import { streams } from '@dayline/contracts/events/categories';
import type { TestClinic } from '../testing/clinic.ts';
import { openViewReader } from '../testing/clinic-queries.ts';
import { addPatient, book, frontDesk, openSunrise, sunrise } from '../testing/sunrise.ts';
import { retentionQueries } from './queries.ts';

let clinic: TestClinic;
let desk: ReturnType<typeof openViewReader>;
const { clientId, rohan, meera } = sunrise;
beforeEach(async () => {
  clinic = await openSunrise();
  desk = openViewReader(clinic);
});
afterEach(() => clinic.close());

const keepFor = (patientYears: number | null) =>
  clinic.append(streams.client(clientId), clientId, frontDesk, { type: 'RetentionSet', data: { patientYears } });
const due = () => desk.body('listDuePatients', { clientId });

test('nobody is due without a retention, nor before its end', async () => {
  expect(await due()).toEqual({ patientYears: null, visitedFrom: null, patients: [] });
  await keepFor(3);
  clinic.clock.set('2029-11-21T04:10:00.000Z');
  await clinic.project();
  expect(await due()).toEqual({ patientYears: 3, visitedFrom: '2026-11-21', patients: [] });
});

test('who was registered and last booked or visited before is due, by name, merged records left out', async () => {
  await keepFor(3);
  await book(clinic, { patientId: rohan, date: '2027-05-01' });
  const [later, imported, merged, into] = [clinic.newId(), clinic.newId(), clinic.newId(), clinic.newId()];
  for (const [id, name] of [
    [later, 'Booked Later'],
    [imported, 'Imported Later'],
    [merged, 'Merged'],
    [into, 'Merged Into'],
  ] as const)
    await addPatient(clinic, clientId, id, name, '919876500000');
  await book(clinic, { patientId: later, date: '2027-11-22' });
  const visit = { visitId: clinic.newId(), pocId: sunrise.asha, date: '2028-01-01', time: null, paid: null } as const;
  await clinic.append(streams.patient(imported), clientId, frontDesk, {
    type: 'PastVisitNoted',
    data: { ...visit, outcome: 'Availed' },
  });
  const merge = { mergeId: 'm', patientId: merged, into, chosen: [] };
  for (const id of [into, merged])
    await clinic.append(streams.patient(id), clientId, frontDesk, { type: 'PatientMerged', data: merge });
  clinic.clock.set('2030-11-22T04:10:00.000Z');
  await clinic.project();
  const { body, next } = await desk.reply('listDuePatients', { clientId });
  const { patients, visitedFrom } = body;
  expect({ visitedFrom, next }).toEqual({ visitedFrom: '2027-11-22', next: null });
  expect(patients.map(({ userId, name, lastVisit }) => ({ userId, name, lastVisit }))).toEqual([
    { userId: meera, name: 'Meera Nair', lastVisit: null },
    { userId: rohan, name: 'Rohan Kulkarni', lastVisit: '2027-05-01' },
  ]);
});

test('a long list comes in parts, each patient once', async () => {
  await keepFor(1);
  for (let number = 0; number < 450; number += 1) {
    const id = clinic.newId();
    await addPatient(
      clinic,
      clientId,
      id,
      `P ${String(number).padStart(4, '0')}`,
      `9190000${String(number).padStart(5, '0')}`,
    );
    if (number % 2 === 0) await book(clinic, { patientId: id, date: '2028-11-22' });
  }
  clinic.clock.set('2028-11-21T04:10:00.000Z');
  await clinic.project();
  const names: (string | null)[] = [];
  let parts = 0;
  for (let cursor: string | null | undefined; cursor !== null; parts += 1) {
    const request = { clientId, ...(cursor !== undefined && { cursor }) };
    const { body, next = null } = await desk.reply('listDuePatients', request);
    names.push(...body.patients.map(({ name }) => name));
    cursor = next;
  }
  const odd = Array.from({ length: 225 }, (_, index) => `P ${String(index * 2 + 1).padStart(4, '0')}`);
  expect(names).toEqual(['Meera Nair', ...odd, 'Rohan Kulkarni']);
  expect(parts).toBeGreaterThan(1);
});

test('a cursor that the list never issued is refused', async () => {
  await keepFor(1);
  await clinic.project();
  const request = { clientId, cursor: 'x' };
  expect(await desk.ask('listDuePatients', request)).toEqual({ refused: 'request.invalid' });
});

test('visits are read a page at a time', async () => {
  await keepFor(1);
  clinic.clock.set('2030-11-22T04:10:00.000Z');
  await clinic.project();
  const { read } = openViewReader(clinic);
  const snapshot = (await read()).of(clientId);
  const asked: object[] = [];
  const desk = {
    ...snapshot.desk,
    page: (query: Parameters<typeof snapshot.desk.page>[0]) => {
      asked.push(query);
      return snapshot.desk.page(query);
    },
  } as typeof snapshot.desk;
  await retentionQueries.listDuePatients({ clientId }, { ...snapshot, desk }, {} as never);
  expect(asked).toHaveLength(3);
  for (const query of asked) expect(query).toHaveProperty('limit');
});
