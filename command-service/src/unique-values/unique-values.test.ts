import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { newUlid } from '@dayline/runtime/ids/ulid';
import type { NewDoctor } from '../doctor/doctor-commands.ts';
import { accepted, openStage, type Stage } from '../testing/stage.ts';
import { addressScope } from './email-address.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const minute = 60_000;
const doctor = (email: string, externalId: string | null = null): NewDoctor => ({
  departmentId: stage.departmentId,
  name: 'Vikram Rao',
  contactNumber: '9876500002',
  email,
  externalId,
});
const externalIds = () => `externalId:${stage.clientId}`;
const passTime = (ms: number) => stage.clock.set(stage.clock.now() + ms);
const doctorsWith = async (field: 'email' | 'externalId', value: string) =>
  (await stage.log.readAll(stage.log.start, 10_000)).filter(
    ({ type, data }) => type === 'DoctorAdded' && data[field] === value,
  );
const isTaken = (outcome: object | Refusal, code: string) => isRefusal(outcome) && outcome.refused === code;

describe('a reservation whose stream exists', () => {
  test('is completed by whoever meets it, however late, and never taken over: a doctor’s e-mail', async () => {
    const email = 'late@sunrise.example';
    const { pocId } = accepted(await stage.service.commands.addDoctor(doctor(email), stage.by()));
    // As after a crash following the append.
    await stage.vault.reservations.releaseAllOf(pocId);
    await stage.vault.reservations.reserve(addressScope, email, pocId);
    passTime(60 * minute);
    const otherOutcome = await stage.another().commands.addDoctor(doctor(email), stage.by());
    expect(otherOutcome).toEqual({ refused: 'email.taken' });
    expect(await doctorsWith('email', email)).toHaveLength(1);
    const held = await stage.vault.reservations.find(addressScope, email);
    expect(held).toMatchObject({ id: pocId, completed: true });
  });

  test('the same of an external id', async () => {
    const { pocId } = accepted(await stage.service.commands.addDoctor(doctor('x1@a.example', 'X-1'), stage.by()));
    await stage.vault.reservations.releaseAllOf(pocId);
    await stage.vault.reservations.reserve(externalIds(), 'X-1', pocId);
    passTime(60 * minute);
    const otherOutcome = await stage.another().commands.addDoctor(doctor('x2@a.example', 'X-1'), stage.by());
    expect(otherOutcome).toEqual({ refused: 'external-id.taken' });
    expect(await doctorsWith('externalId', 'X-1')).toHaveLength(1);
    // The email address reserved by the refused command is free again.
    accepted(await stage.service.commands.addDoctor(doctor('x2@a.example'), stage.by()));
  });
});

describe('a reservation without its stream', () => {
  test('is its owner’s alone for a minute, and somebody else’s after that', async () => {
    const gone = newUlid(stage.clock);
    for (const [scope, value] of [
      [addressScope, 'gone@sunrise.example'],
      [externalIds(), 'X-GONE'],
    ] as const) {
      await stage.vault.reservations.reserve(scope, value, gone);
    }
    const add = (email: string, externalId: string) =>
      stage.service.commands.addDoctor(doctor(email, externalId), stage.by());
    expect(await add('gone@sunrise.example', 'X-2')).toEqual({ refused: 'email.taken' });
    expect(await add('other@sunrise.example', 'X-GONE')).toEqual({ refused: 'external-id.taken' });
    passTime(minute + 1);
    accepted(await add('other@sunrise.example', 'X-GONE'));
    accepted(await add('gone@sunrise.example', 'X-2'));
  });

  test('whose owner goes on after it was overtaken: one doctor has the e-mail, and keeps it', async () => {
    const email = 'overtaken@sunrise.example';
    let resume = () => {};
    const held = new Promise<void>((resolve) => (resume = resolve));
    let isHeld = () => {};
    const waiting = new Promise<void>((resolve) => (isHeld = resolve));
    const slow = stage.another((log) => ({
      ...log,
      async append(...call) {
        isHeld();
        await held;
        return log.append(...call);
      },
    }));
    const overtaken = slow.commands.addDoctor(doctor(email, 'X-3'), stage.by());
    await waiting;
    passTime(minute + 1);
    const by = stage.by();
    const added = accepted(await stage.service.commands.addDoctor(doctor(email, 'X-4'), by));
    resume();
    expect(await overtaken).toEqual({ refused: 'email.taken' });
    expect(await doctorsWith('email', email)).toHaveLength(1);
    expect(await stage.vault.reservations.find(addressScope, email)).toMatchObject({
      id: added.pocId,
      completed: true,
    });
    expect(await stage.vault.reservations.find(externalIds(), 'X-4')).toMatchObject({ completed: true });
    // A retry gets the same answer, though its key alone would give another id.
    expect(await stage.another().commands.addDoctor(doctor(email, 'X-4'), by)).toEqual(added);
    // Values reserved only by the overtaken command are free.
    accepted(await stage.service.commands.addDoctor(doctor('free@sunrise.example', 'X-3'), stage.by()));
  });
});

