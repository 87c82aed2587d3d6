import { type PlanSlot, slotsOf, type Week } from '@dayline/contracts/clinic/schedule';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import {
  booked,
  changed,
  context,
  early,
  halfHour,
  idOf,
  patientOf,
  plan,
  planned,
  undone,
} from '../testing/doctor-day.ts';
import { specification } from '../testing/given-when-then.ts';
import { type DoctorDayCommand, doctorDay } from './decide.ts';
import type { DoctorDayContext } from './places.ts';

/**
 * "An undo takes the old place back while capacity holds": for each way to give a place up, and each way to restore it.
 * Two places per half hour, 09:00 and 09:30.
 */
const { given } = specification(doctorDay);

const interval = { startTime: '09:00', endTime: '10:00', appointmentsPerSlot: 2, slotDuration: 30 };
const hours = (more: Partial<typeof interval>): Pick<DoctorDayContext, 'schedule'> => ({
  schedule: { week: weekOf(more), revision: 1 },
});
const weekOf = (more: Partial<typeof interval>): Week => [
  { day: 'Saturday', timeIntervals: [{ ...interval, ...more }] },
];
const planOf = (more: Partial<typeof interval>): DoctorDayEvent => plan(slotsOf([{ ...interval, ...more }]), 1);
const byTwenty = { slotDuration: 20 };
const twenty = (index: number, time: string): DoctorDayEvent => {
  const { data, ...event } = booked(index, time) as Extract<DoctorDayEvent, { type: 'AppointmentBooked' }>;
  return { ...event, data: { ...data, minutes: 20 } };
};

const id = { appointmentId: idOf(1), patientId: patientOf(1) };
const moveId = 'move';
const elsewhere = idOf(1).replace('20261121', '20261123');
const moved: readonly DoctorDayEvent[] = [
  {
    type: 'AppointmentMoveStarted',
    data: { ...id, moveId, to: elsewhere, toTime: '09:00', reason: null, undoneEventId: null },
  },
  {
    type: 'AppointmentMovedAway',
    data: {
      ...{ ...id, moveId, to: elsewhere, visitId: idOf(1), undoneEventId: null },
      ...{ time: '09:00', minutes: 30, type: 'Direct Consultation' },
      ...{ statusBefore: 'Confirmed', statusAfter: 'Moved' },
    },
  },
];
const held = (index: number, more: object = {}): DoctorDayEvent => ({
  type: 'PlaceHeld',
  data: {
    ...{ appointmentId: idOf(index), time: '09:00', minutes: 30 },
    ...{ until: new Date(early + 3_600_000).toISOString(), ...more },
  },
});
const rescheduled: DoctorDayEvent = {
  type: 'AppointmentRescheduled',
  data: {
    ...{ ...id, type: 'Direct Consultation', branchId: 0, reason: null, undoneEventId: null },
    ...{ timeBefore: '09:00', minutesBefore: 30, time: '09:30', minutes: 30 },
  },
};

/** The events that give a place up, and the commands that restore it, given the event of a revision. */
const ways: readonly {
  readonly name: string;
  readonly left: readonly DoctorDayEvent[];
  readonly back: (revision: number) => DoctorDayCommand;
}[] = [
  {
    name: 'the undo of a cancellation',
    left: [changed('AppointmentCancelled', 1)],
    back: (revision) => ({
      ...{ kind: 'undo', appointmentId: idOf(1), eventId: `event-${revision}` },
      ...{ status: 'Confirmed', as: 'admin' },
    }),
  },
  {
    name: 'a correction out of Cancelled',
    left: [changed('AppointmentCancelled', 1)],
    back: () => ({ kind: 'correct', appointmentId: idOf(1), status: 'Not_Availed', reason: 'x' }),
  },
  {
    name: 'the undo of a move to another day',
    left: moved,
    back: () => ({
      ...{ kind: 'moveBack', moveId: 'back', from: elsewhere, to: idOf(1), patientId: patientOf(1), against: null },
    }),
  },
  {
    name: 'the undo of a move within the day',
    left: [rescheduled],
    back: (revision) => ({ kind: 'undoReschedule', appointmentId: idOf(1), eventId: `event-${revision}` }),
  },
];

