import { addDays, clinicNow, daysBetween, defaultZone } from '@dayline/contracts/clinic/clinic-time';
import { lastBlockableDate, maxLeaveDays } from '@dayline/contracts/clinic/horizon';
import type { RequestOf } from '@dayline/contracts/endpoints/table';
import { isRefusal, type Refusal, refuse } from '@dayline/contracts/errors';
import type { LeaveRow } from '@dayline/contracts/events/calendar';
import { streams } from '@dayline/contracts/events/categories';
import { doctorDayOf, leaveId as leaveIdOf } from '@dayline/contracts/ids';
import { derivedFrom } from '@dayline/runtime/ids/derived';
import { type CommandContext, partOf } from '../command-handler/command-context.ts';
import type { HandlerOf } from '../command-handler/command-handler.ts';
import type { Changed } from '../command-handler/plain-reply.ts';
import { changeDoctor, doctorOf } from '../doctor/doctor-commands.ts';
import type { DayDeps } from '../doctor-day/day-commands.ts';
import { otherBookingsOf } from '../doctor-day/hours/leave-days.ts';
import type { Appointment, DoctorDayState } from '../doctor-day/state.ts';
import type { LeaveCommand, leave } from './leave.ts';

export interface LeaveAggregate {
  readonly leaves: HandlerOf<typeof leave>;
}

export interface LeaveDeps extends DayDeps {
  readonly aggregates: DayDeps['aggregates'] & LeaveAggregate;
}

type Start = RequestOf<'startLeave'>;
type OfLeave = RequestOf<'undoLeave'>;
export type LeaveCommands = ReturnType<typeof leaveCommands>;