describe('the external id of a doctor', () => {
  const correct = (pocId: string, externalId: string | null, service = stage.service) =>
    service.commands.correctDoctor({ ...doctor(''), pocId, externalId }, stage.by());
  const newDoctor = async (email: string, externalId: string | null = null) =>
    accepted(await stage.service.commands.addDoctor(doctor(email, externalId), stage.by())).pocId;

  test('is corrected: no other doctor has it, and the former one is free', async () => {
    const first = await newDoctor('c1@a.example', 'C-1');
    const second = await newDoctor('c2@a.example', 'C-2');
    expect(await correct(first, 'C-2')).toEqual({ refused: 'external-id.taken' });
    expect(await correct(second, 'C-1')).toEqual({ refused: 'external-id.taken' });
    accepted(await correct(first, 'C-3'));
    accepted(await correct(first, 'C-3'));
    accepted(await correct(second, 'C-1'));
    await newDoctor('c3@a.example', 'C-2');
    accepted(await correct(first, null));
    expect(await correct(first, 'C-1')).toEqual({ refused: 'external-id.taken' });
    await newDoctor('c4@a.example', 'C-3');
    // Refused for another reason: the reserved one is free again.
    const wrong = { ...doctor(''), pocId: first, contactNumber: null, externalId: 'C-9' };
    expect(await stage.service.commands.correctDoctor(wrong, stage.by())).toMatchObject({ refused: 'request.invalid' });
    await newDoctor('c5@a.example', 'C-9');
  });

  test('is one doctor’s, if two processes set it for two at once', async () => {
    const doctors = [await newDoctor('d1@a.example', 'D-1'), await newDoctor('d2@a.example', 'D-2')];
    const services = [stage.another(), stage.another()];
    const both = await Promise.all(doctors.map((pocId, index) => correct(pocId, 'D-3', services[index])));
    expect(both.filter((outcome) => isTaken(outcome, 'external-id.taken'))).toHaveLength(1);
    expect(both.filter((outcome) => !isRefusal(outcome))).toHaveLength(1);
  });

  test('is settled by a follower, if the process ended after the append', async () => {
    const pocId = await newDoctor('f1@a.example', 'F-1');
    const { reservations } = stage.vault;
    const { releaseOthersOf } = reservations;
    reservations.releaseOthersOf = () => Promise.reject(new Error('The process ended.'));
    await expect(correct(pocId, 'F-2')).rejects.toThrow('The process ended.');
    reservations.releaseOthersOf = releaseOthersOf;
    const other = await newDoctor('f2@a.example');
    expect(await correct(other, 'F-1')).toEqual({ refused: 'external-id.taken' });
    const events = await stage.stored.readStream(streams.doctor(pocId));
    const setExternalId = events.filter(({ type }) => type === 'DoctorExternalIdSet');
    await stage.service.addresses.handle(setExternalId, new AbortController().signal);
    accepted(await correct(other, 'F-1'));
    expect(await correct(other, 'F-2')).toEqual({ refused: 'external-id.taken' });
  });

  test('stays reserved, if another correction of the doctor is refused before it is settled', async () => {
    const pocId = await newDoctor('g1@a.example', 'G-1');
    const { reservations } = stage.vault;
    const { releaseOthersOf, complete } = reservations;
    reservations.releaseOthersOf = () => Promise.reject(new Error('The process ended.'));
    reservations.complete = async () => false;
    await expect(correct(pocId, 'G-2')).rejects.toThrow('The process ended.');
    Object.assign(reservations, { releaseOthersOf, complete });
    const wrong = { ...doctor(''), pocId, contactNumber: null, externalId: 'G-2' };
    expect(await stage.service.commands.correctDoctor(wrong, stage.by())).toMatchObject({ refused: 'request.invalid' });
    expect(await correct(await newDoctor('g2@a.example'), 'G-2')).toEqual({ refused: 'external-id.taken' });
  });

  test('is the one in the doctor’s stream, also after a crash before the append', async () => {
    const pocId = await newDoctor('e1@a.example', 'E-1');
    await stage.vault.reservations.reserve(externalIds(), 'E-2', pocId);
    const other = await newDoctor('e2@a.example');
    expect(await correct(other, 'E-2')).toEqual({ refused: 'external-id.taken' });
    passTime(minute + 1);
    accepted(await correct(other, 'E-2'));
    expect(await correct(pocId, 'E-2')).toEqual({ refused: 'external-id.taken' });
  });
});

test('of twenty in two processes that add a doctor with one e-mail at once, one does', async () => {
  for (const email of ['race-1@sunrise.example', 'race-2@sunrise.example']) {
    const services = [stage.another(), stage.another()];
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const service = services[index % 2] ?? stage.service;
        return service.commands.addDoctor(doctor(email, `${email}-${index}`), stage.by());
      }),
    );
    expect(all.filter((outcome) => !isRefusal(outcome))).toHaveLength(1);
    expect(all.filter((outcome) => isTaken(outcome, 'email.taken'))).toHaveLength(19);
    expect(await doctorsWith('email', email)).toHaveLength(1);
  }
});

test('a key that was used for another doctor takes no address', async () => {
  const { commands } = stage.service;
  const first = accepted(await commands.addDoctor(doctor('first@key.example'), stage.by('doctor-key', 'a')));
  const second = await stage.another().commands.addDoctor(doctor('second@key.example'), stage.by('doctor-key', 'b'));
  expect(second).toEqual({ refused: 'key.reused' });
  expect(await stage.log.readStream(streams.doctor(first.pocId))).toHaveLength(1);
  accepted(await commands.addDoctor(doctor('second@key.example'), stage.by()));
});
