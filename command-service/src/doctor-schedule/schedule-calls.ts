import type { CommandHandlers } from '@dayline/http/handler';
import { plainReply } from '../command-handler/plain-reply.ts';
import type { ScheduleCommands } from './schedule-commands.ts';

/** The call that sets a doctor's week. */
export function scheduleCalls(commands: ScheduleCommands): Pick<CommandHandlers, 'updateSchedule'> {
  return {
    updateSchedule: async ({ schedule }, by) => {
      // The schema guarantees at least one entry, and the same doctor in all.
      const pocId = schedule[0]?.pocId ?? '';
      const week = schedule
        .filter(({ timeIntervals }) => timeIntervals.length > 0)
        .map(({ day, timeIntervals }) => ({ day, timeIntervals }));
      return plainReply(await commands.setWeeklySchedule({ pocId, week }, by), 'Schedule updated successfully');
    },
  };
}
