import { streams } from '@dayline/contracts/events/categories';
import { accepted, openStage, type Stage } from '../testing/stage.ts';
import type { GivenDetails } from './patient.ts';
import { patientCalls } from './patient-calls.ts';
import type { PatientTarget } from './patient-commands.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const details = (phone: string, location = 'Pune') => ({
  name: 'Meera Iyer',
  phone,
  email: 'meera@mail.example',
  location,
});
const save = (phone: string, by = stage.by(), service = stage.service, location?: string) =>
  service.commands.savePatient(details(phone, location), by);
const typesOf = async (patientId: string) =>
  (await stage.log.readStream(streams.patient(patientId))).map((event) => event.type);
const scope = () => `person:${stage.clientId}`;
const meera = (phone: string) => `${phone} meera iyer 1`;

describe('a patient, found by phone and name', () => {
  test('twenty at once with the same phone, in two processes, are one patient', async () => {
    const otherService = stage.another();
    const saved = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        save('919800000001', stage.by(), index % 2 === 0 ? stage.service : otherService),
      ),
    );
    const ids = new Set(saved.map((outcome) => accepted(outcome).patientId));
    expect(ids.size).toBe(1);
    expect(await typesOf([...ids][0] ?? '')).toEqual(['PatientRegistered']);
  });

  test('a known phone answers its userId, and changed fields are a correction of that patient', async () => {
    const first = accepted(await save('919800000002'));
    expect(accepted(await save('919800000002'))).toEqual({ patientId: first.patientId, position: null });
    const second = accepted(await save('919800000002', stage.by(), stage.service, 'Delhi'));
    expect(second.patientId).toBe(first.patientId);
    expect(await typesOf(first.patientId)).toEqual(['PatientRegistered', 'PatientDetailsCorrected']);
  });

  test('the same phone at another client is another patient', async () => {
    const { commands } = stage.service;
    const { clientId } = accepted(await commands.onboardClient({ name: 'Lakeside' }, stage.by()));
    const here = accepted(await save('919800000003'));
    const there = accepted(await save('919800000003', { ...stage.by(), clientId }));
    expect(there.patientId).not.toBe(here.patientId);
  });

  test('whoever meets a reservation without its stream completes it', async () => {
    const abandoned = '01J0000000000000000000ABAN';
    await stage.vault.reservations.reserve(scope(), meera('919800000004'), abandoned);
    expect(accepted(await save('919800000004')).patientId).toBe(abandoned);
    expect(await stage.vault.reservations.find(scope(), meera('919800000004'))).toMatchObject({ completed: true });
  });

  test('a stream that was begun before its reservation was completed is found again, however late', async () => {
    const first = accepted(await save('919800000005'));
    // As after a crash between the two steps.
    await stage.vault.reservations.releaseAllOf(first.patientId);
    await stage.vault.reservations.reserve(scope(), meera('919800000005'), first.patientId);
    stage.clock.set(stage.clock.now() + 3_600_000);
    expect(accepted(await save('919800000005')).patientId).toBe(first.patientId);
    expect(await typesOf(first.patientId)).toEqual(['PatientRegistered']);
  });

  test('a key that was used for another phone touches nobody', async () => {
    const first = accepted(await save('919800000006', stage.by('patient-key', 'a')));
    expect(await save('919800000007', stage.by('patient-key', 'b'))).toMatchObject({ refused: 'key.reused' });
    expect(await typesOf(first.patientId)).toEqual(['PatientRegistered']);
    expect(accepted(await save('919800000007')).patientId).not.toBe(first.patientId);
  });

  test('the log holds no name, phone or address in the clear', async () => {
    const { patientId } = accepted(await save('919800000008'));
    const [event] = await stage.log.readStream(streams.patient(patientId));
    expect(event?.data).toMatchObject({ name: 'Meera Iyer', phone: '919800000008' });
    expect(event?.metadata.keyIds).toEqual([streams.patient(patientId)]);
  });
});

