import { streams } from '@dayline/contracts/events/categories';
import { followable } from '@dayline/event-log/followable';
import { followToEnd } from '@dayline/event-log/follower';
import type { CommandContext } from '../command-handler/command-context.ts';
import { followedProcess } from '../process/process.ts';
import type { CommandService } from '../service.ts';
import { killedAt, memoryCursors } from '../testing/killed.ts';
import { accepted, day, openStage, type Stage } from '../testing/stage.ts';

/** "A person is one record or several merged ones" (patients). */
const at8 = Date.parse(`${day}T08:00:00+05:30`);
let stage: Stage;
let one = '';
let other = '';
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());
let count = 0;
beforeEach(async () => {
  stage.clock.set(at8);
  one = await registered('Sunita Rao');
  other = await registered('Sunitha Rao');
});

async function registered(name: string, more: { readonly uhid?: string; readonly phone?: string } = {}) {
  count += 1;
  const details = { name, phone: `9198000${String(count).padStart(5, '0')}`, email: null, location: null, ...more };
  return accepted(await stage.service.commands.savePatient(details, stage.by())).patientId;
}
const merge = (
  by: CommandContext = stage.by(),
  { commands }: Pick<CommandService, 'commands'> = stage.service,
  [userId, otherId]: readonly [string, string] = [one, other],
) => commands.mergePatients({ userId, otherId, fromOther: ['name'], reason: 'One person' }, by);
const stateOf = async (patientId: string) => (await readOf(patientId)).at(-1);
const readOf = (patientId: string) => stage.log.readStream(streams.patient(patientId));
const typesOf = async (patientId: string) => (await readOf(patientId)).map(({ type }) => type);
const save = (patientId: string, name: string) => {
  const details = { name, phone: null, email: 'new@mail.example', location: null };
  return stage.service.commands.savePatient(details, stage.by(), { userId: patientId });
};

async function finish(): Promise<void> {
  const parts = followedProcess(stage.another().persons, stage.clock);
  await followToEnd({ log: followable(stage.stored), cursors: memoryCursors(), ...parts });
}

/** The streams' events after registration: that of the smaller id, then the other. */
const steps = async () => {
  const [first = '', second = ''] = [one, other].sort();
  return [(await typesOf(first)).slice(1), (await typesOf(second)).slice(1)];
};
const whole = [['PatientMergeProposed', 'PatientMerged'], ['PatientMerged']];

test('two records are one person: their ids name the one that stands, with the chosen details', async () => {
  const by = stage.by();
  const merged = accepted(await merge(by));
  const [first = ''] = [one, other].sort();
  const decided = (await stateOf(first))?.metadata.recordedAt ?? '';
  expect(merged).toMatchObject({ userId: one, undoUntil: new Date(Date.parse(decided) + 60_000).toISOString() });
  expect(await steps()).toEqual(whole);
  expect(await merge(by)).toEqual(merged);
  expect(await steps()).toEqual(whole);
  const saved = accepted(await save(other, 'Sunitha Rao'));
  expect(saved.patientId).toBe(one);
  expect(await stateOf(one)).toMatchObject({ type: 'PatientDetailsCorrected', data: { email: 'new@mail.example' } });
  expect((await stateOf(one))?.data).not.toHaveProperty('name');
});

test('the phone and name of a merged record find the person, and rename nobody', async () => {
  const phone = '919811100001';
  const alias = await registered('Lakshmi', { phone });
  accepted(await merge(stage.by(), stage.service, [one, alias]));
  const details = { name: 'Lakshmi', phone, email: 'l@mail.example', location: 'Pune' };
  expect(accepted(await stage.service.commands.savePatient(details, stage.by())).patientId).toBe(one);
  expect(Object.keys((await stateOf(one))?.data ?? {}).sort()).toEqual(['email', 'location']);
  expect(await stage.service.commands.savePatient(details, stage.by(), { isNew: true })).toEqual(
    expect.objectContaining({ refused: 'value.taken' }),
  );
});

test('the hospital number of a merged record is the person’s own', async () => {
  const numbered = await registered('Lakshmi', { uhid: 'H77' });
  accepted(await merge(stage.by(), stage.service, [one, numbered]));
  const details = { name: 'Sunita Rao', phone: null, email: null, location: null, uhid: 'H77' };
  const by = { userId: one };
  expect(accepted(await stage.service.commands.savePatient(details, stage.by(), by)).patientId).toBe(one);
});

