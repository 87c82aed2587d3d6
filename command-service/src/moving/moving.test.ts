import { isRefusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { doctorDayOf } from '@dayline/contracts/ids';
import { followable } from '@dayline/event-log/followable';
import { followToEnd } from '@dayline/event-log/follower';
import type { CommandContext } from '../command-handler/command-context.ts';
import type { CommandService } from '../service.ts';
import { contended } from '../testing/contended.ts';
import { killedAt, memoryCursors } from '../testing/killed.ts';
import { accepted, day, openStage, type Stage } from '../testing/stage.ts';
import { finishedMoves } from './finished-moves.ts';

/** "Another day or doctor is a process over two streams" (the desk's day, 1). */
const later = '2026-11-23';
const at8 = Date.parse(`${day}T08:00:00+05:30`);

let stage: Stage;
let here: Awaited<ReturnType<Stage['more']>>;
let there: Awaited<ReturnType<Stage['more']>>;
let appointmentId = '';
beforeAll(async () => {
  stage = await openStage();
});
beforeEach(async () => {
  stage.clock.set(at8);
  here = await stage.more();
  there = await stage.more();
  appointmentId = await booked(here.pocId, day, '09:00', here.patientId);
});
afterAll(() => stage.close());

async function booked(pocId: string, date: string, time: string, patientId: string): Promise<string> {
  const type = 'Direct Consultation' as const;
  const request = { patientId, pocId, date, time, type, payment: 'Paid', amount: 50_000, method: 'upi' } as const;
  return accepted(await stage.service.commands.bookAppointment(request, stage.by())).appointmentId;
}
/** Books the three places of a slot. */
async function fill(pocId: string, date: string, time: string): Promise<void> {
  for (let index = 0; index < 3; index += 1) await booked(pocId, date, time, (await stage.more()).patientId);
}
const move = (
  to: { readonly pocId?: string; readonly date?: string; readonly time?: string; readonly reason?: string },
  by: CommandContext = stage.by(),
  { commands }: Pick<CommandService, 'commands'> = stage.service,
) => commands.moveAppointment({ appointmentId, time: '10:00', reason: null, ...to }, by);
const undo = (id: string, eventId: string | null, by = stage.by()) =>
  stage.service.commands.undoMove({ appointmentId: id, eventId: eventId ?? '' }, by);
const typesOn = async (pocId: string, date: string) =>
  (await stage.log.readStream(streams.doctorDay(pocId, date))).map(({ type }) => type);
const steps = async (to = there.pocId, date = later) => ({
  from: await typesOn(here.pocId, day),
  to: await typesOn(to, date),
});
const booking = ['SlotsPlanned', 'AppointmentBooked', 'AppointmentPaymentRecorded'];
const whole = {
  from: [...booking, 'AppointmentMoveStarted', 'AppointmentMovedAway'],
  to: ['SlotsPlanned', 'AppointmentBooked', 'AppointmentMovedIn'],
};
const change = (id: string, status: 'Availed' | 'Cancelled') =>
  stage.service.commands.changeAppointmentStatus({ appointmentId: id, status, as: 'admin' }, stage.by());

/** Finishes open moves as another process would, by a clock that is `afterMs` later; returns how long it waited. */
async function finish(afterMs = 5_000): Promise<number[]> {
  const waits: number[] = [];
  const clock = { now: () => stage.clock.now() + afterMs };
  const { moves } = stage.another();
  const wait = async (ms: number) => void waits.push(ms);
  const parts = finishedMoves({ clock, moves, wait });
  await followToEnd({ log: followable(stage.stored), cursors: memoryCursors(), ...parts });
  return waits;
}

describe('a visit moves to another day and doctor', () => {
  test('reads its two days before it begins, and not between its steps', async () => {
    const read: string[] = [];
    const otherService = stage.another((log) => ({
      ...log,
      readStream: (stream, options) => {
        if (stream.startsWith('doctorDay-')) read.push(stream);
        return log.readStream(stream, options);
      },
    }));
    accepted(await move({ pocId: there.pocId, date: later }, stage.by(), otherService));
    expect(read.sort()).toEqual([streams.doctorDay(here.pocId, day), streams.doctorDay(there.pocId, later)].sort());
  });

  test('with patient, type and payment; a retry answers the same and appends nothing', async () => {
    const by = stage.by();
    const moved = accepted(await move({ pocId: there.pocId, date: later, reason: 'Has to leave' }, by));
    expect(moved).toMatchObject({ pocId: there.pocId, date: later, time: '10:00' });
    expect(await steps()).toEqual(whole);
    const [, fresh, movedIn] = await stage.log.readStream(streams.doctorDay(there.pocId, later));
    expect(fresh?.data).toMatchObject({ appointmentId: moved.appointmentId, patientId: here.patientId, time: '10:00' });
    const payment = { status: 'Paid', due: 50_000, payments: [{ amount: 50_000, method: 'upi' }] };
    expect(movedIn).toMatchObject({
      id: moved.eventId,
      data: { from: appointmentId, visitId: appointmentId, payment },
    });
    const away = (await stage.log.readStream(streams.doctorDay(here.pocId, day))).at(-1);
    expect(away).toMatchObject({ position: moved.position, data: { to: moved.appointmentId, statusAfter: 'Moved' } });
    expect(away?.metadata).toMatchObject({ actor: { name: 'Desk 1' }, commandDigest: by.commandDigest });
    expect(await move({ pocId: there.pocId, date: later, reason: 'Has to leave' }, by)).toEqual(moved);
    expect(await steps()).toEqual(whole);
    expect(await change(appointmentId, 'Cancelled')).toMatchObject({
      refused: 'appointment.moved',
      details: { moved: { appointmentId: moved.appointmentId, ...doctorDayOf(moved.appointmentId), by: 'Desk 1' } },
    });
  });

  test('nothing is appended where it is full, blocked, passed, unknown, too far, foreign, or not theirs to move', async () => {
    const before = await steps();
    await booked(here.pocId, later, '10:00', there.patientId);
    await fill(here.pocId, '2026-11-24', '10:00');
    const full = await move({ date: '2026-11-24' });
    expect(full).toMatchObject({ refused: 'slot.full' });
    expect(isRefusal(full) && full.details?.freeTimes?.[0]).toMatchObject({ date: '2026-11-24', time: '09:30' });
    const { commands } = stage.service;
    accepted(await commands.blockDay({ pocId: there.pocId, date: later, reason: null }, stage.by()));
    expect(await move({ pocId: there.pocId, date: later })).toMatchObject({ refused: 'slot.blocked' });
    expect(await move({ date: later, time: '22:00' })).toMatchObject({ refused: 'slot.unknown' });
    expect(await move({ date: '2026-11-20' })).toMatchObject({ refused: 'slot.passed' });
    expect(await move({ date: '2027-11-20' })).toMatchObject({ refused: 'slot.beyond-horizon' });
    expect(await move({ pocId: appointmentId.slice(27), date: later })).toMatchObject({ refused: 'doctor.unknown' });
    const foreign = { ...stage.by(), clientId: 'another' };
    expect(await move({ date: later }, foreign)).toMatchObject({ refused: 'access.foreign' });
    expect((await steps()).from).toEqual(before.from);
    accepted(await change(appointmentId, 'Availed'));
    expect(await move({ date: later })).toMatchObject({ refused: 'appointment.not-confirmed' });
  });

  test('a refusal of the same doctor doesn’t offer the time that the visit has', async () => {
    await fill(here.pocId, later, '09:00');
    for (const time of ['09:30', '10:00', '10:30', '11:00', '11:30']) await fill(here.pocId, later, time);
    appointmentId = await booked(here.pocId, '2026-11-24', '09:00', (await stage.more()).patientId);
    const full = await move({ date: later, time: '09:00' });
    expect(isRefusal(full) && full.details?.freeTimes?.map(({ date, time }) => [date, time])).toEqual([
      ['2026-11-24', '09:30'],
      ['2026-11-24', '10:00'],
    ]);
  });
});

describe('a move that was killed', () => {
  test.each([
    ['before it began', 1, false],
    ['after it began', 1, true],
    ['before the destination had it', 2, false],
    ['after the destination had it', 2, true],
    ['before its end', 3, false],
    ['after its end', 3, true],
  ])('%s is finished by the follower once, and answers its retry', async (_, nth, isDurable) => {
    const by = stage.by();
    const to = { pocId: there.pocId, date: later };
    const killed = stage.another((log) => killedAt(log, nth, isDurable));
    await expect(move(to, by, killed)).rejects.toThrow();
    const hasBegun = nth > 1 || isDurable;
    for (let times = 0; times < 2; times += 1) {
      await finish();
      expect((await steps()).from).toEqual(hasBegun ? whole.from : booking);
      expect((await steps()).to).toEqual(hasBegun ? whole.to : []);
    }
    accepted(await move(to, by));
    expect(await steps()).toEqual(whole);
  });

  test('has 5 s to be finished by its command, with the follower at the same time', async () => {
    const by = stage.by();
    const to = { pocId: there.pocId, date: later };
    await expect(
      move(
        to,
        by,
        stage.another((log) => killedAt(log, 1, true)),
      ),
    ).rejects.toThrow();
    expect(await change(appointmentId, 'Cancelled')).toMatchObject({
      refused: 'appointment.moving',
      details: { moved: { pocId: there.pocId, date: later, time: '10:00', by: 'Desk 1' } },
    });
    const [waits] = await Promise.all([finish(2_000), move(to, by), move(to, by, stage.another())]);
    expect(waits.every((ms) => ms === 3_000)).toBe(true);
    expect(await steps()).toEqual(whole);
  });
});

test('a move that has ended is not loaded by the follower', async () => {
  const cursors = memoryCursors();
  const before = await stage.stored.last();
  if (before) await cursors.advance('moves', null, before);
  accepted(await move({ pocId: there.pocId, date: later }));
  await move({ date: '2026-11-24' });
  let reads = 0;
  const { moves } = stage.another((log) => ({
    ...log,
    readStream(...call) {
      reads += 1;
      return log.readStream(...call);
    },
  }));
  const untilEnded = (_: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  const parts = finishedMoves({ clock: stage.clock, moves, wait: untilEnded });
  await followToEnd({ log: followable(stage.stored), cursors, ...parts });
  expect(reads).toBe(0);
  expect((await cursors.read('moves'))?.position).toBe(await stage.stored.head());
});

describe('what speaks against the destination once the move has begun', () => {
  /** Does something right after the move started. */
  const after = (meanwhile: () => Promise<unknown>) =>
    stage.another((log) => {
      let isFirst = true;
      return {
        ...log,
        async append(...call) {
          const result = await log.append(...call);
          if (isFirst) {
            isFirst = false;
            await meanwhile();
          }
          return result;
        },
      };
    });
  const refusals = {
    'the last place is taken': ['slot.full', () => fill(there.pocId, later, '10:00')],
    'the day is blocked': [
      'slot.blocked',
      () => stage.service.commands.blockDay({ pocId: there.pocId, date: later, reason: null }, stage.by()),
    ],
    'the patient is erased': [
      'patient.erased',
      () => stage.service.commands.erasePatient({ patientId: here.patientId }, stage.by()),
    ],
  } as const;

  test.each(Object.entries(refusals))(
    '%s: refused for good, and nothing else has changed',
    async (_, [code, meanwhile]) => {
      const by = stage.by();
      const to = { pocId: there.pocId, date: later };
      expect(await move(to, by, after(meanwhile))).toMatchObject({ refused: code });
      const both = await steps();
      expect(both.from).toEqual([...booking, 'AppointmentMoveStarted', 'AppointmentMoveAbandoned']);
      expect(both.to.at(-1)).toBe('MoveRefused');
      expect(await move(to, by)).toMatchObject({ refused: code });
      expect(await steps()).toEqual(both);
      accepted(await change(appointmentId, 'Cancelled'));
    },
  );
});

test.each([
  ['origin', () => here.pocId],
  ['destination', () => there.pocId],
])('it is carried out though others append to the %s before each of its steps', async (_, of) => {
  const to = { pocId: there.pocId, date: later };
  const busy = stage.another((log) => contended(log, `doctorDay-${of()}`, 6));
  accepted(await move(to, stage.by(), busy));
  expect(await steps()).toEqual(whole);
});

test('continues though its call is over once it has begun', async () => {
  const call = new AbortController();
  const late = stage.another((log) => ({
    ...log,
    async append(...args) {
      const result = await log.append(...args);
      call.abort(new Error('overdue'));
      return result;
    },
  }));
  accepted(await move({ pocId: there.pocId, date: later }, { ...stage.by(), signal: call.signal }, late));
  expect(await steps()).toEqual(whole);
});

test('two desks move one visit to two days: one wins, the other reads who and where to', async () => {
  const moves = await Promise.all([move({ date: later }), move({ date: '2026-11-24' }, stage.by(), stage.another())]);
  const [winner, lost] = isRefusal(moves[0]) ? [moves[1], moves[0]] : moves;
  const { appointmentId: to, pocId, date, time } = accepted(winner);
  expect(lost).toMatchObject({ details: { moved: { appointmentId: to, pocId, date, time, by: 'Desk 1' } } });
  expect(['appointment.moving', 'appointment.moved']).toContain(isRefusal(lost) && lost.refused);
  const otherDate = date === later ? '2026-11-24' : later;
  expect(await typesOn(here.pocId, otherDate)).toEqual([]);
});

describe('the undo of a move', () => {
  const back = {
    from: [...whole.from, 'AppointmentMoveUndone'],
    to: [...whole.to, 'AppointmentMoveStarted', 'AppointmentMovedAway'],
  };
  const moved = async () => accepted(await move({ pocId: there.pocId, date: later }));

  test('within 15 s takes the old place back, which may be blocked by now; it can move again', async () => {
    const { appointmentId: to, eventId } = await moved();
    accepted(await stage.service.commands.blockDay({ pocId: here.pocId, date: day, reason: null }, stage.by()));
    const by = stage.by();
    const undone = accepted(await undo(to, eventId, by));
    expect(undone).toMatchObject({ appointmentId, pocId: here.pocId, date: day, time: '09:00', undoUntil: null });
    expect(await steps()).toEqual({ from: [...whole.from, 'DayBlocked', 'AppointmentMoveUndone'], to: back.to });
    expect(await undo(to, eventId, by)).toEqual(undone);
    expect(await undo(to, eventId)).toMatchObject({
      refused: 'appointment.moved',
      details: { moved: { appointmentId } },
    });
    accepted(await move({ date: '2026-11-24' }));
  });

  test('is refused afterwards, once something came after it, without a place, or under another id', async () => {
    const first = await moved();
    // The move's second step has a time of its own, later than the command's where the machine is busy.
    stage.clock.set(Date.parse(first.undoUntil ?? '') + 1);
    expect(await undo(first.appointmentId, first.eventId)).toMatchObject({ refused: 'undo.expired' });
    expect(await undo(first.appointmentId, 'another')).toMatchObject({ refused: 'undo.unknown' });
    stage.clock.set(at8);
    await fill(here.pocId, day, '09:00');
    expect(await undo(first.appointmentId, first.eventId)).toMatchObject({ refused: 'slot.full' });
    accepted(await change(first.appointmentId, 'Cancelled'));
    expect(await undo(first.appointmentId, first.eventId)).toMatchObject({ refused: 'appointment.changed' });
    expect((await steps()).to).toEqual([...whole.to, 'AppointmentCancelled']);
  });

  test('takes a place beyond the capacity back within the limit', async () => {
    const { commands } = stage.service;
    await fill(here.pocId, '2026-11-24', '09:00');
    const who = { patientId: here.patientId, pocId: here.pocId, date: '2026-11-24', time: '09:00' };
    const request = { ...who, type: 'Direct Consultation', payment: 'Paid', overbooks: { reason: 'Fever' } } as const;
    ({ appointmentId } = accepted(await commands.bookAppointment(request, stage.by())));
    const away = accepted(await move({ pocId: there.pocId, date: later }));
    const again = accepted(await undo(away.appointmentId, away.eventId));
    expect(again).toMatchObject({ appointmentId, date: '2026-11-24', time: '09:00' });
    const { appointmentId: to, eventId } = accepted(await move({ pocId: there.pocId, date: later }));
    const otherRequest = { ...request, patientId: (await stage.more()).patientId };
    accepted(await commands.bookAppointment(otherRequest, stage.by()));
    expect(await undo(to, eventId)).toMatchObject({ refused: 'overbook.limit' });
  });

  test('appends the last step of the first move before, if that is missing', async () => {
    const killed = stage.another((log) => killedAt(log, 2, true));
    await expect(move({ pocId: there.pocId, date: later }, stage.by(), killed)).rejects.toThrow();
    const movedIn = (await stage.log.readStream(streams.doctorDay(there.pocId, later))).at(-1);
    const to = String(movedIn?.data['appointmentId']);
    accepted(await undo(to, movedIn?.id ?? ''));
    expect(await steps()).toEqual(back);
    await finish();
    expect(await steps()).toEqual(back);
  });

  test('killed between any two steps is finished too', async () => {
    const { appointmentId: to, eventId } = await moved();
    for (const nth of [1, 2, 3]) {
      const { commands } = stage.another((log) => killedAt(log, 1, true));
      await expect(
        commands.undoMove({ appointmentId: to, eventId: eventId ?? '' }, stage.by('undo')),
      ).rejects.toThrow();
      if (nth === 3) await finish();
    }
    expect(await steps()).toEqual(back);
  });
});
