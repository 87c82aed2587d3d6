import type { DoctorDayEvent } from '@dayline/contracts/events/doctor-day';
import {
  book,
  booked,
  changed,
  context,
  early,
  idOf,
  paid,
  patientOf,
  planned,
  undone,
} from '../testing/doctor-day.ts';
import { specification } from '../testing/given-when-then.ts';
import { doctorDay } from './decide.ts';

/** "Overbook, with a reason" (the desk's day, 3). The day's slots have two places. */

const { given } = specification(doctorDay);
const over = (index: number): DoctorDayEvent => ({
  type: 'AppointmentOverbooked',
  data: { appointmentId: idOf(index), patientId: patientOf(index), reason: 'Fever' },
});
const overbook = (index: number) => book(index, { overbooks: { reason: 'Fever' } });
const full = given(planned, ...[1, 2].flatMap((index) => [booked(index), paid(index)]));

test('a full slot takes one more, with the reason beside the booking', () => {
  full.when(overbook(4), context()).thenAppends(booked(4), paid(4), over(4));
  full
    .and([booked(4), paid(4), over(4)])
    .when(overbook(5), context())
    .thenRefused('overbook.limit');
});

test('up to the client’s limit, which 0 forbids', () => {
  full.when(overbook(4), context({ overbookPerSlot: 0 })).thenRefused('overbook.limit');
  const afterOverbooking = full.and([booked(4), paid(4), over(4)]);
  afterOverbooking.when(overbook(5), context({ overbookPerSlot: 2 })).thenAppends(booked(5), paid(5), over(5));
});

test('somebody else may be beyond the places once they are as many again', () => {
  const again = full.and([booked(4), paid(4), over(4), changed('AppointmentCancelled', 1)]);
  again.when(overbook(5), context()).thenAppends(booked(5), paid(5), over(5));
  again
    .and([booked(5), paid(5), over(5)])
    .when(overbook(6), context())
    .thenRefused('overbook.limit');
});

test('a place that is free is taken as usual', () => {
  given(planned, booked(1), paid(1)).when(overbook(4), context()).thenAppends(booked(4), paid(4));
});

test('blocked, passed and unknown times stay refused, and the patient’s own visit is named', () => {
  const blocked: DoctorDayEvent = { type: 'DayBlocked', data: { reason: null } };
  full.and([blocked]).when(overbook(4), context()).thenRefused('slot.blocked');
  full.when(overbook(4), context({ now: early + 86_400_000 })).thenRefused('slot.passed');
  full.when(book(4, { time: '09:07', overbooks: { reason: 'x' } }), context()).thenRefused('slot.unknown');
  const { decision } = full.when(book(4, { patientId: patientOf(1), overbooks: { reason: 'x' } }), context());
  expect(decision).toMatchObject({ refused: 'patient.already-booked' });
});

test('once cancelled it comes back within the limit, and no other does', () => {
  const undo = { kind: 'undo', appointmentId: idOf(4), status: 'Confirmed', as: 'admin', eventId: 'event-8' } as const;
  const cancelled = full.and([booked(4), paid(4), over(4)]).and([changed('AppointmentCancelled', 4)], { at: early });
  const back = undone('AppointmentCancellationUndone', 4, 'Cancelled', 'event-8');
  cancelled.when(undo, context()).thenAppends(back);
  const taken = cancelled.and([booked(5), paid(5), over(5)]);
  taken.when(undo, context()).thenRefused('overbook.limit');
});

test('who left a place beside somebody beyond the places takes it back, and nobody else does', () => {
  const undo = { kind: 'undo', appointmentId: idOf(1), status: 'Confirmed', as: 'admin', eventId: 'event-8' } as const;
  const cancelled = full.and([booked(4), paid(4), over(4)]).and([changed('AppointmentCancelled', 1)], { at: early });
  cancelled.when(undo, context()).thenAppends(undone('AppointmentCancellationUndone', 1, 'Cancelled', 'event-8'));
  cancelled.when(book(5), context()).thenRefused('slot.full');
  cancelled
    .and([booked(5), paid(5), over(5)])
    .when(undo, context())
    .thenRefused('overbook.limit');
});