describe.each(ways)('$name', ({ left, back }) => {
  /** Two visits have the two places of 09:00; the first leaves, then something happens. */
  const after = (since: readonly DoctorDayEvent[], now: Partial<DoctorDayContext> = {}) =>
    given(planned, booked(1), booked(2))
      .and(left, { at: early })
      .and(since)
      .when(back(2 + left.length), context(now));
  const appended = (decision: unknown) => (Array.isArray(decision) ? decision.map(({ type }) => type) : [decision]);
  const expectRestored = ({ decision }: ReturnType<typeof after>): void => {
    const types = appended(decision);
    expect(types).not.toContain('MoveRefused');
    expect(types.at(-1)).toMatch(/^Appointment(CancellationUndone|StatusCorrected|MoveUndone|Rescheduled)$/);
  };
  const isRefused = ({ decision }: ReturnType<typeof after>, code: string): void => {
    const [event] = Array.isArray(decision) ? decision : [];
    expect(event?.type === 'MoveRefused' ? { refused: event.data.code } : decision).toMatchObject({ refused: code });
  };

  const blocks: readonly (readonly [string, DoctorDayEvent])[] = [
    ['the time', { type: 'SlotsBlocked', data: { spans: [halfHour('09:00')], reason: null } }],
    ['the day', { type: 'DayBlocked', data: { reason: 'Ill' } }],
  ];
  test.each(blocks)('though %s is blocked', (_, block) => expectRestored(after([block])));

  const newHours: readonly (readonly [string, Partial<DoctorDayContext>])[] = [
    ['end', { schedule: { week: [], revision: 1 } }],
    ['move to the afternoon', hours({ startTime: '14:00', endTime: '16:00' })],
    ['are cut by the hospital’s day', { hospitalDay: { name: 'Holi', open: [], revision: 5 } as never }],
    ['have other lengths', hours(byTwenty)],
    ['have fewer places', hours({ appointmentsPerSlot: 1 })],
  ];
  test.each(newHours)('though the hours %s', (_, now) => {
    expectRestored(after([], now));
  });
  test('though the date got hours of its own', () => {
    const own = [{ ...interval, startTime: '15:00', endTime: '16:00' }];
    expectRestored(after([{ type: 'DayHoursSet', data: { intervals: own, reason: null } }]));
  });

  test('not beside a visit of the same person by another record', () => {
    const restored = given(planned, booked(1), booked(2)).and(left, { at: early });
    const command = { ...back(2 + left.length), records: [patientOf(1), patientOf(2)] };
    isRefused(restored.when(command, context()), 'patient.already-booked');
  });
  test('though its place is offered to the waiting list, which ends the offer; a partner’s hold stays', () => {
    const offered = [held(8, { waitingId: 'entry' })];
    const released = { type: 'HoldReleased', data: { appointmentId: idOf(8), time: '09:00' } };
    const restored = after(offered);
    expectRestored(restored);
    expect(restored.decision).toMatchObject([released, {}]);
    isRefused(after([held(9)]), 'slot.full');
    // An older offer leaves enough.
    const older = given(planned, booked(1), held(7, { waitingId: 'other' }))
      .and(left, { at: early })
      .and(offered)
      .when(back(2 + left.length), context());
    expect(older.decision).toMatchObject([released, {}]);
  });
  test('not into a place that somebody has got since', () => isRefused(after([booked(3)]), 'slot.full'));
  test('nor once the hours are over that somebody has got it in', () => {
    isRefused(after([booked(3)], { schedule: { week: [], revision: 1 } }), 'slot.full');
  });
  test('nor into a time of new hours that somebody was booked in', () => {
    const one = { ...byTwenty, appointmentsPerSlot: 2 };
    isRefused(after([planOf(one), twenty(3, '09:20')], hours(one)), 'slot.full');
    expectRestored(
      after(
        [planOf({ ...one, appointmentsPerSlot: 3 }), twenty(3, '09:20')],
        hours({ ...one, appointmentsPerSlot: 3 }),
      ),
    );
  });
});

