import { addDays, clinicDate } from '@dayline/contracts/clinic/clinic-time';
import { streams } from '@dayline/contracts/events/categories';
import { accepted, type Stage } from '../testing/stage.ts';
import {
  anotherDoctor,
  date,
  direct,
  offerOf,
  offerPlaces,
  openWaitingStage,
  typesOf,
  waitingDesk,
} from '../testing/waiting.ts';
import { offeredPlaces } from './offered-places.ts';

/** "A freed place is offered to the first who fits, as a hold; lapsed, to the next." */
const later = '2026-11-25';
const hour = 3_600_000;

let stage: Stage;
let pocId = '';
beforeAll(async () => {
  stage = await openWaitingStage();
});
beforeEach(async () => {
  pocId = await anotherDoctor(stage);
});
afterAll(() => stage.close());

const { newPatient, join, book, fill, cancel, answer, lapse } = waitingDesk(() => ({ stage, pocId }));

test('a cancelled place is held for the first who fits, and a lapsed one for the next', async () => {
  const [first = ''] = await fill();
  const unfit = await join({ from: later, to: later, times: { from: '23:00', to: '24:00' } });
  const morning = await join({ times: { from: '09:00', to: '10:00' } });
  const next = await join();
  await offerPlaces(stage);
  expect(await typesOf(stage, next.waitingId)).toEqual(['WaitingListJoined']);
  await cancel(first);
  await offerPlaces(stage);
  expect(await offerOf(stage, morning.waitingId)).toMatchObject({ time: '09:00' });
  expect(await offerOf(stage, next.waitingId)).toBeNull();
  // It counts as taken.
  const booking = { pocId, date, time: '09:00', patientId: await newPatient(), ...direct };
  expect(await stage.service.commands.bookAppointment(booking, stage.by())).toMatchObject({ refused: 'slot.full' });
  await lapse(3 * hour);
  await offerPlaces(stage);
  expect(await typesOf(stage, morning.waitingId)).toEqual(['WaitingListJoined', 'PlaceOffered', 'OfferLapsed']);
  expect(await offerOf(stage, next.waitingId)).toMatchObject({ time: '09:00' });
  expect(await typesOf(stage, unfit.waitingId)).toEqual(['WaitingListJoined']);
});

test.each(['cancelled', 'moved away'])('a visit %s by mistake comes back though its place is offered', async (by) => {
  const { commands } = stage.service;
  const [appointmentId = ''] = await fill();
  const one = await join();
  if (by === 'cancelled') {
    const { eventId } = await cancel(appointmentId);
    await offerPlaces(stage);
    expect(await offerOf(stage, one.waitingId)).toMatchObject({ time: '09:00' });
    const undo = { appointmentId, eventId, status: 'Confirmed', as: 'admin' } as const;
    accepted(await commands.undoAppointmentStatus(undo, stage.by()));
  } else {
    const to = { pocId, date: later, time: '09:00', reason: null };
    const moved = accepted(await commands.moveAppointment({ appointmentId, ...to }, stage.by()));
    await offerPlaces(stage);
    expect(await offerOf(stage, one.waitingId)).toMatchObject({ time: '09:00' });
    const undo = { appointmentId: moved.appointmentId, eventId: moved.eventId ?? '' };
    accepted(await commands.undoMove(undo, stage.by()));
  }
  await offerPlaces(stage);
  // It waits on, for another place.
  expect(await typesOf(stage, one.waitingId)).toEqual(['WaitingListJoined', 'PlaceOffered', 'OfferLapsed']);
  const events = (await stage.log.readStream(streams.doctorDay(pocId, date))).map(({ type }) => type);
  expect(events.slice(-2)).toEqual([
    'HoldReleased',
    by === 'cancelled' ? 'AppointmentCancellationUndone' : 'AppointmentMoveUndone',
  ]);
  const booking = { pocId, date, time: '09:00', patientId: await newPatient(), ...direct };
  expect(await commands.bookAppointment(booking, stage.by())).toMatchObject({ refused: 'slot.full' });
});

