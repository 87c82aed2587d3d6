import type { Money, Paid } from '@dayline/contracts/appointments';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import {
  booked,
  changed,
  context,
  early,
  fee,
  idOf,
  paid,
  patientOf,
  planned,
  repaid,
  undone,
} from '../../testing/doctor-day.ts';
import { specification } from '../../testing/given-when-then.ts';
import { doctorDay } from '../decide.ts';

/** "Cancelling a paid visit asks: refunded, or not refunded" (the desk's day, 6). */

const { given } = specification(doctorDay);
const cancel = (money?: Money, asksMoney = true) =>
  ({ kind: 'changeStatus', appointmentId: idOf(1), status: 'Cancelled', as: 'admin', money, asksMoney }) as const;
const undo = { kind: 'undo', appointmentId: idOf(1), eventId: 'event-3', status: 'Confirmed', as: 'admin' } as const;
const cancelled = changed('AppointmentCancelled', 1);
const of = { appointmentId: idOf(1), patientId: patientOf(1) };
const unpaid = (due: number) => ({ status: 'Pay_later' as const, due, payments: [] });
const paidMoney = (amount: number, due = amount, method: Paid['method'] = 'unknown') => ({
  ...{ status: 'Paid' as const, due, payments: [{ amount, method }] },
});
const refunded: DoctorDayEvent = {
  type: 'PaymentRefunded',
  data: { ...of, amount: fee, method: null, money: unpaid(fee), reason: null },
};
const refundUndone: DoctorDayEvent = {
  type: 'PaymentRefundUndone',
  data: { ...of, amount: fee, method: null, money: paidMoney(fee), undoneEventId: 'event-4' },
};
const back = undone('AppointmentCancellationUndone', 1, 'Cancelled', 'event-3');

test('a paid visit is cancelled with or without a refund, and not before one of them is chosen', () => {
  const visit = given(planned, booked(1), paid(1, 'Paid'));
  visit.when(cancel('refunded'), context()).thenAppends(cancelled, refunded);
  visit.when(cancel('notRefunded'), context()).thenAppends(cancelled);
  visit.when(cancel(), context()).thenRefused('refund.undecided');
  visit.when(cancel(undefined, false), context()).thenAppends(cancelled);
});

test('a refund repeats amount and method, or says another method', () => {
  const upi = { amount: 50_000, method: 'upi' } as const;
  const visit = given(planned, booked(1), paid(1, 'Paid', upi));
  const given50 = (method: 'upi' | 'cash'): DoctorDayEvent => ({
    type: 'PaymentRefunded',
    data: { ...of, amount: 50_000, method, money: unpaid(50_000), reason: null },
  });
  visit.when(cancel('refunded'), context()).thenAppends(cancelled, given50('upi'));
  visit.when({ ...cancel('refunded'), method: 'cash' }, context()).thenAppends(cancelled, given50('cash'));
});

test('of a visit that is not paid nothing is refunded', () => {
  const visit = given(planned, booked(1), paid(1, 'Pay_later'));
  visit.when(cancel('refunded'), context()).thenAppends(cancelled);
  visit.when(cancel(), context()).thenAppends(cancelled);
});

describe('the undo of a cancellation', () => {
  const visit = given(planned, booked(1), paid(1, 'Paid')).and([cancelled, refunded], {
    at: early,
    commandId: 'cancel',
  });

  test('undoes its refund', () => {
    visit.when(undo, context()).thenAppends(back, refundUndone);
    const all = visit.and([back, refundUndone], { at: early });
    all.when(cancel('refunded'), context()).thenAppends(cancelled, refunded);
  });

  test('leaves a payment that was put right since', () => {
    const later = { at: early, commandId: 'payment' };
    visit
      .and([repaid(1, 'Paid')], later)
      .when(undo, context())
      .thenAppends(back);
    given(planned, booked(1), paid(1, 'Paid'))
      .and([cancelled], { at: early, commandId: 'cancel' })
      .when(undo, context())
      .thenAppends(back);
  });

  test('a payment from before a refund can no longer be undone', () => {
    const afterCorrection = given(planned, booked(1), paid(1, 'Pay_later')).and([repaid(1, 'Paid')], { at: early });
    afterCorrection
      .and([cancelled, refunded], { at: early })
      .when({ kind: 'undoPayment', appointmentId: idOf(1), eventId: 'event-3', payment: 'Pay_later' }, context())
      .thenRefused('appointment.changed', { status: 'Cancelled' });
  });
});

