import { streams } from '@dayline/contracts/events/categories';
import { doctorDayOf } from '@dayline/contracts/ids';
import { runs } from '@dayline/contracts/testing/trials';
import fc from 'fast-check';
import { killedAt } from '../testing/killed.ts';
import { book, carryOutLeaves, leaveTypes, outcomesOf, type Person, type Rows, stateOf } from '../testing/leaves.ts';
import { accepted, day, openStage, type Stage } from '../testing/stage.ts';

/** "A doctor who falls ill, leave": one process over a leave and its days. */
const [firstDate, two, after] = ['2026-11-23', '2026-11-24', '2026-11-25'] as const;
const at8 = Date.parse(`${day}T08:00:00+05:30`);

let stage: Stage;
let doctor: Person;
let colleague: Person;
beforeAll(async () => {
  stage = await openStage();
});
beforeEach(async () => {
  stage.clock.set(at8);
  doctor = await stage.more();
  colleague = await stage.more();
});
afterAll(() => stage.close());

/** To a colleague, to a later day, cancelled with its money given back, and kept. */
async function fourVisits() {
  const visits = [
    await book(stage, doctor, { date: firstDate, time: '09:00' }),
    await book(stage, doctor, { date: firstDate, time: '10:00', isPaid: true }),
    await book(stage, doctor, { date: two, time: '09:00', isPaid: true }),
    await book(stage, doctor, { date: two, time: '09:30' }),
  ] as const;
  const [first, second, third, fourth] = visits;
  const rows: Rows = [
    { appointmentId: first, action: 'move', to: { pocId: colleague.pocId, date: firstDate, time: '09:30' } },
    { appointmentId: second, action: 'move', to: { pocId: doctor.pocId, date: after, time: '10:00' } },
    { appointmentId: third, action: 'cancel', to: null },
    { appointmentId: fourth, action: 'keep', to: null },
  ];
  return { visits, rows };
}
const request = (rows: Rows) => ({
  pocId: doctor.pocId,
  from: firstDate,
  to: two,
  reason: 'Ill',
  rows,
  money: 'refunded' as const,
});
async function started(rows: Rows): Promise<string> {
  return accepted(await stage.service.commands.startLeave(request(rows), stage.by())).leaveId;
}
const undo = (leaveId: string) => stage.service.commands.undoLeave({ pocId: doctor.pocId, leaveId }, stage.by());

const whole = [
  ...['LeaveStarted', 'LeaveDaysBlocked', 'LeaveRowSettled', 'LeaveRowSettled', 'LeaveRowSettled', 'LeaveRowSettled'],
  'LeaveSettled',
];
/** How the doctor's, and the colleague's, days stand. */
async function currentState() {
  const ofDoctor = await Promise.all([firstDate, two, after].map((date) => stateOf(stage, doctor.pocId, date)));
  const others = await stateOf(stage, colleague.pocId, firstDate);
  const words = ({ visits, blocked }: (typeof ofDoctor)[number]) =>
    [...[...visits.values()].map(({ status, isPaid }) => `${status}${isPaid ? ', paid' : ''}`), ...blocked].join('; ');
  return [...ofDoctor, others].map(words);
}
const finished = ['Moved; Moved, paid; day', 'Cancelled; Confirmed; day', 'Confirmed', 'Confirmed'];
const undone = ['Confirmed; Confirmed, paid', 'Confirmed, paid; Confirmed', 'Moved', 'Moved'];

test('its days are blocked, then each row is settled by the desk’s own commands', async () => {
  const { rows, visits } = await fourVisits();
  const leaveId = await started(rows);
  await carryOutLeaves(stage);
  expect(await leaveTypes(stage, leaveId)).toEqual(whole);
  expect(await currentState()).toEqual(finished);
  const all = await stage.log.readStream(streams.doctorDay(doctor.pocId, firstDate));
  const leaveEvents = all.filter(({ metadata }) => metadata.batchId === leaveId);
  expect(leaveEvents.map(({ type }) => type)).toEqual([
    ...[
      'DayBlocked',
      'AppointmentMoveStarted',
      'AppointmentMovedAway',
      'AppointmentMoveStarted',
      'AppointmentMovedAway',
    ],
  ]);
  expect(leaveEvents[0]?.data).toEqual({ reason: 'Ill', leaveId });
  expect(leaveEvents[1]).toMatchObject({
    data: { appointmentId: visits[0], reason: 'Ill' },
    metadata: { actor: { name: 'Desk 1' } },
  });
  // The colleague has the visit with what it costs.
  const [, , settled] = await stage.log.readStream(streams.leave(leaveId));
  expect(doctorDayOf(String(settled?.data['movedTo']))).toEqual({ pocId: colleague.pocId, date: firstDate });
});

