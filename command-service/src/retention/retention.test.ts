import { streams } from '@dayline/contracts/events/categories';
import type { EventLog } from '@dayline/event-log/port';
import { followedProcess } from '../process/process.ts';
import { accepted, openStage, type Stage } from '../testing/stage.ts';

let stage: Stage;
let [due, booked] = ['', ''];
beforeEach(async () => {
  stage = await openStage();
  const { commands } = stage.service;
  accepted(await commands.changeClient({ bookingNeedsEmail: false, patientYears: 3 }, stage.by()));
  [due, booked] = [(await stage.more()).patientId, (await stage.more()).patientId];
  stage.clock.set(Date.parse('2030-11-21T09:30:00+05:30'));
});
afterEach(async () => {
  await stage.close();
});

const slot = { date: '2030-11-22', time: '11:00', type: 'Direct Consultation', payment: 'Paid' } as const;
const book = (patientId: string, service = stage.service) =>
  service.commands.bookAppointment({ pocId: stage.pocId, patientId, ...slot }, stage.by());
const typesOf = async (stream: string) => (await stage.stored.readStream(stream)).map(({ type }) => type);
const lastOf = async (patientId: string) => (await typesOf(streams.patient(patientId))).at(-1);
const erase = (ids: readonly string[], service = stage.service) => service.commands.eraseDuePatients(ids, stage.by());

/** The log as seen by a process in which something happens before the first append to a stream. */
const before =
  (stream: string, happens: () => Promise<unknown>) =>
  (log: EventLog): EventLog => {
    let hasHappened = false;
    return {
      ...log,
      async append(...call) {
        if (call[0] === stream && !hasHappened) {
          hasHappened = true;
          await happens();
        }
        return log.append(...call);
      },
    };
  };

test('who is due is erased, and who was booked in the meantime stays, however far behind the views are', async () => {
  stage.letViewsFollow();
  const service = stage.another(before(streams.patient(booked), async () => accepted(await book(booked))));
  const kept = [{ userId: booked, reason: 'visit' }];
  expect(await erase([due, booked], service)).toMatchObject({ erased: 1, kept });
  const [erased] = (await stage.stored.readStream(streams.patient(due))).slice(-1);
  expect(erased?.data).toEqual({ reason: 'Retention: no visit since 2027-11-21' });
  expect(await typesOf(streams.patient(due))).toEqual(['PatientRegistered', 'PatientRemovalStarted', 'PatientErased']);
  expect(await lastOf(booked)).toBe('PatientKept');
  expect(await typesOf(streams.doctorDay(stage.pocId, slot.date))).not.toContain('AppointmentCancelled');
});

test('a visit on the first date that counts keeps a patient, one on the day before doesn’t', async () => {
  stage.letViewsFollow();
  stage.clock.set(Date.parse('2027-11-20T09:30:00+05:30'));
  const visit = { pocId: stage.pocId, ...slot };
  accepted(await stage.service.commands.bookAppointment({ ...visit, patientId: due, date: '2027-11-20' }, stage.by()));
  accepted(
    await stage.service.commands.bookAppointment({ ...visit, patientId: booked, date: '2027-11-21' }, stage.by()),
  );
  stage.clock.set(Date.parse('2030-11-21T09:30:00+05:30'));
  expect(await erase([due, booked])).toMatchObject({ erased: 1 });
  expect([await lastOf(due), await lastOf(booked)]).toEqual(['PatientErased', 'PatientKept']);
});

test('nobody is erased before the time, without a retention, with a later imported visit, or merged', async () => {
  stage.letViewsFollow();
  const { commands } = stage.service;
  const nothing = { position: null, erased: 0, kept: [] as object[] };
  const keptFor = (reason: string, ...ids: string[]) => ({
    ...nothing,
    kept: ids.map((userId) => ({ userId, reason })),
  });
  stage.clock.set(Date.parse('2029-11-20T09:30:00+05:30'));
  expect(await erase([due])).toEqual(keptFor('visit', due));
  stage.clock.set(Date.parse('2030-11-21T09:30:00+05:30'));
  accepted(await commands.changeClient({ patientYears: null }, stage.by()));
  expect(await erase([due])).toEqual(nothing);
  accepted(await commands.changeClient({ patientYears: 3 }, stage.by()));
  const visit = { pocId: stage.pocId, date: '2029-01-02', time: null, outcome: 'Availed', paid: null } as const;
  accepted(await commands.notePastVisit(due, visit, stage.by()));
  expect(await erase([due])).toEqual(keptFor('visit', due));
  const merge = { userId: booked, otherId: stage.patientId, fromOther: [], reason: 'One person' };
  accepted(await commands.mergePatients(merge, stage.by()));
  expect(await erase([booked, stage.patientId])).toEqual(keptFor('merged', booked, stage.patientId));
});

test('a patient of another hospital, or of none, is refused, and then nobody is erased', async () => {
  const foreign = { ...stage.by(), clientId: '01J0000000000000000000000F' };
  expect(await stage.service.commands.eraseDuePatients([due], foreign)).toEqual({ refused: 'access.foreign' });
  expect(await erase([due, '01J0000000000000000000000N'])).toEqual({ refused: 'access.foreign' });
  expect(await lastOf(due)).toBe('PatientRegistered');
});

