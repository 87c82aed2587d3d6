import { streams } from '@dayline/contracts/events/categories';
import { accepted, openStage, type Stage } from '../testing/stage.ts';

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
const scope = () => `phone:${stage.clientId}`;

describe('a patient, found by phone', () => {
  test('twenty at once with the same phone, in two processes, are one patient', async () => {
    const other = stage.another();
    const saved = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        save('919800000001', stage.by(), index % 2 === 0 ? stage.service : other),
      ),
    );
    const ids = new Set(saved.map((each) => accepted(each).patientId));
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
    await stage.vault.reservations.reserve(scope(), '919800000004', abandoned);
    expect(accepted(await save('919800000004')).patientId).toBe(abandoned);
    expect(await stage.vault.reservations.find(scope(), '919800000004')).toMatchObject({ completed: true });
  });

  test('a stream that was begun before its reservation was completed is found again, however late', async () => {
    const first = accepted(await save('919800000005'));
    // As after a crash between the two.
    await stage.vault.reservations.releaseAllOf(first.patientId);
    await stage.vault.reservations.reserve(scope(), '919800000005', first.patientId);
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