// 15 appends of a leave, and 12 of its undo, before or after each is durable.
const kills = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    runs(1, 2) === 1
      ? [[index + 1, index % 2 === 0] as const]
      : [[index + 1, true] as const, [index + 1, false] as const],
  ).flat();

test.each(kills(15))('killed at its append %i (durable: %s), it is carried out once', async (nth, isDurable) => {
  const { rows } = await fourVisits();
  const leaveId = await started(rows);
  await expect(
    carryOutLeaves(
      stage,
      stage.another((log) => killedAt(log, nth, isDurable)),
    ),
  ).rejects.toThrow();
  await carryOutLeaves(stage, stage.another());
  expect(await leaveTypes(stage, leaveId)).toEqual(whole);
  expect(await currentState()).toEqual(finished);
});

test.each(kills(12))('killed at append %i of its undo (durable: %s), it is undone once', async (nth, isDurable) => {
  const { rows } = await fourVisits();
  const leaveId = await started(rows);
  await carryOutLeaves(stage);
  accepted(await undo(leaveId));
  await expect(
    carryOutLeaves(
      stage,
      stage.another((log) => killedAt(log, nth, isDurable)),
    ),
  ).rejects.toThrow();
  // A process that finishes it later has no deadline.
  stage.clock.set(at8 + 3_600_000);
  await carryOutLeaves(stage, stage.another());
  expect(await outcomesOf(stage, leaveId)).toEqual([
    'moved',
    'moved',
    'cancelled',
    'kept',
    'undone',
    'undone',
    'undone',
  ]);
  expect(await currentState()).toEqual(undone);
  expect((await leaveTypes(stage, leaveId)).at(-1)).toBe('LeaveDaysOpened');
});

test('the desk takes the colleague’s fee as it was shown; once it has changed, the row stays open', async () => {
  accepted(await stage.service.commands.setConsultationFee({ pocId: colleague.pocId, fee: 80_000 }, stage.by()));
  const paid = await book(stage, doctor, { date: firstDate, time: '10:00', isPaid: true });
  const unpaid = await book(stage, { ...doctor, patientId: colleague.patientId }, { date: firstDate, time: '11:00' });
  const to = (time: string, fee: number) => ({
    ...{ action: 'move' as const, fee },
    to: { pocId: colleague.pocId, date: firstDate, time },
  });
  const rows = [
    { appointmentId: paid, ...to('10:00', 80_000) },
    { appointmentId: unpaid, ...to('11:00', 70_000) },
  ];
  const taken = { ...request(rows), difference: 'taken' as const };
  const byDoctor = { ...stage.by(), actor: { kind: 'doctor', id: doctor.pocId, name: 'Dr. Asha Menon' } as const };
  expect(await stage.service.commands.startLeave({ ...taken, rows: [] }, byDoctor)).toMatchObject({
    refused: 'leave.desk-only',
  });
  const { leaveId } = accepted(await stage.service.commands.startLeave(taken, stage.by()));
  await carryOutLeaves(stage);
  expect(await outcomesOf(stage, leaveId)).toEqual(['moved', 'open']);
  const [, , moved, open] = await stage.log.readStream(streams.leave(leaveId));
  expect(open?.data).toMatchObject({ appointmentId: unpaid, code: 'fee.changed' });
  expect(moved?.data).toMatchObject({ appointmentId: paid });
  const here = await stage.log.readStream(streams.doctorDay(doctor.pocId, firstDate));
  expect(here.find(({ type }) => type === 'AppointmentMoveStarted')?.data).toMatchObject({
    appointmentId: paid,
    feeChange: { before: 50_000, after: 80_000, difference: 'taken' },
  });
});