describe('a family on one phone', () => {
  const named = (name: string, phone: string, target: PatientTarget = {}, service = stage.service, by = stage.by()) =>
    service.commands.savePatient({ ...details(phone), name }, by, target);
  const idOf = async (...args: Parameters<typeof named>) => accepted(await named(...args)).patientId;

  test('another name is another person, never a renaming; the same name, as it is read, is the same person', async () => {
    const phone = '919800000020';
    const meera = await idOf('Meera Iyer', phone);
    const kabir = await idOf('Kabir Iyer', phone);
    expect(kabir).not.toBe(meera);
    expect(await idOf('  meera   IYER ', phone)).toBe(meera);
    expect(await idOf('Kabir Iyer', phone)).toBe(kabir);
    expect(await Promise.all([meera, kabir].map(typesOf))).toEqual([
      ['PatientRegistered', 'PatientDetailsCorrected'],
      ['PatientRegistered'],
    ]);
  });

  test.each([
    ['one new name', ['Anya Iyer'], 1],
    ['two new names', ['Anya Iyer', 'Rohan Iyer'], 2],
  ])('%s at once in two processes make as many people', async (_, names, people) => {
    const phone = `91980000003${people}`;
    await named('Meera Iyer', phone);
    const otherService = stage.another();
    const saved = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        idOf(names[index % names.length] ?? '', phone, {}, index % 4 < 2 ? stage.service : otherService),
      ),
    );
    expect(new Set(saved).size).toBe(people);
  });

  test('a corrected name moves with its person: the old one is free, and nothing else stays reserved', async () => {
    const phone = '919800000040';
    const mira = await idOf('Mira Iyer', phone);
    expect(await idOf('Meera Iyer', phone, { userId: mira })).toBe(mira);
    expect(await typesOf(mira)).toEqual(['PatientRegistered', 'PatientDetailsCorrected']);
    expect(await stage.vault.reservations.find(scope(), `${phone} mira iyer 1`)).toBeNull();
    expect(await idOf('Meera Iyer', phone)).toBe(mira);
    expect(await idOf('Mira Iyer', phone)).not.toBe(mira);
  });

  test('two corrections at once in two processes leave one name reserved: the last', async () => {
    const phone = '919800000041';
    const id = await idOf('Meera Iyer', phone);
    const otherService = stage.another();
    const names = ['Meera Rao', 'Meera Nair', 'Meera Iyer'];
    await Promise.all(
      names.map((name, index) => named(name, phone, { userId: id }, index % 2 ? otherService : stage.service)),
    );
    const held = await Promise.all(
      names.map((name) => stage.vault.reservations.find(scope(), `${phone} ${name.toLowerCase()} 1`)),
    );
    const last = (await stage.log.readStream(streams.patient(id))).at(-1)?.data['name'];
    expect(names.filter((_, index) => held[index])).toEqual([last]);
  });

  test('a name that another process has just changed is reserved again where it is changed back', async () => {
    const phone = '919800000049';
    const id = await idOf('Mira Iyer', phone);
    const otherService = stage.another();
    // The other process still has the first name cached, for a second.
    await named('Mira Iyer', phone, { userId: id }, otherService);
    await named('Meera Iyer', phone, { userId: id });
    await named('Mira Iyer', phone, { userId: id }, otherService);
    expect(await stage.vault.reservations.find(scope(), `${phone} mira iyer 1`)).toMatchObject({ id, completed: true });
    expect(await stage.vault.reservations.find(scope(), `${phone} meera iyer 1`)).toBeNull();
  });

  test('what a crash left of a correction renames nobody', async () => {
    const phone = '919800000042';
    const id = await idOf('Mira Iyer', phone);
    await named('Meera Iyer', phone, { userId: id });
    // As if the process had ended before the old name was freed.
    await stage.vault.reservations.reserve(scope(), `${phone} mira iyer 1`, id);
    await stage.vault.reservations.complete(scope(), `${phone} mira iyer 1`, id);
    expect(await idOf('Mira Iyer', phone)).not.toBe(id);
    expect(await typesOf(id)).toEqual(['PatientRegistered', 'PatientDetailsCorrected']);
  });

  test('somebody else of the same name is another person, once for each key; after an erasure the other is found', async () => {
    const phone = '919800000043';
    const first = await idOf('Meera Iyer', phone);
    const somebodyElse = { somebodyElse: true };
    const second = await idOf('Meera Iyer', phone, somebodyElse, stage.service, stage.by('else'));
    expect(second).not.toBe(first);
    expect(await idOf('Meera Iyer', phone, somebodyElse, stage.service, stage.by('else'))).toBe(second);
    expect(await idOf('Meera Iyer', phone)).toBe(first);
    accepted(await stage.service.commands.erasePatient({ patientId: first }, stage.by()));
    await stage.vault.reservations.releaseAllOf(first);
    expect(await idOf('Meera Iyer', phone)).toBe(second);
  });

  test('nine of one name are the most', async () => {
    const phone = '919800000044';
    const ids = new Set<string>();
    for (let count = 0; count < 9; count += 1) ids.add(await idOf('Meera Iyer', phone, { somebodyElse: true }));
    expect(ids.size).toBe(9);
    expect(await named('Meera Iyer', phone, { somebodyElse: true })).toMatchObject({ refused: 'patient.too-many' });
    expect(ids).toContain(await idOf('Meera Iyer', phone));
  });

  test('a known person and somebody else at once is refused', async () => {
    const { saveUser } = patientCalls(stage.service.commands);
    const body = { ...details('919800000048'), clientId: stage.clientId, userId: stage.patientId, somebodyElse: true };
    // Cast is safe: the call reads only fields of a command's context.
    expect(await saveUser(body, stage.by() as never)).toMatchObject({ refused: 'request.invalid' });
  });

  test('a corrected phone moves with its person to another family', async () => {
    const id = await idOf('Meera Iyer', '919800000050');
    expect(await idOf('Meera Iyer', '919800000051', { userId: id })).toBe(id);
    expect(await idOf('Meera Iyer', '919800000051')).toBe(id);
    expect(await idOf('Meera Iyer', '919800000050')).not.toBe(id);
  });

  test('nobody is corrected who is erased or unknown', async () => {
    const id = await idOf('Meera Iyer', '919800000046');
    const correct = (userId: string) => named('Meera Rao', '919800000046', { userId });
    expect(await correct('01J0000000000000000000N0NE')).toMatchObject({ refused: 'patient.unknown' });
    accepted(await stage.service.commands.erasePatient({ patientId: id }, stage.by()));
    expect(await correct(id)).toMatchObject({ refused: 'patient.erased' });
    expect(await typesOf(id)).toEqual(['PatientRegistered', 'PatientErased']);
  });
});

