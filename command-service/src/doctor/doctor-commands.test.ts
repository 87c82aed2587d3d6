import { isRefusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { createAggregates } from '../modules.ts';
import { ownershipOf } from '../service.ts';
import { accepted, openStage, password, type Stage } from '../testing/stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

describe('a doctor', () => {
  const doctor = (more: object = {}) => ({
    departmentId: stage.departmentId,
    name: 'Vikram Rao',
    contactNumber: '9876500002',
    email: 'vikram@sunrise.example',
    ...more,
  });

  test('has an e-mail and an external id that nobody else has, or is refused', async () => {
    const { commands } = stage.service;
    const by = stage.by();
    const first = accepted(await commands.addDoctor(doctor({ externalId: 'X-1' }), by));
    expect(await commands.addDoctor(doctor({ externalId: 'X-1' }), by)).toEqual(first);
    expect(await commands.addDoctor(doctor({ email: 'VIKRAM@sunrise.example' }), stage.by())).toEqual({
      refused: 'email.taken',
    });
    const otherDoctor = doctor({ email: 'other@sunrise.example', externalId: 'X-1' });
    expect(await commands.addDoctor(otherDoctor, stage.by())).toEqual({ refused: 'external-id.taken' });
    // Values reserved by the refused command are free again.
    accepted(await commands.addDoctor({ ...otherDoctor, externalId: 'X-2' }, stage.by()));
    const [event] = await stage.log.readStream(streams.doctor(first.pocId));
    expect(event?.data).toMatchObject({
      name: 'Dr. Vikram Rao',
      contactNumber: '919876500002',
      specialization: 'Cardiology',
      consultationFee: null,
    });
  });

  test('that is a unit keeps its name, needs no e-mail, and never gets an account', async () => {
    const { commands } = stage.service;
    const unit = { kind: 'unit', name: 'Dental Clinic', contactNumber: null, email: null, externalId: 'U-1' } as const;
    const by = stage.by();
    const { departmentId } = stage;
    const first = accepted(await commands.addDoctor({ departmentId, ...unit }, by));
    expect(await commands.addDoctor({ departmentId, ...unit }, by)).toEqual(first);
    expect(await commands.addDoctor({ departmentId, ...unit }, stage.by())).toEqual({ refused: 'external-id.taken' });
    // A second doctor of the same name gets another id; the values reserved by a refused command are free.
    const refused = { departmentId, ...unit, externalId: 'U-2', meetingLink: 'https://elsewhere.example/a' };
    expect(await commands.addDoctor(refused, stage.by())).toEqual({ refused: 'link.invalid' });
    accepted(await commands.addDoctor({ departmentId, ...unit, externalId: 'U-2' }, stage.by()));
    const [event] = await stage.log.readStream(streams.doctor(first.pocId));
    expect(event?.data).toMatchObject({ kind: 'unit', name: 'Dental Clinic', email: null, contactNumber: null });
    const account = { email: 'unit@sunrise.example', role: 'doctor', name: 'U', pocId: first.pocId, password } as const;
    expect(await commands.openAccount(account, stage.by())).toEqual({ refused: 'unit.without-account' });
    // The address isn't reserved either.
    accepted(await commands.addDoctor(doctor({ email: account.email }), stage.by()));
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

    const otherAdmin = { ...admin, email: 'desk-2@sunrise.example' };
    const by = stage.by();
    const [opened, again] = [await commands.openAccount(otherAdmin, by), await commands.openAccount(otherAdmin, by)];
    expect(accepted(again)).toEqual(accepted(opened));
    expect(await commands.addDoctor(doctor({ email: otherAdmin.email }), stage.by())).toEqual({
      refused: 'email.taken',
    });
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

  test('whose things are, by their streams', async () => {
    const ownership = ownershipOf(createAggregates(stage));
    expect(await ownership.clientOf('doctor', stage.pocId)).toBe(stage.clientId);
    expect(await ownership.clientOf('department', stage.departmentId)).toBe(stage.clientId);
    expect(await ownership.clientOf('patient', stage.patientId)).toBe(stage.clientId);
    expect(await ownership.clientOf('patient', stage.pocId)).toBeNull();
  });
});
