import { streams } from '@dayline/contracts/events/categories';
import type { EventLog } from '@dayline/event-log/port';
import { killedAt } from '../testing/killed.ts';
import { accepted, openStage, type Stage } from '../testing/stage.ts';
import { date, offerOf, offerPlaces, typesOf, waitingDesk } from '../testing/waiting.ts';

/** "Gives a place to anyone": whatever happens in between, no place is held for nobody, and no offer is lost. */
const later = '2026-11-25';
const hour = 3_600_000;
const given = { time: '09:00', reason: 'In pain' };

let stage: Stage;
let pocId = '';
beforeEach(async () => {
  stage = await openStage();
  stage.letViewsFollow();
  ({ pocId } = stage);
});
afterEach(() => stage.close());

const { newPatient, join, fill, cancel } = waitingDesk(() => ({ stage, pocId }));

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
    const { appointmentId: instead } = (await offerOf(stage, one.waitingId)) ?? {};
    expect(
      await commands.offerPlace({ waitingId: two.waitingId, pocId, date, ...given, instead }, stage.by()),
    ).toMatchObject({
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
  const offers = await Promise.all([one, two].map(({ waitingId }) => offerOf(stage, waitingId)));
  const give = (waitingId: string, time: string, key: string, service = stage.service) => {
    const instead = offers.find((offer) => offer?.time === time)?.appointmentId;
    return service.commands.offerPlace({ waitingId, pocId, date, ...given, time, instead }, stage.by(key));
  };
  const first9 = accepted(await give(three.waitingId, '09:00', 'three'));
  stage.clock.set(stage.clock.now() + hour);
  expect(await give(three.waitingId, '09:00', 'three')).toEqual(first9);
  const killed = stage.another((log) => killedAt(log, 1, true));
  await expect(give(four.waitingId, '09:30', 'four', killed)).rejects.toThrow();
  const { appointmentId } = accepted(await give(four.waitingId, '09:30', 'four'));
  await offerPlaces(stage);
  expect(await offerOf(stage, three.waitingId)).toMatchObject({ appointmentId: first9.appointmentId });
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

test.each(['before', 'after'] as const)(
  'an offer whose place is blocked %s it is in the log lapses, also if its call is killed then',
  async (when) => {
    const { commands } = stage.service;
    const { waitingId } = await join({ times: { from: '20:00', to: '21:00' }, from: later, to: later });
    const block = around('PlaceOffered', when, async () => {
      accepted(await commands.blockSlots({ pocId, date, times: ['09:00'], reason: 'Round' }, stage.by()));
      await offerPlaces(stage);
    });
    const service = stage.another((log) => killedAt(block(log), 2, true));
    await expect(service.commands.offerPlace({ waitingId, pocId, date, ...given }, stage.by())).rejects.toThrow();
    await offerPlaces(stage);
    expect((await typesOf(stage, waitingId)).slice(1)).toEqual(['PlaceOffered', 'OfferLapsed']);
  },
);

test('an offer that is over when its place is held for another has lapsed, and was not given away', async () => {
  const { commands } = stage.service;
  const [first = ''] = await fill();
  const one = await join();
  const two = await join({ from: later, to: later, times: { from: '20:00', to: '21:00' } });
  await cancel(first);
  await offerPlaces(stage);
  stage.clock.set(stage.clock.now() + 3 * hour);
  accepted(await commands.offerPlace({ waitingId: two.waitingId, pocId, date, ...given }, stage.by()));
  await offerPlaces(stage);
  const [, , last] = await stage.log.readStream(streams.waiting(one.waitingId));
  expect(last).toMatchObject({ type: 'OfferLapsed', data: { because: 'unanswered' } });
});

test('of three offers of one time, the one that the desk chooses is given to another', async () => {
  const { commands } = stage.service;
  const visits = await fill();
  const waiting = [await join(), await join(), await join()];
  const last = await join();
  for (const visit of visits.slice(0, 3)) await cancel(visit);
  await offerPlaces(stage);
  const offers = await Promise.all(waiting.map(({ waitingId }) => offerOf(stage, waitingId)));
  expect(offers.map((offer) => offer?.time)).toEqual(['09:00', '09:00', '09:00']);
  const place = { waitingId: last.waitingId, pocId, date, ...given };
  expect(await commands.offerPlace(place, stage.by())).toMatchObject({ refused: 'slot.full' });
  const instead = offers[1]?.appointmentId;
  expect(await commands.offerPlace({ ...place, time: '09:30', instead }, stage.by())).toMatchObject({
    refused: 'offer.ended',
  });
  accepted(await commands.offerPlace({ ...place, instead }, stage.by()));
  await offerPlaces(stage);
  const types = await Promise.all([...waiting, last].map(async ({ waitingId }) => typesOf(stage, waitingId)));
  expect(types.map((ofEntry) => ofEntry.at(-1))).toEqual([
    ...['PlaceOffered', 'OfferDeclined', 'PlaceOffered', 'PlaceOffered'],
  ]);
});

test('a partner’s hold is given to nobody', async () => {
  const { commands } = stage.service;
  await fill();
  const intervals = [{ startTime: '14:00', endTime: '14:30', appointmentsPerSlot: 1, slotDuration: 30 }];
  accepted(await commands.setDayHours({ pocId, date, intervals, reason: null }, stage.by()));
  const hold = { pocId, date, time: '14:00', type: 'Direct Consultation', phone: '919800000000' } as const;
  const { appointmentId: instead } = accepted(await commands.createHold(hold, stage.by()));
  const { waitingId } = await join();
  const place = { waitingId, pocId, date, ...given, time: '14:00', instead };
  expect(await commands.offerPlace(place, stage.by())).toMatchObject({ refused: 'offer.ended' });
});

test('given to another, an offer is declined in the desk’s name, also by the follower', async () => {
  const [first = ''] = await fill();
  const [one, two] = [await join(), await join({ times: { from: '20:00', to: '21:00' } })];
  await cancel(first);
  await offerPlaces(stage);
  const { appointmentId: instead } = (await offerOf(stage, one.waitingId)) ?? {};
  const { commands } = stage.another(around('PlaceOffered', 'before', () => offerPlaces(stage)));
  accepted(await commands.offerPlace({ waitingId: two.waitingId, pocId, date, ...given, instead }, stage.by()));
  expect((await stage.log.readStream(streams.waiting(one.waitingId))).slice(2)).toMatchObject([
    { type: 'OfferDeclined', data: { because: 'givenAway' }, metadata: { actor: { name: 'Desk 1' } } },
  ]);
});

describe('a call that ends early', () => {
  const ended = () => {
    const ending = new AbortController();
    return { by: { ...stage.by(), signal: ending.signal }, end: async () => ending.abort() };
  };
  const lastOfDay = async () => (await stage.stored.readStream(streams.doctorDay(pocId, date))).at(-1)?.type;

  test('offers the place that it has held', async () => {
    const { waitingId } = await join({ times: { from: '20:00', to: '21:00' } });
    const { by, end } = ended();
    const { commands } = stage.another(around('PlaceHeld', 'after', end));
    accepted(await commands.offerPlace({ waitingId, pocId, date, ...given }, by));
    expect(await offerOf(stage, waitingId)).toMatchObject({ time: '09:00' });
  });

  test.each([
    ['OfferDeclined', 'decline'],
    ['WaitingListLeft', 'leave'],
  ])('frees the place of an offer after %s', async (type, call) => {
    const one = await join();
    await offerPlaces(stage);
    const { appointmentId = '' } = (await offerOf(stage, one.waitingId)) ?? {};
    const { by, end } = ended();
    const { commands } = stage.another(around(type, 'after', end));
    const outcome =
      call === 'leave'
        ? await commands.leaveWaitingList(one, by)
        : await commands.answerOffer({ waitingId: one.waitingId, appointmentId, answer: 'decline' }, by);
    accepted(outcome);
    expect(await lastOfDay()).toBe('HoldReleased');
  });
});

test.each(['removed', 'erased'])('the place of a patient who is %s is freed after a kill', async (name) => {
  const { commands } = stage.service;
  const one = await join();
  await offerPlaces(stage);
  const killed = stage.another((log) => killedAt(log, 1, true));
  if (name === 'removed') await expect(killed.commands.leaveWaitingList(one, stage.by())).rejects.toThrow();
  else {
    accepted(await commands.erasePatient({ patientId: one.patientId, reason: 'Asked' }, stage.by()));
    await expect(offerPlaces(stage, killed)).rejects.toThrow();
  }
  expect((await typesOf(stage, one.waitingId)).at(-1)).toBe('WaitingListLeft');
  await offerPlaces(stage);
  expect((await stage.stored.readStream(streams.doctorDay(pocId, date))).at(-1)?.type).toBe('HoldReleased');
});

test('a place that was freed before its offer is accepted is not offered any more', async () => {
  const { commands } = stage.service;
  const [visit = ''] = await fill();
  const one = await join();
  const { eventId } = await cancel(visit);
  await offerPlaces(stage);
  const { appointmentId = '' } = (await offerOf(stage, one.waitingId)) ?? {};
  const undo = { appointmentId: visit, eventId, status: 'Confirmed', as: 'admin' } as const;
  accepted(await commands.undoAppointmentStatus(undo, stage.by()));
  const answer = { waitingId: one.waitingId, appointmentId, answer: 'accept' } as const;
  expect(await commands.answerOffer(answer, stage.by())).toMatchObject({ refused: 'offer.ended' });
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

test('a removal frees the place that is offered right before it', async () => {
  const [first = ''] = await fill();
  const one = await join();
  await cancel(first);
  const leaving = stage.another(around('WaitingListLeft', 'before', () => offerPlaces(stage)));
  accepted(await leaving.commands.leaveWaitingList(one, stage.by()));
  expect((await typesOf(stage, one.waitingId)).slice(1)).toEqual(['PlaceOffered', 'WaitingListLeft']);
  expect((await stage.stored.readStream(streams.doctorDay(pocId, date))).at(-1)?.type).toBe('HoldReleased');
});

test('an entry of a patient who was erased meanwhile is offered nothing', async () => {
  const [first = ''] = await fill();
  let patientId = '';
  const erase = async () =>
    accepted(await stage.service.commands.erasePatient({ patientId, reason: 'Asked' }, stage.by()));
  patientId = await newPatient();
  const late = await join({ patientId }, stage.another(around('WaitingListJoined', 'before', erase)));
  const place = { pocId, date, time: '09:00', reason: 'In pain' };
  const { commands } = stage.another();
  expect(await commands.offerPlace({ ...place, ...late }, stage.by())).toMatchObject({ refused: 'patient.erased' });
  await offerPlaces(stage);
  expect(await typesOf(stage, late.waitingId)).toEqual(['WaitingListJoined', 'WaitingListLeft']);
  await cancel(first);
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

test('a patient whose key is destroyed while they join is refused', async () => {
  const patientId = await newPatient();
  await stage.vault.keys.destroy(streams.patient(patientId));
  const asked = { pocId, departmentId: null, from: date, to: date, times: null, note: 'In pain' };
  expect(await stage.service.commands.joinWaitingList({ patientId, ...asked }, stage.by())).toMatchObject({
    refused: 'patient.erased',
  });
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
