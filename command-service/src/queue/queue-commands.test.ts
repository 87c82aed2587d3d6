import { isRefusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { runs } from '@dayline/contracts/testing/trials';
import type { Commands } from '../modules.ts';
import { accepted, day, openStage, type Stage, week } from '../testing/stage.ts';

let stage: Stage;
let pocId = '';
let people = 0;
beforeAll(async () => {
  stage = await openStage();
});
beforeEach(async () => {
  stage.clock.set(Date.parse(`${day}T09:05:00+05:30`));
  ({ pocId } = await stage.more());
});
afterAll(() => stage.close());

async function newPatient(): Promise<string> {
  people += 1;
  const phone = `91980${String(people).padStart(7, '0')}`;
  const person = { name: `Patient ${people}`, phone, email: 'p@mail.example', location: 'Pune' };
  return accepted(await stage.service.commands.savePatient(person, stage.by())).patientId;
}
const walkIn = (patientId: string, commands: Commands = stage.service.commands) =>
  commands.walkIn({ pocId, patientId, payment: 'Pay_later' }, stage.by());
const calls = async () => {
  const events = await stage.log.readStream(streams.doctorDay(pocId, day));
  return events.flatMap(({ type, data }) => (type === 'PatientCalled' ? data['appointmentId'] : []));
};

test('two rooms in two processes call the next at once: one token each, none twice', async () => {
  const rooms = [stage.service.commands, stage.another().commands];
  for (let trial = 0; trial < runs(3, 100); trial += 1) {
    ({ pocId } = await stage.more());
    const waiting = await Promise.all([newPatient(), newPatient(), newPatient()]);
    const walkedIn = [];
    for (const patientId of waiting) walkedIn.push(accepted(await walkIn(patientId)));
    expect(walkedIn.map(({ presence }) => presence?.token)).toEqual([1, 2, 3]);
    const answers = await Promise.all(rooms.map((room) => room.callNext({ pocId, next: 1 }, stage.by())));
    const refused = answers.filter(isRefusal);
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatchObject({ refused: 'queue.changed', details: { next: { token: 2 } } });
    const again = accepted(await (rooms[1] as Commands).callNext({ pocId, next: 2 }, stage.by()));
    expect(again.presence?.token).toBe(2);
    expect(await calls()).toEqual(walkedIn.slice(0, 2).map(({ appointmentId }) => appointmentId));
  }
});

test('two processes give the first tokens at once: each doctor of the hospital has one letter of the day, which no other has', async () => {
  const desks = [stage.service.commands, stage.another().commands];
  const doctors = [pocId, (await stage.more()).pocId, (await stage.more()).pocId];
  const patients = await Promise.all(Array.from({ length: 6 }, newPatient));
  const arrivals = await Promise.all(
    patients.map((patientId, index) => {
      const request = { pocId: doctors[index % 3] ?? '', patientId, payment: 'Pay_later' } as const;
      return desks[index % 2]?.walkIn(request, stage.by());
    }),
  );
  const letters = arrivals.map((arrival) => arrival && accepted(arrival).presence?.letter);
  expect(letters.slice(3)).toEqual(letters.slice(0, 3));
  expect(new Set(letters).size).toBe(3);
  for (const letter of letters) expect(letter).toMatch(/^[A-Z]+$/);
  const days = await Promise.all(doctors.map((doctor) => stage.log.readStream(streams.doctorDay(doctor, day))));
  const recorded = days.map((events) =>
    events.flatMap(({ type, data }) => (type === 'PatientArrived' ? [data['letter']] : [])),
  );
  expect(recorded).toEqual(letters.slice(0, 3).map((letter) => [letter, letter]));
});

test('calls to the room of the doctor unless the call says another, and answers a repeated key as before', async () => {
  const { commands } = stage.service;
  accepted(await commands.setRoom({ pocId, room: 'Room 4' }, stage.by()));
  const { appointmentId } = accepted(await walkIn(await newPatient()));
  const by = stage.by('call-once');
  const called = accepted(await commands.callNext({ pocId, next: 1 }, by));
  expect(called).toMatchObject({ appointmentId, presence: { token: 1, call: { room: 'Room 4' } } });
  expect(await commands.callNext({ pocId, next: 1 }, by)).toEqual(called);
  const otherCall = accepted(await commands.callPatient({ appointmentId, room: 'Room 2' }, stage.by()));
  expect(otherCall.presence?.call?.room).toBe('Room 2');
  const undone = accepted(
    await commands.withdrawCall({ appointmentId, eventId: otherCall.eventId ?? undefined }, stage.by()),
  );
  expect(undone.presence).toEqual(called.presence);
});

test('a walk-in under the same key is one, with one token, also after midnight and once the doctor is on request', async () => {
  const { commands } = stage.service;
  const timeIntervals = [{ startTime: '00:00', endTime: '24:00', appointmentsPerSlot: 3, slotDuration: 30 }];
  accepted(
    await commands.setWeeklySchedule({ pocId, week: week.map((day) => ({ ...day, timeIntervals })) }, stage.by()),
  );
  stage.clock.set(Date.parse(`${day}T23:59:58+05:30`));
  const patientId = await newPatient();
  const ask = (digest: string, of: Commands = commands) =>
    of.walkIn({ pocId, patientId, payment: 'Paid' }, stage.by('walks-in', digest));
  const walkedIn = accepted(await ask('same'));
  expect(walkedIn).toMatchObject({ time: '23:30', presence: { token: 1 } });
  accepted(await commands.setOnRequest({ pocId, sentence: 'Call the ward.' }, stage.by()));
  expect(await ask('same')).toEqual(walkedIn);
  stage.clock.set(Date.parse(`2026-11-22T00:00:02+05:30`));
  expect(await ask('same', stage.another().commands)).toEqual(walkedIn);
  expect(await ask('another body')).toMatchObject({ refused: 'key.reused' });
  expect(await walkIn(patientId)).toMatchObject({ refused: 'doctor.on-request' });
});

test('after the undo of a mark, who was called waits with the same token', async () => {
  const { commands } = stage.service;
  const { appointmentId } = accepted(await walkIn(await newPatient()));
  const called = accepted(await commands.callPatient({ appointmentId }, stage.by()));
  const mark = { appointmentId, as: 'doctor' } as const;
  const marked = accepted(await commands.changeAppointmentStatus({ ...mark, status: 'Availed' }, stage.by()));
  expect(await commands.callPatient({ appointmentId }, stage.by())).toMatchObject({
    refused: 'appointment.not-confirmed',
  });
  const eventId = marked.eventId ?? '';
  accepted(await commands.undoAppointmentStatus({ ...mark, status: 'Confirmed', eventId }, stage.by()));
  expect(accepted(await commands.arrive({ appointmentId }, stage.by())).presence).toEqual({
    ...called.presence,
    call: null,
  });
});

test('a walk-in of an erased person is refused, and a full day names the next free times', async () => {
  const { commands } = stage.service;
  const erased = await newPatient();
  accepted(await commands.erasePatient({ patientId: erased }, stage.by()));
  expect(await walkIn(erased)).toMatchObject({ refused: 'patient.erased' });
  stage.clock.set(Date.parse(`${day}T12:00:00+05:30`));
  // Erased after the check: the overbooking's reason can't be encrypted without the key.
  const keyless = await newPatient();
  await stage.vault.keys.destroy(streams.patient(keyless));
  expect(await walkIn(keyless)).toMatchObject({ refused: 'patient.erased' });
  accepted(await commands.changeClient({ overbookPerSlot: 0 }, stage.by()));
  expect(await walkIn(await newPatient())).toMatchObject({
    refused: 'slot.unknown',
    details: { freeTimes: Array(3).fill({ date: '2026-11-22' }) },
  });
});
