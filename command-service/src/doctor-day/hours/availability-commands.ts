import { wholeDay } from '@dayline/contracts/clinic/spans';
import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { CommandContext } from '../../command-handler/command-context.ts';
import type { Changed } from '../../command-handler/plain-reply.ts';
import { doctorOf } from '../../doctor/doctor-commands.ts';
import { refusalOfUnknownPlaces } from '../../doctor-schedule/schedule-commands.ts';
import { personIdOf } from '../../patient/patient-commands.ts';
import { type DayDeps, onDoctorDay } from '../day-commands.ts';
import type { Appointment } from '../state.ts';
import { type BlockCommand, spansAt, type UnblockDay, visitsIn } from './blocks.ts';
import { type ClearDayHours, type DayHoursCommand, type SetDayHours, visitsOutside } from './day-hours.ts';

export interface OfDay {
  readonly pocId: string;
  readonly date: string;
}

export interface Blocked {
  readonly position: string | null;
  /** Existing confirmed bookings in the blocked slots, or outside the new hours. */
  readonly bookings: readonly AffectedBooking[];
}

export interface AffectedBooking {
  readonly appointmentId: string;
  readonly time: string;
  readonly patientId: string;
  /** Null once the patient is erased. */
  readonly patientName: string | null;
}

export type AvailabilityCommands = ReturnType<typeof availabilityCommands>;

/** Blocking and unblocking a doctor's day. */
export function availabilityCommands(deps: DayDeps) {
  const { aggregates } = deps;

  async function onDay(day: OfDay, command: BlockCommand | DayHoursCommand, by: CommandContext) {
    const doctor = await doctorOf(aggregates, day.pocId, by.clientId);
    if (isRefusal(doctor)) return doctor;
    const { outcome, context } = await onDoctorDay(deps, day, command, by);
    return isRefusal(outcome) ? outcome : { ...outcome, context };
  }

  async function block(day: OfDay, command: BlockCommand, by: CommandContext): Promise<Blocked | Refusal> {
    const outcome = await onDay(day, command, by);
    if (isRefusal(outcome)) return outcome;
    const { state, context } = outcome;
    const spans = 'times' in command ? spansAt(state, command.times, context) : [wholeDay];
    return { position: outcome.position, bookings: await named(visitsIn(state, spans)) };
  }

  async function changeHours(day: OfDay, command: DayHoursCommand, by: CommandContext): Promise<Blocked | Refusal> {
    const days = command.kind === 'setDayHours' ? [{ timeIntervals: command.intervals }] : [];
    const outcome = (await refusalOfUnknownPlaces(aggregates, days, by.clientId)) ?? (await onDay(day, command, by));
    if (isRefusal(outcome)) return outcome;
    const { position, state, context } = outcome;
    return { position, bookings: await named(visitsOutside(state, context)) };
  }

  const named = (visits: readonly Appointment[]): Promise<AffectedBooking[]> =>
    Promise.all(
      visits.map(async ({ booked: { data }, time }) => {
        const { appointmentId, patientId } = data;
        const personId = await personIdOf(aggregates, patientId);
        const { state: patient } = await aggregates.patients.load(streams.patient(personId));
        return { appointmentId, time, patientId, patientName: patient?.name ?? null };
      }),
    );

  async function unblock(day: OfDay, command: BlockCommand, by: CommandContext): Promise<Changed | Refusal> {
    const outcome = await onDay(day, command, by);
    return isRefusal(outcome) ? outcome : { position: outcome.position };
  }

  return {
    blockDay: (request: OfDay & { readonly reason: string | null }, by: CommandContext) =>
      block(request, { kind: 'blockDay', reason: request.reason }, by),
    blockSlots: (
      request: OfDay & { readonly times: readonly string[]; readonly reason: string | null },
      by: CommandContext,
    ) => block(request, { kind: 'blockSlots', times: request.times, reason: request.reason }, by),
    unblockDay: ({ except = [], ...day }: OfDay & Pick<UnblockDay, 'except'>, by: CommandContext) =>
      unblock(day, { kind: 'unblockDay', except }, by),
    unblockSlots: (request: OfDay & { readonly times: readonly string[] }, by: CommandContext) =>
      unblock(request, { kind: 'unblockSlots', times: request.times }, by),
    setDayHours: ({ pocId, date, ...hours }: OfDay & Omit<SetDayHours, 'kind'>, by: CommandContext) =>
      changeHours({ pocId, date }, { kind: 'setDayHours', ...hours }, by),
    clearDayHours: ({ pocId, date, seen }: OfDay & Omit<ClearDayHours, 'kind'>, by: CommandContext) =>
      changeHours({ pocId, date }, { kind: 'clearDayHours', seen }, by),
  };
}
