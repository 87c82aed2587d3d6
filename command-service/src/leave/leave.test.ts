import type { LeaveEvent } from '@dayline/contracts/events/calendar';
import { appointmentId, leaveId } from '@dayline/contracts/ids';
import { specification } from '../testing/given-when-then.ts';
import { type LeaveCommand, leave } from './leave.ts';

const doctor = '01J00000000000000000000D01';
const id = (own: number) => appointmentId(doctor, '2026-11-26', `01J0000000000000000000000${own}`);
const row = (own: number, action: 'move' | 'cancel' | 'keep' = 'keep') => ({
  ...{ appointmentId: id(own), patientId: '01J00000000000000000000PAT', time: '09:00', action },
  ...{ type: 'Direct Consultation' as const, to: null },
});
const data = {
  ...{ from: '2026-11-26', to: '2026-11-27', hours: null, reason: 'Ill', money: null },
  appointments: [row(1, 'cancel'), row(2)],
};
const started: LeaveEvent = { type: 'LeaveStarted', data };
const blocked: LeaveEvent = { type: 'LeaveDaysBlocked', data: {} };
const outcome = (own: number, what: 'cancelled' | 'kept' | 'open' | 'undone' | 'notUndone') => ({
  ...{ appointmentId: id(own), outcome: what, movedTo: null, eventId: null, code: null },
});
const settledRow = (own: number, what: Parameters<typeof outcome>[1]): LeaveEvent => ({
  type: 'LeaveRowSettled',
  data: outcome(own, what),
});
const settled: LeaveEvent = { type: 'LeaveSettled', data: { moved: 0, cancelled: 1, kept: 1, open: 0 } };
const undoing: LeaveEvent = { type: 'LeaveUndoStarted', data: {} };
const whole = [started, blocked, settledRow(1, 'cancelled'), settledRow(2, 'kept'), settled];

const { given } = specification(leave);
const now = { now: 0 };
const stop: LeaveCommand = { kind: 'stop', date: '2026-11-26', appointmentIds: [id(3)] };

test('starts once; every later step needs a leave', () => {
  given()
    .when({ kind: 'start', ...data }, now)
    .thenAppends(started);
  given(started)
    .when({ kind: 'start', ...data }, now)
    .thenAppends();
  given().when(stop, now).thenRefused('leave.unknown');
  expect(leaveId(doctor, doctor)).toHaveLength(53);
});

test('it stops before its days are blocked, and not after; nothing is settled before', () => {
  given(started)
    .when(stop, now)
    .thenAppends({ type: 'LeaveStopped', data: { date: '2026-11-26', appointmentIds: [id(3)] } });
  given(started, blocked).when(stop, now).thenAppends();
  given(started)
    .when({ kind: 'settleRow', ...outcome(1, 'cancelled') }, now)
    .thenAppends();
  const stopped: LeaveEvent = { type: 'LeaveStopped', data: { date: '2026-11-26', appointmentIds: [] } };
  given(started, stopped).when({ kind: 'daysBlocked' }, now).thenAppends();
  given(started, stopped)
    .when({ kind: 'end', from: '2026-11-26' }, now)
    .thenAppends({ type: 'LeaveEnded', data: { from: '2026-11-26' } });
});

test('each row is settled once, and the counts are those of the rows', () => {
  const first = settledRow(1, 'cancelled');
  given(started, blocked)
    .when({ kind: 'settleRow', ...outcome(1, 'cancelled') }, now)
    .thenAppends(first);
  given(started, blocked, first)
    .when({ kind: 'settleRow', ...outcome(1, 'open') }, now)
    .thenAppends();
  given(started, blocked, first, settledRow(2, 'kept')).when({ kind: 'settle' }, now).thenAppends(settled);
  given(...whole)
    .when({ kind: 'settle' }, now)
    .thenAppends();
});

test('it is undone within 60 s, as one, and once', () => {
  const late = { now: 60_001 };
  given(started, blocked).when({ kind: 'undo' }, now).thenRefused('leave.running');
  given(...whole)
    .when({ kind: 'undo' }, { now: 60_000 })
    .thenAppends(undoing);
  given(...whole)
    .when({ kind: 'undo' }, late)
    .thenRefused('undo.expired');
  given(...whole, undoing)
    .when({ kind: 'undo' }, late)
    .thenAppends();
  given(...whole, undoing)
    .when({ kind: 'settleRow', ...outcome(1, 'undone') }, now)
    .thenAppends(settledRow(1, 'undone'));
  given(...whole, undoing, settledRow(1, 'undone'))
    .when({ kind: 'settleRow', ...outcome(1, 'notUndone') }, now)
    .thenAppends();
  given(...whole)
    .when({ kind: 'settleRow', ...outcome(1, 'undone') }, now)
    .thenAppends();
  given(...whole, undoing)
    .when({ kind: 'daysOpened' }, now)
    .thenAppends({ type: 'LeaveDaysOpened', data: {} });
  const opened: LeaveEvent = { type: 'LeaveDaysOpened', data: {} };
  given(...whole, undoing, opened)
    .when({ kind: 'end', from: '2026-11-26' }, now)
    .thenRefused('leave.ended');
});

test('it is ended early at any time, and its days are opened only then', () => {
  given(...whole)
    .when({ kind: 'daysOpened' }, now)
    .thenAppends();
  given(...whole)
    .when({ kind: 'end', from: '2026-11-27' }, { now: 9e9 })
    .thenAppends({ type: 'LeaveEnded', data: { from: '2026-11-27' } });
});