test('two processes at the same time carry it out, and undo it, once', async () => {
  const { rows } = await fourVisits();
  const leaveId = await started(rows);
  const both = () => Promise.all([stage.another(), stage.another()].map((service) => carryOutLeaves(stage, service)));
  await both();
  expect(await leaveTypes(stage, leaveId)).toEqual(whole);
  expect(await currentState()).toEqual(finished);
  accepted(await undo(leaveId));
  await both();
  expect(await currentState()).toEqual(undone);
});

test('a booking that slipped in stops it before anything of that day is written, and is named', async () => {
  const { rows } = await fourVisits();
  const leaveId = await started(rows);
  const own = await book(stage, { ...doctor, patientId: colleague.patientId }, { date: two, time: '11:00' });
  await carryOutLeaves(stage, stage.another());
  const [, stopped] = await stage.log.readStream(streams.leave(leaveId));
  expect(stopped).toMatchObject({ type: 'LeaveStopped', data: { date: two, appointmentIds: [own] } });
  expect((await stateOf(stage, doctor.pocId, two)).blocked).toEqual([]);
  expect((await currentState()).join()).not.toMatch(/Moved|Cancelled/);
  // Asked for again, it is refused before it begins, and named too.
  const again = await stage.service.commands.startLeave(request(rows), stage.by());
  expect(again).toMatchObject({
    refused: 'leave.changed',
    details: { bookings: [{ appointmentId: own, date: two, time: '11:00' }] },
  });
  accepted(await undo(leaveId));
  await carryOutLeaves(stage);
  expect((await stateOf(stage, doctor.pocId, firstDate)).blocked).toEqual([]);
});

test('what is refused stays and is named; what was changed since is not undone', async () => {
  const { rows, visits } = await fourVisits();
  const full = await Promise.all([1, 2, 3].map(() => stage.more()));
  for (const { patientId } of full) await book(stage, { ...colleague, patientId }, { date: firstDate, time: '09:30' });
  const leaveId = await started(rows);
  await carryOutLeaves(stage);
  expect(await outcomesOf(stage, leaveId)).toEqual(['open', 'moved', 'cancelled', 'kept']);
  const [, , first] = await stage.log.readStream(streams.leave(leaveId));
  expect(first?.data).toMatchObject({ appointmentId: visits[0], code: 'slot.full', movedTo: null });
  const correction = { appointmentId: visits[2], status: 'Confirmed', reason: 'She comes after all' } as const;
  accepted(await stage.service.commands.correctAppointmentStatus(correction, stage.by()));
  accepted(await undo(leaveId));
  await carryOutLeaves(stage);
  expect(await outcomesOf(stage, leaveId)).toEqual(['open', 'moved', 'cancelled', 'kept', 'notUndone', 'undone']);
});

test('ended early, its days from that day on are open, and moved visits stay', async () => {
  const { rows } = await fourVisits();
  const leaveId = await started(rows);
  await carryOutLeaves(stage);
  stage.clock.set(Date.parse(`${two}T07:00:00+05:30`));
  accepted(await stage.service.commands.endLeave({ pocId: doctor.pocId, leaveId }, stage.by()));
  await carryOutLeaves(stage);
  expect(await currentState()).toEqual([finished[0], 'Cancelled; Confirmed', 'Confirmed', 'Confirmed']);
});

test('hours are blocked beside older blocks, which stay when it is undone', async () => {
  const slots = { pocId: doctor.pocId, date: firstDate, times: ['09:30'], reason: 'Round' };
  accepted(await stage.service.commands.blockSlots(slots, stage.by()));
  const hours = { from: '09:00', to: '11:00' };
  const { leaveId } = accepted(
    await stage.service.commands.startLeave(
      { pocId: doctor.pocId, from: firstDate, to: firstDate, hours, rows: [] },
      stage.by(),
    ),
  );
  await carryOutLeaves(stage);
  const { blocked } = await stateOf(stage, doctor.pocId, firstDate);
  expect(blocked).toEqual(['09:30-10:00', '09:00-09:30', '10:00-11:00']);
  accepted(await undo(leaveId));
  await carryOutLeaves(stage);
  expect((await stateOf(stage, doctor.pocId, firstDate)).blocked).toEqual(['09:30-10:00']);
});

