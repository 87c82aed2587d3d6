import { streams } from '@dayline/contracts/events/categories';
import type { EventLog } from '@dayline/event-log/port';
import { killedAt } from '../testing/killed.ts';
import { accepted, openStage, type Stage } from '../testing/stage.ts';
import { offerOf, offerPlaces, typesOf } from '../testing/waiting.ts';

/** "Gives a place to anyone": whatever happens in between, no place is held for nobody, and no offer is lost. */
const [date, later] = ['2026-11-24', '2026-11-25'] as const;
const hour = 3_600_000;

let stage: Stage;
let pocId = '';
beforeEach(async () => {
  stage = await openStage();
  stage.letViewsFollow();
  ({ pocId } = stage);
});
afterEach(() => stage.close());

let people = 0;
async function newPatient(): Promise<string> {
  people += 1;
  const patient = { name: `Meera ${people}`, phone: `9198${String(people).padStart(8, '0')}`, email: 'm@mail.example' };
  return accepted(await stage.service.commands.savePatient({ ...patient, location: 'Pune' }, stage.by())).patientId;
}
async function join(more: object = {}, service = stage.service) {
  const patientId = await newPatient();
  const asked = { patientId, pocId, departmentId: null, from: date, to: date, times: null, note: null, ...more };
  const { waitingId } = accepted(await service.commands.joinWaitingList(asked, stage.by()));
  return { waitingId, patientId };
}
async function book(time: string) {
  const visit = { pocId, date, time, patientId: await newPatient(), type: 'Direct Consultation' } as const;
  return accepted(await stage.service.commands.bookAppointment({ ...visit, payment: 'Pay_later' }, stage.by()))
    .appointmentId;
}
/** All three places of each time of the day. */
async function fill() {
  const ids: string[] = [];
  for (const time of ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30']) {
    for (let place = 0; place < 3; place += 1) ids.push(await book(time));
  }
  return ids;
}
async function cancel(appointmentId: string) {
  const request = { appointmentId, status: 'Cancelled', as: 'admin' } as const;
  accepted(await stage.service.commands.changeAppointmentStatus(request, stage.by()));
}

test.each(['offered another', 'off the list'])(
  'a place given to a patient who is %s stays with the first',
  async (name) => {
    const { commands } = stage.service;
    const [first = ''] = await fill();
    const one = await join();
    const elsewhere = await stage.more();
    const two = await join({ pocId: elsewhere.pocId });
    await cancel(first);
    await offerPlaces(stage);
    if (name === 'off the list') accepted(await commands.leaveWaitingList(two, stage.by()));
    const given = { waitingId: two.waitingId, pocId, date, time: '09:00', reason: 'In pain' };
    expect(await commands.offerPlace(given, stage.by())).toMatchObject({
      refused: name === 'off the list' ? 'waiting.unknown' : 'waiting.offered',
    });
    await offerPlaces(stage);
    expect(await typesOf(stage, one.waitingId)).toEqual(['WaitingListJoined', 'PlaceOffered']);
  },
);

test('a place given to another is given once by retries, also after a kill between hold and offer', async () => {
  const [first = '', , , second = ''] = await fill();
  const [one, two] = [await join(), await join()];
  const [three, four] = [await join({ from: later, to: later }), await join({ from: later, to: later })];
  for (const { waitingId } of [three, four]) {
    accepted(await stage.service.commands.blockDay({ pocId, date: later, reason: null }, stage.by()));
    await offerPlaces(stage);
    expect(await offerOf(stage, waitingId)).toBeNull();
  }
  await cancel(first);
  await cancel(second);
  await offerPlaces(stage);
  const give = (waitingId: string, time: string, key: string, service = stage.service) =>
    service.commands.offerPlace({ waitingId, pocId, date, time, reason: 'In pain' }, stage.by(key));
  const given = accepted(await give(three.waitingId, '09:00', 'three'));
  stage.clock.set(stage.clock.now() + hour);
  expect(await give(three.waitingId, '09:00', 'three')).toEqual(given);
  const killed = stage.another((log) => killedAt(log, 1, true));
  await expect(give(four.waitingId, '09:30', 'four', killed)).rejects.toThrow();
  const { appointmentId } = accepted(await give(four.waitingId, '09:30', 'four'));
  await offerPlaces(stage);
  expect(await offerOf(stage, three.waitingId)).toMatchObject({ appointmentId: given.appointmentId });
  expect(await offerOf(stage, four.waitingId)).toMatchObject({ appointmentId, time: '09:30' });
  for (const { waitingId } of [one, two]) expect(await offerOf(stage, waitingId)).toBeNull();
});

