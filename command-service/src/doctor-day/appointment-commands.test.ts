import { addDays } from '@dayline/contracts/clinic/clinic-time';
import { type Week, weekdays } from '@dayline/contracts/clinic/schedule';
import { isRefusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import { type EventLog, EventLogUnavailable } from '@dayline/event-log/port';
import type { CommandContext } from '../command-handler/command-context.ts';
import type { Commands } from '../modules.ts';
import { accepted, day, openStage, type Stage } from '../testing/stage.ts';

let stage: Stage;
let pocId = '';
let patientId = '';
/** Each booking takes the next patient, since nobody may have two visits at one time. */
let patients: string[];
let bookings = 0;
beforeAll(async () => {
  stage = await openStage();
  const person = { name: 'Kavya Pillai', email: 'p@mail.example', location: 'Pune' };
  const save = (index: number) =>
    stage.service.commands.savePatient({ ...person, phone: `9198000000${index + 10}` }, stage.by());
  patients = (await Promise.all(Array.from({ length: 50 }, (_, index) => save(index)))).map(
    (saved) => accepted(saved).patientId,
  );
});
beforeEach(async () => {
  stage.clock.set(Date.parse(`${day}T08:00:00+05:30`));
  ({ pocId, patientId } = await stage.more());
});
afterAll(() => stage.close());

const request = (time = '09:00') => ({
  patientId,
  pocId,
  date: day,
  time,
  type: 'Direct Consultation' as const,
  payment: 'Pay_later' as const,
});
function booking(by = stage.by(), commands: Commands = stage.service.commands, time = '09:00') {
  bookings += 1;
  return commands.bookAppointment({ ...request(time), patientId: patients[bookings % 50] ?? '' }, by);
}
const dayEvents = () => stage.log.readStream(streams.doctorDay(pocId, day));
const dayTypes = async () => (await dayEvents()).map((event) => event.type);

describe('booking', () => {
  test('a doctor on request is refused with the sentence, but for what is booked already', async () => {
    const { commands } = stage.service;
    const by = stage.by();
    const first = accepted(await booking(by));
    bookings -= 1;
    const sentence = 'Call the ward: 0484 270 1234';
    accepted(await commands.setOnRequest({ pocId, sentence }, stage.by()));
    expect(await booking(by)).toEqual(first);
    const refused = { refused: 'doctor.on-request', details: { onRequest: sentence } };
    expect(await booking(stage.by(), commands, '09:30')).toEqual(refused);
    accepted(await commands.setOnRequest({ pocId, sentence: null }, stage.by()));
    accepted(await booking(stage.by(), commands, '09:30'));
  });

  test('a doctor who has left just now is refused from that date on, but for what is booked already', async () => {
    const { commands } = stage.service;
    const by = stage.by();
    const first = accepted(await booking(by));
    bookings -= 1;
    accepted(await commands.setLeft({ pocId, from: day }, stage.by()));
    expect(await booking(by)).toEqual(first);
    expect(await booking(stage.by(), commands, '09:30')).toEqual({ refused: 'doctor.left' });
    const { appointmentId } = first;
    const moved = await commands.moveAppointment(
      { appointmentId, pocId, date: day, time: '09:30', reason: null },
      stage.by(),
    );
    expect(moved).toMatchObject({ refused: 'doctor.left' });
    accepted(await commands.setLeft({ pocId, from: addDays(day, 1) }, stage.by()));
    accepted(await booking(stage.by(), commands, '09:30'));
    accepted(await commands.setLeft({ pocId, from: null }, stage.by()));
  });

  test('the fee is that of the kind of visit that the desk says, as it was shown', async () => {
    const { commands } = stage.service;
    const kinds = [
      ['first', 70_000],
      ['again', 50_000],
    ] as const;
    const rules = kinds.map(([visit, paise]) => ({ name: visit, paise, when: { visit } }));
    accepted(await commands.setFeeRules({ pocId, feeRules: { rules } }, stage.by()));
    for (const [visit, amount] of kinds) {
      accepted(
        await commands.bookAppointment(
          { ...request(), patientId: patients[amount / 10_000] ?? '', visit, amount },
          stage.by(),
        ),
      );
    }
    const walksIn = { pocId, patientId, payment: 'Paid', visit: 'again' } as const;
    stage.clock.set(Date.parse(`${day}T09:35:00+05:30`));
    accepted(await commands.walkIn(walksIn, stage.by()));
    const fees = (await dayEvents()).flatMap(({ type, data }) => (type === 'FeeDecided' ? [data['rule']] : []));
    expect(fees).toEqual(['first', 'again', 'again']);
  });

  test('of somebody without an email is refused, unless the client lets it be', async () => {
    const { commands } = stage.service;
    const person = { name: 'Savitri Devi', phone: null, email: null, location: 'Nashik' };
    const saved = accepted(await commands.savePatient(person, stage.by()));
    const book = () => commands.bookAppointment({ ...request(), patientId: saved.patientId }, stage.by('without'));
    expect(await book()).toMatchObject({ refused: 'patient.without-email' });
    expect(await dayTypes()).toEqual([]);
    accepted(await commands.changeClient({ bookingNeedsEmail: false }, stage.by()));
    accepted(await book());
    accepted(await commands.changeClient({ bookingNeedsEmail: true }, stage.by()));
    expect(
      await commands.bookAppointment({ ...request('09:30'), patientId: saved.patientId }, stage.by()),
    ).toMatchObject({
      refused: 'patient.without-email',
    });
  });

  test('50 parallel bookings for a slot of capacity 3: exactly 3 booked, and the same 50 again append nothing', async () => {
    const contexts = Array.from({ length: 50 }, (_, index) => stage.by(`desk-key-${index}`));
    const all = () => Promise.all(contexts.map((by) => booking(by)));
    const first = await all();
    expect(first.filter((result) => !isRefusal(result))).toHaveLength(3);
    const refused = first.filter(isRefusal);
    expect(refused).toHaveLength(47);
    for (const { refused: code, details } of refused) {
      expect(code).toBe('slot.full');
      expect(details?.freeTimes?.[0]).toEqual({ date: day, time: '09:30', left: 3 });
    }
    const before = await dayEvents();
    expect(before.map((event) => event.type)).toEqual([
      'SlotsPlanned',
      ...Array.from({ length: 3 }, () => ['AppointmentBooked', 'AppointmentPaymentRecorded']).flat(),
    ]);

    expect(await all()).toEqual(first);
    expect(await dayEvents()).toEqual(before);
  });

  test('two processes race for the last places: never more than the slot holds', async () => {
    const otherCommands = stage.another().commands;
    const { commands } = stage.service;
    const results = await Promise.all(
      Array.from({ length: 24 }, (_, index) => booking(stage.by(), index % 2 === 0 ? commands : otherCommands)),
    );
    expect(results.filter((result) => !isRefusal(result))).toHaveLength(3);
    // A refused command gets the actual reason, or that others appended first.
    const codes = new Set(results.filter(isRefusal).map((refusal) => refusal.refused));
    expect([...codes].filter((code) => code !== 'slot.full' && code !== 'log.conflict')).toEqual([]);
    expect((await dayTypes()).filter((type) => type === 'AppointmentBooked')).toHaveLength(3);
  });

  test('what another process has booked since is seen before a refusal, and a freed place is', async () => {
    const otherCommands = stage.another().commands;
    const booked = [accepted(await booking()), accepted(await booking()), accepted(await booking())];
    const appointmentId = booked[0]?.appointmentId ?? '';
    accepted(
      await otherCommands.changeAppointmentStatus({ appointmentId, status: 'Cancelled', as: 'admin' }, stage.by()),
    );
    // This process still has the full day cached.
    accepted(await booking());
  });

  test('a key that was used is answered as before by another process too, and another body under it is refused', async () => {
    const by = stage.by('one-key', 'body-1');
    const first = accepted(await booking(by));
    expect(await booking(by, stage.another().commands)).toEqual(first);
    expect(await booking(stage.by('one-key', 'body-2'))).toMatchObject({ refused: 'key.reused' });
    expect(await dayTypes()).toEqual(['SlotsPlanned', 'AppointmentBooked', 'AppointmentPaymentRecorded']);
  });

  test('the same patient at the same time is refused with the visit, however many desks ask at once', async () => {
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        (index % 2 === 0 ? stage.service : stage.another()).commands.bookAppointment(
          request(),
          stage.by(`same-${index}`),
        ),
      ),
    );
    const [first] = results.filter((result) => !isRefusal(result)).map(accepted);
    const visit = { appointmentId: first?.appointmentId, pocId, date: day, time: '09:00' };
    expect((await dayTypes()).filter((type) => type === 'AppointmentBooked')).toHaveLength(1);
    for (const refusal of results.filter(isRefusal).filter(({ refused }) => refused !== 'log.conflict')) {
      expect(refusal).toEqual({ refused: 'patient.already-booked', details: { visit } });
    }
    // The key that booked gets the same answer again.
    const index = results.findIndex((result) => !isRefusal(result));
    expect(await stage.service.commands.bookAppointment(request(), stage.by(`same-${index}`))).toEqual(first);
  });

  test('a refusal is decided again under the same key', async () => {
    const places = [await booking(), await booking(), await booking()].map(accepted);
    const by = stage.by('late-key');
    expect(await booking(by)).toMatchObject({ refused: 'slot.full' });
    const appointmentId = places[0]?.appointmentId ?? '';
    accepted(
      await stage.service.commands.changeAppointmentStatus(
        { appointmentId, status: 'Cancelled', as: 'admin' },
        stage.by(),
      ),
    );
    accepted(await booking(by));
  });

  test('with fewer than three free times on the day, those of following days are offered', async () => {
    const { commands } = stage.service;
    const times = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30'];
    accepted(await commands.blockSlots({ pocId, date: day, times: times.slice(2), reason: null }, stage.by()));
    for (let index = 0; index < 3; index += 1) accepted(await booking());
    const result = await booking();
    expect(isRefusal(result) && result.details?.freeTimes).toEqual([
      { date: day, time: '09:30', left: 3 },
      { date: '2026-11-22', time: '09:00', left: 3 },
      { date: '2026-11-22', time: '09:30', left: 3 },
    ]);
  });

  test('a class of patients is offered its own sessions of following days too', async () => {
    const { commands } = stage.service;
    const hours = { startTime: '09:00', endTime: '09:30', appointmentsPerSlot: 1, slotDuration: 30 };
    const week = weekdays.map((weekday) => ({ day: weekday, timeIntervals: [{ ...hours, onlyFor: ['Seniors'] }] }));
    const senior = { ...(await stage.more()), time: '09:00', patientClass: 'Seniors' };
    accepted(await commands.setWeeklySchedule({ pocId: senior.pocId, week }, stage.by()));
    const booked = { ...request(), ...senior };
    accepted(await commands.bookAppointment(booked, stage.by()));
    const { patientId: another } = await stage.more();
    const result = await commands.bookAppointment({ ...booked, patientId: another }, stage.by());
    expect(isRefusal(result) && result.details?.freeTimes).toEqual([
      { date: '2026-11-22', time: '09:00', left: 1 },
      { date: '2026-11-23', time: '09:00', left: 1 },
      { date: '2026-11-24', time: '09:00', left: 1 },
    ]);
  });

  test('a patient or a doctor of another client, or none, is refused', async () => {
    const { commands } = stage.service;
    const { clientId } = accepted(await commands.onboardClient({ name: 'Lakeside' }, stage.by()));
    const foreign = { ...stage.by(), clientId };
    expect(await commands.bookAppointment(request(), foreign)).toMatchObject({ refused: 'access.foreign' });
    expect(await commands.bookAppointment({ ...request(), patientId: pocId }, stage.by())).toMatchObject({
      refused: 'patient.unknown',
    });
    accepted(await commands.erasePatient({ patientId }, stage.by()));
    expect(await commands.bookAppointment(request(), stage.by())).toMatchObject({ refused: 'patient.erased' });
  });
});

