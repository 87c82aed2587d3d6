import { CallError, NetworkFailure } from '../../api/call-error.ts';
import type { PendingChange } from './pending-changes.ts';
import { canBeMarked, reasonOf, undoDeadline, withChange, withPending } from './rules.ts';

const row = { AppointmentId: 'a', Status: 'Confirmed', Is_Active: 1, at: '05' } as const;
const refusal = (code: string, message: string, status = 409, details = {}) =>
  new CallError({ status, code, message, details });

test('"Action buttons appear only when Confirmed and Is_Active is 1"', () => {
  expect(canBeMarked(row)).toBe(true);
  expect(canBeMarked({ ...row, Is_Active: 0 })).toBe(false);
  expect(canBeMarked({ ...row, Status: 'Availed' })).toBe(false);
});

test('"Is_Active becomes 1 only for Confirmed, else 0"', () => {
  expect(withChange(row, { Status: 'Availed' })).toMatchObject({ Status: 'Availed', Is_Active: 0 });
  expect(withChange(withChange(row, { Status: 'Cancelled' }), { Status: 'Confirmed' })).toMatchObject({
    Status: 'Confirmed',
    Is_Active: 1,
  });
});

const pending = (change: PendingChange) => new Map([['a', [{ ...change, id: 1 }]]]);

test('a change on its way is shown over the row; without one the rows are the same objects', () => {
  expect(withPending([row], pending({ Status: 'Availed' }))[0]).toMatchObject({ Status: 'Availed', Is_Active: 0 });
  expect(withPending([row], new Map())[0]).toBe(row);
});

test('an answered change stays over rows that are older than its position, and over those alone', () => {
  const answered = pending({ Status: 'Availed', position: '07' });
  expect(withPending([row], answered)[0]).toMatchObject({ Status: 'Availed' });
  expect(withPending([{ ...row, at: '07' }], answered)[0]).toMatchObject({ Status: 'Confirmed' });
});

test('a payment on its way changes the payment alone', () => {
  const paid = withPending([{ ...row, Payment_Status: 'Pay_later' }], pending({ Payment_Status: 'Paid' }))[0];
  expect(paid).toMatchObject({ Payment_Status: 'Paid', Status: 'Confirmed' });
});

test("the toast's Undo ends when the server says, unless the two clocks differ", () => {
  const now = Date.parse('2026-11-21T06:00:00Z');
  expect(undoDeadline('2026-11-21T06:00:14Z', now)).toBe(now + 14_000);
  expect(undoDeadline('2026-11-20T06:00:14Z', now)).toBe(now + 15_000);
  expect(undoDeadline('2026-11-23T06:00:14Z', now)).toBe(now + 15_000);
});

test('a conflict says so and what the appointment is by now', () => {
  const changed = refusal('appointment.changed', 'Somebody else …', 409, { status: 'Not_Availed' });
  expect(reasonOf(changed)).toBe('Someone else has changed this appointment. It is now Not Visited.');
  expect(reasonOf(refusal('appointment.not-confirmed', 'x'))).toBe('Only a confirmed appointment can be changed.');
});

test("other refusals bring the server's reason, faults and the sentence itself bring none", () => {
  expect(reasonOf(refusal('undo.expired', 'It is too late to undo this.'))).toBe('It is too late to undo this.');
  expect(reasonOf(refusal('service.fault', 'Something', 500))).toBeUndefined();
  expect(reasonOf(refusal('request.invalid', 'Error updating appointment status', 400))).toBeUndefined();
  expect(reasonOf(new NetworkFailure('gone'))).toBe('No connection to the server.');
});