/** Does something once, right before or after the first append of such an event. */
const around = (type: string, when: 'before' | 'after', act: () => Promise<unknown>) => (log: EventLog) => {
  let isDone = false;
  const once = async (is: boolean) => {
    if (!is || isDone) return;
    isDone = true;
    await act();
  };
  return {
    ...log,
    async append(...call: Parameters<EventLog['append']>) {
      const isIt = call[2].some((event) => event.type === type);
      await once(isIt && when === 'before');
      const result = await log.append(...call);
      await once(isIt);
      return result;
    },
  };
};

test('an offer whose hold has ended before it is in the log lapses', async () => {
  const { commands } = stage.service;
  const { waitingId } = await join({ times: { from: '20:00', to: '21:00' } });
  const service = stage.another(
    around('PlaceOffered', 'before', async () => {
      accepted(await commands.blockSlots({ pocId, date, times: ['09:00'], reason: 'Round' }, stage.by()));
      await offerPlaces(stage);
    }),
  );
  accepted(await service.commands.offerPlace({ waitingId, pocId, date, time: '09:00', reason: 'Pain' }, stage.by()));
  expect((await typesOf(stage, waitingId)).slice(1)).toEqual(['PlaceOffered', 'OfferLapsed']);
});

test('a removal that is killed frees the place when it is tried again', async () => {
  const [first = ''] = await fill();
  const one = await join();
  await cancel(first);
  await offerPlaces(stage);
  const killed = stage.another((log) => killedAt(log, 1, true));
  const by = stage.by('leave');
  await expect(killed.commands.leaveWaitingList(one, by)).rejects.toThrow();
  accepted(await stage.another().commands.leaveWaitingList(one, by));
  expect((await typesOf(stage, one.waitingId)).at(-1)).toBe('WaitingListLeft');
  expect((await stage.stored.readStream(streams.doctorDay(pocId, date))).at(-1)?.type).toBe('HoldReleased');
});

test('a removal frees the place that is offered while the first one is freed', async () => {
  const [first = '', , , second = ''] = await fill();
  const one = await join();
  await cancel(first);
  await cancel(second);
  await offerPlaces(stage);
  const leaving = stage.another(around('WaitingListLeft', 'before', () => offerPlaces(stage)));
  accepted(await leaving.commands.leaveWaitingList(one, stage.by()));
  const types = await typesOf(stage, one.waitingId);
  expect(types.slice(1)).toEqual(['PlaceOffered', 'OfferLapsed', 'PlaceOffered', 'WaitingListLeft']);
  const ofDay = (await stage.stored.readStream(streams.doctorDay(pocId, date))).map(({ type }) => type);
  expect(ofDay.filter((type) => type === 'PlaceHeld')).toHaveLength(2);
  expect(ofDay.filter((type) => type === 'HoldReleased')).toHaveLength(2);
});

test('an entry of a patient who was erased meanwhile is offered nothing', async () => {
  const [first = ''] = await fill();
  let patientId = '';
  const erase = async () =>
    accepted(await stage.service.commands.erasePatient({ patientId, reason: 'Asked' }, stage.by()));
  patientId = await newPatient();
  const late = await join({ patientId }, stage.another(around('WaitingListJoined', 'before', erase)));
  await cancel(first);
  const place = { pocId, date, time: '09:00', reason: 'In pain' };
  const { commands } = stage.another();
  expect(await commands.offerPlace({ ...place, ...late }, stage.by())).toMatchObject({ refused: 'patient.erased' });
  await offerPlaces(stage);
  expect(await typesOf(stage, late.waitingId)).toEqual(['WaitingListJoined', 'WaitingListLeft']);
  // Their key, between the hold and the offer.
  patientId = await newPatient();
  const erased = await join({ patientId, from: later, to: later, times: { from: '20:00', to: '21:00' } });
  const destroy = () => stage.vault.keys.destroy(streams.patient(patientId));
  const during = stage.another(around('PlaceHeld', 'after', destroy));
  expect(await during.commands.offerPlace({ ...place, ...erased }, stage.by())).toMatchObject({
    refused: 'patient.erased',
  });
  expect((await stage.stored.readStream(streams.doctorDay(pocId, date))).at(-1)?.type).toBe('HoldReleased');
});

test('a place of a slot that has begun is held until the slot’s end', async () => {
  const { commands } = stage.service;
  const intervals = [{ startTime: '09:00', endTime: '12:00', appointmentsPerSlot: 3, slotDuration: 180 }];
  accepted(await commands.setDayHours({ pocId, date, intervals, reason: null }, stage.by()));
  const { waitingId } = await join({ times: { from: '20:00', to: '21:00' } });
  stage.clock.set(Date.parse(`${date}T09:10:00+05:30`));
  const place = { waitingId, pocId, date, time: '09:00', reason: 'Is here' };
  expect(accepted(await commands.offerPlace(place, stage.by()))).toMatchObject({ until: `${date}T06:30:00.000Z` });
});