test('a correction out of Cancelled leaves the refund, and the visit to be paid', () => {
  const visit = given(planned, booked(1), paid(1, 'Paid')).and([cancelled, refunded]);
  const correct = { kind: 'correct', appointmentId: idOf(1), status: 'Confirmed', reason: 'x', as: 'admin' } as const;
  const { decision } = visit.when(correct, context());
  expect(decision).toMatchObject([{ type: 'AppointmentStatusCorrected' }]);
  const pay = { kind: 'correctPayment', appointmentId: idOf(1), payment: 'Paid', reason: null } as const;
  visit
    .and(decision as DoctorDayEvent[])
    .when(pay, context())
    .thenAppends(repaid(1, 'Paid'));
});

describe('a refund by itself', () => {
  const refundOf = (more: object = {}) =>
    ({ kind: 'refundPayment', appointmentId: idOf(1), reason: null, ...more }) as const;
  const given50 = (amount: number, more: object): DoctorDayEvent => ({
    type: 'PaymentRefunded',
    data: { ...of, amount, method: 'card', reason: null, money: unpaid(50_000), ...more },
  });
  const visit = given(planned, booked(1), paid(1, 'Paid', { amount: 50_000, method: 'card' }));

  test('gives back a part, by another method too, and what is left stays paid', () => {
    const part = given50(20_000, { method: 'cash', money: paidMoney(30_000, 30_000, 'card'), reason: 'Left early' });
    visit.when(refundOf({ amount: 20_000, method: 'cash', reason: 'Left early' }), context()).thenAppends(part);
    const rest = given50(30_000, { money: unpaid(0) });
    visit.and([part]).when(refundOf(), context()).thenAppends(rest);
    visit
      .and([part])
      .when(refundOf({ amount: 30_001 }), context())
      .thenRefused('refund.too-much');
    visit.and([part, rest]).when(refundOf(), context()).thenRefused('refund.nothing');
  });

  test('of a part of a sum that was not recorded leaves the visit paid', () => {
    given(planned, booked(1), paid(1, 'Paid', { amount: null }))
      .when(refundOf({ amount: 100 }), context())
      .thenAppends({
        type: 'PaymentRefunded',
        data: {
          ...of,
          amount: 100,
          method: null,
          reason: null,
          money: { ...paidMoney(0), due: null, payments: [{ amount: null, method: 'unknown' }] },
        },
      });
  });

  test('of a visit that was cancelled earlier, which would be paid anew', () => {
    visit.and([cancelled]).when(refundOf(), context()).thenAppends(given50(50_000, {}));
    const part = given50(20_000, { money: paidMoney(30_000, 50_000, 'card') });
    visit
      .and([cancelled])
      .when(refundOf({ amount: 20_000 }), context())
      .thenAppends(part);
    visit
      .and([cancelled])
      .when({ kind: 'correctPayment', appointmentId: idOf(1), payment: 'Pay_later', reason: 'x' }, context())
      .thenRefused('payment.cancelled');
  });

  test('is undone once, as long as the payment was not changed since', () => {
    const part = given50(20_000, { money: paidMoney(30_000, 30_000, 'card') });
    const back = { kind: 'undoRefund', appointmentId: idOf(1), eventId: 'event-3' } as const;
    const undoneRefund: DoctorDayEvent = {
      type: 'PaymentRefundUndone',
      data: {
        ...of,
        amount: 20_000,
        method: 'card',
        money: paidMoney(50_000, 50_000, 'card'),
        undoneEventId: 'event-3',
      },
    };
    const afterRefund = visit.and([part], { at: early });
    afterRefund.when(back, context()).thenAppends(undoneRefund);
    afterRefund.and([undoneRefund], { at: early }).when(back, context()).thenRepeats(4);
    const twice = afterRefund.and([given50(30_000, { money: unpaid(0) })], { at: early });
    twice.when(back, context()).thenRefused('appointment.changed', { status: 'Confirmed' });
    visit.when({ ...back, eventId: 'event-2' }, context()).thenRefused('undo.unknown');
  });

  test('names the payment that was seen', () => {
    visit.when(refundOf({ seen: 'event-2' }), context()).thenAppends(given50(50_000, { money: unpaid(0) }));
    visit.when(refundOf({ seen: 'event-1' }), context()).thenRefused('payment.changed');
  });
});

test('nothing is paid for what is cancelled', () => {
  const pay = { kind: 'correctPayment', appointmentId: idOf(1), payment: 'Paid', reason: null } as const;
  const visit = given(planned, booked(1), paid(1, 'Pay_later')).and([cancelled]);
  visit.when(pay, context()).thenRefused('payment.cancelled');
});
