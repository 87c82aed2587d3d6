import type { Paid } from '@dayline/contracts/appointments';
import type { PlacePrices } from '@dayline/contracts/clinic/fee-change';
import { noEarlierFees } from '@dayline/contracts/clinic/fees';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import type { Difference } from '@dayline/contracts/fields/visit-money';
import { booked, context, early, fee, idOf, paid, patientOf, planned, repaid } from '../../testing/doctor-day.ts';
import { specification } from '../../testing/given-when-then.ts';
import { doctorDay } from '../decide.ts';

/** "A move to another fee shows both and asks what becomes of the difference. An unpaid visit takes the new fee." */
const { given } = specification(doctorDay);
const later = '01J00000000000000000000P0C_20261123_01J0000000000000000000APP2';
const of = { appointmentId: idOf(1), patientId: patientOf(1) };
const money = (status: 'Paid' | 'Pay_later', due: number, ...payments: Paid[]) => ({ status, due, payments });
const card = (amount: number): Paid => ({ amount, method: 'card' });

describe('to another doctor', () => {
  const there = (amount: number | null): PlacePrices => ({ here: null, there: { amount, fee: undefined } });
  const start = (amount: number | null, more: { seen?: number | null; difference?: Difference } = {}) =>
    ({
      ...{
        kind: 'startMove' as const,
        moveId: 'move',
        appointmentId: idOf(1),
        to: later,
        toTime: '10:00',
        reason: null,
      },
      ...{ prices: there(amount), fee: more },
    }) as const;
  const started = (feeChange?: object) => [
    { type: 'AppointmentMoveStarted', data: expect.objectContaining(feeChange ? { feeChange } : { moveId: 'move' }) },
  ];
  const unpaid = given(planned, booked(1), paid(1, 'Pay_later', { amount: 40_000 }));
  const isPaid = given(planned, booked(1), paid(1, 'Paid', card(40_000)));
  const decisionOf = (visit: typeof isPaid, ...args: Parameters<typeof start>) =>
    visit.when(start(...args), context()).decision;

  test('an unpaid visit takes the new fee without a question', () => {
    const change = { before: 40_000, after: 80_000, difference: 'taken' };
    expect(decisionOf(unpaid, 80_000)).toEqual(started(change));
    expect(decisionOf(unpaid, 40_000)).toEqual(started());
    expect(decisionOf(unpaid, null)).toEqual(started());
  });

  test('of a paid one, and of one that was free, the desk says what becomes of the difference', () => {
    const fees = { fee: { before: 40_000, after: 80_000 } };
    isPaid.when(start(80_000), context()).thenRefused('fee.undecided', fees);
    for (const difference of ['taken', 'left'] as const) {
      expect(decisionOf(isPaid, 80_000, { difference })).toEqual(started({ ...fees.fee, difference }));
    }
    const free = given(planned, booked(1), paid(1, 'Pay_later', { amount: 0 }));
    free.when(start(50_000), context()).thenRefused('fee.undecided', { fee: { before: 0, after: 50_000 } });
  });

  test('the fee that was shown is refused once it is another one', () => {
    expect(decisionOf(unpaid, 80_000, { seen: 80_000 })).toEqual(started());
    expect(decisionOf(unpaid, 90_000, { seen: 80_000 })).toMatchObject({
      ...{ refused: 'fee.changed', message: 'The fee has changed since you opened it. It is now ₹900.' },
      details: { fee: { before: 40_000, after: 90_000 } },
    });
  });

  const arrives = (before: ReturnType<typeof money>, after: number, difference: Difference) => {
    const feeChange = { before: before.due, after, difference };
    const visit = {
      time: '09:00',
      type: 'Direct Consultation',
      visitId: later,
      visit: undefined,
      visitInLists: null,
    } as const;
    const ids = { moveId: 'move', from: later, to: idOf(1), patientId: patientOf(1), branchId: 0, against: null };
    return given(planned).when(
      { kind: 'moveIn', ...ids, ...visit, money: before, fee: undefined, feeChange },
      context(),
    );
  };
  const movedIn = (payment: object) => ({ type: 'AppointmentMovedIn', data: expect.objectContaining({ payment }) });
  const bookedThere = expect.objectContaining({ type: 'AppointmentBooked' });

  test('the difference is open there, or is left', () => {
    const before = money('Paid', 40_000, card(40_000));
    expect(arrives(before, 80_000, 'taken').decision).toEqual([
      bookedThere,
      movedIn(money('Pay_later', 80_000, card(40_000))),
    ]);
    expect(arrives(before, 80_000, 'left').decision).toEqual([bookedThere, movedIn(before)]);
    const free = money('Paid', 0, { amount: 0, method: 'unknown' });
    expect(arrives(free, 50_000, 'taken').decision).toEqual([bookedThere, movedIn(money('Pay_later', 50_000))]);
  });

  test('what was paid beyond a smaller fee is given back, and paid again with the undo of the move', () => {
    const { decision } = arrives(money('Paid', 80_000, card(80_000)), 50_000, 'taken');
    const back: DoctorDayEvent = {
      type: 'PaymentRefunded',
      data: { ...of, amount: 30_000, method: 'card', money: money('Paid', 50_000, card(50_000)), reason: null },
    };
    expect(decision).toEqual([bookedThere, movedIn(money('Paid', 50_000, card(80_000))), back]);
    const moved = given(planned).and(decision as DoctorDayEvent[], { at: early, commandId: 'move-in' });
    const away = {
      kind: 'startMoveBack',
      moveId: 'back',
      appointmentId: idOf(1),
      eventId: 'event-2',
      toTime: '09:00',
    } as const;
    const begun = moved.when(away, context()).decision as DoctorDayEvent[];
    expect(begun).toMatchObject([{ type: 'AppointmentMoveStarted', data: { undoneEventId: 'event-2' } }]);
    const ended = moved.and(begun).when({ kind: 'endMove', moveId: 'back', code: null }, context()).decision;
    const undone = { ...of, amount: 30_000, method: 'card', undoneEventId: 'event-3' };
    expect(ended).toEqual([
      { type: 'PaymentRefundUndone', data: { ...undone, money: money('Paid', 50_000, card(80_000)) } },
      expect.objectContaining({ type: 'AppointmentMovedAway' }),
    ]);
  });

  test('what is open is paid beside what was paid, and both are taken back, each by its method', () => {
    const { decision } = arrives(money('Paid', 40_000, card(40_000)), 80_000, 'taken');
    const cash = { amount: 40_000, method: 'cash' } as const;
    const pay = {
      kind: 'correctPayment',
      appointmentId: idOf(1),
      payment: 'Paid',
      method: 'cash',
      reason: null,
    } as const;
    const whole = { money: money('Paid', 80_000, card(40_000), cash) };
    const rest = { ...repaid(1, 'Paid', { ...cash, due: 80_000 }) };
    const paidRemainder = { ...rest, data: { ...rest.data, ...whole } } as DoctorDayEvent;
    const there = given(planned).and(decision as DoctorDayEvent[]);
    there.when(pay, context()).thenAppends(paidRemainder);
    const back = repaid(1, 'Pay_later', { ...cash, due: 80_000, reason: 'Counted twice' });
    there
      .and([paidRemainder])
      .when({ ...pay, payment: 'Pay_later', reason: 'Counted twice' }, context())
      .thenAppends({ ...back, data: { ...back.data, replaced: [card(40_000)] } } as DoctorDayEvent);
  });
});