describe('an unknown outcome', () => {
  /** A log whose next append is cut off before or after it is durable. */
  const cutOff = (when: 'before' | 'after') => {
    let isArmed = false;
    const wrap = (log: EventLog): EventLog => ({
      ...log,
      async append(...call) {
        const cutNow = isArmed;
        isArmed = false;
        if (cutNow && when === 'before') throw new EventLogUnavailable('cut off', 'unknown');
        const result = await log.append(...call);
        if (cutNow) throw new EventLogUnavailable('cut off', 'unknown');
        return result;
      },
    });
    return { wrap, arm: () => (isArmed = true) };
  };

  test.each(['before', 'after'] as const)(
    'is settled by reading on: cut off %s the commit, booked once',
    async (when) => {
      const { wrap, arm } = cutOff(when);
      const { commands } = stage.another(wrap);
      arm();
      accepted(await booking(stage.by(), commands));
      expect(await dayTypes()).toEqual(['SlotsPlanned', 'AppointmentBooked', 'AppointmentPaymentRecorded']);
    },
  );

  test('a log that is unavailable is an exception, and nothing is booked', async () => {
    const { commands } = stage.another((log) => ({
      ...log,
      append: () => Promise.reject(new EventLogUnavailable('unavailable', 'notAppended')),
    }));
    await expect(booking(stage.by(), commands)).rejects.toThrow(EventLogUnavailable);
    expect(await dayTypes()).toEqual([]);
  });
});