test('accepted, it is booked from its hold by whoever answered; declined, it is free for the next', async () => {
  const [first = ''] = await fill();
  const one = await join();
  const two = await join();
  await cancel(first);
  await offerPlaces(stage);
  accepted(await answer(one.waitingId, 'decline'));
  await offerPlaces(stage);
  expect(await offerOf(stage, one.waitingId)).toBeNull();
  const offer = await offerOf(stage, two.waitingId);
  accepted(await answer(two.waitingId, 'accept'));
  await offerPlaces(stage);
  expect(await typesOf(stage, two.waitingId)).toEqual(['WaitingListJoined', 'PlaceOffered', 'OfferAccepted']);
  const events = await stage.log.readStream(streams.doctorDay(pocId, date));
  const booked = events.find(
    ({ type, data }) => type === 'AppointmentBooked' && data['appointmentId'] === offer?.appointmentId,
  );
  expect(booked).toMatchObject({
    data: { patientId: two.patientId, waitingId: two.waitingId },
    metadata: { actor: { name: 'Desk 1' } },
  });
  expect(
    await stage.service.commands.answerOffer({ ...two, answer: 'accept', appointmentId: 'x' }, stage.by()),
  ).toEqual(expect.objectContaining({ refused: 'offer.ended' }));
});

test('added hours, an unblocked day and a moved visit free places; a blocked one ends its offer', async () => {
  const { commands } = stage.service;
  accepted(await commands.blockDay({ pocId, date, reason: 'Ill' }, stage.by()));
  const one = await join();
  await offerPlaces(stage);
  expect(await offerOf(stage, one.waitingId)).toBeNull();
  accepted(await commands.unblockDay({ pocId, date }, stage.by()));
  await offerPlaces(stage);
  expect(await offerOf(stage, one.waitingId)).toMatchObject({ time: '09:00' });
  accepted(await commands.blockSlots({ pocId, date, times: ['09:00'], reason: 'Round' }, stage.by()));
  await offerPlaces(stage);
  expect(await typesOf(stage, one.waitingId)).toEqual([
    ...['WaitingListJoined', 'PlaceOffered', 'OfferLapsed', 'PlaceOffered'],
  ]);
  expect(await offerOf(stage, one.waitingId)).toMatchObject({ time: '09:30' });
  const evening = await join({ times: { from: '18:00', to: '20:00' } });
  await offerPlaces(stage);
  expect(await offerOf(stage, evening.waitingId)).toBeNull();
  const intervals = [{ startTime: '18:00', endTime: '19:00', appointmentsPerSlot: 1, slotDuration: 30 }];
  accepted(await commands.setDayHours({ pocId, date, intervals, reason: null }, stage.by()));
  await offerPlaces(stage);
  // The place of the first is no time of the doctor's any more.
  expect(await offerOf(stage, one.waitingId)).toMatchObject({ time: '18:00' });
  expect(await offerOf(stage, evening.waitingId)).toMatchObject({ time: '18:30' });
});

/** Hours of the day with two places. */
const hours = { startTime: '09:00', endTime: '10:00', appointmentsPerSlot: 1, slotDuration: 30 };
const setHours = async (more: object) =>
  accepted(
    await stage.service.commands.setDayHours(
      { pocId, date, intervals: [{ ...hours, ...more }], reason: null },
      stage.by(),
    ),
  );

test('a visit that was kept at the same time ends no offer', async () => {
  await book('09:00');
  await setHours({ slotDuration: 20, appointmentsPerSlot: 2 });
  const one = await join();
  await offerPlaces(stage);
  await book('09:40');
  await offerPlaces(stage);
  expect(await typesOf(stage, one.waitingId)).toEqual(['WaitingListJoined', 'PlaceOffered']);
  expect(await offerOf(stage, one.waitingId)).toMatchObject({ time: '09:00' });
});

