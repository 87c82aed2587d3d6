import type { Week } from '@dayline/contracts/clinic/schedule';
import { isRefusal, type Refusal } from '@dayline/contracts/errors';
import { streams } from '@dayline/contracts/events/categories';
import type { CommandContext } from '../command-handler/command-context.ts';
import type { HandlerOf } from '../command-handler/command-handler.ts';
import type { Changed } from '../command-handler/plain-reply.ts';
import { type DoctorAggregate, doctorOf } from '../doctor/doctor-commands.ts';
import type { doctorSchedule } from './doctor-schedule.ts';

export interface ScheduleAggregate {
  readonly schedules: HandlerOf<typeof doctorSchedule>;
}

export type ScheduleCommands = ReturnType<typeof scheduleCommands>;

/** A doctor's weekly template. */
export function scheduleCommands({ aggregates }: { readonly aggregates: ScheduleAggregate & DoctorAggregate }) {
  return {
    async setWeeklySchedule(
      { pocId, week }: { readonly pocId: string; readonly week: Week },
      by: CommandContext,
    ): Promise<Changed | Refusal> {
      const doctor = await doctorOf(aggregates, pocId, by.clientId);
      if (isRefusal(doctor)) return doctor;
      const stream = streams.doctorSchedule(pocId);
      const outcome = await aggregates.schedules.execute({
        stream,
        command: { kind: 'setWeek', week },
        context: undefined,
        by,
      });
      return isRefusal(outcome) ? outcome : { position: outcome.position };
    },
  };
}
