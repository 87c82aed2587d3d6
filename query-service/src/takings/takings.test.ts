import type { PaymentStatus } from '@dayline/contracts/appointments';
import { streams } from '@dayline/contracts/events/categories';
import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import type { Actor } from '@dayline/contracts/events/metadata';
import type { TestClinic } from '../testing/clinic.ts';
import { openViewReader } from '../testing/clinic-queries.ts';
import { testId } from '../testing/ids.ts';
import { type Booking, book, frontDesk, lakeside, mark, openSunrise, sunrise, today } from '../testing/sunrise.ts';

/** "Takings belong to the actor and the clinic day of the event, not of the visit" (the desk's day, 6). */

let clinic: TestClinic;
let desk: ReturnType<typeof openViewReader>;
const { clientId } = sunrise;
const [yesterday, tomorrow] = ['2026-11-20', '2026-11-22'];
const desk2: Actor = { kind: 'admin', id: testId(43), name: 'Front Desk 2' };

beforeEach(async () => {
  clinic = await openSunrise();
  desk = openViewReader(clinic);
});
afterEach(() => clinic.close());

async function takings(day = today) {
  await clinic.project();
  return desk.body('getTakings', { clientId, day });
}
const sums = ({ takings: of }: Awaited<ReturnType<typeof takings>>) =>
  of.map(({ name, method, taken, corrected, refunded, withoutAmount }) => [
    ...[name, method, taken, corrected, refunded],
    withoutAmount,
  ]);

const cash = { amount: 70_000, method: 'cash' } as const;
/** Takings don't use it. */
const money = { status: 'Paid' as const, due: null, payments: [] };
const append = async ({ stream }: Booking, actor: Actor, event: DoctorDayEvent) =>
  (await clinic.append(stream, clientId, actor, event))[0]?.id ?? '';
const correct = (visit: Booking, paymentAfter: PaymentStatus, undoneEventId: string | null = null): DoctorDayEvent => {
  const paymentBefore = paymentAfter === 'Paid' ? 'Pay_later' : 'Paid';
  const data = { ...of(visit), ...cash, money, paymentBefore, paymentAfter, reason: null, undoneEventId } as const;
  return { type: 'AppointmentPaymentCorrected', data };
};
const of = ({ change: { appointmentId, patientId } }: Booking) => ({ appointmentId, patientId });

test('of whoever took it, on the day of the event by the clinic’s clock; a move is no second taking', async () => {
  const visit = await book(clinic, { date: tomorrow, payment: 'Paid', ...cash });
  const later = await book(clinic, { date: today, time: '10:30', patientId: sunrise.meera });
  await append(later, desk2, correct(later, 'Paid'));
  const moved = await book(clinic, { date: yesterday });
  const payment = { status: 'Paid' as const, due: cash.amount, payments: [cash] };
  const move = { moveId: testId(77), from: visit.appointmentId, visitId: visit.appointmentId, payment };
  await append(moved, frontDesk, { type: 'AppointmentMovedIn', data: { ...of(moved), ...move } });
  expect(sums(await takings())).toEqual([
    ['Front Desk 1', 'cash', 70_000, 0, 0, 0],
    ['Front Desk 2', 'cash', 70_000, 0, 0, 0],
  ]);
  expect(sums(await takings(tomorrow))).toEqual([]);
  expect(await desk.body('getTakenToday', { clientId })).toEqual({ taken: 140_000 });

  // 11:59 PM and midnight in Kolkata.
  clinic.clock.set('2026-11-21T18:29:59.999Z');
  await book(clinic, { date: tomorrow, time: '09:00', payment: 'Paid', amount: 5_000, method: 'upi' });
  clinic.clock.set('2026-11-21T18:30:00.000Z');
  await book(clinic, { date: today, time: '09:30', payment: 'Paid', amount: 6_000, method: 'upi' });
  expect(sums(await takings())).toContainEqual(['Front Desk 1', 'upi', 5_000, 0, 0, 0]);
  const next = await takings(tomorrow);
  expect(sums(next)).toEqual([['Front Desk 1', 'upi', 6_000, 0, 0, 0]]);
  expect([next.lastAt, (await takings('2026-11-23')).lastAt]).toEqual(['2026-11-21T18:30:00.000Z', null]);
});