test('an offer lasts no longer than the bookings of its session', async () => {
  await setHours({ bookUntil: { daysBefore: 0, time: '08:20' } });
  stage.clock.set(Math.max(stage.clock.now(), Date.parse(`${date}T08:00:00+05:30`)));
  const one = await join();
  await offerPlaces(stage);
  const [, offered] = await stage.log.readStream(streams.waiting(one.waitingId));
  expect(offered).toMatchObject({ data: { until: new Date(`${date}T08:20:00+05:30`).toISOString() } });
});

test('a doctor on request ends the offers, and is offered again afterwards', async () => {
  const { commands } = stage.service;
  const one = await join();
  await offerPlaces(stage);
  accepted(await commands.setOnRequest({ pocId, sentence: 'Call the ward.' }, stage.by()));
  await offerPlaces(stage);
  expect(await typesOf(stage, one.waitingId)).toEqual(['WaitingListJoined', 'PlaceOffered', 'OfferLapsed']);
  accepted(await commands.setOnRequest({ pocId, sentence: null }, stage.by()));
  await offerPlaces(stage);
  // The patient has not answered.
  expect(await offerOf(stage, one.waitingId)).toMatchObject({ time: '09:00' });
});

test('a place that has become free goes to the first, whichever event is handled first', async () => {
  const [visit = ''] = await fill();
  const first = await join();
  await offerPlaces(stage);
  await cancel(visit);
  const late = await join();
  const [joined] = await stage.stored.readStream(streams.waiting(late.waitingId));
  if (joined) await stage.service.waiting.handle([joined], new AbortController().signal);
  expect(await offerOf(stage, first.waitingId)).toMatchObject({ time: '09:00' });
  expect(await offerOf(stage, late.waitingId)).toBeNull();
});

test('a patient whose removal is withdrawn is offered what is free', async () => {
  const { commands } = stage.service;
  const one = await join();
  accepted(await commands.startRemoval(one.patientId, stage.by()));
  await offerPlaces(stage);
  expect(await offerOf(stage, one.waitingId)).toBeNull();
  accepted(await commands.keepPatient(one.patientId, stage.by()));
  await offerPlaces(stage);
  expect(await offerOf(stage, one.waitingId)).toMatchObject({ time: '09:00' });
});

test('fewer places end the last offers of a time; the others can be accepted', async () => {
  await setHours({ appointmentsPerSlot: 2 });
  const times = { from: '09:00', to: '09:30' };
  const [one, two] = [await join({ times }), await join({ times })];
  await offerPlaces(stage);
  expect(await offerOf(stage, two.waitingId)).not.toBeNull();
  await setHours({ appointmentsPerSlot: 1 });
  await offerPlaces(stage);
  expect(await offerOf(stage, two.waitingId)).toBeNull();
  accepted(await answer(one.waitingId, 'accept'));
});

test('no place is offered that depends on the kind of visit', async () => {
  await setHours({ quota: { first: 1 } });
  const one = await join();
  await offerPlaces(stage);
  expect(await typesOf(stage, one.waitingId)).toEqual(['WaitingListJoined']);
  await setHours({ quota: { total: 1 } });
  await offerPlaces(stage);
  expect(await offerOf(stage, one.waitingId)).toMatchObject({ time: '09:00' });
});

test('a department’s entry takes the sessions that are offered under it, and no others', async () => {
  const { commands } = stage.service;
  const { departmentId } = accepted(await commands.openDepartment({ name: `Nephrology ${pocId}` }, stage.by()));
  const any = await join({ pocId: null, departmentId });
  const timeIntervals = [
    { ...hours, alsoIn: [departmentId] },
    { ...hours, startTime: '08:00', endTime: '09:00' },
  ];
  accepted(await commands.setWeeklySchedule({ pocId, week: [{ day: 'Tuesday', timeIntervals }] }, stage.by()));
  await offerPlaces(stage);
  expect(await offerOf(stage, any.waitingId)).toMatchObject({ time: '09:00' });
  const own = { pocId: null, departmentId: stage.departmentId, times: { from: '08:00', to: '08:30' } };
  const other = await join(own);
  const week = [{ day: 'Tuesday' as const, timeIntervals: [{ ...hours, startTime: '08:00', departmentId }] }];
  accepted(await commands.setWeeklySchedule({ pocId, week }, stage.by()));
  await offerPlaces(stage);
  expect(await offerOf(stage, other.waitingId)).toBeNull();
});