describe('a merge is refused', () => {
  const refusal = (refused: string) => expect.objectContaining({ refused });

  test('for one person, an erased patient, and another client’s', async () => {
    const { commands } = stage.service;
    expect(await merge(stage.by(), stage.service, [one, one])).toEqual(refusal('patient.same-record'));
    const third = await registered('Asha');
    accepted(await merge());
    expect(await merge(stage.by(), stage.service, [other, one])).toEqual(refusal('patient.same-record'));
    accepted(await commands.erasePatient({ patientId: third }, stage.by()));
    expect(await merge(stage.by(), stage.service, [one, third])).toEqual(refusal('patient.erased'));
    const foreign = { ...stage.by(), clientId: '01J0000000000000000000000Z' };
    expect(await merge(foreign)).toEqual(refusal('access.foreign'));
  });

  test('if both have merged records; if only the other one has, that one stands', async () => {
    const [third, fourth] = [await registered('Asha'), await registered('Ashaa')];
    accepted(await merge());
    accepted(await merge(stage.by(), stage.service, [third, fourth]));
    expect(await merge(stage.by(), stage.service, [one, third])).toEqual(refusal('patient.has-merged'));
    const fifth = await registered('Neha');
    expect(accepted(await merge(stage.by(), stage.service, [fifth, one])).userId).toBe(one);
  });
});

test('two desks that merge crosswise at once make one merge', async () => {
  const another = stage.another();
  const outcomes = await Promise.all([merge(), merge(stage.by(), another, [other, one])]);
  const merged = outcomes.filter((outcome) => !('refused' in outcome));
  expect(merged).toHaveLength(1);
  const [first = '', second = ''] = [one, other].sort();
  const all = [...(await typesOf(first)), ...(await typesOf(second))];
  expect(all.filter((type) => type === 'PatientMerged')).toHaveLength(2);
});

test.each([
  ['before its first event', 1, false],
  ['after its first event', 1, true],
  ['before its second', 2, false],
  ['after its second', 2, true],
  ['before its end', 3, false],
  ['after its end', 3, true],
] as const)('a merge that is killed %s is finished once', async (_, nth, isDurable) => {
  const by = stage.by();
  const killed = stage.another((log) => killedAt(log, nth, isDurable));
  await expect(merge(by, killed)).rejects.toThrow();
  const hasBegun = nth > 1 || isDurable;
  for (let times = 0; times < 2; times += 1) {
    await finish();
    expect(await steps()).toEqual(hasBegun ? whole : [[], []]);
  }
  accepted(await merge(by));
  expect(await steps()).toEqual(whole);
});

test.each([1, 2])('a merge that is killed after append %d is finished by its retry too', async (nth) => {
  const by = stage.by();
  await expect(
    merge(
      by,
      stage.another((log) => killedAt(log, nth, true)),
    ),
  ).rejects.toThrow();
  accepted(await merge(by));
  expect(await steps()).toEqual(whole);
});