describe("a hospital's number", () => {
  const saved = (more: Partial<GivenDetails>, target: PatientTarget = {}, service = stage.service, by = stage.by()) =>
    service.commands.savePatient({ ...details('919800000060'), ...more }, by, target);
  const idOf = async (...args: Parameters<typeof saved>) => accepted(await saved(...args)).patientId;
  const held = (uhid: string) => stage.vault.reservations.find(`uhid:${stage.clientId}`, uhid.toLowerCase());

  test('belongs to one person of a client, as it is read; whoever else asks for it learns whose it is', async () => {
    const id = await idOf({ uhid: 'JH 1' });
    expect(await idOf({ uhid: 'jh  1' })).toBe(id);
    const taken = { refused: 'uhid.taken', details: { patient: { userId: id, name: 'Meera Iyer' } } };
    expect(await saved({ name: 'Kabir Iyer', uhid: 'JH 1' })).toMatchObject(taken);
    expect(await stage.vault.reservations.find(scope(), '919800000060 kabir iyer 1')).toBeNull();
    const kabir = await idOf({ name: 'Kabir Iyer' });
    expect(await saved({ name: 'Kabir Iyer', uhid: 'JH 1' })).toMatchObject(taken);
    expect(await saved({ name: 'Kabir Iyer', uhid: 'JH 1' }, { userId: kabir })).toMatchObject(taken);
    const { clientId } = accepted(await stage.service.commands.onboardClient({ name: 'Hillside' }, stage.by()));
    expect(await idOf({ uhid: 'JH 1' }, {}, stage.service, { ...stage.by(), clientId })).not.toBe(id);
  });

  test('is free once it is corrected or its person erased, and stays where it is not mentioned', async () => {
    const id = await idOf({ name: 'Anya Iyer', uhid: 'JH 2' });
    await idOf({ name: 'Anya Iyer', location: 'Delhi' });
    expect(await held('JH 2')).toMatchObject({ id });
    await idOf({ name: 'Anya Iyer', uhid: 'JH 3' });
    expect([await held('JH 2'), await held('JH 3')]).toMatchObject([null, { id, completed: true }]);
    await idOf({ name: 'Anya Iyer', uhid: null }, { userId: id });
    expect(await held('JH 3')).toBeNull();
    expect(await idOf({ name: 'Rohan Iyer', uhid: 'JH 3' })).not.toBe(id);
  });

  test.each([
    ['one person', ['Dev Iyer'], 1],
    ['two people', ['Tara Iyer', 'Usha Iyer'], 1],
  ])('given to %s at once in two processes has one holder', async (_, names, holders) => {
    const otherService = stage.another();
    const uhid = `JH ${names.length + 10}`;
    const all = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        saved({ name: names[index % names.length] ?? '', uhid }, {}, index % 4 < 2 ? stage.service : otherService),
      ),
    );
    const ids = new Set(all.flatMap((outcome) => ('refused' in outcome ? [] : [outcome.patientId])));
    expect(ids.size).toBe(holders);
    expect(await held(uhid)).toMatchObject({ id: [...ids][0], completed: true });
    const refused = all.flatMap((outcome) => ('refused' in outcome ? [outcome.refused] : []));
    expect(new Set(refused)).toEqual(new Set(names.length > 1 ? ['uhid.taken'] : []));
  });

  test('that was left without its person a minute ago is given away', async () => {
    await stage.vault.reservations.reserve(`uhid:${stage.clientId}`, 'jh 20', '01J0000000000000000000G0NE');
    stage.clock.set(stage.clock.now() + 61_000);
    const id = await idOf({ name: 'Nisha Iyer', uhid: 'JH 20' });
    expect(await held('JH 20')).toMatchObject({ id, completed: true });
  });
});