test('a doctor who moves to a branch that is open is offered', async () => {
  const { commands } = stage.service;
  const { branchId } = accepted(await commands.addBranch({ name: `West ${pocId}` }, stage.by()));
  accepted(await commands.setDoctorBranch({ pocId, branchId }, stage.by()));
  const closed = { name: 'Works', on: { date }, branchId, open: [] };
  accepted(await commands.setHospitalDay(closed, stage.by()));
  const one = await join();
  await offerPlaces(stage);
  expect(await offerOf(stage, one.waitingId)).toBeNull();
  accepted(await commands.setDoctorBranch({ pocId, branchId: 0 }, stage.by()));
  await offerPlaces(stage);
  expect(await offerOf(stage, one.waitingId)).toMatchObject({ time: '09:00' });
});

/** The streams that a service reads. */
function reading() {
  const read: string[] = [];
  const service = stage.another((log) => ({
    ...log,
    readStream(stream, ...more) {
      read.push(stream);
      return log.readStream(stream, ...more);
    },
  }));
  return { read, service };
}

test('who joins makes no work of the others’ entries, nor does a full day', async () => {
  await fill();
  const one = await join();
  await offerPlaces(stage);
  const { read, service: counting } = reading();
  const two = await join({ times: { from: '12:00', to: '13:00' } });
  const { commands } = stage.service;
  accepted(await commands.blockSlots({ pocId, date, times: ['09:00'], reason: 'Round' }, stage.by()));
  await offerPlaces(stage, counting);
  expect(read).not.toContain(streams.waiting(one.waitingId));
  expect(read).not.toContain(streams.waiting(two.waitingId));
});

test('a hospital day makes no work of other dates', async () => {
  const { commands } = stage.service;
  const [first, closed, last] = ['2026-12-01', '2026-12-02', '2026-12-03'] as const;
  await join({ from: first, to: last });
  await offerPlaces(stage);
  const { read, service } = reading();
  const open = [{ from: '09:00', to: '11:00' }];
  accepted(await commands.setHospitalDay({ name: 'Eve', on: { date: closed }, branchId: null, open }, stage.by()));
  await offerPlaces(stage, service);
  expect(read).toContain(streams.doctorDay(pocId, closed));
  expect(read).not.toContain(streams.doctorDay(pocId, last));
});

test('entries whose days have passed are not read', async () => {
  const asked: unknown[] = [];
  const at = async (...question: unknown[]) => {
    asked.push(question);
    return [];
  };
  const clients = { load: async () => ({ state: { zone: 'Asia/Kolkata' }, revision: 0 }) };
  const patients = { load: async () => ({ state: null, revision: -1 }) };
  const { clock } = stage;
  const deps = { clock, aggregates: { clients, patients }, views: { waitingList: { at } }, rules: { horizonDays: 60 } };
  const follower = offeredPlaces(deps as never);
  const { waitingId } = await join();
  const [joined] = await stage.stored.readStream(streams.waiting(waitingId));
  if (joined) await follower.handle([joined], new AbortController().signal);
  const yesterday = addDays(clinicDate(clock.now(), 'Asia/Kolkata'), -1);
  expect(asked).toEqual([[stage.clientId, joined?.position, yesterday]]);
});

test('a department’s entry takes any of its doctors, in the order of the list', async () => {
  const [first = ''] = await fill();
  const any = await join({ pocId: null, departmentId: stage.departmentId, times: { from: '09:00', to: '09:30' } });
  await offerPlaces(stage);
  // Another doctor of the department is free.
  expect(await offerOf(stage, any.waitingId)).not.toBeNull();
  accepted(await stage.service.commands.leaveWaitingList(any, stage.by()));
  const one = await join();
  await cancel(first);
  await offerPlaces(stage);
  expect(await offerOf(stage, one.waitingId)).toMatchObject({ time: '09:00' });
});