test('what a killed process began is ended by the follower, and a repeated request finds it done', async () => {
  stage.letViewsFollow();
  const by = stage.by();
  const killed = (log: EventLog): EventLog => ({
    ...log,
    async append(...call) {
      const result = await log.append(...call);
      if (call[0] === streams.patient(booked)) throw new Error('killed');
      return result;
    },
  });
  await expect(stage.another(killed).commands.eraseDuePatients([due, booked], by)).rejects.toThrow('killed');
  expect([await lastOf(due), await lastOf(booked)]).toEqual(['PatientRemovalStarted', 'PatientRemovalStarted']);
  expect(await book(due)).toEqual({ refused: 'patient.leaving' });

  const service = stage.another();
  const { handle } = followedProcess(service.retention, stage.clock);
  const begun = await Promise.all([due, booked].map((id) => stage.stored.readStream(streams.patient(id))));
  const events = begun.flat().filter(({ type }) => type === 'PatientRemovalStarted');
  await handle(events, new AbortController().signal);
  await handle(events, new AbortController().signal);
  expect([await lastOf(due), await lastOf(booked)]).toEqual(['PatientErased', 'PatientErased']);
  expect(await service.commands.eraseDuePatients([due, booked], by)).toMatchObject({ erased: 2 });
});

describe('a removal between the steps of', () => {
  /** A removal by retention whose process is killed once it has started. */
  const startRemoval = async (patientId: string) => {
    const killed = (log: EventLog): EventLog => ({
      ...log,
      async append(...call) {
        const result = await log.append(...call);
        if (call[0] === streams.patient(patientId)) throw new Error('killed');
        return result;
      },
    });
    await expect(erase([patientId], stage.another(killed))).rejects.toThrow('killed');
    expect(await lastOf(patientId)).toBe('PatientRemovalStarted');
  };
  const endRemoval = async (patientId: string) => {
    const events = (await stage.stored.readStream(streams.patient(patientId))).slice(-1);
    await followedProcess(stage.another().retention, stage.clock).handle(events, new AbortController().signal);
  };
  const moveTo = '2030-11-25';
  const moved = { pocId: '', date: moveTo, time: '09:00', reason: null };
  beforeEach(() => stage.letViewsFollow());

  test('a move to another day keeps the patient and the visit', async () => {
    const { appointmentId } = accepted(await book(booked));
    const late = stage.another(before(streams.doctorDay(stage.pocId, moveTo), () => startRemoval(booked))).commands;
    accepted(await late.moveAppointment({ ...moved, appointmentId, pocId: stage.pocId }, stage.by()));
    await endRemoval(booked);
    expect(await lastOf(booked)).toBe('PatientKept');
    expect(await typesOf(streams.doctorDay(stage.pocId, moveTo))).not.toContain('AppointmentCancelled');
  });

  test('the undo of a move does too', async () => {
    const { appointmentId } = accepted(await book(booked));
    const { commands } = stage.service;
    const there = accepted(await commands.moveAppointment({ ...moved, appointmentId, pocId: stage.pocId }, stage.by()));
    const late = stage.another(before(streams.doctorDay(stage.pocId, slot.date), () => startRemoval(booked))).commands;
    accepted(await late.undoMove({ appointmentId: there.appointmentId, eventId: there.eventId ?? '' }, stage.by()));
    await endRemoval(booked);
    expect(await lastOf(booked)).toBe('PatientKept');
    expect(await typesOf(streams.doctorDay(stage.pocId, slot.date))).not.toContain('AppointmentCancelled');
  });

  test('a split keeps the record that a visit goes to', async () => {
    const { commands } = stage.service;
    const request = { userId: due, otherId: booked, fromOther: [], reason: 'One person' };
    const { mergeId } = accepted(await commands.mergePatients(request, stage.by()));
    const { appointmentId } = accepted(await book(due));
    const late = stage.another(before(streams.doctorDay(stage.pocId, slot.date), () => startRemoval(booked))).commands;
    accepted(await late.splitPatient({ userId: due, mergeId, reason: 'Two', visits: [appointmentId] }, stage.by()));
    await endRemoval(booked);
    expect(await lastOf(booked)).toBe('PatientKept');
  });

  test('a split whose process is killed keeps it too, and gives the visit to it later', async () => {
    const { commands } = stage.service;
    const request = { userId: due, otherId: booked, fromOther: [], reason: 'One person' };
    const { mergeId } = accepted(await commands.mergePatients(request, stage.by()));
    const { appointmentId } = accepted(await book(due));
    const day = streams.doctorDay(stage.pocId, slot.date);
    const killed = stage.another(before(day, () => Promise.reject(new Error('killed')))).commands;
    const split = { userId: due, mergeId, reason: 'Two', visits: [appointmentId] };
    await expect(killed.splitPatient(split, stage.by())).rejects.toThrow('killed');
    const [unmerged] = (await stage.stored.readStream(streams.patient(booked))).slice(-1);
    expect(await erase([booked])).toMatchObject({ erased: 0 });
    expect(await lastOf(booked)).toBe('PatientKept');
    const { handle } = followedProcess(stage.another().persons, stage.clock);
    await handle(unmerged ? [unmerged] : [], new AbortController().signal);
    expect((await stage.stored.readStream(day)).at(-1)).toMatchObject({
      type: 'AppointmentReassigned',
      data: { appointmentId, patientId: booked },
    });
  });
});

test('a removal by an import is left to it', async () => {
  accepted(await stage.service.commands.startRemoval(due, stage.by()));
  const { handle } = followedProcess(stage.service.retention, stage.clock);
  const events = (await stage.stored.readStream(streams.patient(due))).slice(-1);
  await handle(events, new AbortController().signal);
  expect(await lastOf(due)).toBe('PatientRemovalStarted');
});
