import { isRefusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/ids';
import { accepted, openStage, password, type Stage } from '../testing/stage.ts';

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
      Array.from({ length: 20 }, (_, place) =>
        save('919800000001', stage.by(), place % 2 === 0 ? stage.service : other),
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
    await stage.vault.reservations.reserve(scope(), '919800000004', abandoned, stage.clock.now());
    expect(accepted(await save('919800000004')).patientId).toBe(abandoned);
    expect(await stage.vault.reservations.find(scope(), '919800000004')).toMatchObject({ completed: true });
  });

  test('a stream that was begun before its reservation was completed is found again, however late', async () => {
    const first = accepted(await save('919800000005'));
    // As a process leaves it that ended between the two.
    await stage.vault.reservations.release(scope(), '919800000005');
    await stage.vault.reservations.reserve(scope(), '919800000005', first.patientId, stage.clock.now() - 3_600_000);
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

describe('a doctor', () => {
  const doctor = (more: object = {}) => ({
    departmentId: stage.departmentId,
    name: 'Vikram Rao',
    contactNumber: '9876500002',
    email: 'vikram@sunrise.example',
    ...more,
  });

  test('has an e-mail and an external id that nobody else has, and is told so', async () => {
    const { commands } = stage.service;
    const by = stage.by();
    const first = accepted(await commands.addDoctor(doctor({ externalId: 'X-1' }), by));
    expect(await commands.addDoctor(doctor({ externalId: 'X-1' }), by)).toEqual(first);
    expect(await commands.addDoctor(doctor({ email: 'VIKRAM@sunrise.example' }), stage.by())).toEqual({
      refused: 'email.taken',
    });
    const other = doctor({ email: 'other@sunrise.example', externalId: 'X-1' });
    expect(await commands.addDoctor(other, stage.by())).toEqual({ refused: 'external-id.taken' });
    // What was reserved on the way is free again.
    accepted(await commands.addDoctor({ ...other, externalId: 'X-2' }, stage.by()));
    const [event] = await stage.log.readStream(streams.doctor(first.pocId));
    expect(event?.data).toMatchObject({
      name: 'Dr. Vikram Rao',
      contactNumber: '919876500002',
      specialization: 'Cardiology',
      consultationFee: null,
    });
  });

  test('is of a department of the client', async () => {
    const { commands } = stage.service;
    expect(await commands.addDoctor(doctor({ departmentId: stage.pocId }), stage.by())).toEqual({
      refused: 'department.unknown',
    });
    const foreign = { ...stage.by(), clientId: stage.pocId };
    expect(await commands.addDoctor(doctor(), foreign)).toEqual({ refused: 'access.foreign' });
    expect(await commands.setConsultationFee({ pocId: stage.pocId, fee: 1 }, foreign)).toEqual({
      refused: 'access.foreign',
    });
  });

  test('an account of a doctor verifies and activates; an address belongs to one account', async () => {
    const { commands } = stage.service;
    const account = {
      email: 'asha@sunrise.example',
      role: 'doctor',
      name: 'Dr. Asha',
      pocId: stage.pocId,
      password,
    } as const;
    const by = stage.by();
    const opened = accepted(await commands.openAccount(account, by));
    expect(await commands.openAccount(account, by)).toEqual(opened);
    expect(await commands.openAccount({ ...account, email: 'Asha@sunrise.example' }, stage.by())).toEqual({
      refused: 'email.taken',
    });
    const types = (await stage.log.readStream(streams.doctor(stage.pocId))).map((event) => event.type);
    expect(types).toEqual(['DoctorAdded', 'DoctorEmailVerified', 'DoctorAccountActivated']);
    expect(isRefusal(await commands.openAccount({ ...account, pocId: null }, stage.by()))).toBe(true);
  });

  test('has its address to itself before it has an account: no admin gets it, nor a doctor that of an admin', async () => {
    const { commands } = stage.service;
    accepted(await commands.addDoctor(doctor({ email: 'waiting@sunrise.example' }), stage.by()));
    const admin = { email: 'Waiting@sunrise.example', role: 'admin', name: 'Desk', pocId: null, password } as const;
    expect(await commands.openAccount(admin, stage.by())).toEqual({ refused: 'email.taken' });

    const desk = { ...admin, email: 'desk-2@sunrise.example' };
    const by = stage.by();
    const [opened, again] = [await commands.openAccount(desk, by), await commands.openAccount(desk, by)];
    expect(accepted(again)).toEqual(accepted(opened));
    expect(await commands.addDoctor(doctor({ email: desk.email }), stage.by())).toEqual({ refused: 'email.taken' });
  });

  test('and an admin that take one address at once: one of them has it', async () => {
    const { commands } = stage.service;
    for (const email of ['a', 'b', 'c'].map((name) => `${name}@race.example`)) {
      const both = await Promise.all([
        commands.addDoctor(doctor({ email }), stage.by()),
        commands.openAccount({ email, role: 'admin', name: 'Desk', pocId: null, password }, stage.by()),
      ]);
      expect(both.filter((outcome) => isRefusal(outcome) && outcome.refused === 'email.taken')).toHaveLength(1);
    }
  });

  test('whose things are, by the first event of their streams', async () => {
    const { ownership } = stage.service;
    expect(await ownership.clientOfDoctor(stage.pocId)).toBe(stage.clientId);
    expect(await ownership.clientOfDepartment(stage.departmentId)).toBe(stage.clientId);
    expect(await ownership.clientOfPatient(stage.patientId)).toBe(stage.clientId);
    expect(await ownership.clientOfPatient(stage.pocId)).toBeNull();
  });
});
