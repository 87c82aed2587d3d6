import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/ids';
import type { Week } from '@dayline/contracts/schedule';
import type { CommandContext } from '../kernel/command-context.ts';
import type { Kernels } from '../kernels.ts';
import { type BlockCommand, bookingsIn } from '../slices/doctor-day/blocks.ts';
import { type DayRules, dayGiven, doctorOf } from './given.ts';

interface OfDay {
  readonly pocId: string;
  readonly date: string;
}

export interface Blocked {
  readonly position: string | null;
  /** Confirmed bookings in the blocked places: they stay. */
  readonly bookings: readonly HitBooking[];
}

export interface HitBooking {
  readonly appointmentId: string;
  readonly time: string;
  readonly patientId: string;
  /** Null once the patient was erased. */
  readonly patientName: string | null;
}

export type AvailabilityCommands = ReturnType<typeof availabilityCommands>;

/** A doctor's weekly template, and what is blocked of a day. */
export function availabilityCommands(kernels: Kernels, rules: DayRules) {
  async function onDay({ pocId, date }: OfDay, command: BlockCommand, by: CommandContext) {
    const doctor = await doctorOf(kernels, pocId, by.clientId);
    if (isRefusal(doctor)) return doctor;
    const given = await dayGiven(kernels, rules, { pocId, date, clientId: by.clientId, now: by.now });
    return kernels.days.execute({ stream: streams.doctorDay(pocId, date), command, given, by });
  }

  async function block(day: OfDay, command: BlockCommand, by: CommandContext): Promise<Blocked | Refusal> {
    const outcome = await onDay(day, command, by);
    if (isRefusal(outcome)) return outcome;
    const times = 'times' in command ? command.times : null;
    const bookings = await Promise.all(
      bookingsIn(outcome.state, times).map(async ({ appointmentId, time, patientId }) => {
        const { state: patient } = await kernels.patients.load(streams.patient(patientId));
        return { appointmentId, time, patientId, patientName: patient?.name ?? null };
      }),
    );
    return { position: outcome.position, bookings };
  }

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
    unblockDay: (request: OfDay, by: CommandContext) => unblock(request, { kind: 'unblockDay' }, by),
    unblockSlots: (request: OfDay & { readonly times: readonly string[] }, by: CommandContext) =>
      unblock(request, { kind: 'unblockSlots', times: request.times }, by),

    async setWeeklySchedule(
      { pocId, week }: { readonly pocId: string; readonly week: Week },
      by: CommandContext,
    ): Promise<Changed | Refusal> {
      const doctor = await doctorOf(kernels, pocId, by.clientId);
      if (isRefusal(doctor)) return doctor;
      const stream = streams.doctorSchedule(pocId);
      const outcome = await kernels.schedules.execute({
        stream,
        command: { kind: 'setWeek', week },
        given: undefined,
        by,
      });
      return isRefusal(outcome) ? outcome : { position: outcome.position };
    },
  };
}

export interface Changed {
  /** Null when all was as asked for already. */
  readonly position: string | null;
}
