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
  expect(await erase([due, booked], service)).toMatchObject({ erased: 1 });
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
  const nothing = { position: null, erased: 0 };
  stage.clock.set(Date.parse('2029-11-20T09:30:00+05:30'));
  expect(await erase([due])).toEqual(nothing);
  stage.clock.set(Date.parse('2030-11-21T09:30:00+05:30'));
  accepted(await commands.changeClient({ patientYears: null }, stage.by()));
  expect(await erase([due])).toEqual(nothing);
  accepted(await commands.changeClient({ patientYears: 3 }, stage.by()));
  const visit = { pocId: stage.pocId, date: '2029-01-02', time: null, outcome: 'Availed', paid: null } as const;
  accepted(await commands.notePastVisit(due, visit, stage.by()));
  expect(await erase([due])).toEqual(nothing);
  const merge = { userId: booked, otherId: stage.patientId, fromOther: [], reason: 'One person' };
  accepted(await commands.mergePatients(merge, stage.by()));
  expect(await erase([booked, stage.patientId])).toEqual(nothing);
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

test('a removal by an import is left to it', async () => {
  accepted(await stage.service.commands.startRemoval(due, stage.by()));
  const { handle } = followedProcess(stage.service.retention, stage.clock);
  const events = (await stage.stored.readStream(streams.patient(due))).slice(-1);
  await handle(events, new AbortController().signal);
  expect(await lastOf(due)).toBe('PatientRemovalStarted');
});