describe('many that left one time', () => {
  const cancel = (index: number) => changed('AppointmentCancelled', index);
  const undo = (index: number, revision: number): DoctorDayCommand => ({
    ...{ kind: 'undo', appointmentId: idOf(index), eventId: `event-${revision}` },
    ...{ status: 'Confirmed', as: 'admin' },
  });
  const fewer = context(hours({ appointmentsPerSlot: 1 }));
  const both = given(planned, booked(1), booked(2)).and([cancel(1), cancel(2)], { at: early });
  const back = (index: number, undoneEventId: string) =>
    undone('AppointmentCancellationUndone', index, 'Cancelled', undoneEventId);

  test('all come back, in any order, though its places became fewer', () => {
    expect(both.when(undo(1, 3), fewer).decision).toMatchObject([{ type: 'SlotsPlanned' }, back(1, 'event-3')]);
    both
      .and([planOf({ appointmentsPerSlot: 1 }), back(1, 'event-3')])
      .when(undo(2, 4), fewer)
      .thenAppends(back(2, 'event-4'));
    both
      .and([planOf({ appointmentsPerSlot: 1 }), back(2, 'event-4')])
      .when(undo(1, 3), fewer)
      .thenAppends(back(1, 'event-3'));
  });

  test('no more come back than it had places', () => {
    // The third was booked after the first left and before the second did.
    given(planned, booked(1), booked(2))
      .and([cancel(1), booked(3), cancel(2), back(1, 'event-3')], { at: early })
      .when(undo(2, 5), context())
      .thenRefused('slot.full');
  });
});

describe('two that left one time, each offered to the waiting list', () => {
  const cancel = (index: number) => changed('AppointmentCancelled', index);
  const both = given(planned, booked(1), booked(2)).and(
    [cancel(1), held(8, { waitingId: 'one' }), cancel(2), held(9, { waitingId: 'other' })],
    { at: early },
  );
  const release = (index: number) => ({ type: 'HoldReleased', data: { appointmentId: idOf(index), time: '09:00' } });
  const undo = (index: number, revision: number): DoctorDayCommand => ({
    ...{ kind: 'undo', appointmentId: idOf(index), eventId: `event-${revision}` },
    ...{ status: 'Confirmed', as: 'admin' },
  });
  test.each([
    { first: [1, 3, 8], second: [2, 5, 9] },
    { first: [2, 5, 9], second: [1, 3, 8] },
  ] as const)('both come back, $first.0 first', ({ first, second }) => {
    const [visit, revision, offer] = first;
    const back = { type: 'AppointmentCancellationUndone', data: { appointmentId: idOf(visit) } };
    const once = both.when(undo(visit, revision), context()).decision;
    expect(once).toMatchObject([release(offer), back]);
    const twice = both.and(once as DoctorDayEvent[]).when(undo(second[0], second[1]), context());
    expect(twice.decision).toMatchObject([release(second[2]), { data: { appointmentId: idOf(second[0]) } }]);
  });
});

describe('a session’s lists', () => {
  const quota = { first: 1 };
  const session = { quota };
  const slots: readonly PlanSlot[] = ['09:00', '09:30'].map((time) => ({ time, minutes: 30, capacity: 2, session }));
  const first = (index: number, time?: string): DoctorDayEvent => {
    const { data, ...event } = booked(index, time) as Extract<DoctorDayEvent, { type: 'AppointmentBooked' }>;
    return { ...event, data: { ...data, visit: 'first' } };
  };
  const left = {
    ...changed('AppointmentCancelled', 1),
    data: { ...changed('AppointmentCancelled', 1).data, visit: 'first' },
  };
  const undo = { kind: 'undo', appointmentId: idOf(1), eventId: 'event-2', status: 'Confirmed', as: 'admin' } as const;
  const listed = (most: number, revision: number) => {
    const week: Week = [{ day: 'Saturday', timeIntervals: [{ ...interval, quota: { first: most } }] }];
    return context({ schedule: { week, revision } });
  };

  test('are needed again where others are in them since, and not where they only became shorter', () => {
    const gone = given(plan(slots), first(1)).and([left as DoctorDayEvent], { at: early });
    gone
      .and([first(2, '09:30')])
      .when(undo, listed(1, 0))
      .thenRefused('session.list-full', { list: 'first' });
    expect(gone.when(undo, listed(0, 1)).decision).toMatchObject([{}, { type: 'AppointmentCancellationUndone' }]);
  });
});
