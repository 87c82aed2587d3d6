import type { FeeRules } from '@dayline/contracts/clinic/fees';
import type { Step } from './visit-steps.ts';

const at = (doctor: number, day: number, time: number) => ({ doctor, day, time });
const book = (patient: number, doctor: number, day: number, time: number, pays = false): Step => ({
  ...{ ask: 'book', patient, pays, ...at(doctor, day, time) },
});
const overbook = (patient: number, doctor: number, day: number, time: number): Step => ({
  ...{ ask: 'overbook', patient, pays: true, ...at(doctor, day, time) },
});
/** The nth booked visit, in any state. */
const nth = (index: number) => ({ visit: 10 + index });
const move = (
  index: number,
  doctor: number,
  day: number,
  time: number,
  dies?: { nth: number; isDurable: boolean },
): Step => ({
  ...{ ask: 'move', ...nth(index), ...at(doctor, day, time), difference: 'left', ...(dies && { dies }) },
});

/** The first matching rule applies. */
const kinds: FeeRules = {
  rules: [
    { name: 'Follow-up', paise: 0, when: { withinDays: 2 } },
    { name: 'Tele again', paise: 150_00, when: { type: 'Tele Consultation', withinDays: 3 } },
    { name: 'Tele', paise: 250_00, when: { type: 'Tele Consultation' } },
    { name: 'Child', paise: 120_00, when: { age: { below: 12 } } },
    { name: 'Pensioner', paise: 200_00, when: { age: { from: 60 } } },
    { name: 'Noon', paise: 350_00, when: { session: 'Noon' } },
    { name: 'Founders’ day', paise: 600_00, when: { on: ['hospitalDay'] } },
    { name: 'Seen before', paise: 300_00, when: { visit: 'again' } },
    { name: 'Sunday', paise: 450_00, when: { on: ['Sunday'] } },
  ],
  registration: { paise: 100_00, days: 2 },
};
const tele = { isTele: true } as const;
/** The fees of the bookings and moves of `everyCase`, in rupees. */
export const feesOfEveryCase = [
  'Sunday, 550, registration',
  ...['Follow-up, 0', 'Follow-up, 0', 'Sunday, 450'],
  ...['Pensioner, 300, registration', 'one fee, 600, registration', 'Child, 220, registration, A colleague'],
  ...['Tele, 350, registration', 'Follow-up, 0', 'Tele again, 150'],
  ...['Noon, 450, registration', 'Founders’ day, 700, registration'],
  'Founders’ day, 700, registration',
  ...['Seen before, 300', 'Tele, 250', 'Follow-up, 0', 'Tele, 250', 'one fee, 600, registration'],
  ...['one fee, 500', 'New, 100', 'one fee, 550'],
  'Child, 220, registration, A colleague',
];