test('an undo takes away from what it undoes, a correction and a refund stand apart, older payments in no sum', async () => {
  const visit = await book(clinic);
  const paid = await append(visit, frontDesk, correct(visit, 'Paid'));
  await append(visit, frontDesk, correct(visit, 'Pay_later', paid));
  expect(sums(await takings())).toEqual([['Front Desk 1', 'cash', 0, 0, 0, 0]]);

  await append(visit, frontDesk, correct(visit, 'Paid'));
  const wrong = await append(visit, frontDesk, correct(visit, 'Pay_later'));
  expect(sums(await takings())).toEqual([['Front Desk 1', 'cash', 70_000, 70_000, 0, 0]]);
  await append(visit, frontDesk, correct(visit, 'Paid', wrong));
  const refunded = await append(visit, desk2, {
    type: 'PaymentRefunded',
    data: { ...of(visit), ...cash, money, reason: null },
  });
  expect(sums(await takings())).toEqual([
    ['Front Desk 1', 'cash', 70_000, 0, 0, 0],
    ['Front Desk 2', 'cash', 0, 0, 70_000, 0],
  ]);
  const undone = { ...of(visit), ...cash, money, undoneEventId: refunded };
  await append(visit, desk2, { type: 'PaymentRefundUndone', data: undone });
  const old = await book(clinic, { time: '09:00', payment: 'Paid' });
  expect(sums(await takings())).toEqual([
    ['Front Desk 1', 'cash', 70_000, 0, 0, 0],
    ['Front Desk 1', 'unknown', 0, 0, 0, 1],
    ['Front Desk 2', 'cash', 0, 0, 0, 0],
  ]);
  await append(old, frontDesk, {
    type: 'PaymentRefunded',
    data: { ...of(old), amount: null, method: null, money, reason: null },
  });
  expect(sums(await takings())).toContainEqual(['Front Desk 1', 'unknown', 0, 0, 0, 0]);
});

test('a payment that replaces others takes them out by their methods, and its undo brings them back', async () => {
  const visit = await book(clinic, { payment: 'Paid', ...cash });
  const replaced = [cash, { amount: 10_000, method: 'upi' as const }];
  const change = (undoneEventId: string | null): DoctorDayEvent => ({
    type: 'AppointmentPaymentCorrected',
    data: {
      ...{ ...of(visit), paymentBefore: 'Paid', paymentAfter: 'Paid', amount: 50_000, method: 'card', replaced },
      ...{ money, reason: null, undoneEventId },
    },
  });
  const changed = await append(visit, desk2, change(null));
  expect(sums(await takings())).toEqual([
    ['Front Desk 1', 'cash', 70_000, 0, 0, 0],
    ['Front Desk 2', 'cash', 0, 70_000, 0, 0],
    ['Front Desk 2', 'upi', 0, 10_000, 0, 0],
    ['Front Desk 2', 'card', 50_000, 0, 0, 0],
  ]);
  await append(visit, desk2, change(changed));
  expect(sums(await takings()).filter(([name]) => name === 'Front Desk 2')).toEqual(
    ['cash', 'upi', 'card'].map((method) => ['Front Desk 2', method, 0, 0, 0, 0]),
  );
});

test('what is open, the next day, and what has changed since the day was closed', async () => {
  const open = await book(clinic, { time: '09:00' });
  const visited = await book(clinic, { time: '09:30', patientId: sunrise.meera });
  await mark(clinic, visited, 'Availed');
  await mark(clinic, await book(clinic, { time: '10:00' }), 'Not_Availed');
  await mark(clinic, await book(clinic, { time: '09:30', amount: 0 }), 'Availed');
  await mark(clinic, await book(clinic, { time: '10:30' }), 'Cancelled', frontDesk);
  await append(open, frontDesk, { type: 'PatientArrived', data: { ...of(open), token: 1, arrivedAt: '09:00' } });
  for (const [time, pocId] of [
    ['10:00', sunrise.vikram],
    ['09:30', sunrise.asha],
    ['09:00', sunrise.asha],
  ] as const) {
    await book(clinic, { date: tomorrow, time, pocId, payment: 'Paid', ...cash });
  }
  await book(clinic, {
    clientId: lakeside.clientId,
    pocId: lakeside.leela,
    patientId: lakeside.canary,
    payment: 'Paid',
  });
  const before = await takings();
  expect(before.unpaid.map(({ AppointmentTime }) => AppointmentTime)).toEqual(['09:00', '09:30']);
  expect(before.unmarked).toMatchObject([{ AppointmentId: open.appointmentId, arrived: true }]);
  expect(before.next).toEqual({
    date: tomorrow,
    doctors: [
      { pocId: sunrise.asha, name: 'Dr. Asha Menon', visits: 2, first: '09:00' },
      { pocId: sunrise.vikram, name: 'Dr. Vikram Rao', visits: 1, first: '10:00' },
    ],
  });
  expect([before.closings, before.since]).toEqual([[], []]);

  const { position, takings: totals } = before;
  const closed = { type: 'DayClosed', data: { totals, position } } as const;
  await clinic.append(streams.clientDay(clientId, today), clientId, frontDesk, closed);
  const at = new Date(clinic.clock.now()).toISOString();
  const closing = { at, by: 'Front Desk 1', totals, position };
  expect(await takings()).toMatchObject({ closings: [closing], since: [], takings: totals });
  await append(open, desk2, correct(open, 'Paid'));
  const after = await takings();
  expect(after.since).toMatchObject([{ name: 'Front Desk 2', method: 'cash', taken: 70_000 }]);
  expect(after.closings).toEqual([closing]);
  expect(after.unpaid.map(({ AppointmentTime }) => AppointmentTime)).toEqual(['09:30']);
  await clinic.append(streams.clientDay(clientId, today), clientId, frontDesk, {
    type: 'DayClosed',
    data: { totals: after.takings, position: after.position },
  });
  expect(await takings()).toMatchObject({ closings: [closing, { totals: after.takings }], since: [] });
});