describe('a status', () => {
  const changed = (
    commands: Commands,
    appointmentId: string,
    status: 'Availed' | 'Cancelled' | 'Confirmed',
    by: CommandContext,
  ) => commands.changeAppointmentStatus({ appointmentId, status, as: 'admin' }, by);

  test('a repeat answers the same position where the log names one for all events of an append', async () => {
    const { commands } = stage.another((log) => ({
      ...log,
      async append(...call) {
        const result = await log.append(...call);
        return result.appended ? { ...result, positions: result.positions.map(() => result.position) } : result;
      },
    }));
    const payment = { payment: 'Paid', amount: 50_000, method: 'upi' } as const;
    const paid = { ...request('09:00'), patientId: patients[0] ?? '', ...payment };
    const { appointmentId } = accepted(await commands.bookAppointment(paid, stage.by()));
    const by = stage.by();
    const cancel = (on: Commands) =>
      on.changeAppointmentStatus({ appointmentId, status: 'Cancelled', as: 'admin', money: 'refunded' }, by);
    const first = accepted(await cancel(commands));
    expect(await dayTypes()).toContain('PaymentRefunded');
    expect(await cancel(stage.another().commands)).toEqual(first);
  });

  test('a double undo changes nothing the second time and answers as the first', async () => {
    const { commands } = stage.service;
    const { appointmentId } = accepted(await booking());
    const marked = accepted(await changed(commands, appointmentId, 'Availed', stage.by()));
    expect(marked).toMatchObject({ status: 'Availed', undoUntil: '2026-11-21T02:30:15.000Z' });
    const eventId = marked.eventId ?? '';
    const undo = (by = stage.by()) =>
      commands.undoAppointmentStatus({ appointmentId, status: 'Confirmed', as: 'doctor', eventId }, by);
    const first = accepted(await undo());
    expect(first).toMatchObject({ status: 'Confirmed', undoUntil: null });
    const [second, third] = await Promise.all([undo(), undo()]);
    expect([second, third]).toEqual([first, first]);
    expect((await dayTypes()).slice(3)).toEqual(['AppointmentMarkedVisited', 'AppointmentMarkUndone']);
  });

  test('undo is over after 15 s by the clock, and a correction with a reason is the way then', async () => {
    const { commands } = stage.service;
    const { appointmentId } = accepted(await booking());
    const { eventId } = accepted(await changed(commands, appointmentId, 'Availed', stage.by()));
    stage.clock.set(stage.clock.now() + 15_001);
    const late = { appointmentId, status: 'Confirmed', as: 'admin', eventId: eventId ?? '' } as const;
    expect(await commands.undoAppointmentStatus(late, stage.by())).toEqual({ refused: 'undo.expired' });
    const correction = { appointmentId, status: 'Confirmed', reason: 'Marked the wrong card' } as const;
    expect(accepted(await commands.correctAppointmentStatus(correction, stage.by()))).toMatchObject({
      status: 'Confirmed',
      undoUntil: null,
    });
    expect((await dayEvents()).at(-1)).toMatchObject({
      type: 'AppointmentStatusCorrected',
      data: { reason: 'Marked the wrong card', statusBefore: 'Availed', statusAfter: 'Confirmed' },
    });
  });

  test('asked for twice, it is marked once; the second time there is nothing to undo', async () => {
    const { commands } = stage.service;
    const { appointmentId } = accepted(await booking());
    accepted(await changed(commands, appointmentId, 'Availed', stage.by()));
    expect(await changed(commands, appointmentId, 'Availed', stage.by())).toMatchObject({
      status: 'Availed',
      eventId: null,
      position: null,
    });
  });

  test('the place of a cancelled booking goes to somebody else, and undoing the cancellation is refused while it is full', async () => {
    const { commands } = stage.service;
    const { appointmentId } = accepted(await booking());
    accepted(await booking());
    accepted(await booking());
    const { eventId } = accepted(await changed(commands, appointmentId, 'Cancelled', stage.by()));
    const taken = accepted(await booking());
    const undo = () =>
      commands.undoAppointmentStatus(
        { appointmentId, status: 'Confirmed', as: 'admin', eventId: eventId ?? '' },
        stage.by(),
      );
    expect(await undo()).toMatchObject({ refused: 'slot.full' });
    accepted(await changed(commands, taken.appointmentId, 'Cancelled', stage.by()));
    expect(accepted(await undo())).toMatchObject({ status: 'Confirmed' });
  });

  test('events say who did it, in whose name and when', async () => {
    accepted(await booking());
    const event = (await dayEvents()).at(-1);
    expect(event?.metadata).toMatchObject({
      actor: { kind: 'admin', id: stage.admin.accountId, name: 'Desk 1' },
      clientId: stage.clientId,
      requestedAt: '2026-11-21T02:30:00.000Z',
      schemaVersion: 1,
    });
  });
});