describe('people without a phone', () => {
  const saved = async (name: string, by = stage.by(), more: Partial<GivenDetails> = {}) =>
    accepted(await stage.service.commands.savePatient({ ...details(''), name, phone: null, ...more }, by)).patientId;

  test('are nobody’s family: each is somebody else, once for each key', async () => {
    const patientId = await saved('Anita Devi', stage.by('anita'));
    expect(await saved('Anita Devi', stage.by('anita'))).toBe(patientId);
    expect(await saved('Anita Devi')).not.toBe(patientId);
  });

  test('get a phone, and lose it, by a correction', async () => {
    const id = await saved('Sunita Devi');
    const correct = (phone: string | null) =>
      stage.service.commands.savePatient({ ...details(''), name: 'Sunita Devi', phone }, stage.by(), { userId: id });
    accepted(await correct('919800000070'));
    expect(await saved('Sunita Devi', stage.by(), { phone: '919800000070' })).toBe(id);
    accepted(await correct(null));
    expect(await saved('Sunita Devi', stage.by(), { phone: '919800000070' })).not.toBe(id);
  });
});

describe('the call', () => {
  const { saveUser } = {
    saveUser: (body: object) =>
      patientCalls(stage.service.commands).saveUser(
        { ...details('919800000080'), clientId: stage.clientId, ...body } as never,
        stage.by() as never,
      ),
  };
  const last = async (body: object) => {
    const outcome = await saveUser(body);
    if ('refused' in outcome) return outcome;
    return (await stage.log.readStream(streams.patient(outcome.body.userId))).at(-1)?.data;
  };

  test('records an age with its day, and a birth date instead of it', async () => {
    expect(await last({ name: 'Asha Rao', age: { count: 29, unit: 'years' } })).toMatchObject({
      ageText: expect.stringMatching(/^29 y on \d{4}-\d\d-\d\d$/),
      bornOn: null,
    });
    expect(await last({ name: 'Asha Rao', bornOn: '1997-02-28', age: { count: 29, unit: 'years' } })).toEqual({
      ageText: null,
      bornOn: '1997-02-28',
    });
    expect(await last({ name: 'Asha Rao', age: { count: 14, unit: 'days' } })).toMatchObject({ bornOn: null });
    expect(await last({ name: 'Asha Rao', age: null, bornOn: null })).toEqual({ ageText: null });
    expect(await last({ name: 'Asha Rao', bornOn: '2999-01-01' })).toMatchObject({
      refused: 'request.invalid',
      details: { fields: [{ field: 'bornOn' }] },
    });
  });

  test('takes 0000000000 and 9999999999 for no phone', async () => {
    expect(await last({ name: 'Anita Devi', phone: '910000000000' })).toMatchObject({ phone: null });
    expect(await last({ name: 'Anita Devi', phone: '919999999999' })).toMatchObject({ phone: null });
  });
});
