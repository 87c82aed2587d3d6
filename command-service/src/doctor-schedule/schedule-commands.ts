import { clinicDate, defaultZone } from '@dayline/contracts/clinic/clinic-time';
import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { ClientAggregate } from '../client/client-commands.ts';
import type { CommandContext } from '../command-handler/command-context.ts';
import type { HandlerOf } from '../command-handler/command-handler.ts';
import type { Changed } from '../command-handler/plain-reply.ts';
import { type DoctorAggregate, doctorOf } from '../doctor/doctor-commands.ts';
import type { DoctorScheduleCommand, doctorSchedule, SetWeeklySchedule, WithdrawWeek } from './doctor-schedule.ts';

export interface ScheduleAggregate {
  readonly schedules: HandlerOf<typeof doctorSchedule>;
}

export interface ScheduleDeps {
  readonly aggregates: ScheduleAggregate & DoctorAggregate & ClientAggregate;
}

type OfDoctor<Command> = Omit<Command, 'kind'> & { readonly pocId: string };

export type ScheduleCommands = ReturnType<typeof scheduleCommands>;

/** A doctor's weekly templates. */
export function scheduleCommands({ aggregates }: ScheduleDeps) {
  async function change(pocId: string, command: DoctorScheduleCommand, by: CommandContext): Promise<Changed | Refusal> {
    const doctor = await doctorOf(aggregates, pocId, by.clientId);
    if (isRefusal(doctor)) return doctor;
    const { state: client } = await aggregates.clients.load(streams.client(by.clientId));
    const context = { today: clinicDate(by.now, client?.zone ?? defaultZone) };
    const outcome = await aggregates.schedules.execute({ stream: streams.doctorSchedule(pocId), command, context, by });
    return isRefusal(outcome) ? outcome : { position: outcome.position };
  }

  return {
    setWeeklySchedule: ({ pocId, ...week }: OfDoctor<SetWeeklySchedule>, by: CommandContext) =>
      change(pocId, { kind: 'setWeek', ...week }, by),
    /** Takes back a week that was to hold from a later date on. */
    withdrawWeek: ({ pocId, ...week }: OfDoctor<WithdrawWeek>, by: CommandContext) =>
      change(pocId, { kind: 'withdrawWeek', ...week }, by),
  };
}
