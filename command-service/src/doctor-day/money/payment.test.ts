import type { Paid } from '@dayline/contracts/appointments';
import type { HospitalDay } from '@dayline/contracts/clinic/calendar';
import { type EarlierFees, noEarlierFees } from '@dayline/contracts/clinic/fees';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import {
  book,
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

const { given } = specification(doctorDay);
const correct = (payment: 'Paid' | 'Pay_later', reason: string | null = null) =>
  ({ kind: 'correctPayment', appointmentId: idOf(1), payment, reason }) as const;
const undo = (eventId: string, payment: 'Paid' | 'Pay_later' = 'Pay_later') =>
  ({ kind: 'undoPayment', appointmentId: idOf(1), eventId, payment }) as const;

describe('a payment is put right', () => {
  test('Pay_later → Paid, with or without a reason', () => {
    const later = given(planned, booked(1), paid(1, 'Pay_later'));
    later.when(correct('Paid'), context()).thenAppends(repaid(1, 'Paid'));
    later
      .when(correct('Paid', 'At the counter'), context())
      .thenAppends(repaid(1, 'Paid', { reason: 'At the counter' }));
  });

  test('and back with a reason', () => {
    const now = given(planned, booked(1), paid(1, 'Paid'));
    now.when(correct('Pay_later'), context()).thenRefused('payment.reason-missing');
    now
      .when(correct('Pay_later', 'The card was refused'), context())
      .thenAppends(repaid(1, 'Pay_later', { reason: 'The card was refused' }));
  });

  test('to what it is already is accepted and appends nothing', () => {
    given(planned, booked(1), paid(1, 'Paid')).when(correct('Paid'), context()).thenAppends();
  });

  test('Tele Consultation back to Pay_later is refused', () => {
    given(planned, booked(1, '09:00', 'Tele Consultation'), paid(1, 'Paid'))
      .when(correct('Pay_later', 'x'), context())
      .thenRefused('payment.upfront');
  });

  test('of a visited or cancelled appointment too', () => {
    given(planned, booked(1), paid(1, 'Pay_later'), changed('AppointmentMarkedVisited', 1))
      .when(correct('Paid'), context())
      .thenAppends(repaid(1, 'Paid'));
  });

  test('of an appointment that nobody booked is refused', () => {
    given(planned).when(correct('Paid'), context()).thenRefused('appointment.unknown');
    given(planned).when(undo('event-3'), context()).thenRefused('appointment.unknown');
  });
});

/** "Amount (paise; the fee at booking, changeable) and method" (the desk's day, 6). */
describe('amount and method', () => {
  const open = given(planned);
  const request = (more: object) => ({ ...correct('Paid'), ...more });

  test('of a booking are the fee and an unknown method unless others are given', () => {
    open.when(book(1, { payment: 'Paid' }), context()).thenAppends(booked(1), paid(1, 'Paid'));
    open.when(book(1), context({ fee: null })).thenAppends(booked(1), paid(1, 'Pay_later', { amount: null }));
    const correction = { payment: 'Paid', amount: 50_000, method: 'upi' } as const;
    open
      .when(book(1, correction), context())
      .thenAppends(booked(1), paid(1, 'Paid', { amount: 50_000, method: 'upi' }));
    // Without a payment there is no method either.
    open
      .when(book(1, { ...correction, payment: 'Pay_later' }), context())
      .thenAppends(booked(1), paid(1, 'Pay_later', { amount: 50_000 }));
  });

  test('of a payment are what was due at the booking, else the fee of now', () => {
    const booking = given(planned, booked(1), paid(1, 'Pay_later', { amount: 50_000 }));
    booking
      .when(request({ method: 'cash' }), context())
      .thenAppends(repaid(1, 'Paid', { amount: 50_000, method: 'cash', due: 50_000 }));
    booking.when(request({ amount: 0 }), context()).thenAppends(repaid(1, 'Paid', { amount: 0, due: 50_000 }));
    const older = given(planned, booked(1), paid(1, 'Pay_later', { amount: null }));
    older.when(request({}), context()).thenAppends(repaid(1, 'Paid', { amount: fee, due: null }));
  });

  test('are repeated by what takes a payment back', () => {
    const cash = { amount: 40_000, method: 'cash' } as const;
    const paidLater = given(planned, booked(1), paid(1)).and([repaid(1, 'Paid', cash)], { at: early });
    const back = { ...cash, undoneEventId: 'event-3' };
    paidLater.when(undo('event-3'), context()).thenAppends(repaid(1, 'Pay_later', back));
    const wrong = { ...cash, reason: 'Wrong visit' };
    paidLater.when(correct('Pay_later', 'Wrong visit'), context()).thenAppends(repaid(1, 'Pay_later', wrong));
    // The amount due is then as before.
    paidLater
      .and([repaid(1, 'Pay_later', wrong)])
      .when(request({}), context())
      .thenAppends(repaid(1, 'Paid'));
  });
});

describe('another amount or method of a paid visit', () => {
  const card = { amount: 90_000, method: 'card' } as const;
  const cash = { amount: 80_000, method: 'cash' } as const;
  const visit = given(planned, booked(1), paid(1, 'Paid', card));
  const request = (more: object) => ({ ...correct('Paid', 'Typed wrong'), ...more });
  const replacedBy = (after: Paid, more: object = {}): DoctorDayEvent => {
    const { type, data } = repaid(1, 'Paid', { ...after, due: 90_000, reason: 'Typed wrong' });
    return { type, data: { ...data, paymentBefore: 'Paid', replaced: [card], ...more } } as DoctorDayEvent;
  };

  test('takes the place of what was recorded', () => {
    visit.when(request(cash), context()).thenAppends(replacedBy(cash));
    visit.when(request({ amount: 80_000 }), context()).thenAppends(replacedBy({ ...cash, method: 'card' }));
    visit.when(request({ method: 'cash' }), context()).thenAppends(replacedBy({ ...card, method: 'cash' }));
    visit.when(request(card), context()).thenAppends();
    visit
      .and([changed('AppointmentCancelled', 1)])
      .when(request(cash), context())
      .thenAppends(replacedBy(cash));
  });

  test('is undone to what was recorded', () => {
    const money = { status: 'Paid', due: 90_000, payments: [card] };
    visit
      .and([replacedBy(cash)], { at: early })
      .when(undo('event-3', 'Paid'), context())
      .thenAppends(replacedBy(cash, { money, reason: null, undoneEventId: 'event-3' }));
  });

  test('needs a reason and, of a page, the payment that it saw', () => {
    visit.when(request({ ...cash, seen: 'event-2' }), context()).thenAppends(replacedBy(cash));
    visit.when({ ...correct('Paid'), ...cash, seen: 'event-2' }, context()).thenRefused('payment.reason-missing');
    const later = given(planned, booked(1), paid(1, 'Pay_later')).and([repaid(1, 'Paid', cash)]);
    const otherCorrection = { ...correct('Paid'), amount: 50_000, method: 'upi' } as const;
    // Two desks at one visit to be paid later: the second is refused with the first's payment, whether or not it names
    // the event that it saw.
    for (const second of [otherCorrection, { ...otherCorrection, seen: 'event-2' }]) {
      const { decision } = later.when(second, context());
      expect(decision).toMatchObject({
        refused: 'payment.changed',
        message: 'Desk has changed the payment. It is now: Paid, ₹800 in cash.',
        details: { payment: { paymentStatus: 'Paid', ...cash, by: 'Desk' } },
      });
    }
  });
});

/** "Decided at booking, recorded with its reason; the desk may change it with a word why." (fee kinds) */
describe('kinds of fees', () => {
  const rules = {
    rules: [{ name: 'Follow-up within 8 days', paise: 0, when: { withinDays: 8 } }],
    registration: { paise: 10_000, days: 365 },
  };
  const last = { date: '2026-11-14', type: 'Direct Consultation', isFree: false, isPaid: true } as const;
  const before = { visits: [last], registered: [last.date], visit: null };
  const priced = (more: object, past: EarlierFees = before) =>
    book(1, { pricing: { rules, before: past, age: null }, ...more });
  const decided = (more: object) => ({
    type: 'FeeDecided' as const,
    data: {
      ...{ appointmentId: idOf(1), patientId: patientOf(1), paise: 0, rule: 'Follow-up within 8 days' },
      ...{ registration: 0, reason: null, ...more },
    },
  });
  const open = given(planned);

  test('decide what is due, and by which of them', () => {
    open.when(priced({}), context()).thenAppends(booked(1), paid(1, 'Pay_later', { amount: 0 }), decided({}));
    const both = { paise: fee + 10_000, rule: null, registration: 10_000 };
    open
      .when(priced({ payment: 'Paid' }, noEarlierFees), context())
      .thenAppends(booked(1), paid(1, 'Paid', { amount: fee + 10_000 }), decided(both));
  });

  test('are changed by the desk with a word why, and not without', () => {
    open.when(priced({ amount: 20_000 }), context()).thenRefused('fee.reason-missing');
    open
      .when(priced({ amount: 20_000, feeReason: 'Long visit' }), context())
      .thenAppends(booked(1), paid(1, 'Pay_later', { amount: 20_000 }), decided({ reason: 'Long visit' }));
    // The same amount is not a different one.
    open
      .when(priced({ amount: 0, feeReason: 'Free' }), context())
      .thenAppends(booked(1), paid(1, 'Pay_later', { amount: 0 }), decided({}));
  });

  test('are of the patient class that is chosen, which must be one of theirs', () => {
    const ofClass = { rules: [{ name: 'CGHS', paise: 5_000, when: { patientClass: 'CGHS' } }] };
    const pricing = { rules: ofClass, before, age: null };
    const asked = priced({ pricing, patientClass: 'CGHS' });
    const visit = { ...booked(1), data: { ...booked(1).data, patientClass: 'CGHS' } } as ReturnType<typeof booked>;
    const ofRule = decided({ paise: 5_000, rule: 'CGHS' });
    open.when(asked, context()).thenAppends(visit, paid(1, 'Pay_later', { amount: 5_000 }), ofRule);
    open.when(priced({ pricing, patientClass: 'Staff' }), context()).thenRefused('class.unknown');
    open.when(priced({ pricing: undefined, patientClass: 'CGHS' }), context()).thenRefused('class.unknown');
    // A move within the day asks for the fee of the same class.
    const move = { kind: 'reschedule', appointmentId: idOf(1), time: '09:30', reason: null, branchId: 0 } as const;
    const moved = given(planned, visit, paid(1, 'Pay_later', { amount: 5_000 }), ofRule).when(
      { ...move, pricing },
      context(),
    ).decision;
    expect(moved).toMatchObject([{ type: 'AppointmentRescheduled' }]);
    expect(moved).not.toMatchObject([{ data: { feeChange: {} } }]);
  });

  test('are of the session and the hospital’s day of the slot', () => {
    const day = { hospitalDay: { open: [{ from: '09:00', to: '10:00' }] } as unknown as HospitalDay };
    const dear = { rules: [{ name: 'Holidays', paise: 90_000, when: { on: ['hospitalDay' as const] } }] };
    open
      .when(priced({ pricing: { rules: dear, before, age: null } }), context(day))
      .thenAppends(booked(1), paid(1, 'Pay_later', { amount: 90_000 }), decided({ paise: 90_000, rule: 'Holidays' }));
  });
});

describe('the undo of a payment correction', () => {
  const corrected = given(planned, booked(1), paid(1, 'Pay_later')).and([repaid(1, 'Paid')], { at: early - 15_000 });
  const compensation = repaid(1, 'Pay_later', { undoneEventId: 'event-3' });

  test('compensates the latest payment event, which it names, for 15 s', () => {
    corrected.when(undo('event-3'), context()).thenAppends(compensation);
    corrected.when(undo('event-3'), context({ now: early + 1 })).thenRefused('undo.expired');
  });

  test('a second undo of the same event answers as the first did', () => {
    corrected
      .and([compensation])
      .when(undo('event-3'), context({ now: early + 60_000 }))
      .thenRepeats(4);
  });

  test('is refused where the payment was corrected since', () => {
    given(planned, booked(1), paid(1, 'Pay_later'))
      .and([repaid(1, 'Paid'), repaid(1, 'Pay_later', { reason: 'x' })], { at: early })
      .when(undo('event-3'), context())
      .thenRefused('appointment.changed', { status: 'Confirmed' });
  });

  test('of a booking’s payment, of another event, of an undo or to another payment is unknown', () => {
    corrected.when(undo('event-2'), context()).thenRefused('undo.unknown');
    corrected.when(undo('event-9'), context()).thenRefused('undo.unknown');
    corrected.when(undo('event-3', 'Paid'), context()).thenRefused('undo.unknown');
    corrected.and([compensation]).when(undo('event-4', 'Paid'), context()).thenRefused('undo.unknown');
  });

  test('marks and payments don’t block each other’s undo', () => {
    const both = corrected.and([changed('AppointmentMarkedVisited', 1)], { at: early });
    both.when(undo('event-3'), context()).thenAppends(compensation);
    const undoMark = {
      kind: 'undo',
      appointmentId: idOf(1),
      eventId: 'event-4',
      status: 'Confirmed',
      as: 'admin',
    } as const;
    both
      .and([compensation], { at: early })
      .when(undoMark, context())
      .thenAppends(undone('AppointmentMarkUndone', 1, 'Availed', 'event-4'));
  });
});
