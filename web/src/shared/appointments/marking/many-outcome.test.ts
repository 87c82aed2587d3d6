import type { ManyResult } from '@dayline/contracts/endpoints/appointments/many';
import type { Changeable } from './change.ts';
import { changeOutcome, undoOutcome } from './many-outcome.ts';

const idOf = (n: number) => `01J00000000000000000000001_20261130_01J0000000000000000000000${n}`;
const visit = (n: number, AppointmentDate = '2026-11-30', AppointmentTime = '09:00'): Changeable => ({
  ...{ AppointmentId: idOf(n), Status: 'Confirmed', AppointmentDate, AppointmentTime },
  about: `Patient ${n}, 9:00 AM`,
});
const none = { eventId: null, undoUntil: null };
const done = (n: number): ManyResult => ({
  ...{ appointmentId: idOf(n), outcome: 'done', status: 'Cancelled', eventId: `e${n}`, undoUntil: null },
});
const refused = (
  n: number,
  code: string,
  status: 'Availed' | null = null,
  message = 'The server’s sentence.',
): ManyResult => ({
  ...{ ...none, appointmentId: idOf(n), outcome: 'refused', code, message, status },
});
const all = [1, 2, 3].map((n) => visit(n));

test('an undo of many that undid nothing calls nothing successful, and says what to do', () => {
  expect(
    undoOutcome(
      all,
      [1, 2, 3].map((n) => refused(n, 'slot.full')),
    ),
  ).toMatchObject({
    kind: 'warning',
    message: 'Nothing was undone',
    detail: '3 not undone: Patient 1, 9:00 AM and 2 more. Nov 30 is full. Please choose another time.',
  });
});

test('a part says how much, who is left, and why; each reason once', () => {
  const results = [
    done(1),
    refused(2, 'undo.expired', null, 'It is too late to undo this.'),
    refused(3, 'appointment.changed', 'Availed'),
  ];
  const { kind, message, detail } = undoOutcome(all, results);
  expect([kind, message]).toEqual([undefined, '1 of 3 undone']);
  expect(detail).toBe(
    'Not undone: Patient 2, 9:00 AM. It is too late to undo this. ' +
      'Not undone: Patient 3, 9:00 AM. Someone else has changed this appointment. It is now Visited.',
  );
});

test('of one the full time is named, of several days none', () => {
  const days = [visit(1), visit(2, '2026-12-01')];
  expect(undoOutcome(days, [done(1), refused(2, 'session.list-full')]).detail).toContain(
    'Dec 1, 9:00 AM is full. Please choose another time.',
  );
  expect(undoOutcome(days, [refused(1, 'slot.full'), refused(2, 'slot.full')]).detail).toContain(
    'Their times are full. Please choose other times.',
  );
});

test('all of them are an undo that was successful', () => {
  const { kind, message, detail } = undoOutcome(all, [1, 2, 3].map(done));
  expect([kind, message, detail]).toEqual([undefined, 'Undo successful! 3 appointments reverted', undefined]);
});

test('a change that changed nothing says so, and what was so already', () => {
  const already = (n: number): ManyResult => ({
    ...{ ...none, appointmentId: idOf(n), outcome: 'unchanged', status: 'Cancelled' },
  });
  expect(changeOutcome(all, [already(1), already(2), refused(3, 'refund.undecided')], 'Cancelled')).toMatchObject({
    kind: 'warning',
    message: 'None marked as Cancelled',
    detail: '2 were already Cancelled. 1 not changed: Patient 3, 9:00 AM. The server’s sentence.',
  });
  const begun = { ...none, appointmentId: idOf(2), outcome: 'notBegun' } as const;
  expect(changeOutcome(all, [done(1), begun], 'Cancelled')).toMatchObject({
    ...{ kind: undefined, message: '1 marked as Cancelled' },
    detail: '1 not changed: Patient 2, 9:00 AM. The server was too busy. Please try again.',
  });
});