describe('to another session of the day', () => {
  const intervals = [
    { startTime: '09:00', endTime: '09:30', appointmentsPerSlot: 2, slotDuration: 30 },
    { startTime: '09:30', endTime: '10:00', appointmentsPerSlot: 2, slotDuration: 30, name: 'Special' },
  ];
  const hours: DoctorDayEvent = { type: 'DayHoursSet', data: { intervals, reason: null } };
  const rules = { rules: [{ name: 'Special', paise: 90_000, when: { session: 'Special' } }] };
  const pricing = { rules, before: noEarlierFees, age: null };
  const move = (more: object = {}) =>
    ({
      kind: 'reschedule',
      appointmentId: idOf(1),
      time: '09:30',
      reason: null,
      branchId: 0,
      pricing,
      ...more,
    }) as const;
  const visit = given(hours, booked(1), paid(1, 'Paid', { method: 'card' }));

  test('asks, and what is taken is open until the move is undone', () => {
    visit.when(move(), context()).thenRefused('fee.undecided', { fee: { before: fee, after: 90_000 } });
    const { decision } = visit.when(move({ fee: { difference: 'taken' } }), context());
    const moved = decision as DoctorDayEvent[];
    expect(moved.filter(({ type }) => type !== 'SlotsPlanned')).toMatchObject([
      { type: 'AppointmentRescheduled', data: { money: money('Pay_later', 90_000, card(fee)) } },
      { type: 'FeeDecided', data: { paise: 90_000, rule: 'Special', registration: 0 } },
    ]);
    const planFirst = moved[0]?.type === 'SlotsPlanned' ? 1 : 0;
    const there = visit.and(moved, { at: early, commandId: 'move' });
    const undo = { kind: 'undoReschedule', appointmentId: idOf(1), eventId: `event-${3 + planFirst}` } as const;
    expect(there.when(undo, context()).decision).toMatchObject([
      { type: 'AppointmentRescheduled', data: { time: '09:00', money: money('Paid', fee, card(fee)) } },
      { type: 'FeeDecided', data: { paise: fee, rule: null, registration: 0, repeated: true } },
    ]);
    // Once the rest is paid, the move can't be undone.
    const rest = repaid(1, 'Paid', { amount: 10_000, method: 'cash', due: 90_000 });
    there.and([rest], { at: early }).when(undo, context()).thenRefused('payment.changed');
  });

  test('a doctor whose fee was raised since doesn’t make another time dearer', () => {
    const raised = context({ fee: fee + 10_000 });
    const back = { ...move({ time: '09:30', pricing: undefined }) };
    expect(visit.when(back, raised).decision).not.toHaveProperty('refused');
    const otherFees = { rules: { rules: [] }, before: noEarlierFees, age: null };
    expect(visit.when(move({ pricing: otherFees }), raised).decision).not.toHaveProperty('refused');
  });
});