/** Each request, each refusal that matters and each event of a visit, with its outcome. */
export const everyCase: readonly (readonly [Step, string | RegExp])[] = [
  // Bookings within and above the capacity. The visits are numbers 0 to 2.
  [book(0, 0, 0, 0, true), 'book: done'],
  [book(1, 0, 0, 0), 'book: done'],
  [book(2, 0, 0, 0), 'book: slot.full'],
  [overbook(2, 0, 0, 0), 'overbook: done'],
  [overbook(3, 0, 0, 0), 'overbook: overbook.limit'],
  [book(0, 0, 0, 0), 'book: patient.already-booked'],
  // An overbooked visit moves away (3) and returns within the limit.
  [move(2, 2, 1, 0), 'move: done'],
  [{ ask: 'undoMove', visit: 0 }, 'undoMove: done'],
  [{ ask: 'again' }, 'again: undoMove: done'],
  // A move (5) that was killed once the destination had it.
  [book(4, 2, 1, 0), 'book: done'],
  [move(0, 2, 1, 0), 'move: slot.full'],
  [move(0, 2, 1, 1, { nth: 2, isDurable: true }), 'move: killed'],
  [{ ask: 'refund', ...nth(0) }, 'refund: appointment.moving'],
  [{ ask: 'finish' }, 'finish: done'],
  [{ ask: 'refund', ...nth(0) }, 'refund: appointment.moved'],
  [{ ask: 'undoMove', visit: 0 }, 'undoMove: done'],
  // A move whose destination slot is taken meanwhile (6).
  [move(1, 2, 1, 1, { nth: 1, isDurable: true }), 'move: killed'],
  [book(5, 2, 1, 1), 'book: done'],
  [{ ask: 'finish' }, 'finish: done'],
  // Two moves at once (7).
  [
    { ask: 'race', asks: [1, 2].map((day) => ({ ask: 'move', ...nth(1), ...at(1, day, 0) })) },
    /^race: move: (done, race: move: appointment\.mov|appointment\.mov(ed|ing), race: move: done)/,
  ],
  [{ ask: 'undoMove', visit: 0 }, 'undoMove: done'],
  // Arrivals and calls.
  [{ ask: 'arrive', ...nth(0) }, 'arrive: done'],
  [{ ask: 'call', ...nth(1) }, 'call: queue.not-arrived'],
  [{ ask: 'callNext', doctor: 0 }, 'callNext: done'],
  [move(0, 0, 0, 1), 'move: move.called'],
  [{ ask: 'undoCall', visit: 0 }, 'undoCall: done'],
  [{ ask: 'call', ...nth(0) }, 'call: done'],
  [{ ask: 'uncall', ...nth(0) }, 'uncall: done'],
  [{ ask: 'undoArrival', visit: 0 }, 'undoArrival: appointment.changed'],
  [{ ask: 'leave', ...nth(0) }, 'leave: done'],
  [{ ask: 'arrive', ...nth(2) }, 'arrive: done'],
  [{ ask: 'undoArrival', visit: 0 }, 'undoArrival: done'],
  [{ ask: 'arrive', ...nth(0) }, 'arrive: done'],
  // A patient who is being moved (8) is not called next.
  [move(0, 2, 2, 0, { nth: 1, isDurable: true }), 'move: killed'],
  [{ ask: 'callNext', doctor: 0 }, 'callNext: queue.changed'],
  [{ ask: 'finish' }, 'finish: done'],
  [{ ask: 'undoMove', visit: 0 }, 'undoMove: done'],
  [{ ask: 'arrive', ...nth(4) }, 'arrive: queue.not-today'],
  [{ ask: 'visited', ...nth(4) }, 'visited: appointment.too-early'],
  // Money.
  [{ ask: 'cancel', ...nth(0) }, 'cancel: refund.undecided'],
  [{ ask: 'refund', ...nth(0) }, 'refund: done'],
  // An undone status was there before the block, and a patient who waited waits again.
  [{ ask: 'block', ...at(0, 0, 0) }, 'block: done'],
  [{ ask: 'undoStatus', visit: 0 }, 'undoStatus: done'],
  [{ ask: 'again' }, 'again: undoStatus: done'],
  [{ ask: 'unblock', ...at(0, 0, 0) }, 'unblock: done'],
  [{ ask: 'callNext', doctor: 0 }, 'callNext: done'],
  [{ ask: 'uncall', ...nth(0) }, 'uncall: done'],
  [{ ask: 'unpay', ...nth(0) }, 'unpay: done'],
  [{ ask: 'pay', ...nth(0) }, 'pay: done'],
  [{ ask: 'undoPayment', visit: 0 }, 'undoPayment: done'],
  // Marks.
  [{ ask: 'visited', ...nth(1) }, 'visited: done'],
  [{ ask: 'missed', ...nth(1) }, 'missed: appointment.not-confirmed'],
  [{ ask: 'undoStatus', visit: 0 }, 'undoStatus: done'],
  [{ ask: 'missed', ...nth(1) }, 'missed: done'],
  [{ ask: 'correct', ...nth(1), to: 'Cancelled' }, 'correct: done'],
  [{ ask: 'correct', ...nth(1), to: 'Confirmed' }, 'correct: done'],
  // Blocks.
  [{ ask: 'block', ...at(2, 2, 1) }, 'block: done'],
  [book(5, 2, 2, 1), 'book: slot.blocked'],
  [{ ask: 'unblock', ...at(2, 2, 1) }, 'unblock: done'],
  [{ ask: 'block', doctor: 2, day: 2, time: null }, 'block: done'],
  [move(1, 2, 2, 0), 'move: slot.blocked'],
  [{ ask: 'unblock', doctor: 2, day: 2, time: null }, 'unblock: done'],
  // A change of time.
  [move(1, 0, 0, 1), 'move: done'],
  [{ ask: 'undoMove', visit: 0 }, 'undoMove: done'],
  [{ ask: 'undoMove', visit: 0 }, 'undoMove: undo.unknown'],
  // Quotas (9 to 13).
  [{ ...book(0, 1, 1, 0), kind: 'first' } as Step, 'book: done'],
  [{ ...book(1, 1, 1, 1), kind: 'first' } as Step, 'book: done'],
  [{ ...book(2, 1, 1, 1), kind: 'first' } as Step, 'book: session.list-full'],
  [move(9, 2, 2, 0), 'move: done'],
  [{ ...book(2, 1, 1, 0), kind: 'first' } as Step, 'book: done'],
  [{ ask: 'undoMove', visit: 0 }, 'undoMove: session.list-full'],
  [{ ...book(3, 1, 1, 2), kind: 'first' } as Step, 'book: done'],
  [move(12, 1, 1, 2), 'move: session.list-full'],
  [{ ask: 'walkIn', patient: 5, doctor: 1, pays: true }, 'walkIn: done'],
  [{ ask: 'walkIn', patient: 5, doctor: 1, pays: true }, 'walkIn: patient.already-booked'],
  // A bulk change whose undo keeps a separately set status.
  [{ ask: 'visited', ...nth(14) }, 'visited: done'],
  [{ ask: 'many', visits: [10, 11, 12], to: 'Availed' }, 'many: done'],
  [{ ask: 'undoMany' }, 'undoMany: done'],
  [{ ask: 'many', visits: [10, 11, 12], to: 'Cancelled' }, 'many: done'],
  [{ ask: 'undoMany' }, 'undoMany: done'],
  // Fee rules, by what the views know; from 15 on.
  [{ ask: 'rules', doctor: null, rules: kinds }, 'rules: done'],
  [{ ask: 'again' }, 'again: rules: done'],
  [book(6, 0, 1, 0, true), 'book: done'],
  [{ ask: 'project' }, 'project: done'],
  [book(6, 0, 2, 0), 'book: done'],
  // The views don't know of the free one yet.
  [book(6, 0, 2, 1), 'book: done'],
  [{ ask: 'finish' }, 'finish: done'],
  [book(6, 0, 1, 1), 'book: done'],
  // Born on Sunday's date: 59 on Saturday, 60 on Sunday.
  [book(0, 0, 1, 1), 'book: done'],
  [{ ask: 'walkIn', patient: 0, doctor: 2, pays: false }, 'walkIn: done'],
  [{ ask: 'walkIn', patient: 1, doctor: 2, pays: true, takes: 100_00 }, 'walkIn: fee.reason-missing'],
  [{ ask: 'walkIn', patient: 1, doctor: 2, pays: true, takes: 100_00, givesReason: true }, 'walkIn: done'],
  [{ ...book(3, 1, 2, 2), ...tele } as Step, 'book: payment.upfront'],
  [{ ...book(3, 1, 2, 2, true), ...tele } as Step, 'book: done'],
  [{ ask: 'project' }, 'project: done'],
  [{ ...book(3, 1, 2, 1, true), ...tele } as Step, 'book: done'],
  [{ ask: 'project' }, 'project: done'],
  [{ ...book(3, 1, 2, 0, true), ...tele, kind: 'again' } as Step, 'book: done'],
  [{ ...book(2, 1, 2, 2), kind: 'again' } as Step, 'book: done'],
  [book(4, 2, 2, 1), 'book: done'],
  // By past visits, whose type isn't known, and not by later or cancelled ones.
  [{ ask: 'cancel', ...nth(26) }, 'cancel: done'],
  [{ ask: 'project' }, 'project: done'],
  [book(4, 2, 2, 1), 'book: done'],
  [book(3, 0, 1, 0), 'book: done'],
  [{ ...overbook(6, 2, 1, 0), ...tele } as Step, 'overbook: done'],
  [overbook(6, 2, 0, 1), 'overbook: done'],
  [{ ...overbook(3, 1, 1, 0), ...tele } as Step, 'overbook: done'],
  [overbook(2, 2, 0, 0), 'overbook: done'],
  // A doctor's own rules replace the client's; a desk states that it is a follow-up.
  [
    { ask: 'rules', doctor: 0, rules: { rules: [{ name: 'New', paise: 100_00, when: { visit: 'first' } }] } },
    'rules: done',
  ],
  [{ ...book(5, 0, 2, 0), kind: 'again' } as Step, 'book: done'],
  [book(5, 0, 2, 1), 'book: done'],
  [{ ask: 'fee', doctor: 0, paise: 550_00 }, 'fee: done'],
  [{ ...overbook(4, 0, 2, 0), kind: 'again' } as Step, 'overbook: done'],
  // A move copies the decided fee, and the reason for a different amount.
  [move(21, 1, 2, 0), 'move: done'],
  [{ ask: 'undoMove', visit: 0 }, 'undoMove: done'],
  [{ ask: 'rules', doctor: 0, rules: null }, 'rules: done'],
  [{ ask: 'rules', doctor: null, rules: null }, 'rules: done'],
  [overbook(4, 0, 2, 1), 'overbook: done'],
  // A different amount and method, partial refunds, and refunds after the cancellation.
  [{ ask: 'pay', ...nth(0) }, 'pay: done'],
  [{ ask: 'repay', ...nth(0) }, 'repay: done'],
  [{ ask: 'undoPayment', visit: 0 }, 'undoPayment: done'],
  [{ ask: 'giveBack', ...nth(0) }, 'giveBack: done'],
  [{ ask: 'undoPayment', visit: 0 }, 'undoPayment: done'],
  [{ ask: 'keepMoney', ...nth(0) }, 'keepMoney: done'],
  [{ ask: 'giveBack', ...nth(0) }, 'giveBack: done'],
  [{ ask: 'undoPayment', visit: 0 }, 'undoPayment: done'],
  [{ ask: 'undoStatus', visit: 0 }, 'undoStatus: done'],
  [{ ask: 'keepMoney', ...nth(1) }, 'keepMoney: done'],
  [{ ask: 'pay', ...nth(1) }, 'pay: payment.cancelled'],
  [{ ask: 'giveBack', ...nth(1) }, 'giveBack: refund.nothing'],
  [{ ask: 'undoStatus', visit: 0 }, 'undoStatus: done'],
  // A doctor with a higher fee, and one with a lower fee.
  [{ ask: 'fee', doctor: 1, paise: 900_00 }, 'fee: done'],
  [{ ask: 'move', ...nth(0), ...at(1, 2, 1) }, 'move: fee.undecided'],
  [{ ask: 'move', ...nth(0), ...at(1, 2, 1), difference: 'taken' }, 'move: done'],
  [{ ask: 'undoMove', visit: 0 }, 'undoMove: done'],
  [{ ask: 'fee', doctor: 1, paise: 200_00 }, 'fee: done'],
  [{ ask: 'move', ...nth(0), ...at(1, 2, 1), difference: 'taken' }, 'move: done'],
  [{ ask: 'undoMove', visit: 0 }, 'undoMove: done'],
  [{ ask: 'reach', ...nth(4) }, 'reach: done'],
  [{ ask: 'undoContact', visit: 0 }, 'undoContact: done'],
  [{ ask: 'refund', ...nth(0) }, 'refund: done'],
  [{ ask: 'wait', minutes: 1 }, 'wait: done'],
  [{ ask: 'undoStatus', visit: 0 }, 'undoStatus: undo.expired'],
  [{ ask: 'wait', minutes: 25 }, 'wait: done'],
  [book(6, 0, 0, 0), 'book: slot.passed'],
  [{ ask: 'wait', minutes: 1440 }, 'wait: done'],
  [move(1, 1, 2, 1), 'move: move.past'],
];