test('the desk gives a place to anyone with a word why, also one that is offered to another', async () => {
  const { commands } = stage.service;
  const [first = ''] = await fill();
  const one = await join();
  const two = await join();
  await cancel(first);
  await offerPlaces(stage);
  const { appointmentId: instead } = (await offerOf(stage, one.waitingId)) ?? {};
  const given = { waitingId: two.waitingId, pocId, date, time: '09:00', reason: 'In pain' };
  accepted(await commands.offerPlace({ ...given, instead }, stage.by()));
  await offerPlaces(stage);
  expect(await typesOf(stage, one.waitingId)).toEqual(['WaitingListJoined', 'PlaceOffered', 'OfferDeclined']);
  expect(await offerOf(stage, two.waitingId)).toMatchObject({ time: '09:00' });
  const [, offered] = await stage.log.readStream(streams.waiting(two.waitingId));
  expect(offered).toMatchObject({ data: { reason: 'In pain' }, metadata: { actor: { name: 'Desk 1' } } });
  expect(await commands.offerPlace({ ...given, time: '09:30' }, stage.by())).toMatchObject({
    refused: 'waiting.offered',
  });
  const three = await join();
  expect(await commands.offerPlace({ ...given, ...three, time: '09:30' }, stage.by())).toMatchObject({
    refused: 'slot.full',
  });
  accepted(await answer(two.waitingId, 'accept'));
});

test('a patient who has a visit then is passed over, an erased one leaves, and a merged one keeps the turn', async () => {
  const { commands } = stage.service;
  const [first = '', second = ''] = await fill(['09:00', '09:30', '10:00', '10:30', '11:00']);
  const visitor = await newPatient();
  const times = { from: '09:00', to: '09:30' };
  const own = await join({ patientId: visitor, times });
  const erased = await join({ times });
  const merged = await join({ times });
  const last = await join({ times });
  await offerPlaces(stage);
  await cancel(first);
  const request = { pocId, date, time: '09:00', patientId: visitor, ...direct };
  // The visitor takes the place by phone before the list is looked at.
  accepted(await commands.bookAppointment(request, stage.by()));
  accepted(await commands.erasePatient({ patientId: erased.patientId, reason: 'Asked' }, stage.by()));
  const into = await newPatient();
  accepted(
    await commands.mergePatients(
      { userId: into, otherId: merged.patientId, fromOther: [], reason: 'Same' },
      stage.by(),
    ),
  );
  await cancel(second);
  await offerPlaces(stage);
  expect(await offerOf(stage, own.waitingId)).toBeNull();
  expect(await offerOf(stage, erased.waitingId)).toBeNull();
  expect(await offerOf(stage, merged.waitingId)).toMatchObject({ time: '09:00' });
  expect(await offerOf(stage, last.waitingId)).toBeNull();
});

test('joining is refused twice, in the past and beyond what can be booked; another client’s entry is unknown', async () => {
  const { commands } = stage.service;
  const { patientId, waitingId } = await join();
  const asked = { patientId, pocId, departmentId: null, from: date, to: date, times: null, note: null };
  expect(await commands.joinWaitingList(asked, stage.by())).toMatchObject({ refused: 'waiting.already' });
  const refused = async (days: object) =>
    (await commands.joinWaitingList({ ...asked, patientId: await newPatient(), ...days }, stage.by())) as object;
  expect(await refused({ from: '2026-11-20' })).toMatchObject({ refused: 'waiting.days' });
  expect(await refused({ to: '2027-11-24' })).toMatchObject({ refused: 'waiting.days' });
  const stranger = { ...stage.by(), clientId: 'another' };
  expect(await commands.leaveWaitingList({ waitingId }, stranger)).toMatchObject({ refused: 'waiting.unknown' });
});
