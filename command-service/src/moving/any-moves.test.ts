import { isRefusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { Recorded } from '@dayline/contracts/events/definition';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import { runs } from '@dayline/contracts/testing/trials';
import { followable, followToEnd } from '@dayline/event-log/follower';
import fc from 'fast-check';
import { killedAt, memoryCursors } from '../testing/killed.ts';
import { day, openStage, type Stage } from '../testing/stage.ts';
import { finishedMoves } from './follow-moves.ts';

/** Any history of bookings, moves, cancellations and undos on three doctors and two days, with processes that die. */
const days = [day, '2026-11-23'];
const times = ['09:00', '09:30'];
const capacity = 3;

const place = { doctor: fc.nat({ max: 2 }), day: fc.nat({ max: 1 }), time: fc.nat({ max: 1 }) };
const visit = fc.nat({ max: 9 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ ask: fc.constant('book' as const), patient: fc.nat({ max: 7 }), ...place }) },
  {
    weight: 5,
    arbitrary: fc.record({
      ask: fc.constant('move' as const),
      visit,
      ...place,
      /** The append at which its process dies, if it does. */
      dies: fc.option(fc.record({ nth: fc.integer({ min: 1, max: 3 }), isDurable: fc.boolean() })),
    }),
  },
  { weight: 3, arbitrary: fc.record({ ask: fc.constantFrom('undo', 'cancel', 'race'), visit }) },
  fc.record({ ask: fc.constant('finish' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

let stage: Stage;
let patients: string[] = [];
beforeAll(async () => {
  stage = await openStage();
  patients = await Promise.all(Array.from({ length: 8 }, async () => (await stage.more()).patientId));
});
afterAll(() => stage.close());

async function finish(): Promise<void> {
  const parts = finishedMoves({ clock: { now: () => stage.clock.now() + 5_000 }, moves: stage.another().moves });
  await followToEnd({ log: followable(stage.stored), cursors: memoryCursors(), ...parts });
}

/** Runs a history, and returns what its days recorded, in the order of the log. */
async function live(steps: readonly Step[]): Promise<Recorded<DoctorDayEvent>[]> {
  const doctors = [(await stage.more()).pocId, (await stage.more()).pocId, (await stage.more()).pocId];
  const { commands } = stage.service;
  /** What each visit is now, and the last move's event. */
  const visits: { id: string; eventId: string | null }[] = [];
  const placeOf = (one: { doctor: number; day: number; time: number }) => ({
    ...{ pocId: doctors[one.doctor] ?? '', date: days[one.day] ?? '', time: times[one.time] ?? '' },
  });
  const take = async (asked: Step): Promise<void> => {
    if (asked.ask === 'finish') return finish();
    if (asked.ask === 'book') {
      const who = { patientId: patients[asked.patient] ?? '', type: 'Direct Consultation', payment: 'Paid' } as const;
      const booked = await commands.bookAppointment({ ...placeOf(asked), ...who }, stage.by());
      if (!isRefusal(booked)) visits.push({ id: booked.appointmentId, eventId: null });
      return;
    }
    const chosen = visits[asked.visit % Math.max(1, visits.length)];
    if (!chosen) return;
    const { id: appointmentId } = chosen;
    if (asked.ask === 'move') {
      const { dies } = asked;
      const by = dies ? stage.another((log) => killedAt(log, dies.nth, dies.isDurable)).commands : commands;
      const request = { appointmentId, ...placeOf(asked), reason: null };
      const moved = await by.moveAppointment(request, stage.by()).catch(() => null);
      if (moved && !isRefusal(moved)) Object.assign(chosen, { id: moved.appointmentId, eventId: moved.eventId });
    } else if (asked.ask === 'cancel') {
      await commands.changeAppointmentStatus({ appointmentId, status: 'Cancelled', as: 'admin' }, stage.by());
    } else if (asked.ask === 'undo') {
      const back = await commands.undoMove({ appointmentId, eventId: chosen.eventId ?? '' }, stage.by());
      if (!isRefusal(back)) chosen.id = back.appointmentId;
    } else if (asked.ask === 'race') {
      const places = [0, 1, 2].map((doctor) => placeOf({ doctor, day: 1, time: 0 }));
      const moves = places.map((to, index) =>
        (index === 0 ? stage.service : stage.another()).commands.moveAppointment(
          { appointmentId, ...to, reason: null },
          stage.by(),
        ),
      );
      const won = (await Promise.all(moves)).find((moved) => !isRefusal(moved));
      if (won && !isRefusal(won)) Object.assign(chosen, { id: won.appointmentId, eventId: won.eventId });
    }
  };
  for (const asked of steps) await take(asked);
  await finish();
  const read = doctors.flatMap((pocId) => days.map((date) => stage.log.readStream(streams.doctorDay(pocId, date))));
  // Cast is safe: the streams are of doctors' days.
  const events = (await Promise.all(read)).flat() as unknown as Recorded<DoctorDayEvent>[];
  return events.sort((one, other) => (one.position < other.position ? -1 : 1));
}

/** At every position: no place is given twice, and a visit has one, or two while it moves. */
function check(events: readonly Recorded<DoctorDayEvent>[]): Set<string> {
  const places = new Map<string, string>();
  const visitOf = new Map<string, string>();
  const cancelled = new Set<string>();
  const open = new Map<string, string>();
  const met = new Set<string>();
  for (const [index, event] of events.entries()) {
    const { data, type } = event;
    met.add(type);
    if (type === 'AppointmentMovedIn') visitOf.set(data.appointmentId, data.visitId);
    if (type === 'AppointmentMoveStarted') {
      open.set(data.moveId, visitOf.get(data.appointmentId) ?? data.appointmentId);
    }
    if (type === 'AppointmentMovedAway' || type === 'AppointmentMoveAbandoned') open.delete(data.moveId);
    if (type === 'AppointmentRescheduled') places.set(data.appointmentId, `${event.stream} ${data.time}`);
    if ('statusAfter' in data) {
      const holds = data.statusAfter !== 'Cancelled' && data.statusAfter !== 'Moved';
      if (holds) places.set(data.appointmentId, `${event.stream} ${data.time}`);
      else places.delete(data.appointmentId);
      if (!visitOf.has(data.appointmentId)) visitOf.set(data.appointmentId, data.appointmentId);
      if (data.statusAfter === 'Cancelled') cancelled.add(visitOf.get(data.appointmentId) ?? '');
    }
    // A booking by a move and its mark are one append.
    if (events[index + 1]?.type === 'AppointmentMovedIn') continue;
    const taken = new Map<string, number>();
    for (const at of places.values()) taken.set(at, (taken.get(at) ?? 0) + 1);
    expect(Math.max(0, ...taken.values())).toBeLessThanOrEqual(capacity);
    for (const visitId of new Set(visitOf.values())) {
      const held = [...places.keys()].filter((id) => visitOf.get(id) === visitId).length;
      const isMoving = [...open.values()].includes(visitId);
      expect(held).toBeLessThanOrEqual(isMoving ? 2 : 1);
      if (!cancelled.has(visitId)) expect(held).toBeGreaterThanOrEqual(1);
    }
  }
  expect([...open.keys()]).toEqual([]);
  return met;
}

/** Reaches each event of a move. */
const everyStep: Step[] = [
  ...[0, 1, 2, 3].map((patient) => ({ ask: 'book' as const, patient, doctor: 0, day: 0, time: patient % 2 })),
  { ask: 'move', visit: 0, doctor: 1, day: 1, time: 0, dies: null },
  { ask: 'undo', visit: 0 },
  { ask: 'move', visit: 1, doctor: 2, day: 1, time: 1, dies: { nth: 2, isDurable: true } },
  { ask: 'race', visit: 2 },
  { ask: 'move', visit: 3, doctor: 1, day: 0, time: 0, dies: { nth: 1, isDurable: true } },
  { ask: 'cancel', visit: 2 },
];

test('no place is given twice, and every visit has one, wherever it moves and whoever dies', async () => {
  const all = await live(everyStep);
  expect([...check(all)]).toEqual(expect.arrayContaining(['AppointmentMovedAway', 'AppointmentMoveUndone']));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      check(await live(steps));
    }),
    { numRuns: runs(3, 1_000) },
  );
});