/** Starts, undoes and ends leaves; `leave-process` carries them out. */
export function leaveCommands(deps: LeaveDeps) {
  const { aggregates } = deps;

  const execute = (leaveId: string, command: LeaveCommand, by: CommandContext) =>
    aggregates.leaves.execute({ stream: streams.leave(leaveId), command, context: { now: by.now }, by });

  async function todayOf({ clientId, now }: CommandContext): Promise<string> {
    const { state } = await aggregates.clients.load(streams.client(clientId));
    return clinicNow(now, state?.zone ?? defaultZone).date;
  }

  /** The days with their streams as they are now. */
  const daysNow = (pocId: string, dates: readonly string[]): Promise<DoctorDayState[]> =>
    Promise.all(dates.map(async (date) => (await aggregates.days.load(streams.doctorDay(pocId, date), 0)).state));

  /** The rows as the days have their appointments, or why the leave can't start. */
  async function rowsOf(request: Start, by: CommandContext): Promise<readonly LeaveRow[] | Refusal> {
    const { pocId, rows, hours = null, money } = request;
    const doctors = [pocId, ...new Set(rows.flatMap(({ to }) => to?.pocId ?? []))];
    for (const id of doctors) {
      const doctor = await doctorOf(aggregates, id, by.clientId);
      if (isRefusal(doctor)) return doctor;
    }
    const refusal = refusalOfRows(request, by);
    if (refusal) return refusal;
    const dates = datesOf(request);
    const days = await daysNow(pocId, dates);
    const ids = new Set(rows.map(({ appointmentId }) => appointmentId));
    const bookings = days.flatMap((day, index) =>
      otherBookingsOf(day, hours, ids).map(({ booked, time }) => ({
        ...{ appointmentId: booked.data.appointmentId, date: dates[index] ?? '', time },
      })),
    );
    if (bookings.length > 0) return refuse('leave.changed', { details: { bookings } });
    const appointments = new Map(days.flatMap((day) => [...day.appointments]));
    const found: LeaveRow[] = [];
    for (const row of rows) {
      const appointment = appointments.get(row.appointmentId);
      if (!appointment) return refuse('leave.rows');
      if (row.action === 'cancel' && money === undefined && isPaid(appointment)) return refuse('refund.undecided');
      const { patientId, type } = appointment.booked.data;
      found.push({ ...row, patientId, time: appointment.time, type });
    }
    const orderOf = ({ appointmentId, time }: LeaveRow) => `${doctorDayOf(appointmentId).date} ${time}`;
    return found.sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  }

  /** The rows; of a doctor who leaves, once no later appointment can be booked. */
  async function finalRowsOf(request: Start, by: CommandContext): Promise<readonly LeaveRow[] | Refusal> {
    const rows = await rowsOf(request, by);
    if (isRefusal(rows) || !request.lastDay) return rows;
    const { pocId, from } = request;
    const result = await changeDoctor(aggregates, { kind: 'setLeft', pocId, from }, partOf(by, 'lastDay'));
    return isRefusal(result) ? result : rowsOf(request, by);
  }

  /** @param command decided only for the doctor's own leave */
  async function onLeave({ pocId, leaveId }: OfLeave, command: LeaveCommand, by: CommandContext) {
    const { state } = await aggregates.leaves.load(streams.leave(leaveId), 0);
    if (state?.pocId !== pocId || state.clientId !== by.clientId) return refuse('leave.unknown');
    return execute(leaveId, command, by);
  }

  const resultOf = async (outcome: ReturnType<typeof onLeave>): Promise<Changed | Refusal> => {
    const result = await outcome;
    return isRefusal(result) ? result : { position: result.position };
  };

  return {
    async startLeave(request: Start, by: CommandContext): Promise<(Changed & { leaveId: string }) | Refusal> {
      const { pocId, from, to, hours = null, reason, money = null, difference } = request;
      const leaveId = leaveIdOf(pocId, derivedFrom(by.commandId, 'leave'));
      const { state } = await aggregates.leaves.load(streams.leave(leaveId), 0);
      const today = await todayOf(by);
      if (from < today) return refuse('leave.past');
      if (daysBetween(from, to) >= maxLeaveDays || to > lastBlockableDate(today)) return refuse('leave.too-long');
      // A repeated request is answered as the first was.
      const appointments = state?.appointments ?? (await finalRowsOf(request, by));
      if (isRefusal(appointments)) return appointments;
      const data = { from, to, hours, reason: reason || null, appointments: [...appointments], money };
      const agreement = difference && { difference };
      const result = await execute(leaveId, { kind: 'start', ...data, ...agreement }, by);
      return isRefusal(result) ? result : { leaveId, position: result.position };
    },

    undoLeave: (request: OfLeave, by: CommandContext) => resultOf(onLeave(request, { kind: 'undo' }, by)),

    endLeave: async (request: OfLeave, by: CommandContext) =>
      resultOf(onLeave(request, { kind: 'end', from: await todayOf(by) }, by)),
  };
}

const isPaid = ({ money }: Appointment): boolean => money.status === 'Paid' || money.payments.length > 0;

/** Its dates, in order. */
export function datesOf({ from, to }: { readonly from: string; readonly to: string }): string[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index));
}

/**
 * Each an appointment of the leave's days, named once; a doctor moves to own times, cancels and charges nothing, and
 * doesn't decide to leave the hospital.
 */
function refusalOfRows(
  { pocId, from, to, hours, rows, difference, lastDay }: Start,
  { actor }: CommandContext,
): Refusal | null {
  if (lastDay && hours) {
    const message = 'A doctor leaves for whole days.';
    return refuse('request.invalid', { message, details: { fields: [{ field: 'hours', message }] } });
  }
  const isWrong = rows.some((row) => {
    const day = doctorDayOf(row.appointmentId);
    const isOfLeave = day.pocId === pocId && day.date >= from && day.date <= to;
    return !isOfLeave || (row.action === 'move') !== (row.to !== null);
  });
  if (isWrong || new Set(rows.map(({ appointmentId }) => appointmentId)).size < rows.length)
    return refuse('leave.rows');
  const isForDesk =
    lastDay ||
    difference === 'taken' ||
    rows.some(({ action, to: place }) => action === 'cancel' || (place && place.pocId !== pocId));
  return isForDesk && actor.kind === 'doctor' ? refuse('leave.desk-only') : null;
}
