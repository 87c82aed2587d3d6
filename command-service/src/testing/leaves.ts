import type { AppointmentStatus } from '@dayline/contracts/appointments';
import type { RequestOf } from '@dayline/contracts/endpoints/table';
import { streams } from '@dayline/contracts/events/categories';
import type { RecordedDaylineEvent } from '@dayline/contracts/events/table';
import { followable } from '@dayline/event-log/followable';
import { followToEnd } from '@dayline/event-log/follower';
import { followedProcess } from '../process/process.ts';
import type { CommandService } from '../service.ts';
import { accepted, type Stage } from './stage.ts';

export type Rows = RequestOf<'startLeave'>['rows'];
export interface Person {
  readonly pocId: string;
  readonly patientId: string;
}

/** Carries out started imports, as the follower does; also after a crash. */
export const carryOutLeaves = (stage: Stage, service: CommandService = stage.service): Promise<void> =>
  followToEnd({
    ...followedProcess(service.leaves, stage.clock),
    log: followable(stage.stored),
    cursors: stage.vault.followers,
  });

export async function book(
  { service, by }: Stage,
  { pocId, patientId }: Person,
  { date, time, isPaid = false }: { readonly date: string; readonly time: string; readonly isPaid?: boolean },
): Promise<string> {
  const payment = isPaid
    ? ({ payment: 'Paid', amount: 50_000, method: 'upi' } as const)
    : { payment: 'Pay_later' as const };
  const request = { pocId, patientId, date, time, type: 'Direct Consultation' as const, ...payment };
  return accepted(await service.commands.bookAppointment(request, by())).appointmentId;
}

export interface VisitState {
  readonly status: AppointmentStatus | 'Moved';
  readonly time: string;
  readonly isPaid: boolean;
}

/** A doctor's day by a fold of its own: who is where, and whether anything is blocked. */
export async function stateOf(stage: Stage, pocId: string, date: string) {
  const events = (await stage.log.readStream(streams.doctorDay(pocId, date))) as unknown as RecordedDaylineEvent[];
  const visits = new Map<string, VisitState>();
  const blocked = new Set<string>();
  for (const { type, data } of events) {
    if ('statusAfter' in data && 'appointmentId' in data) {
      const before = visits.get(data.appointmentId);
      visits.set(data.appointmentId, { isPaid: before?.isPaid ?? false, status: data.statusAfter, time: data.time });
    }
    if (type === 'AppointmentPaymentRecorded' || type === 'PaymentRefunded' || type === 'PaymentRefundUndone') {
      const before = visits.get(data.appointmentId);
      const isPaid =
        type === 'PaymentRefundUndone' || (type === 'AppointmentPaymentRecorded' && data.payment === 'Paid');
      if (before) visits.set(data.appointmentId, { ...before, isPaid });
    }
    if (type === 'DayBlocked') blocked.add('day');
    if (type === 'DayUnblocked') blocked.clear();
    if (type === 'SlotsBlocked') for (const { from, to } of data.spans) blocked.add(`${from}-${to}`);
    if (type === 'SlotsUnblocked') for (const { from, to } of data.spans) blocked.delete(`${from}-${to}`);
  }
  return { visits, blocked: [...blocked] };
}

/** What a leave's stream says, in order. */
export const leaveTypes = async (stage: Stage, leaveId: string): Promise<string[]> =>
  (await stage.stored.readStream(streams.leave(leaveId))).map(({ type }) => type);

/** The outcomes of its rows, in order. */
export const outcomesOf = async (stage: Stage, leaveId: string): Promise<unknown[]> =>
  (await stage.stored.readStream(streams.leave(leaveId)))
    .filter(({ type }) => type === 'LeaveRowSettled')
    .map(({ data }) => data['outcome']);
