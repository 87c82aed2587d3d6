import { isRefusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { Recorded } from '@dayline/contracts/events/definition';
import { runs } from '@dayline/contracts/testing/trials';
import type { EventLog } from '@dayline/event-log/port';
import fc from 'fast-check';
import { killedAt } from '../testing/killed.ts';
import { accepted, type Stage } from '../testing/stage.ts';
import {
  anotherDoctor,
  at8,
  date,
  direct,
  offerAgain,
  offerOf,
  offerPlaces,
  openWaitingStage,
  times,
  typesOf,
  waitingDesk,
} from '../testing/waiting.ts';

/** Processes that are killed, and two at once: a place is offered once, and nobody is skipped. */
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

const { newPatient, join, fill, cancel, answer, lapse } = waitingDesk(() => ({ stage, pocId }));

/** Its appends: hold, offer; then those of the clock and of a booking. */
const kills = Array.from({ length: 4 }, (_, index) => [index + 1, index % 2 === 0] as const);
test.each(kills)('killed at its append %i (durable: %s), one place is offered once', async (nth, isDurable) => {
  const [first = ''] = await fill();
  const one = await join();
  const two = await join();
  await offerPlaces(stage);
  await cancel(first);
  const wrap = (log: EventLog) => killedAt(log, nth, isDurable);
  await offerPlaces(stage, stage.another(wrap)).catch(() => undefined);
  await offerPlaces(stage, stage.another());
  const offers = [await offerOf(stage, one.waitingId), await offerOf(stage, two.waitingId)];
  expect(offers).toEqual([expect.objectContaining({ time: '09:00' }), null]);
  const held = (await stage.stored.readStream(streams.doctorDay(pocId, date))).filter(
    ({ type }) => type === 'PlaceHeld',
  );
  expect(held).toHaveLength(1);
});

test('killed between the booking and its record on the list, the entry is ended by the follower', async () => {
  const [first = ''] = await fill();
  const one = await join();
  await cancel(first);
  await offerPlaces(stage);
  const killed = stage.another((log) => killedAt(log, 1, true));
  await expect(answer(one.waitingId, 'accept', killed)).rejects.toThrow();
  await offerPlaces(stage);
  expect((await typesOf(stage, one.waitingId)).at(-1)).toBe('OfferAccepted');
});

test('handled again from the log’s beginning, and with rebuilt views, nothing is offered twice', async () => {
  const [first = ''] = await fill();
  const one = await join();
  await cancel(first);
  await offerPlaces(stage);
  accepted(await answer(one.waitingId, 'decline'));
  await offerPlaces(stage);
  const head = await stage.stored.head();
  await offerAgain(stage, stage.another());
  expect(await stage.stored.head()).toBe(head);
});

const step = fc.oneof(
  fc.record({ does: fc.constant('join' as const), time: fc.constantFrom(null, '09:00', '10:00') }),
  fc.record({ does: fc.constant('cancel' as const), at: fc.nat(20) }),
  fc.record({ does: fc.constant('undo' as const) }),
  fc.record({ does: fc.constant('answer' as const), at: fc.nat(20), is: fc.constantFrom('accept', 'decline') }),
  fc.record({ does: fc.constant('lapse' as const) }),
  fc.record({ does: fc.constant('book' as const), time: fc.constantFrom('09:00', '10:00') }),
);

test('over random histories in two processes, no place is offered to two, capacity holds, and nobody is skipped', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      ({ pocId } = await stage.more());
      stage.clock.set(at8);
      const visits = await fill();
      const entries: string[] = [];
      let cancelled: { readonly appointmentId: string; readonly eventId: string } | undefined;
      const processes = [stage.another(), stage.another()];
      for (const [index, asked] of steps.entries()) {
        const service = processes[index % 2] ?? stage.service;
        if (asked.does === 'join') {
          const span = asked.time === null ? null : { from: asked.time, to: '11:00' };
          entries.push((await join({ times: span }, service)).waitingId);
        } else if (asked.does === 'cancel') {
          const appointmentId = visits[asked.at % visits.length] ?? '';
          const request = { appointmentId, status: 'Cancelled', as: 'admin' } as const;
          const outcome = await service.commands.changeAppointmentStatus(request, stage.by());
          if (!isRefusal(outcome) && outcome.eventId !== null) cancelled = { appointmentId, eventId: outcome.eventId };
        } else if (asked.does === 'undo') {
          const undo = cancelled && ({ ...cancelled, status: 'Confirmed', as: 'admin' } as const);
          if (undo) await service.commands.undoAppointmentStatus(undo, stage.by());
        } else if (asked.does === 'answer') {
          const waitingId = entries[asked.at % Math.max(1, entries.length)];
          if (waitingId) await answer(waitingId, asked.is as 'accept', service);
        } else if (asked.does === 'lapse') {
          await lapse(3 * hour, service);
        } else {
          const request = { pocId, date, time: asked.time, patientId: await newPatient(), ...direct };
          await service.commands.bookAppointment(request, stage.by());
        }
        await Promise.all(processes.map((each) => offerPlaces(stage, each)));
      }
      await offerPlaces(stage);
      await expectSound(entries);
    }),
    { numRuns: runs(4, 200) },
  );
});

/** The times of the places that a patient declined, or had time to answer. */
function answeredTimes(events: readonly Recorded[]) {
  const answered = events.filter(
    ({ type, data }) => type === 'OfferDeclined' || (type === 'OfferLapsed' && data['because'] === 'unanswered'),
  );
  return new Set(answered.map(({ data }) => data['time']));
}

/** By a fold of its own: the visits, holds and offers of the day. */
async function expectSound(entries: readonly string[]) {
  const taken = new Map<string, string>();
  for (const { type, data } of await stage.log.readStream(streams.doctorDay(pocId, date))) {
    const [id, time] = [String(data['appointmentId']), String(data['time'])];
    if (['PlaceHeld', 'AppointmentBooked', 'AppointmentCancellationUndone'].includes(type)) taken.set(id, time);
    if (type === 'HoldReleased' || type === 'HoldLapsed' || type === 'AppointmentCancelled') taken.delete(id);
  }
  const countAt = (time: string) => [...taken.values()].filter((other) => other === time).length;
  for (const time of times) expect(countAt(time)).toBeLessThanOrEqual(3);
  const offers = await Promise.all(entries.map((waitingId) => offerOf(stage, waitingId)));
  const ids = offers.flatMap((offer) => (offer ? [offer.appointmentId] : []));
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(taken.has(id)).toBe(true);
  for (const [index, waitingId] of entries.entries()) {
    const events = await stage.log.readStream(streams.waiting(waitingId));
    const [joined] = events;
    if (offers[index] || events.at(-1)?.type === 'OfferAccepted') continue;
    const span = joined?.data['times'] as { from: string; to: string } | null;
    const before = answeredTimes(events);
    const free = times.filter(
      (time) => countAt(time) < 3 && (!span || (span.from <= time && time < span.to)) && !before.has(time),
    );
    expect(free).toEqual([]);
  }
}