describe('blocking', () => {
  test('lists the bookings that stay', async () => {
    const { commands } = stage.service;
    const { appointmentId } = accepted(await commands.bookAppointment(request('09:30'), stage.by()));
    const blocked = await commands.blockDay({ pocId, date: day, reason: 'Conference' }, stage.by());
    expect(accepted(blocked).bookings).toEqual([
      { appointmentId, time: '09:30', patientId, patientName: 'Ravi Kumar' },
    ]);
    expect(await booking()).toMatchObject({ refused: 'slot.blocked' });
    accepted(await commands.unblockDay({ pocId, date: day }, stage.by()));
    accepted(await booking());
  });

  test('a changed schedule decides the next booking, in this process at once', async () => {
    const { commands } = stage.service;
    const evening = { startTime: '18:00', endTime: '18:30', appointmentsPerSlot: 1, slotDuration: 30 };
    accepted(await booking());
    accepted(
      await commands.setWeeklySchedule({ pocId, week: [{ day: 'Saturday', timeIntervals: [evening] }] }, stage.by()),
    );
    expect(await booking()).toMatchObject({ refused: 'slot.unknown' });
    accepted(await booking(stage.by(), commands, '18:00'));
    expect((await dayTypes()).filter((type) => type === 'SlotsPlanned')).toHaveLength(2);
  });

  test('hours that another process changed a moment ago decide what would be refused by those of before', async () => {
    const { commands } = stage.service;
    const otherCommands = stage.another().commands;
    const evening = { startTime: '18:00', endTime: '18:30', appointmentsPerSlot: 1, slotDuration: 30 };
    const week: Week = [{ day: 'Saturday', timeIntervals: [evening] }];
    expect(await booking(stage.by(), otherCommands, '18:00')).toMatchObject({ refused: 'slot.unknown' });
    accepted(await commands.setWeeklySchedule({ pocId, week }, stage.by()));
    accepted(await booking(stage.by(), otherCommands, '18:00'));
  });

  test('a day that was planned by a week that is withdrawn since has the hours of the week before', async () => {
    const { commands } = stage.service;
    const otherCommands = stage.another().commands;
    const from = '2026-11-28';
    const evening = { startTime: '18:00', endTime: '18:30', appointmentsPerSlot: 2, slotDuration: 15 };
    const later = { pocId, week: [{ day: 'Saturday', timeIntervals: [evening] }] satisfies Week, from };
    accepted(await commands.setWeeklySchedule(later, stage.by()));
    const bookThen = (time: string, process = commands) =>
      process.bookAppointment({ ...request(time), date: from }, stage.by());
    accepted(await bookThen('18:00'));
    expect(await bookThen('09:00')).toMatchObject({ refused: 'slot.unknown' });
    accepted(await bookThen('18:15', otherCommands));
    accepted(await commands.withdrawWeek({ pocId, from }, stage.by()));
    expect(await bookThen('18:15')).toMatchObject({ refused: 'slot.unknown' });
    accepted(await bookThen('09:00'));
    accepted(await bookThen('09:30', otherCommands));
  });
});