describe('a split', () => {
  const split = (
    mergeId: string,
    reason: string | null,
    by = stage.by(),
    service: Pick<CommandService, 'commands'> = stage.service,
  ) => service.commands.splitPatient({ userId: one, mergeId, reason }, by);

  test('within a minute is an undo; later it needs a reason; the record has its own details again', async () => {
    const first = accepted(await merge());
    accepted(await split(first.mergeId, null));
    expect(accepted(await save(other, 'Sunitha Rao')).patientId).toBe(other);
    const second = accepted(await merge());
    // The merge's later steps have times of their own.
    stage.clock.set(Date.parse(second.undoUntil) + 1);
    expect(await split(second.mergeId, null)).toMatchObject({ refused: 'undo.expired' });
    const by = stage.by();
    const { position } = accepted(await split(second.mergeId, 'They are sisters', by));
    expect(position).not.toBeNull();
    expect(await split(second.mergeId, 'They are sisters', by)).toEqual({ position });
    expect((await typesOf(one)).filter((type) => type === 'PatientUnmerged')).toHaveLength(2);
    expect((await typesOf(other)).filter((type) => type === 'PatientUnmerged')).toHaveLength(2);
  });

  describe('asks whose the visits are that were booked since', () => {
    let visit = '';
    let kept = '';
    let mergeId = '';
    const patientsOf = async () => {
      const events = await stage.log.readStream(streams.doctorDay(stage.pocId, day));
      const reassigned = events.filter(({ type }) => type === 'AppointmentReassigned');
      return reassigned.map(({ data }) => [data['appointmentId'], data['patientId'], data['patientBefore']]);
    };
    const booked = async (patientId: string, time: string) => {
      const place = { pocId: stage.pocId, date: day, time };
      const how = { type: 'Direct Consultation', payment: 'Pay_later' } as const;
      const { commands } = stage.service;
      return accepted(await commands.bookAppointment({ ...place, ...how, patientId }, stage.by())).appointmentId;
    };
    let slot = 0;
    beforeEach(async () => {
      accepted(await save(one, 'Sunita Rao'));
      accepted(await save(other, 'Sunitha Rao'));
      ({ mergeId } = accepted(await merge()));
      const times = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30'];
      visit = await booked(one, times[slot++ % 6] ?? '');
      kept = await booked(one, times[slot++ % 6] ?? '');
    });
    const asked = (by = stage.by(), service: Pick<CommandService, 'commands'> = stage.service) =>
      service.commands.splitPatient({ userId: one, mergeId, reason: 'Sisters', visits: [visit] }, by);
    const own = async () => (await patientsOf()).filter(([id]) => id === visit || id === kept);

    test('they are reassigned once, and later events name the record', async () => {
      const by = stage.by();
      accepted(await asked(by));
      accepted(await asked(by));
      expect(await own()).toEqual([[visit, other, one]]);
      const cancelled = { appointmentId: visit, status: 'Cancelled', as: 'admin' } as const;
      accepted(await stage.service.commands.changeAppointmentStatus(cancelled, stage.by()));
      const events = await stage.log.readStream(streams.doctorDay(stage.pocId, day));
      expect(events.findLast(({ type }) => type === 'AppointmentCancelled')?.data).toMatchObject({ patientId: other });
    });

    test('a visit of somebody else, or from before the merge, is refused', async () => {
      accepted(await asked());
      const again = accepted(await merge());
      const request = { userId: one, mergeId: again.mergeId, reason: 'Sisters', visits: [kept] };
      const { commands } = stage.service;
      expect(await commands.splitPatient(request, stage.by())).toMatchObject({ refused: 'appointment.unknown' });
      const unknown = { ...request, visits: [visit] };
      expect(await commands.splitPatient(unknown, stage.by())).toMatchObject({ refused: 'appointment.unknown' });
    });

    test.each([
      [1, true],
      [2, false],
      [2, true],
      [3, false],
      [3, true],
    ] as const)('a split that is killed at append %d is finished once', async (nth, isDurable) => {
      const killed = stage.another((log) => killedAt(log, nth, isDurable));
      await expect(asked(stage.by(), killed)).rejects.toThrow();
      for (let times = 0; times < 2; times += 1) {
        await finish();
        expect(await own()).toEqual([[visit, other, one]]);
        expect((await typesOf(one)).filter((type) => type === 'PatientUnmerged')).toHaveLength(1);
      }
    });
  });

  test.each([
    [1, true],
    [2, false],
    [2, true],
  ] as const)('that is killed at append %d is finished once', async (nth, isDurable) => {
    const { mergeId } = accepted(await merge());
    const killed = stage.another((log) => killedAt(log, nth, isDurable));
    await expect(split(mergeId, 'Two people', stage.by(), killed)).rejects.toThrow();
    for (let times = 0; times < 2; times += 1) {
      await finish();
      expect((await typesOf(one)).filter((type) => type === 'PatientUnmerged')).toHaveLength(1);
      expect((await typesOf(other)).filter((type) => type === 'PatientUnmerged')).toHaveLength(1);
    }
  });
});

test.each([1, 2])('an erasure that is killed after append %d erases all records of the person', async (nth) => {
  accepted(await merge());
  const killed = stage.another((log) => killedAt(log, nth, true));
  await expect(
    killed.commands.erasePatient({ patientId: other, reason: 'Asked for it' }, stage.by()),
  ).rejects.toThrow();
  await finish();
  expect((await stateOf(one))?.data).toEqual({ reason: 'Asked for it' });
  expect(await stateOf(other)).toMatchObject({ type: 'PatientErased', data: { into: one } });
  expect((await typesOf(other)).filter((type) => type === 'PatientErased')).toHaveLength(1);
});

test('the visits of all records are the person’s own at one time', async () => {
  const { commands } = stage.service;
  const booking = {
    pocId: stage.pocId,
    date: day,
    time: '10:00',
    type: 'Direct Consultation',
    payment: 'Pay_later',
  } as const;
  const emailed = async (patientId: string) =>
    accepted(await save(patientId, patientId === one ? 'Sunita Rao' : 'Sunitha Rao'));
  await emailed(one);
  await emailed(other);
  const { appointmentId } = accepted(await commands.bookAppointment({ ...booking, patientId: other }, stage.by()));
  accepted(await merge());
  const refused = { refused: 'patient.already-booked' };
  expect(await commands.bookAppointment({ ...booking, patientId: one }, stage.by())).toMatchObject(refused);
  const visit = { appointmentId, as: 'admin' } as const;
  const cancelled = accepted(await commands.changeAppointmentStatus({ ...visit, status: 'Cancelled' }, stage.by()));
  accepted(await commands.bookAppointment({ ...booking, patientId: one }, stage.by()));
  const undo = { ...visit, status: 'Confirmed', eventId: cancelled.eventId ?? '' } as const;
  expect(await commands.undoAppointmentStatus(undo, stage.by())).toMatchObject(refused);
  const correction = { appointmentId, status: 'Confirmed', reason: 'It was this one.' } as const;
  expect(await commands.correctAppointmentStatus(correction, stage.by())).toMatchObject(refused);
});
