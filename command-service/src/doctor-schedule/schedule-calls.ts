import type { CommandHandlers } from '@dayline/http/handler';
import { plainReply } from '../command-handler/plain-reply.ts';
import type { ScheduleCommands } from './schedule-commands.ts';

/** The calls that set and delete a doctor's weekly hours. */
export function scheduleCalls(commands: ScheduleCommands): Pick<CommandHandlers, 'updateSchedule' | 'withdrawWeek'> {
  return {
    updateSchedule: async ({ schedule, ...when }, by) => {
      // The schema guarantees at least one entry, and the same doctor in all.
      const pocId = schedule[0]?.pocId ?? '';
      const week = schedule
        .filter(({ timeIntervals }) => timeIntervals.length > 0)
        .map(({ day, timeIntervals }) => ({ day, timeIntervals }));
      const result = await commands.setWeeklySchedule({ pocId, week, ...when }, by);
      return plainReply(result, 'Schedule updated successfully');
    },

    withdrawWeek: async (week, by) => plainReply(await commands.withdrawWeek(week, by), 'Upcoming hours deleted.'),
  };
}