test('a day of two leaves stays blocked until both are over, whichever is first', async () => {
  const { blockDay, startLeave } = stage.service.commands;
  const leave = { pocId: doctor.pocId, from: firstDate, to: two, reason: 'Ill', rows: [] };
  const isFree = async (date: string) => {
    const { patientId } = await stage.more();
    const request = { ...doctor, patientId, date, time: '09:00' } as const;
    const type = { type: 'Direct Consultation', payment: 'Pay_later' } as const;
    const outcome = await stage.service.commands.bookAppointment({ ...request, ...type }, stage.by());
    return !('refused' in outcome);
  };
  const morning = { from: two, hours: { from: '09:00', to: '11:00' } };
  for (const [firstOver, other] of [0, 1].flatMap((index) =>
    [{ from: two, to: after }, morning].map((more) => [index, more] as const),
  )) {
    doctor = await stage.more();
    const of = { ...leave, pocId: doctor.pocId };
    const leaves: string[] = [];
    for (const more of [{}, other]) {
      leaves.push(accepted(await startLeave({ ...of, ...more }, stage.by())).leaveId);
      await carryOutLeaves(stage);
    }
    accepted(await undo(leaves[firstOver] ?? ''));
    await carryOutLeaves(stage);
    expect([firstOver, await isFree(two)]).toEqual([firstOver, false]);
    accepted(await undo(leaves[1 - firstOver] ?? ''));
    await carryOutLeaves(stage);
    expect([firstOver, await isFree(firstDate), await isFree(two), await isFree(after)]).toEqual([
      ...[firstOver, true, true, true],
    ]);
  }
  // And a day that the desk has blocked for itself since.
  doctor = await stage.more();
  const { leaveId } = accepted(await startLeave({ ...leave, pocId: doctor.pocId }, stage.by()));
  await carryOutLeaves(stage);
  accepted(await blockDay({ pocId: doctor.pocId, date: two, reason: 'Conference' }, stage.by()));
  accepted(await undo(leaveId));
  await carryOutLeaves(stage);
  expect([await isFree(firstDate), await isFree(two)]).toEqual([true, false]);
});

test('a row of another doctor, one twice, a past day, and a paid visit without a word on its money are refused', async () => {
  const { rows } = await fourVisits();
  const start = (more: object) => stage.service.commands.startLeave({ ...request(rows), ...more }, stage.by());
  const [first] = rows;
  if (!first) throw new Error('There are rows.');
  expect(await start({ rows: [...rows, first] })).toMatchObject({ refused: 'leave.rows' });
  expect(await start({ pocId: colleague.pocId })).toMatchObject({ refused: 'leave.rows' });
  expect(await start({ from: '2026-11-20' })).toMatchObject({ refused: 'leave.past' });
  expect(await start({ to: '2027-11-24' })).toMatchObject({ refused: 'leave.too-long' });
  expect(await start({ money: undefined })).toMatchObject({ refused: 'refund.undecided' });
  const byDoctor = { ...stage.by(), actor: { kind: 'doctor', id: doctor.pocId, name: 'Dr. Asha Menon' } as const };
  expect(await stage.service.commands.startLeave(request(rows), byDoctor)).toMatchObject({
    refused: 'leave.desk-only',
  });
  const otherOutcome = await stage.service.commands.undoLeave(
    { pocId: colleague.pocId, leaveId: await started(rows) },
    stage.by(),
  );
  expect(otherOutcome).toMatchObject({ refused: 'leave.unknown' });
});

const times = ['09:00', '09:30', '10:00'] as const;
const visit = fc.record({
  date: fc.constantFrom(firstDate, two),
  time: fc.constantFrom(...times),
  isPaid: fc.boolean(),
  action: fc.constantFrom('move', 'away', 'cancel', 'keep'),
  target: fc.constantFrom(...times),
});

test('whatever is booked, chosen and killed: every visit stands where its row says, and no time has too many', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(visit, { maxLength: 8 }),
      fc.nat({ max: 40 }),
      fc.constantFrom('stays', 'undone', 'ended'),
      async (visits, nth, end) => {
        stage.clock.set(at8);
        [doctor, colleague] = [await stage.more(), await stage.more()];
        const rows: Rows[number][] = [];
        for (const { action, target, ...place } of visits) {
          const { patientId } = await stage.more();
          const booked = await stage.service.commands.bookAppointment(
            {
              ...doctor,
              patientId,
              ...place,
              type: 'Direct Consultation',
              payment: place.isPaid ? 'Paid' : 'Pay_later',
            },
            stage.by(),
          );
          // The time may be full.
          if ('refused' in booked) continue;
          const { appointmentId } = booked;
          const to =
            action === 'away'
              ? { pocId: colleague.pocId, date: place.date, time: target }
              : { pocId: doctor.pocId, date: after, time: target };
          rows.push(
            action === 'cancel' || action === 'keep'
              ? { appointmentId, action, to: null }
              : { appointmentId, action: 'move', to },
          );
        }
        const leaveId = await started(rows);
        await carryOutLeaves(
          stage,
          stage.another((log) => killedAt(log, nth + 1, nth % 2 === 0)),
        ).catch(() => undefined);
        await carryOutLeaves(stage, stage.another());
        if (end === 'undone') accepted(await undo(leaveId));
        if (end === 'ended')
          accepted(await stage.service.commands.endLeave({ pocId: doctor.pocId, leaveId }, stage.by()));
        await carryOutLeaves(
          stage,
          stage.another((log) => killedAt(log, (nth % 5) + 1, nth % 2 === 1)),
        ).catch(() => undefined);
        await carryOutLeaves(stage, stage.another());
        await expectAgreement(leaveId, rows, end);
      },
    ),
    { numRuns: runs(4, 300) },
  );
});

/** The days by an own fold, against the last outcome of each row. */
async function expectAgreement(leaveId: string, rows: Rows, end: 'stays' | 'undone' | 'ended'): Promise<void> {
  const days = new Map<string, Awaited<ReturnType<typeof stateOf>>>();
  for (const { pocId } of [doctor, colleague]) {
    for (const date of [firstDate, two, after]) days.set(`${pocId} ${date}`, await stateOf(stage, pocId, date));
  }
  const statusOf = (id: string) => {
    const { pocId, date } = doctorDayOf(id);
    return days.get(`${pocId} ${date}`)?.visits.get(id)?.status;
  };
  const outcomes = new Map<string, { outcome: string; movedTo: string | null }>();
  for (const { type, data } of await stage.stored.readStream(streams.leave(leaveId))) {
    if (type === 'LeaveRowSettled') outcomes.set(String(data['appointmentId']), data as never);
  }
  expect(outcomes.size).toBe(rows.length);
  for (const { appointmentId, action } of rows) {
    const { outcome, movedTo } = outcomes.get(appointmentId) ?? { outcome: 'none', movedTo: null };
    const expected = { moved: 'Moved', cancelled: 'Cancelled', notUndone: 'never' }[outcome] ?? 'Confirmed';
    expect([appointmentId, statusOf(appointmentId)]).toEqual([appointmentId, expected]);
    if (movedTo !== null) expect(statusOf(movedTo)).toBe(end === 'undone' ? 'Moved' : 'Confirmed');
    expect(action === 'keep').toBe(outcome === 'kept');
  }
  for (const [key, { visits, blocked }] of days) {
    const isOfLeave = key.startsWith(doctor.pocId) && !key.endsWith(after);
    expect([key, blocked]).toEqual([key, isOfLeave && end === 'stays' ? ['day'] : []]);
    for (const time of times) {
      const confirmed = [...visits.values()].filter((visit) => visit.time === time && visit.status === 'Confirmed');
      expect(confirmed.length).toBeLessThanOrEqual(3);
    }
  }
}
